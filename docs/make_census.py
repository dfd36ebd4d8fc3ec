"""Write the table of `docs/census.md`: all boards up to 12x12, counted.

Counts only the sizes that are not in the table: 12x12 alone takes two hours. Without a table, it
counts all.
"""

from pathlib import Path

from nonairo.census.plan import CensusSize
from nonairo.census.running import Census
from nonairo.workers.processes import Here

PAGE = Path(__file__).parent / "census.md"
BEGIN, END = "<!-- the table: python docs/make_census.py -->\n", "<!-- end of the table -->\n"
HEAD = "| size | boards | lines may repeat |\n| --- | ---: | ---: |\n"
LARGEST = 12
SIZES = [
    *((h, w, "standard") for h in range(2, LARGEST + 1, 2) for w in range(h, LARGEST + 1, 2)),
    *((n, n, "odd-more-ones") for n in range(1, LARGEST, 2)),
]


def boards(height: int, width: int, rules: str) -> int:
    census = Census(CensusSize.of(height, width, rules))
    for _ in census.run(Here(), 1):
        pass
    return census.value


def row(height: int, width: int, rules: str) -> str:
    """One line of the table."""
    free = "no-distinct" if rules == "standard" else f"no-distinct+{rules}"
    numbers = [boards(height, width, each) for each in (rules, free)]
    return f"| {height}x{width} | {numbers[0]:,} | {numbers[1]:,} |\n"


def main() -> None:
    before, rest = PAGE.read_text(encoding="utf-8").split(BEGIN)
    old, after = rest.split(END)
    known = {line.split(" ")[1]: line + "\n" for line in old.splitlines() if " | " in line}
    table = HEAD + "".join(known.get(f"{h}x{w}") or row(h, w, rules) for h, w, rules in SIZES)
    PAGE.write_text(before + BEGIN + "\n" + table + "\n" + END + after, "utf-8")


if __name__ == "__main__":
    main()
