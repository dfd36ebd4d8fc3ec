"""The page's own judging: rules as tables, run by its script, agree with the lines of the table."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from nonairo.automata import table_of
from nonairo.rules import Balanced, LineRule, Runs
from pages import BINAIRO, OpenPage
from test_line_solver import CASES, rule_of

pytestmark = pytest.mark.slow


def cases() -> list[dict[str, Any]]:
    found = []
    for name, line, _, count in CASES:
        table = table_of(rule_of(name), len(line), most=300)
        if table is None:
            continue  # as a large one, which takes longer to hand over than to run
        sent = {"start": 0, "next": table.after, "accepts": table.accepts, "counts": None}
        found.append({"table": sent, "line": line, "possible": count != "0", "name": name})
    assert len(found) > 150
    return found


def test_lines_are_possible_where_they_are(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    wrong = page.evaluate(
        """async cases => {
        const { LineRule } = await import('/js/rules.js');
        return cases.filter(({ table, line, possible }) => {
          const rule = new LineRule(table, line.length, 2);
          const cells = Uint8Array.from(line, symbol => '.01'.indexOf(symbol));
          return rule.possible(cells) !== possible;
        }).map(({ name, line }) => [name, line]); }""",
        cases(),
    )
    assert wrong == []


def certain(blocks: tuple[int, ...], line: str) -> list[bool]:
    """By listing all completions: which blocks always stand at one place, and are filled there."""
    places: list[set[int]] = [set() for _ in blocks]
    for symbols in product(*("01" if cell == "." else cell for cell in line)):
        text = "".join(symbols)
        starts = [k for k in range(len(text)) if text[k] == "1" and text[k - 1 : k] != "1"]
        lengths = [len(block) for block in text.split("0") if block]
        if tuple(lengths) == blocks:
            for place, start in zip(places, starts, strict=True):
                place.add(start)
    return [
        len(place) == 1 and set(line[min(place) : min(place) + block]) == {"1"}
        for place, block in zip(places, blocks, strict=True)
    ]


def test_a_block_is_certain_where_all_completions_say_so(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    lines = ["".join(cells) for cells in product("01.", repeat=5)]
    for blocks in [(1,), (3,), (1, 1), (2, 1), (1, 1, 1)]:
        told = page.evaluate(
            """async ([blocks, lines]) => {
            const { certainBlocks } = await import('/js/rules.js');
            return lines.map(line => certainBlocks(blocks,
              Uint8Array.from(line, symbol => '.01'.indexOf(symbol)))); }""",
            [list(blocks), lines],
        )
        assert told == [certain(blocks, line) for line in lines]


def test_rules_are_known_by_what_they_do(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)

    def is_runs(rule: LineRule, length: int, blocks: list[int]) -> object:
        table = table_of(rule, length)
        assert table is not None
        sent = {"start": 0, "next": table.after, "accepts": table.accepts}
        return page.evaluate(
            """async ([table, length, blocks]) => {
            const { LineRule } = await import('/js/rules.js');
            return new LineRule(table, length, 2).isRuns(blocks); }""",
            [sent, length, blocks],
        )

    assert is_runs(Runs((2, 1)), 7, [2, 1]) is True
    assert is_runs(Runs((2, 1)), 7, [1, 2]) is False
    assert is_runs(Balanced(2, 2), 4, [2]) is False
