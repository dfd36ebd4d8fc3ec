"""The static site against a server: CPU seconds of the same requests, in one run.

python bench/static_site.py build/page

The server's side is this process. The site's side is Node: Pyodide with the files of the site, and
core.wasm alone for what the page asks it directly. Every request is about another puzzle, so that
nothing is answered from memory; those of WARM_UP, which come first, are not counted.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import nonairo as nn
from nonairo.serving.beside import reply

HERE = Path(__file__).parent
WARM_UP, MEASURED = range(100, 110), range(10)  # seeds
BARS = {"solve": 3, "hint": 4, "explain": 5, "make": 5}


def requests(seeds: range) -> list[tuple[str, str, dict[str, object]]]:
    """Name a group for each request, as the page asks it."""
    found: list[tuple[str, str, dict[str, object]]] = []
    boards: list[tuple[str, int, int | None]] = [
        ("binairo", 8, 2), ("binairo", 14, None), ("binairo", 20, None), ("nonogram", 15, 3),
        ("nonogram", 25, None), ("kakurasu", 6, None), ("trinairo", 6, 2), ("mosaic", 10, 3),
        ("tango", 6, 3),
    ]  # fmt: skip
    for kind, size, level in boards:
        for seed in seeds:
            puzzle = nn.generate(kind, size, level=level, seed=seed)
            name = f"{kind} {size}x{size}"
            asked = {"puzzle": puzzle.id, "time_limit": 60}
            found.append(("solve", name, asked | {"time_limit": 10}))
            found.append(("hint", name, asked | {"grid": puzzle.givens.cells, "strength": 4}))
            found.append(("explain", name, asked))
            made: dict[str, object] = {"kind": kind, "size": size, "seed": seed, "time_limit": 60}
            found.append(("make", name, made | ({"level": level} if level else {})))
    return found


def main() -> None:
    asked = requests(WARM_UP) + requests(MEASURED)
    bodies = [("generate" if group == "make" else group, body) for group, _, body in asked]
    command = ["node", str(HERE / "static_site.mjs"), sys.argv[1]]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as node:
        assert node.stdin is not None
        assert node.stdout is not None
        times: list[tuple[float, float]] = []
        for name, body in bodies:
            node.stdin.write((json.dumps([name, body]) + "\n").encode())
            node.stdin.flush()
            there = json.loads(node.stdout.readline())
            times.append((served(name, body, there["text"]), there["seconds"]))
    asked, times = asked[len(asked) // 2 :], times[len(times) // 2 :]
    print(f"{'':9}{'':18}{'served ms':>10}{'static ms':>10}{'ratio':>7}")
    for group, bar in BARS.items():
        of_group = [k for k, each in enumerate(asked) if each[0] == group]
        for name in dict.fromkeys(asked[k][1] for k in of_group):
            show(group, name, [times[k] for k in of_group if asked[k][1] == name])
        show(group, f"all (at most {bar})", [times[k] for k in of_group])


def served(name: str, body: dict[str, object], expected: str) -> float:
    """Return the time of a request; its answer must be the expected one but for times."""
    text = json.dumps(body)
    begun = time.process_time()
    answer = reply(name, text)
    seconds = time.process_time() - begun
    ours, theirs = (json.loads(each.partition(" ")[2]) for each in (answer, expected))
    for each in (ours, theirs):
        each.pop("stats", None)
    assert ours == theirs, (name, body, ours, theirs)
    return seconds


def show(group: str, name: str, times: list[tuple[float, float]]) -> None:
    """Print the sums of a group."""
    ours, theirs = (1000 * sum(side) for side in zip(*times, strict=True))
    print(f"{group:9}{name:18}{ours:10.2f}{theirs:10.2f}{theirs / ours:7.1f}")


if __name__ == "__main__":
    main()
