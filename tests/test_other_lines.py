"""Lines of any shape: the model, every engine and every question; none answers wrongly."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

import nonairo as nn
from nonairo import Cell, Grid, Puzzle
from nonairo.candidates import Candidates
from nonairo.errors import EngineError, FormatError, PuzzleError
from nonairo.grid import Place, Shape
from nonairo.kinds import KINDS, regions
from nonairo.kinds.mosaic import clues_of, pose, pose_clues
from nonairo.puzzle import ExtraLine
from nonairo.rules import Anything, Ones, Runs
from nonairo.symmetry import canonical
from nonairo.techniques.shared.checker import fault, replay

MOSAIC = KINDS["mosaic"].example
BLOCKS = "AABB/AABB/CCDD/CCDD"
REGIONS = f"binairo@regions:00../..../0.0./....;{BLOCKS}"
DIAGONALS = "binairo@diagonals:...1.0/....0./.1...0/....10/....../0..0.."
REGIONS_OFF = "binairo:00../..../0.0./...."
ALL = (MOSAIC, REGIONS, DIAGONALS)
CROSSING = {"walk", "rows", "patterns", "patterns+guess", "groebner"}


def bent(rule: object = Ones(1), cells: tuple[Cell, ...] = (Cell(0, 0), Cell(1, 1))) -> Puzzle:
    line = ExtraLine("bend", "the bend", cells, rule)  # type: ignore[arg-type]
    free = (Anything(), Anything())
    return Puzzle("handmade", Grid.blank(2, 2), free, free, more_lines=(line,))


class TestModel:
    def test_a_line_has_its_cells_its_rule_and_its_name(self) -> None:
        puzzle = bent()
        place = [*puzzle.places()][-1]
        assert str(place) == "the bend"
        assert place == Place("bend", 0)
        assert [place.cell(k) for k in range(puzzle.length(place))] == [Cell(0, 0), Cell(1, 1)]
        assert puzzle.rule(place) == Ones(1)
        assert Grid.parse("10/01").line(place) == "11"
        assert puzzle.lines_through(Cell(1, 1)) == (Place("row", 1), Place("column", 1), place)
        assert puzzle.lines_through(Cell(0, 1)) == (Place("row", 0), Place("column", 1))

    def test_puzzles_with_other_lines_are_not_equal(self) -> None:
        assert bent() != bent(Ones(2)) != replace(bent(), more_lines=())
        assert bent() == bent()
        assert hash(bent()) == hash(bent())
        assert bent().more_lines is bent().more_lines, "one object for all: plans are kept by it"

    def test_puzzles_and_places_are_pickled(self) -> None:
        puzzle = nn.parse(MOSAIC)
        again = pickle.loads(pickle.dumps(puzzle))
        assert again == puzzle
        assert again.more_lines is puzzle.more_lines
        place = puzzle.shapes.places[0]
        copy = pickle.loads(pickle.dumps(place))
        assert (copy, copy.cells, str(copy)) == (place, place.cells, str(place))

    @pytest.mark.parametrize(
        ("lines", "message"),
        [
            ([ExtraLine("bend", "x", (), Ones(0))], "x: expected cells"),
            ([ExtraLine("row", "x", (Cell(0, 0),), Ones(0))], "x: expected cells, and an axis"),
            ([ExtraLine("bend", "x", (Cell(0, 2),), Ones(0))], "x: no cell 0, 2 in 2x2"),
            ([ExtraLine("bend", "x", (Cell(0, 0), Cell(0, 0)), Ones(0))], "x: expected every cell"),
            (
                [ExtraLine("bend", "x", (Cell(0, 0),), Ones(2))],
                "x: expected a number from 0 to 1, found 2",
            ),
            (
                [ExtraLine("bend", "x", (Cell(0, 0),), 7)],  # type: ignore[arg-type]
                "x: expected a line rule, found 7",
            ),
            (["x"], "expected extra lines as a tuple of ExtraLine"),
        ],
    )
    def test_a_line_that_cannot_be_is_refused(self, lines: list[ExtraLine], message: str) -> None:
        with pytest.raises(PuzzleError) as refused:
            replace(bent(), more_lines=tuple(lines))
        assert message in str(refused.value)

    def test_what_is_possible_is_kept_in_step_in_all_lines(self) -> None:
        puzzle = nn.parse(MOSAIC)
        possible = Candidates.in_puzzle(puzzle)
        copy = possible.copy()
        possible.settle(Cell(1, 1), "1")
        for place in puzzle.shapes.places:
            line = possible.grid().line(place)
            assert possible.symbol(place, 0) == line[0]
            zero, _ = possible.lines(place.axis)[place.index]
            assert all((zero >> k & 1) == (symbol != "1") for k, symbol in enumerate(line))
        assert copy.grid() == puzzle.givens


@pytest.mark.parametrize("text", ALL)
class TestEveryEngine:
    def test_an_engine_takes_it_or_refuses_it_by_name(self, text: str) -> None:
        wanted = nn.solve(text, "guess", limit=None)
        assert wanted.status == "unique"
        for name, engine in nn.ENGINES.items():
            if engine.absent() is not None:
                continue
            if name in CROSSING:
                with pytest.raises(EngineError) as refused:
                    nn.solve(text, name)
                message = f"engine {name} cannot solve this {nn.parse(text).kind}:"
                assert message in str(refused.value)
                assert "lines besides its rows and columns" in str(refused.value)
                continue
            result = nn.solve(text, name)
            if result.status == "stuck":
                assert result.grid is not None
                assert wanted.grid is not None
                assert result.grid.fits(wanted.grid)
                assert not engine.complete
            else:
                assert (result.status, result.solutions) == ("unique", wanted.solutions), name

    def test_options_that_know_rows_and_columns_alone_refuse(self, text: str) -> None:
        for engine in ("guess:propagate=rules", "sat:encoding=compact", "sat:encoding=direct"):
            with pytest.raises(EngineError, match=r"cannot solve|is for rows and columns"):
                nn.solve(text, engine)

    def test_it_is_counted_checked_and_streamed(self, text: str) -> None:
        assert nn.count(text).value == 1
        (solution,) = nn.solutions(text)
        assert nn.check(text, solution) == []
        flipped = solution.fill({Cell(0, 0): "10"[int(solution[0, 0])]})
        assert nn.check(text, flipped)

    def test_it_is_explained_graded_and_hinted(self, text: str) -> None:
        puzzle = nn.parse(text)
        found = nn.explain(puzzle)
        assert found.solved
        assert replay(puzzle, [*found.steps]) == nn.solve(puzzle).solution
        assert nn.grade(puzzle).level is not None
        hint = nn.hint(puzzle)
        assert hint.step is not None
        assert fault(puzzle, puzzle.givens, hint.step) is None
        assert nn.hint(puzzle, strength=1).places

    def test_a_proof_holds_for_it_and_for_no_other(self, text: str, tmp_path: Path) -> None:
        puzzle = nn.parse(text)
        assert nn.prove(puzzle, tmp_path / "x").status == "unique"
        assert nn.verify(puzzle, tmp_path / "x") == []
        head, body = text.split(":")
        others = {
            MOSAIC: [f"mosaic:.{body[1:]}", f"mosaic:2{body[1:]}"],
            REGIONS: [f"{head}:{body.split(';')[0]};AABB/AABB/CCCC/DDDD", REGIONS_OFF],
            DIAGONALS: [f"binairo:{body}"],
        }
        for other in others[text]:
            assert nn.verify(other, tmp_path / "x") != [], other

    def test_it_is_written_and_read(self, text: str) -> None:
        puzzle = nn.parse(text)
        assert puzzle.id == text
        assert nn.parse(nn.dumps(puzzle, "jsonl")) == puzzle
        puzzle = puzzle.about(solution=nn.solve(puzzle).solution)
        for name in ("text", "janko", "puzzlekit", "drawing"):
            if puzzle.kind == "mosaic" and name in ("janko", "puzzlekit"):
                with pytest.raises(FormatError, match="Binairo"):
                    nn.dumps(puzzle, name)
                continue
            again = nn.parse(nn.dumps(puzzle, name, lossy=True), name)
            assert again.solution == puzzle.solution
            if puzzle.rules == "regions" and name != "drawing":  # which alone has regions
                with pytest.raises(FormatError, match=f"{name} cannot store this puzzle's regions"):
                    nn.dumps(puzzle, name)
                assert again == nn.binairo(puzzle.givens)
            else:
                assert [loss.what for loss in nn.losses(puzzle, name)] == []
                assert again == puzzle

    def test_it_is_solved_by_workers(self, text: str) -> None:
        (result,) = nn.solve_many([text], workers=1)
        assert result.status == "unique"


class TestMosaic:
    def test_a_clue_counts_the_cells_around_and_under_it(self) -> None:
        assert pose(Grid.parse("110/000/001"), "standard").id == "mosaic:221/232/011"

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("mosaic:5./..", "the 2x2 around r1c1: expected a number from 0 to 4, found 5"),
            ("mosaic:x./..", "r1c1: expected '0'"),
            ("mosaic:../..;../..;..", "expected 'clues' or 'clues;givens', found 3 parts"),
            ("mosaic:../..;...", "givens: expected a grid of 2x2, found 1x3"),
            ("mosaic@regions:../..", "mosaic has only the standard rules"),
        ],
    )
    def test_what_cannot_be_is_refused(self, text: str, message: str) -> None:
        with pytest.raises(FormatError) as refused:
            nn.parse(text)
        assert message in str(refused.value)

    def test_givens_stand_behind_the_clues(self) -> None:
        puzzle = nn.parse("mosaic:4./..;1./..")
        assert puzzle.givens[0, 0] == "1"
        assert puzzle.id == "mosaic:4./..;1./.."
        record = nn.dumps(puzzle, "jsonl")
        assert '"clues": "4..."' in record
        assert '"grid": "1..."' in record
        assert nn.parse(record) == puzzle

    def test_ids_and_save_files_of_tathams_collection(self) -> None:
        puzzle = nn.parse(MOSAIC)
        assert nn.dumps(puzzle, "mosaic") == "5x5:1a4a1a6e52a4c2b32a\n"
        for text in ("5x5:1a4a1a6e52a4c2b32a", "5x5h1:1a4a1a6e52a4c2b32a"):
            assert nn.parse(text) == puzzle
        assert nn.parse(nn.dumps(puzzle, "sgtsave")) == puzzle
        far = pose_clues(Grid(6, 6, "." * 35 + "4"))
        assert nn.dumps(far, "mosaic") == "6x6:zi4\n"
        assert nn.parse("6x6:zi4") == far
        with pytest.raises(FormatError, match="expected 25 cells, found 24"):
            nn.parse("5x5:1a4a1a6e52a4c2b32")
        with pytest.raises(FormatError, match="random seed"):
            nn.parse("5x5h1#123")
        with pytest.raises(FormatError, match="givens"):
            nn.dumps(puzzle.with_givens("0" + "." * 24), "mosaic")

    def test_it_is_generated_with_few_clues_that_single_areas_solve(self) -> None:
        puzzle = nn.generate("mosaic", 8, seed=1)
        assert puzzle == nn.generate("mosaic", 8, seed=1)
        clues = clues_of(puzzle).cells
        assert nn.is_unique(puzzle)
        assert clues.count(".") > len(clues) / 2
        assert nn.grade(puzzle).level == 1
        for line in puzzle.more_lines:
            less = replace(puzzle, more_lines=tuple(x for x in puzzle.more_lines if x != line))
            assert not nn.is_unique(less) or nn.grade(less).level != 1

    @pytest.mark.parametrize("level", [3, 6])
    def test_it_is_generated_at_a_level(self, level: int) -> None:
        puzzle = nn.generate("mosaic", 8, seed=2, level=level)
        assert nn.grade(puzzle).level == level == puzzle.extra["level"]

    def test_it_is_made_of_words(self) -> None:
        puzzle = nn.generate("mosaic", text="HI", seed=1)
        assert nn.solve(puzzle).solution == puzzle.solution

    @pytest.mark.parametrize("wanted", [None, "110/000/001"])
    def test_as_few_numbers_as_possible_repair_it(self, wanted: str | None) -> None:
        puzzle = nn.parse("mosaic:.../.3./...")
        found = nn.repair(puzzle, picture=wanted)
        assert (found.how, found.exact) == ("clues", True)
        assert nn.is_unique(found.puzzle)
        assert found.puzzle.givens == puzzle.givens
        added = {cell: int(number) for cell, number in found.changes}
        assert found.puzzle.id == pose_clues(clues_of(puzzle).fill(
            {cell: str(number) for cell, number in added.items()})).id  # fmt: skip
        assert found.puzzle.solution == nn.solve(found.puzzle).solution
        answers = list(nn.solutions(puzzle)) if wanted is None else [Grid.parse(wanted)]
        fewest = min(map(len, filter(None, (_fewest(puzzle, answer) for answer in answers))))
        assert len(found.changes) == fewest

    def test_what_numbers_cannot_tell_apart_is_repaired_otherwise(self) -> None:
        full = nn.parse("mosaic:22/22")
        assert nn.repair(full).how == "givens"
        changed = nn.repair(full, picture="11/00")
        assert changed.how == "picture"
        assert nn.is_unique(changed.puzzle)
        assert nn.repair("mosaic:.../.3./...", by_givens=True).how == "givens"

    def test_it_is_read_as_people_write_it(self) -> None:
        puzzle = nn.parse(MOSAIC)
        rows = clues_of(puzzle).rows()
        for text in ("\n".join(rows), "\n".join(" ".join(row) for row in rows),
                     "\n".join(row.replace(".", "-") for row in rows)):  # fmt: skip
            read = nn.parse(text)
            assert read == puzzle
            assert read.note is not None
            assert "read as a Mosaic" in read.note
        picture = nn.parse("..11.\n.1221\n.1331\n..11.\n")
        assert picture.kind == "nonogram"
        assert picture.note is not None
        assert "for a Mosaic write" in picture.note
        clues = json.dumps(list(rows))
        assert nn.parse(f'{{"kind": "mosaic", "clues": {clues}}}') == puzzle
        clues = json.dumps([[None if c == "." else int(c) for c in row] for row in rows])
        assert nn.parse(f'{{"kind": "mosaic", "clues": {clues}}}') == puzzle
        page = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/mosaic.html#"
        assert nn.parse(page + nn.dumps(puzzle, "mosaic")) == puzzle

    def test_givens_and_folded_boxes_are_read_from_drawings(self) -> None:
        puzzle = nn.parse(MOSAIC).with_givens("0.1.." + "." * 20)
        assert nn.parse(nn.dumps(puzzle, "drawing")) == puzzle
        bare = nn.dumps(puzzle, "drawing").partition("\n")[2]  # without its heading
        assert nn.parse(bare) == puzzle


def _fewest(puzzle: Puzzle, answer: Grid) -> tuple[Cell, ...] | None:
    """The fewest cells whose numbers leave only this answer, by trying all sets."""
    full = clues_of(pose(answer, "standard"))
    known = clues_of(puzzle)
    cells = list(known.unknown())
    for number in range(len(cells)):
        for chosen in combinations(cells, number):
            clues = known.fill({cell: full[cell] for cell in chosen})
            if nn.is_unique(pose_clues(clues)):
                return chosen
    return None


class TestRegions:
    @pytest.mark.parametrize(
        ("text", "message"),
        [
            (
                "binairo@regions:../..",
                "expected 'rows;regions' or 'rows;signs to the right;signs below;regions'",
            ),
            ("binairo@regions:../..;AA/AB", "region A: expected an even number of cells, found 3"),
            ("binairo@regions:../..;A./AB", "r1c2: expected the letter of a region, found '.'"),
            ("binairo@regions:../..;AA/A", "row 2: expected 2 cells, found 1"),
            ("binairo@diagonals:..../....", "rule diagonals needs a square, found 2x4"),
        ],
    )
    def test_what_cannot_be_is_refused(self, text: str, message: str) -> None:
        with pytest.raises(FormatError) as refused:
            nn.parse(text)
        assert message in str(refused.value)

    def test_signs_stand_before_the_regions(self) -> None:
        text = f"binairo@regions:..../..../..../....;x../.../.../...;..../..../....;{BLOCKS}"
        puzzle = nn.parse(text)
        assert puzzle.id == text
        assert nn.parse(nn.dumps(puzzle, "jsonl")) == puzzle

    def test_json_has_fields_for_both(self) -> None:
        record = nn.dumps(f"binairo@regions+diagonals:..../..../..../....;{BLOCKS}", "jsonl")
        assert '"regions": "AABBAABBCCDDCCDD"' in record
        assert '"diagonals": true' in record
        bare = record.replace('"rules": "regions+diagonals"', '"rules": "standard"')
        assert nn.parse(bare) == nn.parse(record)
        letters = record.replace('"AABBAABBCCDDCCDD"', json.dumps(BLOCKS.split("/")))
        assert nn.parse(letters) == nn.parse(record)
        with pytest.raises(FormatError, match="'diagonals': expected true, as in the rules"):
            nn.parse(record.replace('"diagonals": true', '"diagonals": false'))
        with pytest.raises(FormatError, match="'regions': expected a letter for every cell"):
            nn.parse('{"kind": "binairo", "grid": "....", "rules": "regions"}')

    def test_a_violation_names_the_line(self) -> None:
        (first, *_) = nn.check(REGIONS, "00../0.../..../....")
        assert str(first).startswith("region A: three 0s; expected two 0s and two 1s")
        texts = [str(each) for each in nn.check(DIAGONALS, nn.parse(DIAGONALS).givens)]
        assert texts == []

    def test_regions_are_drawn_at_random_in_one_piece(self) -> None:
        from random import Random

        seen = set()
        for seed in range(5):
            letters = regions.drawn(6, 6, Random(seed).randrange)
            seen.add(letters)
            cells = list(letters.cells)
            assert {letters.cells.count(letter) for letter in set(cells)} == {6}
            assert all(regions._in_one_piece(cells, letter, 6, 6) for letter in set(cells))
        assert len(seen) == 5

    @pytest.mark.parametrize("rules", ["regions", "diagonals", "no-distinct+regions+diagonals"])
    def test_it_is_generated_and_repaired(self, rules: str) -> None:
        puzzle = nn.generate("binairo", 6, seed=3, rules=rules)
        assert puzzle == nn.generate("binairo", 6, seed=3, rules=rules)
        assert puzzle.rules == rules
        assert nn.is_unique(puzzle)
        assert nn.is_unique(nn.repair(puzzle.with_givens("." * 36)).puzzle)


@pytest.mark.parametrize("text", ALL)
def test_a_puzzle_that_lies_otherwise_has_the_same_grade(text: str) -> None:
    puzzle = nn.parse(text)
    usual = nn.grade(puzzle)
    head, _, body = text.partition(":")
    for turn in (
        lambda rows: [row[::-1] for row in rows],
        lambda rows: rows[::-1],
        lambda rows: ["".join(column) for column in zip(*rows, strict=True)],
        lambda rows: ["".join(column) for column in zip(*rows[::-1], strict=True)],
    ):
        parts = ("/".join(turn(part.split("/"))) for part in body.split(";"))
        other = nn.parse(f"{head}:{';'.join(parts)}")
        assert other != puzzle
        assert canonical(other) == canonical(puzzle)
        assert replace(nn.grade(other), puzzle=puzzle) == usual


def test_lines_need_not_be_straight_nor_read_in_order() -> None:
    """A clue of blocks along a spiral, from the middle out; no kind has it."""
    spiral = ((1, 1), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0), (0, 0), (0, 1), (0, 2))
    line = ExtraLine("spiral", "the spiral", tuple(Cell(*at) for at in spiral), Runs((4, 2)))
    free = (Anything(),) * 3
    puzzle = Puzzle("handmade", Grid.parse("1../.../..."), free, free, more_lines=(line,))
    found = {grid.cells for grid in nn.solutions(puzzle, "core")}
    assert found == {grid.cells for grid in nn.solutions(puzzle, "guess")}
    assert found == {grid.cells for grid in nn.solutions(puzzle, "sat")}
    for cells in found:
        text = "".join(cells[3 * row + col] for row, col in spiral)
        assert [len(block) for block in text.split("0") if block] == [4, 2]
    assert len(found) == 3
    assert isinstance([*puzzle.places()][-1], Shape)


def test_a_line_too_long_for_the_core_goes_to_the_fallback() -> None:
    cells = tuple(Cell(row, col) for row in range(23) for col in range(23))
    line = ExtraLine("board", "the board", cells, Ones(0))
    free = (Anything(),) * 23
    puzzle = Puzzle("handmade", Grid.blank(23, 23), free, free, more_lines=(line,))
    result = nn.solve(puzzle)
    assert result.status == "unique"
    assert result.engine.startswith("guess")
