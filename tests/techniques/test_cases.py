"""Cases: every unique puzzle is explained to the end, and every branch is checked."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from test_any_rule import BLANKS, dug
from test_sentences import wrong_in

import nonairo as nn
from conftest import CORPUS
from nonairo import grading
from nonairo.cli import main
from nonairo.explaining import foot
from nonairo.limits import Budget
from nonairo.symmetry import canonical
from nonairo.techniques import TECHNIQUES, ladder_of
from nonairo.techniques.base import by_supposing
from nonairo.techniques.shared.case_chains import case_chain, case_chains
from nonairo.techniques.shared.case_search import LEAF, CaseTree, Splitter
from nonairo.techniques.shared.checker import fault, replay
from nonairo.techniques.shared.ladder_climb import Climb
from nonairo.techniques.shared.position import Position
from nonairo.techniques.shared.reasons import behind, irreducible
from nonairo.techniques.shared.samples import show_sample
from nonairo.techniques.shared.steps import Chain, Step

HARD = [
    "binairo:0.0...../....0.00/......../.....00./...1.11./..0...../....1.1./.10....1",
    "binairo:..1.0.../......../.10....0/.....00./1.11..../1......./..1...../.......0",
    "kakurasu:16/32/10/14/20/14/8/20;22/16/18/10/20/18/14/14",
]


def with_cases(steps: tuple[Step, ...]) -> list[Step]:
    return [step for step in steps if step.technique == "cases"]


def check_path(puzzle: nn.Puzzle, told: nn.Explanation) -> None:
    """Every step holds by itself, cases and all, and the sentences about cases are true."""
    assert told.solved, told
    assert replay(puzzle, told.steps) == nn.solve(puzzle).solution
    for step in with_cases(told.steps):
        assert step.route is not None
        assert wrong_in(puzzle, step.route.before(step.number), step) is None


@pytest.mark.parametrize("id", HARD)
def test_what_no_other_technique_solves_is_solved_by_cases(id: str) -> None:
    puzzle = nn.parse(id)
    assert nn.explain(puzzle, max_level=7).reason == "stuck"
    told = nn.explain(puzzle)
    check_path(puzzle, told)
    assert told.level == 8
    for step in with_cases(told.steps):
        assert step.numbers["cases"] == sum(chain.ends for chain in step.chains) >= 2
        assert step.numbers["depth"] == max(chain.depth for chain in step.chains) >= 2
        assert step.score == 1000 * step.numbers["fewest"]
        assert step.numbers["fewest"] >= 2


CORPUS_PUZZLES = {
    "nonogram/webpbn_hard.jsonl": (
        "Dreams (a)", "In the beginning", "Right?", "Soul Window", "70s cheer",
    ),
    "nonogram/tournament_unique.jsonl": ("tcga2021-0286", "tcga2013-0008", "tcga2014-0013"),
    "nonogram/janko.jsonl": ("janko-1457-25x25", "janko-1373-15x15", "janko-1906-20x20"),
    "binairo/janko.jsonl": ("janko-109-10x10", "janko-266-12x12"),
}  # fmt: skip


@pytest.mark.parametrize("name", CORPUS_PUZZLES)
def test_hard_puzzles_are_explained_to_the_end(name: str) -> None:
    if not CORPUS.is_dir():
        pytest.skip("the corpus is not here")
    wanted = CORPUS_PUZZLES[name]
    found = [puzzle for puzzle in nn.scan(CORPUS / name) if puzzle.name in wanted]
    assert len(found) == len(wanted)
    for puzzle in found:
        check_path(puzzle, nn.explain(puzzle))


def test_the_checker_replays_every_case() -> None:
    puzzle, step = show_sample(TECHNIQUES["cases"], TECHNIQUES["cases"].samples[0])
    (chain,) = step.chains

    def refused(changed: Chain) -> bool:
        return fault(puzzle, puzzle.givens, replace(step, chains=(changed,))) is not None

    assert not refused(chain)
    first, second = chain.cases
    assert refused(replace(chain, cases=(first,)))
    assert refused(replace(chain, cases=(first, first)))
    assert refused(replace(chain, cases=(first, replace(second, broken=None))))
    assert refused(replace(chain, cases=(first, replace(second, assumed=first.assumed))))
    assert second.broken is not None
    elsewhere = replace(second.broken, places=second.broken.places[:1] * 2)
    assert refused(replace(chain, cases=(first, replace(second, broken=elsewhere))))
    known = next(iter(chain.filled))
    again = tuple(replace(case, assumed=(known, case.assumed[1])) for case in chain.cases)
    assert refused(replace(chain, cases=again))
    for case in chain.cases:
        for k in range(len(case.steps)):  # every step of a case is needed
            shorter = replace(case, steps=case.steps[:k] + case.steps[k + 1 :])
            cases = tuple(shorter if each is case else each for each in chain.cases)
            assert refused(replace(chain, cases=cases))


def deep(splitter: Splitter, cells: str) -> CaseTree:
    """A plan that splits the first open cell again and again, however long that takes."""
    settled = splitter.narrowed(cells)
    if settled is None:
        return LEAF
    cell = settled.index(".")
    cases = (deep(splitter, settled[:cell] + s + settled[cell + 1 :]) for s in "01")
    return CaseTree((), (cell,), tuple(cases))


@pytest.mark.parametrize("id", [HARD[0], HARD[2]])
def test_cases_inside_cases_inside_cases_hold(id: str) -> None:
    """However deep: told, checked, and read."""
    puzzle = nn.parse(id)
    solution = nn.solve(puzzle, limit=1).solution
    assert solution is not None
    grid = nn.explain(puzzle, max_level=1).grid
    climb = foot(puzzle, grid, None, Budget())
    splitter = Splitter(puzzle, lambda: None)
    deepest = 0
    for cell in list(grid.unknown())[:10]:
        wrong = "10"[int(solution[cell])]
        branch = deep(splitter, grid.fill({cell: wrong}).cells)
        if branch.ends > 40:
            continue
        chain = case_chain(climb.position, cell, wrong, branch, climb)
        assert chain is not None
        deepest = max(deepest, chain.depth)
        step = told_as_step(climb, chain, solution[cell])
        assert fault(puzzle, grid, step) is None
        assert wrong_in(puzzle, grid, step) is None
    assert deepest >= 3


def told_as_step(climb: Climb, chain: Chain, kept: str) -> Step:
    found = by_supposing(chain.assumed[0], kept, chain.rounds, lambda: (chain,))
    return climb.step(TECHNIQUES["cases"], found)


@pytest.mark.skipif(not CORPUS.exists(), reason="needs the corpus")
def test_cases_name_hardly_anything_that_is_not_needed() -> None:
    """A person should not have to look at more: 13 of 30 steps had a line too many."""
    puzzle = next(nn.scan(CORPUS / "nonogram" / "ndom.jsonl"))
    steps = with_cases(nn.explain(puzzle).steps)
    spare = 0
    for step in steps:
        assert step.route is not None
        before = Position(puzzle, step.route.before(step.number))
        basis = behind(before, step.chains)
        spare += irreducible(before, basis, step.effects[0]) != basis
    assert len(steps) > 20
    assert spare <= 1


def test_no_reason_is_taken_from_the_solution() -> None:
    """Who is told a wrong solution finds nothing to refute, and says nothing untrue."""
    shown = TECHNIQUES["cases"].samples[0].puzzle()
    solution = nn.solve(shown).solution
    assert solution is not None
    lie = solution.fill({cell: "10"[int(solution[cell])] for cell in shown.givens.unknown()})
    climb = Climb(Position(shown, shown.givens), ladder_of(shown), answer=lambda puzzle, grid: lie)
    assert climb.next_step() is None
    truth = Splitter(shown, lambda: None).plans(shown.givens.cells, solution.cells)
    plan = next(truth)
    cell = climb.position.cell_at(plan.cell)
    assert case_chains(climb.position, cell, plan.refuted, climb) is not None


def test_a_limit_inside_cases_is_named() -> None:
    puzzle = nn.parse(HARD[0])
    before = nn.explain(puzzle, max_level=7).grid
    told = nn.explain(puzzle, start=before, budget=120)
    assert (told.solved, told.reason) == (False, "limit")
    assert told.limit == "the limit of 120 suppositions was reached"
    assert told.to_json()["limit"] == told.limit
    assert nn.explain(puzzle, time_limit=0).limit == "the limit of 0 s was reached"


def test_a_hint_falls_back_to_cases() -> None:
    puzzle = TECHNIQUES["cases"].samples[0].puzzle()
    told = [nn.hint(puzzle, strength=strength) for strength in (1, 2, 3, 4)]
    assert {each.kind for each in told} == {"step"}
    assert told[1].technique == "cases"
    assert told[3].step is not None
    assert fault(puzzle, puzzle.givens, told[3].step) is None
    assert "\n  case 2: suppose " in told[3].text


def test_cases_are_data_and_can_be_drawn(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    id = TECHNIQUES["cases"].samples[0].id
    assert main(["explain", id, "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    tree = record["steps"][0]["tree"]
    assert tree.keys() == {"suppose", "steps", "ends", "cases"}
    assert tree["ends"] is None
    first, second = tree["cases"]
    assert first["suppose"][:2] == second["suppose"][:2]
    assert all(case["ends"] and case["cases"] == [] for case in (first, second))
    page = tmp_path / "cases.html"
    assert main(["explain", id, "--html", str(page), "--svg", str(tmp_path / "steps")]) == 0
    assert "case 2: suppose" in page.read_text(encoding="utf-8")
    first, *others = capsys.readouterr().out.splitlines()
    assert first.startswith("1. cases: ")
    assert first.endswith(f"so {record['steps'][0]['text'].splitlines()[0].rpartition('so ')[2]}")
    assert others[0].startswith("2. ")


def numbers_of(id: str) -> list[int]:
    return [step.numbers["cases"] for step in with_cases(nn.explain(id).steps)]


def test_a_puzzle_that_needs_cases_is_of_level_eight() -> None:
    found = nn.grade(HARD[0])
    assert (found.level, found.hardest, found.proof, found.reason) == (
        8,
        "cases",
        "deduction",
        None,
    )
    assert found.decisions == sum(numbers_of(canonical(nn.parse(HARD[0])).id)) >= 2
    assert found.score > 1000 * found.decisions
    assert grading.level_alone(nn.parse(HARD[0])) == 8


@pytest.mark.parametrize(
    ("id", "reason"),
    [
        ("binairo:1.../..../..../....", "multiple"),
        ("nonogram:1/1/0;1/1/0", "multiple"),
        ("kakurasu:3/3;3/0", "none"),
        ("nonogram:2/2;1/1", "none"),
    ],
)
def test_the_core_is_asked_before_anything_is_explained(
    id: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(grading, "explain_puzzle", None)
    found = nn.grade(id)
    assert (found.reason, found.level, found.steps) == (reason, None, 0)
    assert bool(found.differ) == (reason == "multiple")
    assert found.to_json()["differ"] == [list(cell) for cell in found.differ]
    if reason == "multiple":
        one, two = nn.solve(id).solutions
        assert all(one[cell] != two[cell] for cell in found.differ)
        assert "two solutions differ in " in str(found)


def test_the_table_of_grades_names_where_solutions_differ(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["grade", "nonogram:1/1;1/1", HARD[0]]) == 0
    several, cases = capsys.readouterr().out.splitlines()
    assert "two solutions differ in r1c1, r1c2, r2c1 and r2c2" in several
    assert "cases inside cases" in cases


def test_what_follows_is_looked_for_once_and_counted_each_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    puzzle = nn.parse(HARD[0])
    polls: list[None] = []
    splitter, looked = Splitter(puzzle, lambda: polls.append(None)), list[str]()
    probe_all = splitter.probe_all

    def noted(cells: str, enough: int) -> dict[int, tuple[int, ...]]:
        looked.append(cells)
        return probe_all(cells, enough)

    monkeypatch.setattr(splitter, "probe_all", noted)
    start = nn.explain(puzzle, max_level=1).grid.cells
    first = splitter.refute(start, 2)
    number, counted = len(looked), len(polls)
    assert number > 2
    assert splitter.refute(start, 2) == first
    assert len(looked) == number
    assert abs(len(polls) - 2 * counted) <= 1


@pytest.mark.parametrize("kind", ["three-symbols", "three-symbols-no-distinct"])
def test_with_three_symbols_both_others_are_refuted(kind: str) -> None:
    puzzle = dug(BLANKS["three-symbols"], Random(4))
    if kind != "three-symbols":
        puzzle = replace(puzzle, distinct=False)
    solution = nn.solve(puzzle, limit=1).solution
    assert solution is not None
    puzzle = puzzle.with_givens(given_until_unique(puzzle, solution))
    climb = foot(puzzle, puzzle.givens, None, Budget())
    cell = next(puzzle.givens.unknown())
    wrong = puzzle.symbols.replace(solution[cell], "")
    splitter = Splitter(puzzle, lambda: None)
    told = []
    for symbol in wrong:
        branch = splitter.refute(puzzle.givens.fill({cell: symbol}).cells, 4)
        assert branch is not None
        chain = case_chain(climb.position, cell, symbol, branch, climb, everywhere=True)
        assert chain is not None
        told.append(chain)
    found = by_supposing(cell, solution[cell], 1, lambda: tuple(told))
    step = climb.step(TECHNIQUES["cases"], found)
    assert fault(puzzle, puzzle.givens, step) is None
    assert wrong_in(puzzle, puzzle.givens, step) is None


def given_until_unique(puzzle: nn.Puzzle, solution: nn.Grid) -> nn.Grid:
    """The givens, and as many more from the front as one solution takes."""
    givens = puzzle.givens
    while not nn.is_unique(puzzle.with_givens(givens)):
        cell = next(givens.unknown())
        givens = givens.fill({cell: solution[cell]})
    return givens
