"""docs/engines.md: what its sentences say of the heuristics is what its table says."""

from __future__ import annotations

import re
from pathlib import Path

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
SETS = {puzzles for puzzles, _ in TABLE}
WORDS = " ".join(SECTION.split("A class can read")[1].split())


def numbers(pattern: str) -> tuple[int, ...]:
    """The numbers that a sentence names."""
    found = re.search(pattern, WORDS)
    assert found, pattern
    return tuple(int(group.replace(",", "")) for group in found.groups())


def test_looking_ahead_is_worth_what_the_sentence_says() -> None:
    shares = []
    for puzzles in SETS:
        for order in ("reading", "most-constrained"):
            late, early = (
                TABLE[puzzles, f"walk:order={order},check={c}"] for c in ("late", "early")
            )
            if late[0] == late[1] and early[0] == early[1]:
                shares.append(round(100 * early[2] / late[2]))
                assert early[3] < late[3], puzzles
    assert numbers(r"leaves (\d+) % to (\d+) % of the walker's nodes") == (min(shares), max(shares))


def test_the_most_constrained_cell_is_worth_what_the_sentence_says() -> None:
    def column(puzzles: str, check: str, k: int) -> tuple[int | float, int | float]:
        return tuple(  # type: ignore[return-value]
            TABLE[puzzles, f"walk:order={order},check={check}"][k]
            for order in ("reading", "most-constrained")
        )

    said = numbers(r"6x6: (\d+) to (\d+) nodes, or (\d+) to (\d+)\)")
    assert said == (*column("binairo 6x6", "late", 2), *column("binairo 6x6", "early", 2))
    fewer, more = numbers(r"without looking ahead \((\d+) against (\d+)\)")
    assert (more, fewer) == column("binairo 10x10", "late", 0)
    (same,) = numbers(r"as many with it \((\d+)\)")
    assert (same, same) == column("binairo 10x10", "early", 0)
    for check in ("late", "early"):
        plain, constrained = column("nonogram 10x10", check, 2)
        assert plain == constrained


def test_propagation_is_worth_what_the_sentence_says() -> None:
    guess = [row[2] for (_, engine), row in TABLE.items() if engine.startswith("guess")]
    others = [row[2] for (_, engine), row in TABLE.items() if not engine.startswith("guess")]
    said = numbers(r"`guess` needs (\d+) to (\d+) nodes where the others need (\d+) to ([\d,]+)")
    assert said == (min(guess), max(guess), min(others), max(others))
