"""One run of the figures that a later version is compared by: CPU seconds of one call each.

python bench/figures.py PUZZLES.json

Uses the public functions only, so that any version of the package can be measured.
`bench/baseline.py` calls it in turn with two installs.
"""

import json
import sys
import time
from collections.abc import Callable, Iterable
from functools import partial
from itertools import product
from pathlib import Path

import nonairo as nn

LEAST = 0.05  # seconds that one measurement takes at least, so that the clock is fine enough
TRIES = 3  # the best of so many: what disturbs a measurement only makes it longer


def seconds(work: Callable[[], object]) -> float:
    """CPU seconds of one call."""
    work()  # tables and imports that are made once
    calls, best = 1, float("inf")
    while True:
        begin = time.process_time()
        for _ in range(calls):
            work()
        spent = time.process_time() - begin
        if spent >= LEAST:
            break
        calls = max(calls + 1, int(calls * 1.2 * LEAST / max(spent, LEAST / 100)))
    best = spent / calls
    for _ in range(TRIES - 1):
        begin = time.process_time()
        for _ in range(calls):
            work()
        best = min(best, (time.process_time() - begin) / calls)
    return best


def each(call: Callable[..., object], items: Iterable[object], **options: object) -> float:
    """CPU seconds of calling it for all of these."""
    listed = list(items)
    return seconds(lambda: [call(item, **options) for item in listed])


def generate_three(kind: str, size: int) -> None:
    for seed in range(3):
        nn.generate(kind, size, seed=seed)


def figures(puzzles: dict[str, list[str]]) -> dict[str, float]:
    """All of them, by name."""
    found: dict[str, float] = {}
    parsed = {name: [nn.parse(text) for text in texts] for name, texts in puzzles.items()}
    for name, several in parsed.items():
        found[f"solve {name}"] = each(nn.solve, several)
        found[f"grade {name}"] = each(nn.grade, several[:3])
        found[f"hint {name}"] = each(nn.hint, several[:3])
        found[f"parse {name}"] = each(nn.parse, puzzles[name])
    small = parsed["binairo 6"]
    for engine in ("walk", "rows", "zones", "patterns", "guess"):
        found[f"{engine} binairo 6"] = each(nn.solve, small, engine=engine, seed=1)
    found["zones nonogram 10"] = each(nn.solve, parsed["nonogram 10"], engine="zones")
    found["trace walk"] = seconds(lambda: sum(1 for _ in nn.trace(small[0], "walk")))
    found["count 8x8"] = each(nn.count, [nn.binairo(["." * 8] * 8)])
    cells = "".join(puzzle.givens.cells for puzzle in parsed["binairo 10"]).encode() * 500
    found["batch binairo 10"] = seconds(lambda: nn.solve_batch("binairo", 10, 10, cells))
    for kind, size in product(("binairo", "nonogram"), (10, 20)):
        found[f"generate {kind} {size}"] = seconds(partial(generate_three, kind, size))
    large = parsed["nonogram 20"]
    found["convert nonogram 20"] = seconds(lambda: nn.loads(nn.dumps(large, "non"), "non"))
    return found


if __name__ == "__main__":
    json.dump(figures(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))), sys.stdout)
