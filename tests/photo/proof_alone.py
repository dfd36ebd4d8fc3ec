"""How much the proof corrects by itself, with calibrated candidates: `noise.py`.

python tests/photo/proof_alone.py
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

from noise import sighting_of

sys.path.append(str(Path(__file__).parents[1] / "pictures"))
from posed import pose

from nonairo.photo.proving import prove

PUZZLES = 100


def main() -> None:
    print("kind, unclear, right as it looks, after the proof, of these sure, wrong but sure")
    for kind in ("binairo", "tango", "nonogram", "coloured"):
        for noise in (0.01, 0.05, 0.1):
            before = after = sure = wrong = 0
            for seed in range(PUZZLES):
                rng = Random(f"{kind}{noise}{seed}")
                puzzle = pose(kind, rng).puzzle
                proved = prove(sighting_of(puzzle, noise, rng))
                right = proved.best is not None and proved.best.puzzle == puzzle
                before += proved.first.puzzle == puzzle
                after += right
                sure += right and proved.sure
                wrong += proved.sure and not right
            print(f"{kind}, {noise:.0%}, {before}, {after}, {sure}, {wrong}", flush=True)


if __name__ == "__main__":
    main()
