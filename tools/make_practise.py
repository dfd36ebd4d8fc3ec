"""Make the positions in which the page lets people practise each technique.

python tools/make_practise.py            # all of them; takes some minutes
python tools/make_practise.py --texts    # the same positions, with the sentences of today

Writes src/nonairo/page/practise.txt, a position a line, as JSON: the technique, the puzzle, the
grid, and the step that is the easiest there, with its sentence. Techniques that are never the
easiest step have none.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import nonairo as nn
from nonairo.techniques import TECHNIQUES

FILE = Path(__file__).parents[1] / "src" / "nonairo" / "page" / "practise.txt"
KINDS = {"binairo": 6, "nonogram": 10, "kakurasu": 5, "trinairo": 6, "mosaic": 5}  # and sizes
HARD = {"binairo": 8, "kakurasu": 6}  # where a small grid is too easy
EACH = 4  # positions of a technique and kind
SECONDS = 20


def positions(technique: str, kind: str) -> list[dict[str, object]]:
    """Positions of one technique and kind; none where it is never the easiest step."""
    for size in dict.fromkeys((KINDS[kind], HARD.get(kind, KINDS[kind]))):
        try:
            found = nn.practise(
                technique, kind=kind, size=size, count=EACH, seed=1, time_limit=SECONDS
            )
            return [entry(each) for each in found]
        except nn.NonairoError:
            continue  # of another kind, or never the easiest step there
    return []


def entry(exercise: nn.Exercise) -> dict[str, object]:
    step = exercise.step.to_json()
    return {
        "technique": exercise.step.technique,
        "kind": exercise.puzzle.kind,
        "id": exercise.puzzle.id,
        "grid": exercise.grid.cells,
        "place": step["place"],
        "premises": step["premises"],
        "effects": step["effects"],
        "text": str(step["text"]).split("\n")[0],
    }


def stored() -> list[nn.Exercise]:
    """The positions that are there, each with its step as it is explained today."""
    found = []
    for line in FILE.read_text(encoding="utf-8").splitlines():
        kept = json.loads(line)
        puzzle = nn.parse(kept["id"])
        grid = nn.Grid(puzzle.height, puzzle.width, kept["grid"])
        step = nn.hint(puzzle, grid).step
        assert step is not None
        found.append(nn.Exercise(puzzle, grid, step))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="Make the positions to practise on the page.")
    parser.add_argument("--texts", action="store_true", help="keep the positions")
    if parser.parse_args().texts:
        found = [entry(each) for each in stored()]
    else:
        found = [each for name in TECHNIQUES for kind in KINDS for each in positions(name, kind)]
    lines = [json.dumps(each, separators=(",", ":")) for each in found]
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
