"""docs/engines.md: what its sentences say of the heuristics is what its table says."""

from __future__ import annotations

import re
from pathlib import Path

from nonairo.bench import heuristics
from nonairo.bench.base import BenchOptions

PAGE = Path(__file__).parents[2] / "docs" / "engines.md"
SECTION = PAGE.read_text(encoding="utf-8").partition("## What the heuristics are worth")[2]
ROW = re.compile(r"\| (\w+ \d+x\d+) \| ([\w:=,-]+) \| (\d+) of (\d+) \| ([\d,]+) \| ([^|]+) \|")
UNITS = {"us": 1e-6, "ms": 1e-3, "s": 1.0}


def seconds(text: str) -> float:
    number, unit = text.split()
    return float(number) * UNITS[unit]


TABLE = {
    (puzzles, engine): (int(decided), int(all_), int(nodes.replace(",", "")), seconds(time))
    for puzzles, engine, decided, all_, nodes, time in ROW.findall(SECTION)
}
SETS = list(dict.fromkeys(puzzles for puzzles, _ in TABLE))
WORDS = " ".join(SECTION.split("The table shows four things")[1].split())


def numbers(pattern: str) -> tuple[int, ...]:
    """The numbers that a sentence names."""
    found = re.search(pattern, WORDS)
    assert found, pattern
    return tuple(int(group.replace(",", "")) for group in found.groups())


def nodes(puzzles: str, *engines: str) -> tuple[int, ...]:
    return tuple(TABLE[puzzles, engine][2] for engine in engines)


def late_and_early(engine: str, orders: tuple[str, ...]) -> list[tuple[str, str, str]]:
    """All rows to compare: puzzles, the engine with the late check, and with the early one."""
    return [
        (puzzles, *(f"{engine}:order={order},check={check}" for check in ("late", "early")))
        for puzzles in SETS
        for order in orders
    ]


def share(puzzles: str, late: str, early: str) -> int:
    before, after = nodes(puzzles, late, early)
    return round(100 * after / before)


def test_the_table_has_all_engines_for_all_puzzles() -> None:
    wanted = [(p, engine) for p in SETS for engine in heuristics.compared(p.split()[0])]
    assert list(TABLE) == wanted
    assert all(decided == all_ for decided, all_, _, _ in TABLE.values()), "medians over others"


def test_the_nodes_are_those_of_the_puzzles_that_anybody_can_make() -> None:
    assert "`nonairo bench heuristics --sample 10`" in SECTION
    (table,) = heuristics.measure(BenchOptions(sample=10, largest=6))
    measured = {(row[0], row[1]): int(row[3].replace(",", "")) for row in table.rows}
    assert {puzzles for puzzles, _ in measured} == {"binairo 6x6", "nonogram 5x5"}
    assert {key: TABLE[key][2] for key in measured} == measured


def test_looking_ahead_is_worth_what_the_sentence_says() -> None:
    rows = late_and_early("walk", ("reading", "most-constrained"))
    shares = [share(*row) for row in rows]
    assert numbers(r"leaves (\d+) % to (\d+) % of the walker's nodes") == (min(shares), max(shares))
    quicker = sum(
        TABLE[puzzles, early][3] < TABLE[puzzles, late][3] for puzzles, late, early in rows
    )
    assert numbers(r"less time in only (\d+) of the (\d+) comparisons") == (quicker, len(rows))


def test_the_exact_test_of_rows_is_worth_what_the_sentence_says() -> None:
    rows = late_and_early("rows", ("top-down", "fewest-first"))
    idle = [row for row in rows if row[0].startswith("binairo") and "top-down" in row[1]]
    assert {share(*row) for row in idle} == {100}
    shares = [share(*row) for row in rows if row not in idle]
    assert numbers(r"leaves (\d+) % to (\d+) % of the nodes on") == (min(shares), max(shares))


def test_the_order_is_worth_what_the_sentence_says() -> None:
    def walk(check: str) -> tuple[str, str]:
        orders = ("reading", "most-constrained")
        return tuple(f"walk:order={order},check={check}" for order in orders)  # type: ignore[return-value]

    for puzzles in SETS:
        plain, constrained = nodes(puzzles, *walk("early"))
        if puzzles.startswith("binairo"):
            assert constrained < plain
        else:
            assert constrained == plain
            assert len(set(nodes(puzzles, *walk("late")))) == 1
    said = numbers(
        r"10x10: ([\d,]+) to ([\d,]+) nodes\), but not .* does not \(([\d,]+) to ([\d,]+)\)"
    )
    early, late = (nodes("binairo 10x10", *walk(check)) for check in ("early", "late"))
    assert said == early + late
    assert late[1] > late[0]
    rows = [f"rows:order={order},check=late" for order in ("top-down", "fewest-first")]
    said = numbers(
        r"at 6x6 \((\d+) to (\d+) nodes\) and harms it at 10x10 \(([\d,]+) to ([\d,]+)\)"
    )
    assert said == nodes("binairo 6x6", *rows) + nodes("binairo 10x10", *rows)


def test_propagation_is_worth_what_the_sentence_says() -> None:
    guess = [row[2] for (_, engine), row in TABLE.items() if engine.startswith("guess")]
    others = [row[2] for (_, engine), row in TABLE.items() if not engine.startswith("guess")]
    said = numbers(r"`guess` needs (\d+) to (\d+) nodes where the others need (\d+) to ([\d,]+)")
    assert said == (min(guess), max(guess), min(others), max(others))
