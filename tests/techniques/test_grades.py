"""Grades: published sets, symmetry, monotony, and what has no grade."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

import nonairo as nn
from nonairo.cli.grade import row
from nonairo.formats.jsonl import from_record
from nonairo.grading import NAMES, sweep
from nonairo.symmetry import canonical, images
from nonairo.techniques import TECHNIQUES, WEIGHTS, Weight, Weights
from nonairo.techniques.shared.ladder_climb import Climb
from nonairo.techniques.shared.position import Position

CORPUS = Path(__file__).parents[3] / "shared" / "corpus"
FIRST = "binairo:1..0../..00.1/.00..1/....../00.1../.1..00"
SMILE = "nonogram:1,1/5/5/3/1;2/4/4/4/2"
DEAD_END = TECHNIQUES["dead_end"].samples[0].id


def corpus(name: str, number: int) -> list[nn.Puzzle]:
    if not CORPUS.is_dir():
        pytest.skip(f"no corpus at {CORPUS}")
    puzzles = [p for p in nn.scan(CORPUS / name) if p.height * p.width <= 625]
    assert puzzles, name
    return Random(name).sample(puzzles, min(number, len(puzzles)))


def test_a_grade_reports_everything() -> None:
    found = nn.grade(nn.parse(FIRST))
    assert (found.level, found.name, found.hardest) == (1, NAMES[0], "sandwich")
    assert found.steps == sum(found.techniques.values())
    assert found.first_technique == "pair"
    assert 0 <= found.bottleneck <= 1
    assert found.weights == WEIGHTS.version
    assert found.minimal is False
    record = json.loads(json.dumps(found.to_json()))
    assert record["unique"] is True
    assert record["minimal"] is False
    picture = nn.grade(nn.parse(SMILE))
    assert picture.sweeps is not None
    assert picture.sweeps.simple
    assert picture.share_filled == 16 / 25
    assert picture.slack["least"] == 0.0
    assert "minimal" not in picture.to_json()


@pytest.mark.parametrize(
    ("id", "reason"),
    [
        ("binairo:1.../..../..../....", "multiple"),
        ("binairo:000./..../..../....", "none"),
        ("nonogram:1/1;1/1", "multiple"),
        ("nonogram:2/2;1/1", "none"),
    ],
)
def test_without_just_one_solution_there_is_a_reason_and_no_level(id: str, reason: str) -> None:
    found = nn.grade(nn.parse(id))
    assert (found.level, found.name, found.reason) == (None, None, reason)
    record = found.to_json()
    assert record["unique"] is False
    assert record["score"] is record["score_per_cell"] is record["bottleneck"] is None


def test_a_limit_leaves_the_level_open() -> None:
    found = nn.grade(nn.parse(DEAD_END), budget=3)
    assert (found.level, found.reason) == (None, "limit")
    record = found.to_json()
    assert record["unique"] is record["score"] is record["bottleneck"] is None
    assert row(found)[3:5] == ("-", "-")
    assert ">score<" not in found._repr_html_()


def test_a_minimal_puzzle_is_known_as_one() -> None:
    puzzle = nn.parse(FIRST)
    for k, symbol in enumerate(puzzle.givens.cells):  # drop givens while one solution is left
        if symbol != ".":
            fewer = puzzle.givens.fill({nn.Cell(*divmod(k, 6)): "."})
            if nn.is_unique(puzzle.with_givens(fewer)):
                puzzle = puzzle.with_givens(fewer)
    assert nn.grade(puzzle).minimal is True


def test_other_weights_give_other_scores_and_the_same_level() -> None:
    table = {rule: dict(prices) for rule, prices in WEIGHTS.table.items()}
    for prices in table.values():
        prices |= {name: Weight(2 * price.base) for name, price in prices.items()}
    usual, dear = (
        nn.grade(nn.parse(FIRST)),
        nn.grade(nn.parse(FIRST), weights=Weights("doubled", table)),
    )
    assert (dear.score, dear.level) == (2 * usual.score, usual.level)
    assert dear.weights == "doubled"


@pytest.mark.parametrize("id", [FIRST, SMILE, DEAD_END, "nonogram:2/1;1/2;1./.."])
def test_all_images_of_a_puzzle_have_one_grade(id: str) -> None:
    puzzle = nn.parse(id)
    usual = nn.grade(puzzle)
    for image in images(puzzle):
        assert canonical(image) == canonical(puzzle)
        found = nn.grade(image)
        assert replace(found, puzzle=puzzle) == usual
        told = nn.explain(image)  # on its own path: the level is the same all the same
        assert told.level == nn.explain(puzzle).level


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("binairo/binarypuzzle.jsonl", 30),
        ("binairo/takuzu-vue-odd.jsonl", 4),
        ("binairo/janko-nodistinct.jsonl", 6),
        ("nonogram/janko.jsonl", 10),
        ("nonogram/webpbn_hard.jsonl", 2),
    ],
)
def test_levels_do_not_depend_on_how_a_puzzle_lies(name: str, number: int, full: bool) -> None:
    """Grades agree by construction; here every image is explained on its own path."""
    for puzzle in corpus(name, 20 * number if full else number):
        turned = list(images(puzzle))
        told = [nn.explain(image, time_limit=20) for image in Random(1).sample(turned, 3)]
        assert len({part.level if part.solved else 0 for part in told}) == 1, puzzle.extra["id"]
        grades = [nn.grade(image, time_limit=20) for image in turned[:2]]
        if all(found.reason != "limit" for found in grades):
            low, high = sorted(found.score for found in grades)
            assert grades[0].level == grades[1].level
            assert high <= 1.1 * low


@pytest.mark.slow
def test_more_techniques_never_raise_the_level(full: bool) -> None:
    """A rung more helps or does nothing: prefixes of the ladder, and one rung left out."""
    from nonairo.techniques import ladder_of

    rng = Random(8)
    for name in ("binairo/binarypuzzle.jsonl", "nonogram/janko.jsonl"):
        for puzzle in corpus(name, 12 if full else 6):
            whole = nn.explain(puzzle, time_limit=20)
            for most in range(1, 8):
                part = nn.explain(puzzle, max_level=most, time_limit=20)
                if part.solved:
                    assert whole.solved
                    assert whole.hardest_level <= part.hardest_level
                else:
                    assert part.hardest_level <= most
            ladder = [rung for rung in ladder_of(puzzle) if rung.level <= 5]
            for gone in rng.sample(ladder, 3):
                climb = Climb(
                    Position(puzzle, puzzle.givens), [rung for rung in ladder if rung != gone]
                )
                steps = list(climb.steps())
                if not climb.position.blanks:
                    assert whole.hardest_level <= max(step.level for step in steps)


@pytest.mark.slow
def test_published_levels_are_reproduced(full: bool) -> None:
    """Two sites grade by this ladder; shares within three points of the published ones."""
    if not CORPUS.is_dir():
        pytest.skip(f"no corpus at {CORPUS}")
    levels: dict[object, Counter[int]] = {}
    puzzles = list(nn.scan(CORPUS / "binairo" / "binarypuzzle.jsonl"))
    easy = [p for p in puzzles if p.extra["level"] in (1, 2)]
    hard = [p for p in puzzles if p.extra["level"] in (3, 4)]  # shares need all of them
    for puzzle in (easy if full else easy[::5]) + hard:
        told = nn.explain(puzzle)
        assert told.solved
        levels.setdefault(puzzle.extra["level"], Counter())[told.level] += 1
    assert set(levels[1]) == {1}
    assert set(levels[2]) == {2}
    share = {
        (site, own): number / sum(counts.values())
        for site, counts in levels.items()
        for own, number in counts.items()
    }
    assert share[3, 3] == pytest.approx(422 / 506, abs=0.03)
    assert share[4, 3] == pytest.approx(58 / 577, abs=0.03)
    assert share[4, 4] == pytest.approx(352 / 577, abs=0.03)
    assert share[4, 5] == pytest.approx(167 / 577, abs=0.03)
    assert max(levels[4]) == 5
    for side in ("06", "08", "10", "14"):
        other = list(nn.scan(CORPUS / "binairo" / f"puzzle-binairo-{side}.jsonl"))
        for puzzle in other if full else other[::40]:
            assert nn.explain(puzzle).level == int(str(puzzle.extra["level"])) + 1


def test_sweeps_are_the_smaller_count_of_both_beginnings() -> None:
    puzzle = nn.parse(SMILE)
    counts = {sweep(image).count for image in images(puzzle)}
    assert counts == {4}
    stuck = sweep(nn.parse("nonogram:1/1;1/1"))
    assert (stuck.simple, stuck.count, stuck.left) == (False, None, 1.0)


@pytest.mark.parametrize(
    "name", ["binairo/takuzu-vue.jsonl", "nonogram/janko.jsonl", "nonogram/webpbn.jsonl"]
)
def test_an_explanation_has_the_level_of_the_grade(
    sample: Callable[[str, int], list[dict[str, object]]], name: str
) -> None:
    by_sweeps = 0
    for record in sample(name, 12):
        puzzle = from_record(record)
        if puzzle.height * puzzle.width > 400:
            continue
        told, found = nn.explain(puzzle), nn.grade(puzzle)
        assert (told.level, told.hardest) == (found.level, found.hardest), record["id"]
        by_sweeps += told.level != told.hardest_level
    assert by_sweeps or "janko" not in name


def test_a_grade_names_a_limit_and_spare_givens_only_where_there_are_any() -> None:
    clued = nn.grade("nonogram:1,1/5/5/3/1;2/4/4/4/2")
    assert (clued.level is None, clued.limit, clued.minimal) == (False, None, None)
    assert nn.grade("binairo:../..").minimal is None


def test_the_spread_is_that_of_all_images() -> None:
    puzzle = nn.parse("nonogram:1,1/5/5/3/1;2/4/4/4/2")
    found = nn.grade(puzzle, spread=True)
    scores = [nn.explain(image).score for image in images(puzzle)]
    assert found.spread == (min(scores), max(scores))
    assert f"score {found.score:g} ({min(scores):g} to {max(scores):g})" in str(found)
    assert found.to_json()["spread"] == [min(scores), max(scores)]
    assert nn.grade(puzzle).spread is None
    assert nn.grade("binairo:1.../..../..../....", spread=True).spread is None
