"""What `make run` shows: one puzzle of each kind, solved, and what to try next."""

from pathlib import Path

import nonairo as nn
from nonairo.plain import many
from nonairo.render.text import draw, heading

HERE = Path(__file__).parent

for name in ("first.txt", "boat.txt"):
    (puzzle,) = nn.load(HERE / name)
    result = nn.solve(puzzle)
    print(heading(puzzle))
    print(draw(puzzle))
    print(draw(puzzle, result.grid))
    nodes, ms = many(result.stats.nodes, "node"), result.stats.seconds * 1000
    print(f"{result.status}: {nodes}, {ms:.2f} ms\n")

print(
    """Try next:
  .venv/bin/nonairo solve examples/first.txt --watch
  .venv/bin/nonairo solve examples/boat.txt --engine rows --stats
  .venv/bin/nonairo solve examples/many.jsonl --json
  .venv/bin/nonairo explain examples/first.txt
  .venv/bin/nonairo generate binairo 8 --level 3
  .venv/bin/nonairo generate nonogram --text HELLO --solution

Play in a browser:
  .venv/bin/nonairo play examples/boat.txt"""
)
