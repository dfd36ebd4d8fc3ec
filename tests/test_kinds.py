"""Puzzles and their ids: both kinds, all rules, and what cannot be posed."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given

import nonairo as nn
from nonairo import KINDS, Grid, Puzzle, PuzzleError
from nonairo.kinds import appearance_of, from_id, split_id
from nonairo.rules import Balanced, Runs
from strategies import grids, puzzles


@given(puzzles())
def test_an_id_survives_the_round_trip(puzzle: Puzzle) -> None:
    again = from_id(puzzle.id)
    assert again == puzzle
    assert hash(again) == hash(puzzle)
    assert again.id == puzzle.id == str(puzzle)
    assert nn.parse(puzzle.id) == puzzle


@given(puzzles())
def test_a_puzzle_survives_being_pickled(puzzle: Puzzle) -> None:
    assert pickle.loads(pickle.dumps(puzzle)) == puzzle


@pytest.mark.parametrize("kind", KINDS.values(), ids=list(KINDS))
class TestEveryKind:
    """The contract of a kind: to be listed is to be tested."""

    def test_a_blank_puzzle_gives_nothing(self, kind: nn.kinds.base.Kind) -> None:
        height, width = 2 * kind.unit, 3 * kind.unit
        puzzle = kind.blank(height, width, "standard")
        assert (puzzle.kind, puzzle.height, puzzle.width) == (kind.name, height, width)
        assert puzzle.givens == Grid.blank(height, width)
        assert from_id(puzzle.id) == puzzle

    def test_a_record_survives_the_round_trip(self, kind: nn.kinds.base.Kind) -> None:
        height, width = 2 * kind.unit, 3 * kind.unit
        puzzle = kind.blank(height, width, "standard")
        record = {"height": height, "width": width} | kind.to_record(puzzle)
        assert kind.from_record(record) == puzzle

    def test_a_hand_made_puzzle_has_the_id_of_its_equal(self, kind: nn.kinds.base.Kind) -> None:
        read = from_id(kind.example)
        made = nn.Puzzle(kind.name, read.givens, read.row_rules, read.col_rules, read.distinct,
                         symbols=read.symbols, more_lines=read.more_lines)  # fmt: skip
        assert made == read
        assert made.id == read.id == kind.example
        assert nn.parse(made.id) == made

    def test_a_posed_answer_answers_its_question(self, kind: nn.kinds.base.Kind) -> None:
        answer = nn.solve(kind.example).solution
        assert answer is not None
        assert nn.check(kind.pose(answer, "standard"), answer) == []

    def test_every_symbol_has_a_glyph_and_a_word(self, kind: nn.kinds.base.Kind) -> None:
        puzzle = from_id(kind.example)
        glyphs, words, _ = appearance_of(puzzle)
        assert len({*glyphs}) == len({*words}) == len(puzzle.symbols) == len(glyphs)

    def test_aliases_lead_to_it(self, kind: nn.kinds.base.Kind) -> None:
        blank = kind.blank(kind.unit, kind.unit, "standard")
        body = kind.write(blank)
        for alias, rules in (kind.aliases or {}).items():
            puzzle = from_id(f"{alias}:{body}")
            assert (puzzle.kind, puzzle.rules) == (kind.name, rules)


@given(grids(5, "01"))
def test_a_picture_answers_the_nonogram_posed_from_it(picture: Grid) -> None:
    assert nn.check(KINDS["nonogram"].pose(picture, "standard"), picture) == []


@pytest.mark.parametrize(
    "text",
    [
        "binairo@no-distinct:.0/1.;x/.;..",
        "binairo@odd-more-ones:.../.1./...",
        "nonogram@a=ff0000+b=000000:1a,1b;1a/1b",
        "nonogram:1/1;1/1;1./..",
        "kakurasu:1/2;1/2;1./..",
        "trinairo@no-distinct:0.2/.1./...",
    ],
)
def test_an_id_follows_from_what_is_asked_alone(text: str) -> None:
    read = nn.parse(text)
    made = nn.Puzzle(read.kind, read.givens, read.row_rules, read.col_rules, read.distinct,
                     read.rules, read.symbols)  # fmt: skip
    assert (made == read, made.id) == (True, text)


def test_the_metadata_of_a_puzzle_does_not_change() -> None:
    own: dict[str, object] = {"level": 3}
    puzzle = nn.parse("binairo:0./..").about(extra=own)
    own["level"] = 4
    assert puzzle.extra == {"level": 3}
    changes: list[Callable[[Any], object]] = [
        lambda extra: extra.update(level=4),
        lambda extra: extra.pop("level"),
        lambda extra: extra.clear(),
        lambda extra: extra.setdefault("id", "a"),
        lambda extra: extra.popitem(),
        lambda extra: extra.__setitem__("level", 4),
        lambda extra: extra.__delitem__("level"),
        lambda extra: extra.__ior__({"level": 4}),
    ]
    for change in changes:
        with pytest.raises(TypeError, match="cannot be changed"):
            change(puzzle.extra)
    for same in (puzzle, pickle.loads(pickle.dumps(puzzle)), copy.deepcopy(puzzle)):
        assert (same, json.dumps(same.extra)) == (puzzle, '{"level": 3}')


def test_a_binairo_is_read_from_rows_text_or_numbers() -> None:
    wanted = nn.parse("binairo:.0/1.")
    assert nn.binairo([".0", "1."]) == wanted
    assert nn.binairo(".0/1.") == wanted
    assert nn.binairo(Grid.parse(".0/1.")) == wanted
    assert nn.binairo([[None, 0], [1, None]]) == wanted


def test_the_rules_of_a_line_follow_from_the_size() -> None:
    puzzle = nn.binairo(Grid.blank(4, 6))
    assert set(puzzle.row_rules) == {Balanced(3, 3)}
    assert set(puzzle.col_rules) == {Balanced(2, 2)}
    assert puzzle.distinct
    odd = nn.binairo(Grid.blank(5, 5), rules="odd-more-zeros")
    assert set(odd.row_rules) == set(odd.col_rules) == {Balanced(3, 2)}
    assert nn.binairo(Grid.blank(5, 5), rules="odd-more-ones").row_rules[0] == Balanced(2, 3)
    clues = nn.nonogram([[1, 1], []], [[1], [0], [1]])
    assert clues.row_rules == (Runs((1, 1)), Runs(()))
    assert clues.col_rules == (Runs((1,)), Runs(()), Runs((1,)))
    assert not clues.distinct


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("unruly:0./..", "binairo@no-distinct:0./.."),
        ("takuzu:0./..", "binairo:0./.."),
        ("binairo@standard:0./..", "binairo:0./.."),
        ("binairo@odd-more-ones+no-distinct:.", "binairo@no-distinct+odd-more-ones:."),
        ("binairo@no-distinct+no-distinct:0./..", "binairo@no-distinct:0./.."),
        ("unruly@odd-more-zeros:.", "binairo@no-distinct+odd-more-zeros:."),
        ("picross:1/0;1/", "nonogram:1/0;1/0"),
        ("nonogram:1/ ;1/;1./..", "nonogram:1/0;1/0;1./.."),
        ("nonogram:1/0;1/0;../..", "nonogram:1/0;1/0"),
        (" nonogram: 1 , 1 / 0 ; 1/0/1 ", "nonogram:1,1/0;1/0/1"),
    ],
)
def test_ids_are_written_in_one_way(text: str, written: str) -> None:
    assert from_id(text).id == written


RULES = "standard, no-distinct, odd-more-ones, odd-more-zeros, regions, diagonals"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("binairo:0x/..", "r1c2: expected '0', '1' or '.', found 'x'"),
        ("binairo:0./.", "row 2: expected 2 cells, found 1"),
        ("binairo:...", "expected an even number of rows and columns, found 1x3: a column of"
         " 1 cell cannot have as many 0s as 1s"),
        ("binairo:0..1../....../....../....../......",
         "expected an even number of rows and columns, found 5x6: a column of"
         " 5 cells cannot have as many 0s as 1s"),
        ("binairo:1", "expected an even number of rows and columns, found 1x1; squares with odd"
         " sides need the rule odd-more-ones or odd-more-zeros (a first line '# rules:"
         " odd-more-ones', or binairo@odd-more-ones:ROWS)"),
        ("binairo@odd-more-ones:../..", "rule odd-more-ones needs an odd square, found 2x2"),
        ("binairo@odd-more-zeros:...", "rule odd-more-zeros needs an odd square, found 1x3"),
        ("binairo@odd-more-ones+odd-more-zeros:.",
         "rules odd-more-ones and odd-more-zeros cannot be combined"),
        ("binairo@loose:../..", f"expected rules ({RULES}), found 'loose'"),
        ("nonogram@no-distinct:1;1",
         "nonogram has only the standard rules, found 'no-distinct'"),
        ("nonogram:1/1",
         "expected 'row clues;column clues' or 'row clues;column clues;givens', found 1 part"),
        ("nonogram:1;1;.;.",
         "expected 'row clues;column clues' or 'row clues;column clues;givens', found 4 parts"),
        ("nonogram:1;a", "column 1: expected numbers separated by commas, found 'a'"),
        ("nonogram:2;1", "row 1: clue 2 needs 2 cells, but the row has 1"),
        ("nonogram:1;2", "column 1: clue 2 needs 2 cells, but the column has 1"),
        ("nonogram:1;1;..", "givens: expected a grid of 1x1, found 1x2"),
        ("sudoku:1", "expected an id that starts with "
                     "one of " + ", ".join(f"'{kind}:'" for kind in KINDS) + ", found 'sudoku:1'"),
    ],
)  # fmt: skip
def test_a_puzzle_that_cannot_be_posed_is_refused(text: str, message: str) -> None:
    with pytest.raises(PuzzleError) as refused:
        from_id(text)
    assert str(refused.value) == message


@pytest.mark.parametrize("cell", [2, 0.5, "x", "01", "", -2, 2**70])
def test_a_cell_of_nested_rows_is_zero_one_or_none(cell: str | float) -> None:
    with pytest.raises(PuzzleError, match=r"^row 2: expected 0, 1 or None, found "):
        nn.binairo([[0, 1], [cell, None]])


def test_only_known_prefixes_make_an_id() -> None:
    assert split_id("binairo.txt") is None
    assert split_id("some:file.txt") is None
    assert split_id("binairo:../..") is not None


def test_equality_looks_at_what_is_asked_and_never_at_metadata() -> None:
    plain = nn.parse("binairo:0./..")
    titled = plain.about(title="first", author="a", source="s", extra={"level": 1})
    assert titled == plain
    assert hash(titled) == hash(plain)
    assert (titled.title, titled.author, titled.source) == ("first", "a", "s")
    assert nn.parse("unruly:0./..") != plain
    assert nn.parse("binairo:0./.1") != plain


def test_puzzles_of_512_a_side_are_taken() -> None:
    assert nn.binairo(Grid.blank(512, 512)).width == 512
    assert nn.nonogram([[]] * 512, [[]] * 512).height == 512


def test_a_puzzle_draws_itself_with_its_clues() -> None:
    picture = nn.parse("nonogram:1/2;2/1")._repr_svg_()
    assert "<title>nonogram 2x2</title>" in picture
    assert picture.count("transform=") == 4, "one number beside each line"
