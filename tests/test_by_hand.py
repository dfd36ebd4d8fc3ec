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
        "prune row 1 (known cells): 2 values -> 1, without 10",
        "prune column 1 (known cells): 2 values -> 1, without 10",
        "deduce row 1 (solitary line): r1c2 = 1",
        "prune row 2 (used by row 1): 2 values -> 1, without 01",
        "deduce row 2 (solitary line): r2c1 = 1, r2c2 = 0",
        "prune column 2 (used by column 1): 2 values -> 1, without 01",
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
    assert told("binairo:00/..", "zones")[-2:] == [
        "prune row 1 (known cells): 2 values -> 0, without 10 01",
        "dead end row 1 (no value of it is left)",
    ]
    # Row 1 has one value left, a 1, and so has column 1, a 0.
    assert told("nonogram:1;0", "zones")[-1] == "dead end column 1 (no value of it fits r1c1)"


def test_a_full_board_that_breaks_a_rule_is_no_solution_for_zones() -> None:
    for text in ("binairo:01/01", "binairo:0110/1001/0110/1001", "nonogram:1;0;1"):
        result = nn.solve(nn.parse(text), "zones")
        assert (result.status, result.stats.counters["rounds"]) == ("none", 0)
    assert nn.solve(nn.parse("binairo:01/10"), "zones").status == "unique"


def test_patterns_on_a_board_that_needs_a_line_to_compare_with() -> None:
    # 0 . 1 .   round 1, pattern 1: columns 1 (0..0) and 3 (1..1) are half full: 4 cells
    # . . . .     pattern 2: row 4 is full and valid; row 1, 0.1., has two blanks and is otherwise
    # . . . .       like it, so r1c2 is not 0 and r1c4 not 1: 2 cells. Rows 2 and 3 (1.0.) begin
    # 0 0 1 1       otherwise than rows 1 and 4, column 2 (1..0) and 4 (0..1) end otherwise
    #             pattern 3: no two alike lie beside or around a blank
    #           round 2: rows 2, 3 (1.0.), columns 2 (1..0), 4 (0..1): nothing. Stuck with 4 blanks
    text = "binairo:0.1./..../..../0011"
    result = nn.solve(nn.parse(text), "patterns")
    assert str(result.grid).split() == ["0110", "1.0.", "1.0.", "0011"]
    assert (result.status, result.stats.nodes) == ("stuck", 1)
    assert result.stats.counters == {"rule1": 4, "rule2": 2, "rule3": 0, "rounds": 2}
    assert told(text, "patterns") == [
        "deduce column 1 (pattern 1, half full): r2c1 = 1, r3c1 = 1",
        "deduce column 3 (pattern 1, half full): r2c3 = 0, r3c3 = 0",
        "deduce row 1 (pattern 2, near equal to row 4): r1c2 = 1, r1c4 = 0",
        "round done, 4 cells unknown",
        "round done, 4 cells unknown",
    ]


def test_patterns_on_a_board_that_has_only_a_pair() -> None:
    # 00.... : pattern 3 puts a 1 at r1c3; after it 001... has no pair beside a blank.
    puzzle = nn.parse("binairo:00..../....../....../....../....../......")
    result = nn.solve(puzzle, "patterns")
    assert result.stats.counters == {"rule1": 0, "rule2": 0, "rule3": 1, "rounds": 2}


FULL_BUT_WRONG = "binairo:0111/0.1./..../...."


def test_the_second_pattern_compares_only_with_a_valid_line() -> None:
    # Row 1 is full, and row 2 is like it but for two blanks; but row 1 has three 1s.
    #   pattern 1: columns 1 (00..) and 3 (11..) are half full: 4 cells; no other pattern fits
    result = nn.solve(nn.parse(FULL_BUT_WRONG), "patterns")
    assert result.stats.counters == {"rule1": 4, "rule2": 0, "rule3": 0, "rounds": 2}
    assert result.status == "none"
    assert not any("pattern 2" in line for line in told(FULL_BUT_WRONG, "patterns"))


def test_guess_takes_the_three_constraints_in_the_papers_order() -> None:
    # The same board; the paper asks of constraint 3 only that the line have no empty cell.
    # 0 1 1 1   constraint 1: columns 1 (00..) and 3 (11..): r3c1 = 1, r3c3 = 0      2 cells
    # 0 . 1 .   constraint 2: columns 1 (001.) and 3 (110.): r4c1 = 1, r4c3 = 0      2 cells
    # . . . .   constraint 3: row 2 (0.1.) against row 1: r2c2 = 0, r2c4 = 0; rows 3 and 4 (1.0.)
    # . . . .       begin otherwise; columns 2 and 4 (10..) are like neither 0011 nor 1100: 2 cells
    #           row 1 has three 1s: a contradiction, before any guess
    result = nn.solve(nn.parse(FULL_BUT_WRONG), "guess")
    assert (result.status, result.stats.nodes, result.stats.backtracks) == ("none", 1, 1)
    assert result.stats.counters == {
        "fills.no_three": 2,
        "fills.half_full": 2,
        "fills.near_equal": 2,
        "fills.line": 0,
        "fills.distinct": 0,
        "guesses": 0,
        "contradictions": 1,
    }
    assert told(FULL_BUT_WRONG, "guess") == [
        "deduce column 1 (constraint 1, no three): r3c1 = 1",
        "deduce column 3 (constraint 1, no three): r3c3 = 0",
        "deduce column 1 (constraint 2, half full): r4c1 = 1",
        "deduce column 3 (constraint 2, half full): r4c3 = 0",
        "deduce row 2 (constraint 3, near equal to row 1): r2c2 = 0, r2c4 = 0",
        "dead end (contradiction: three 1s in row 1; at most two allowed)",
    ]


def test_guess_tries_both_values_of_one_cell_and_lists_both_boards() -> None:
    # . .   Nothing follows (node 1); one cell is guessed, whichever the seed draws. A 0 there makes
    # . .   its row half full, then the column of that, then the other column: 3 cells (node 2);
    #       a 1 likewise (node 3). Two solutions, no contradiction.
    for seed in range(5):
        result = nn.solve(nn.parse("binairo:../.."), "guess", limit=None, seed=seed)
        assert (result.stats.nodes, result.stats.backtracks, result.complete) == (3, 0, True)
        assert len(result.solutions) == 2
        assert result.stats.counters == {
            "fills.no_three": 0,
            "fills.half_full": 6,
            "fills.near_equal": 0,
            "fills.line": 0,
            "fills.distinct": 0,
            "guesses": 1,
            "contradictions": 0,
        }
