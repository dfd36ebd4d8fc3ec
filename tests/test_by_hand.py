"""Classic engines, counter for counter, against small runs that were worked out by hand.

The run stands in each test's comment. A board is small enough to follow with a pencil.
"""

from __future__ import annotations

import nonairo as nn
from nonairo import Place
from nonairo.tracing import sentence


def told(text: str, engine: str) -> list[str]:
    """The trace of an engine, an event a line."""
    return [sentence(event) for event in nn.trace(nn.parse(text), engine)]


def test_zones_settles_a_board_of_four_cells_in_one_round() -> None:
    # 0 .   Every line is 01 or 10: 4 lines, 8 assignments. 3 cells are unknown.
    # . .   prune            row 1 loses 10, column 1 loses 10                       pruned 2
    #       row 1, one left  r1c2 = 1; row 2 loses 01                          line 1, pruned 3
    #       row 2, one left  r2c1 = 1, r2c2 = 0; row 1 has no 10 to lose       line 2
    #       column 1         has one left, and nothing new; column 2 loses 01  line 3, pruned 4
    #       column 2         has one left, and nothing new                     line 4
    #       agreed cells     none are open
    result = nn.solve(nn.parse("binairo:0./.."), "zones")
    assert (result.status, result.stats.nodes) == ("unique", 1)
    assert result.stats.counters == {
        "assignments": 8,
        "rounds": 1,
        "pruned": 4,
        "solitary_lines": 4,
        "solitary_cells": 0,
        "unknowns": [3, 0],
    }
    assert told("binairo:0./..", "zones") == [
        "before the first round, 3 cells unknown",
        "prune row 1 (known cells): 2 -> 1 values, without 10",
        "prune column 1 (known cells): 2 -> 1 values, without 10",
        "deduce row 1 (solitary line): r1c2 = 1",
        "prune row 2 (held by row 1): 2 -> 1 values, without 01",
        "deduce row 2 (solitary line): r2c1 = 1, r2c2 = 0",
        "prune column 2 (held by column 1): 2 -> 1 values, without 01",
        "round done, 0 cells unknown",
        "GOAL: every cell is filled",
        "SOLUTION",
    ]


def test_zones_finds_a_cell_on_which_all_values_of_a_line_agree() -> None:
    # 1 1 . .   Lines of four: 0011 0101 0110 1001 1010 1100; 8 lines, 48 assignments.
    # 1 . . .   round 1, prune: row 1 keeps 1100 (5 go), row 2 keeps 1001 1010 1100 (3 go),
    # . . . .           column 1 keeps 1100 (5 go), column 2 keeps three (3 go): 16 in all
    # . . . .     row 1 is found: r1c3 = r1c4 = 0; 1100 leaves rows 2, 3, 4: 19
    #             column 1 is found: r3c1 = r4c1 = 0; 1100 leaves columns 2, 3, 4: 22
    #             row 2 has 1001 and 1010, which agree on r2c2 = 0; column 2 says the same;
    #             no other line agrees on anything                13 - 2 - 2 - 1 = 8 unknown
    #           round 2, prune: rows 3, 4 and columns 3, 4 begin with a 0 and lose 1001 and 1010
    #             each: 30; nothing is found, so it stops: stuck
    result = nn.solve(nn.parse("binairo:11../1.../..../...."), "zones")
    assert result.status == "stuck"
    assert str(result.grid).split() == ["1100", "10..", "0...", "0..."]
    assert result.stats.counters == {
        "assignments": 48,
        "rounds": 2,
        "pruned": 30,
        "solitary_lines": 2,
        "solitary_cells": 1,
        "unknowns": [13, 8, 8],
    }


def test_zones_takes_as_many_rounds_as_its_author_printed() -> None:
    # The board and the numbers are those that EMWJROS's program prints for its photograph.
    board = ".......1/.11...0./0......./.1.....1/1.11..../.1....../..0..1../.1......"
    result = nn.solve(nn.parse(f"binairo:{board}"), "zones")
    falls = [50, 42, 35, 25, 22, 20, 18, 16, 15, 11, 8, 6, 4, 2, 0]
    assert result.status == "unique"
    assert result.stats.counters["unknowns"] == falls
    assert result.stats.counters["rounds"] == len(falls) - 1, "no idle round"
    assert result.stats.counters["assignments"] == 16 * 34


def test_every_list_of_zones_shrinks_before_ones_eyes() -> None:
    board = ".......1/.11...0./0......./.1.....1/1.11..../.1....../..0..1../.1......"
    left = {Place(axis, k): 34 for axis in ("row", "column") for k in range(8)}
    pruned = 0
    for event in nn.trace(nn.parse(f"binairo:{board}"), "zones"):
        if event.kind == "prune":
            assert isinstance(event.place, Place)
            assert event.values is not None
            before, after = event.values
            assert before == left[event.place], "each list goes on where it was left"
            assert len(set(event.dropped)) == before - after > 0
            left[event.place] = after
            pruned += before - after
            assert event.to_json()["values"] == [before, after]
    assert pruned == 527
    assert min(left.values()) == 1


def test_a_contradiction_shows_which_list_ran_empty() -> None:
    assert told("binairo:00/..", "zones")[-1] == (
        "prune row 1 (known cells): 2 -> 0 values, without 10 01"
    )
    # Row 1 has one value left, a 1, and so has column 1, a 0.
    assert told("nonogram:1;0", "zones")[-1] == "dead end column 1 (no value of it fits r1c1)"


def test_a_full_board_that_breaks_a_rule_is_no_solution_for_zones() -> None:
    for text in ("binairo:01/01", "binairo:0110/1001/0110/1001", "nonogram:1;0;1"):
        result = nn.solve(nn.parse(text), "zones")
        assert (result.status, result.stats.counters["rounds"]) == ("none", 0)
    assert nn.solve(nn.parse("binairo:01/10"), "zones").status == "unique"
