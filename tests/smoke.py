"""Whether an installed Nonairo works: run by those who build wheels, and by our own tests.

python tests/smoke.py [--pure]    with --pure no compiled core is expected
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import nonairo as nn
from nonairo.native import compiled, version

PUZZLES = {
    "binairo:1..0../..00.1/.00..1/....../00.1../.1..00": "101010",
    "nonogram:1,1/5/5/3/1;2/4/4/4/2": "01010",
    "kakurasu:7/5/6/2/11;3/14/6/6/5": "00110",
}


def main() -> None:
    pure = "--pure" in sys.argv
    assert (compiled is None) == pure, version()
    for puzzle, first in PUZZLES.items():
        result = nn.solve(puzzle)
        assert result.status == "unique", puzzle
        assert result.solution is not None
        assert result.solution.rows()[0] == first, puzzle
        assert nn.explain(puzzle).solved, puzzle
        assert nn.count(puzzle).value == 1, puzzle
    assert nn.is_unique(nn.generate_binairo(8, seed=1))
    cells = b"." * 36
    solutions, counts = nn.solve_batch("binairo", 6, 6, cells)
    assert (len(solutions), counts) == (36, b"\x02")
    command = Path(sys.executable).with_name("nonairo.exe" if os.name == "nt" else "nonairo")
    told = subprocess.run(
        [str(command), "solve", "nonogram:1;1"], capture_output=True, text=True, check=True
    )
    assert told.stdout == "unique\n1\n", told
    print(f"nonairo {nn.__version__} works ({version()})")


if __name__ == "__main__":
    main()
