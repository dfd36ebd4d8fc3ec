"""The solver finds and mends misreadings, and asks where it cannot know."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from noise import quad_of, sighting_of

import nonairo as nn
from nonairo.grid import Cell
from nonairo.photo.proving import prove
from nonairo.photo.readings import reading_of
from nonairo.photo.sighting import Likely, LikelyClue, SeenCell, SeenClue, Sighting

BOAT = nn.nonogram(rows=[[1, 1], [5], [5], [3], [1]], cols=[[2], [4], [4], [4], [2]])


def clue(*readings: tuple[tuple[int, ...], float]) -> SeenClue:
    return SeenClue(tuple(LikelyClue(numbers, share) for numbers, share in readings))


def boat(**other: SeenClue) -> Sighting:
    """The boat as it looks, with other clues for some lines: row1, col3."""
    sides = {"row": [[1, 1], [5], [5], [3], [1]], "col": [[2], [4], [4], [4], [2]]}
    rows, cols = (
        tuple(
            other.get(f"{side}{k}", clue((tuple(numbers), 0.999)))
            for k, numbers in enumerate(clues, 1)
        )
        for side, clues in sides.items()
    )
    cells = tuple(
        tuple(SeenCell(quad_of(r, c), (Likely(".", 1.0),)) for c in range(5)) for r in range(5)
    )
    return Sighting("nonogram", 5, 5, quad_of(0, 0, 5, 5), cells, rows=rows, cols=cols)


def test_a_clear_picture_is_read_as_it_looks() -> None:
    reading = reading_of(boat())
    assert reading.puzzle == BOAT
    assert (reading.status, reading.changes, reading.doubts, reading.why) == ("sure", (), (), None)


def test_a_misread_clue_is_mended_by_the_totals() -> None:
    reading = reading_of(boat(row4=clue(((2,), 0.7), ((3,), 0.28))))
    assert reading.puzzle == BOAT
    assert reading.sure
    assert [str(change) for change in reading.changes] == ["row 4: 3, not 2"]
    assert reading.why == (
        "in the likeliest reading, the row clues fill 15 cells, the column clues 16"
    )


def test_a_clue_that_has_no_room_is_no_candidate() -> None:
    reading = reading_of(boat(row4=clue(((8,), 0.9), ((3,), 0.09))))
    assert reading.puzzle == BOAT
    assert reading.sure


def test_where_no_reading_holds_the_unclear_clue_is_asked() -> None:
    reading = reading_of(boat(row4=clue(((2,), 0.7), ((4,), 0.2))))
    assert (reading.status, reading.changes) == ("failed", ())
    assert [doubt.name for doubt in reading.doubts] == ["row 4"]
    answered = reading_of(boat(row4=clue(((2,), 0.7), ((4,), 0.2))), {"row 4": "3"})
    assert answered.puzzle == BOAT
    assert answered.sure


def two_by_two(*values: tuple[tuple[str, float], ...]) -> Sighting:
    cells = [SeenCell(quad_of(*divmod(k, 2)), tuple(Likely(*each) for each in value))
             for k, value in enumerate(values)]  # fmt: skip
    whole = quad_of(0, 0, 2, 2)
    return Sighting("binairo", 2, 2, whole, ((cells[0], cells[1]), (cells[2], cells[3])))


EMPTY = ((".", 0.9998), ("0", 0.0001), ("1", 0.0001))


def test_where_two_readings_hold_it_asks() -> None:
    unclear = (("0", 0.55), ("1", 0.449), (".", 0.001))
    reading = reading_of(two_by_two(unclear, EMPTY, EMPTY, EMPTY))
    assert reading.status == "doubtful"
    assert [doubt.name for doubt in reading.doubts] == ["r1c1"]
    answered = reading_of(two_by_two(unclear, EMPTY, EMPTY, EMPTY), {"R1C1": "1"})
    assert answered.sure
    assert answered.puzzle == nn.parse("binairo:1./..")


def test_a_contradiction_is_mended_in_the_cells_that_make_it() -> None:
    puzzle = nn.generate("binairo", 8, seed=3, minimal=True)
    rows = [
        [SeenCell(quad_of(r, c), (Likely(symbol, 0.9999),)) for c, symbol in enumerate(row)]
        for r, row in enumerate(puzzle.givens.rows())
    ]
    r, c = next((cell.row, cell.col) for cell in (nn.Cell(*divmod(k, 8)) for k in range(64))
                if puzzle.givens[cell] != ".")  # fmt: skip
    true = puzzle.givens[r, c]
    wrong = "10"[int(true)]
    seen = SeenCell(quad_of(r, c), (Likely(wrong, 0.6), Likely(true, 0.399), Likely(".", 0.001)))
    rows[r][c] = seen
    sighting = Sighting("binairo", 8, 8, quad_of(0, 0, 8, 8), tuple(map(tuple, rows)))
    reading = reading_of(sighting)
    assert reading.puzzle == puzzle
    assert [change.name for change in reading.changes] == [f"r{r + 1}c{c + 1}"]


def test_what_the_player_entered_is_no_given() -> None:
    puzzle = nn.generate("binairo", 6, seed=1)
    solution = nn.solve(puzzle).solution
    assert solution is not None
    cells = tuple(
        tuple(
            SeenCell(
                quad_of(r, c),
                (Likely(solution[r, c], 0.999),),
                given=0.999 if puzzle.givens[r, c] != "." else 0.001,
            )
            for c in range(6)
        )
        for r in range(6)
    )
    reading = reading_of(Sighting("binairo", 6, 6, quad_of(0, 0, 6, 6), cells))
    assert reading.puzzle == puzzle
    assert reading.entries == solution


def test_signs_make_it_a_tango() -> None:
    puzzle = nn.generate("tango", 6, seed=2)
    reading = reading_of(sighting_of(puzzle, 0.0, Random(1)))
    assert reading.puzzle == puzzle


@pytest.mark.parametrize("name", ["r9c1", "row 6", "r1c1-r1c2", "somewhere"])
def test_an_answer_about_what_is_not_there_is_refused(name: str) -> None:
    with pytest.raises(nn.PuzzleError):
        reading_of(boat(), {name: "1"})


def test_a_reading_is_data_for_json() -> None:
    found = reading_of(boat(row4=clue(((2,), 0.7), ((3,), 0.28)))).to_json()
    assert found["status"] == "sure"
    assert found["puzzle"] == BOAT.id
    assert isinstance(found["changes"], list)
    assert found["changes"][0]["now"] == "3"


def test_the_proof_mends_most_nonograms_and_is_never_sure_of_a_wrong_one() -> None:
    before = after = wrong = 0
    for seed in range(40):
        rng = Random(f"mend {seed}")
        puzzle = nn.generate("nonogram", rng.choice((10, 15)), seed=seed)
        proved = prove(sighting_of(puzzle, 0.08, rng))
        right = proved.best is not None and proved.best.puzzle == puzzle
        before += proved.first.puzzle == puzzle
        after += right
        wrong += proved.sure and not right
    assert before < 32
    assert after >= 38
    assert wrong == 0


def ways(puzzle: nn.Puzzle, solution: nn.Grid, entered: set[Cell]) -> Sighting:
    """A game: these cells may have been entered, or all that is there may be given."""

    def cells(given: float) -> tuple[tuple[SeenCell, ...], ...]:
        return tuple(
            tuple(
                SeenCell(
                    quad_of(r, c),
                    (
                        Likely(
                            solution[r, c] if Cell(r, c) in entered else puzzle.givens[r, c], 1.0
                        ),
                    ),
                    given=given if Cell(r, c) in entered else 1.0,
                )
                for c in range(puzzle.width)
            )
            for r in range(puzzle.height)
        )

    all_given = Sighting("binairo", 6, 6, quad_of(0, 0, 6, 6), cells(1.0), weight=0.01)
    return replace(all_given, cells=cells(0.001), others=(all_given,), weight=0.99)


def test_of_two_ways_to_see_a_game_the_one_with_fewer_givens_is_read() -> None:
    puzzle = nn.generate("binairo", 6, seed=1)
    solution = nn.solve(puzzle).solution
    assert solution is not None
    unknown = list(puzzle.givens.unknown())
    assert reading_of(ways(puzzle, solution, set(unknown[:9]))).puzzle == puzzle


def test_givens_that_the_puzzle_needs_are_not_taken_for_entries() -> None:
    puzzle = nn.generate("binairo", 6, seed=1)
    solution = nn.solve(puzzle).solution
    assert solution is not None
    given = [Cell(r, c) for r in range(6) for c in range(6) if puzzle.givens[r, c] != "."]
    assert reading_of(ways(puzzle, solution, set(given[::2]))).puzzle == puzzle


def test_a_binairo_with_far_more_givens_than_it_needs_is_asked_about() -> None:
    puzzle = nn.generate("binairo", 6, seed=1)
    solution = nn.solve(puzzle).solution
    assert solution is not None
    (all_given,) = ways(puzzle, solution, set(puzzle.givens.unknown())).others
    assert reading_of(replace(all_given, weight=1.0)).status == "doubtful"
