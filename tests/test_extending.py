"""A plug-in is one file and one line: tried on a copy of the package, in a process of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "nonairo"

# For each list: the file to write, the list to extend, the line after which ours goes, and ours;
# then a program that uses the new thing, and what it prints.
KIND = '''
"""Ones only on the border between two halves: a line has so many ones, and they touch."""
from dataclasses import dataclass
from typing import ClassVar
from nonairo.grid import Grid
from nonairo.kinds.base import Kind, givens_beside, join_sides
from nonairo.kinds.base import put_givens, record_sides, split_sides
from nonairo.puzzle import Puzzle

@dataclass(frozen=True, slots=True)
class Many:
    """So many ones, anywhere."""
    number: int
    start: ClassVar = (0,)
    def step(self, state, symbol):
        after = state[0] + int(symbol)
        return (after,) if after <= self.number else None
    def accepts(self, state):
        return state[0] == self.number

def puzzle(rows, cols, givens=None):
    grid = givens_beside(len(rows), len(cols), givens)
    return Puzzle("sums", grid, tuple(map(Many, rows)), tuple(map(Many, cols)))

def write(puzzle):
    sides = puzzle.row_rules, puzzle.col_rules
    return join_sides(puzzle, *([str(rule.number) for rule in side] for side in sides))

def read(body, rules):
    rows, cols, givens = split_sides(body, "sums")
    return puzzle(list(map(int, rows)), list(map(int, cols)), givens)

def pose(answer, rules):
    return puzzle([r.count("1") for r in answer.rows()], [c.count("1") for c in answer.cols()])

KIND = Kind(
    name="sums", summary="so many ones in every line", example="sums:2/1;2/1", read=read,
    write=write,
    from_record=lambda record: puzzle(*record_sides(record, "sums")),
    to_record=lambda p: put_givens(p, {"rows": [r.number for r in p.row_rules],
                                       "cols": [r.number for r in p.col_rules]}),
    blank=lambda height, width, rules: puzzle([0] * height, [0] * width), pose=pose, posed=True,
)
'''
KIND_USED = """
import nonairo as nn
p = nn.parse("sums:3/1/2;1/2/3")
print(nn.solve(p).status, nn.solve(p, "walk").status, nn.loads(nn.dumps(p, "jsonl")) == [p])
print(nn.explain(p).solved, nn.grade(p).level is not None, nn.hint(p).kind)
from nonairo.answers import answer
told = answer("describe", {"puzzle": "sums:3/1/2;1/2/3"})
print(len(told["tables"]), told["tables"][0]["counts"], answer("hint", {"puzzle": p.id})["kind"])
made = nn.generate("sums", 5, seed=1)
print(made.kind, nn.is_unique(made), nn.is_unique(nn.repair(nn.parse("sums:1/1;1/1")).puzzle))
"""

SHAPE = '''
"""A number says how many cells are filled that are a knight's move away from it."""
from nonairo.grid import Cell, Grid
from nonairo.kinds.base import Kind, givens_beside, put_givens, record_grid
from nonairo.puzzle import ExtraLine, Puzzle
from nonairo.rules import Anything, Ones

MOVES = [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]

def area(grid, at):
    near = ((at.row + down, at.col + right) for down, right in MOVES)
    inside = (Cell(r, c) for r, c in near if 0 <= r < grid.height and 0 <= c < grid.width)
    return tuple(sorted(inside))

def puzzle(clues, givens=None):
    cells = [Cell(*divmod(k, clues.width)) for k in range(len(clues.cells))]
    lines = tuple(ExtraLine("jump", f"jumps from {at}", area(clues, at), Ones(int(clues[at])), at)
                  for at in cells if clues[at] != "." and area(clues, at))
    grid = givens_beside(clues.height, clues.width, givens)
    free = Anything()
    return Puzzle("knights", grid, (free,) * clues.height, (free,) * clues.width, more_lines=lines)

def clues(p):
    return Grid.blank(p.height, p.width).fill({x.at: str(x.rule.number) for x in p.more_lines})

def pose(answer, rules):
    cells = [Cell(*divmod(k, answer.width)) for k in range(len(answer.cells))]
    numbers = [str(sum(answer[x] == "1" for x in area(answer, at))) for at in cells]
    return puzzle(Grid(answer.height, answer.width, "".join(numbers)))

KIND = Kind(
    name="knights", summary="so many cells a knight's move away are filled",
    example="knights:1./../..", posed=True, every_picture=True, sparse=True,
    read=lambda body, rules: puzzle(Grid.parse(body.split(";")[0], "012345678"),
                                    *body.split(";")[1:]),
    write=lambda p: ";".join(["/".join(clues(p).rows())] + (["/".join(p.givens.rows())]
                             if p.givens.cells.strip(".") else [])),
    from_record=lambda record: puzzle(record_grid(record, "clues", "012345678"),
                                      record.get("grid") and Grid.flat(record["height"],
                                      record["width"], record["grid"])),
    to_record=lambda p: put_givens(p, {"clues": clues(p).cells}),
    blank=lambda height, width, rules: pose(Grid(height, width, "0" * (height * width)), rules),
    pose=pose, label=lambda rule: (str(rule.number),) if type(rule) is Ones else (),
)
'''
SHAPE_USED = """
import tempfile
import nonairo as nn
made = nn.generate("knights", 6, seed=1)
print(made.kind, nn.is_unique(made), nn.parse(made.id) == made)
print(nn.solve(made).solution == made.solution == nn.solve(made, "guess").solution)
print(nn.explain(made).solved, nn.grade(made).level, nn.hint(made).places[0].axis)
from nonairo.techniques.shared.checker import replay
print(replay(made, nn.explain(made).steps) == made.solution, nn.count(made).value)
with tempfile.TemporaryDirectory() as folder:
    nn.prove(made, f"{folder}/x")
    print(nn.verify(made, f"{folder}/x"))
print(nn.loads(nn.dumps(made, "jsonl")) == [made], nn.check(made, made.solution))
from nonairo.answers import answer
told = answer("describe", {"puzzle": made.id})
print(told["more"][0]["axis"], answer("hint", {"puzzle": made.id})["kind"])
print(nn.is_unique(nn.repair(made.with_givens(made.givens)).puzzle))
"""

ENGINE = '''
"""Tries everything."""
from itertools import product
from nonairo.checking import check
from nonairo.engines.base import Engine
from nonairo.grid import Grid

def search(puzzle, run):
    for cells in product(puzzle.symbols, repeat=puzzle.height * puzzle.width):
        run.spend()
        grid = Grid(puzzle.height, puzzle.width, "".join(cells))
        if not check(puzzle, grid):
            yield grid

ENGINE = Engine(name="force", summary="tries everything", search=search)
'''
ENGINE_USED = """
import nonairo as nn
r = nn.solve(nn.parse("binairo:0./.."), "force")
print(r.status, r.stats.nodes, list(nn.ENGINES)[-1])
"""

FORMAT = '''
"""Rows between bars."""
from nonairo.formats.base import Claim, Format
from nonairo.kinds.binairo import binairo

FORMAT = Format(
    name="bars", summary="rows between bars", kinds=("binairo",),
    claims=lambda text: Claim("starts with a bar") if text.startswith("!!") else None,
    read=lambda text: iter([binairo([row.strip("!") for row in text.split()])]),
    write=lambda puzzle: "\\n".join(f"!!{row}!!" for row in puzzle.givens.rows()) + "\\n",
)
'''
FORMAT_USED = """
import nonairo as nn
p = nn.parse("!!0.!!\\n!!..!!\\n")
print(p.id, repr(nn.dumps(p, "bars")), nn.FORMATS["bars"].suffixes)
"""

TARGET = '''
"""How many shapes there are."""
from nonairo.render.base import Target

TARGET = Target(
    name="tally", summary="counts shapes", suffix=".tally", binary=False,
    write=lambda scene, theme: f"{len(scene.shapes) > 0}\\n".encode(),
)
'''
TARGET_USED = """
import nonairo as nn
from nonairo.render import TARGETS
from nonairo.render.scene import puzzle_scene
from nonairo.render.themes import THEMES
theme = next(iter(THEMES.values()))
print(TARGETS["tally"].write(puzzle_scene(nn.parse("binairo:0./..")), theme))
"""

COMMAND = '''
"""`nonairo hello`: says so."""
from nonairo.cli.base import ANSWERED, Command

def run(options):
    print("hello")
    return ANSWERED

COMMAND = Command(name="hello", arguments=lambda parser: None, run=run)
'''
COMMAND_USED = """
from nonairo.cli import main
print(main(["hello"]))
"""

TECHNIQUE = '''
"""A corner that is the only open cell of its line."""
from nonairo.rules import Balanced
from nonairo.techniques.base import Move, Sample, Technique, Weight, in_lines

def look(line, rule):
    if line.count(".") == 1 and line[0] == ".":
        symbol = "1" if line.count("0") == rule.zeros else "0"
        yield Move({0: symbol}, tuple(range(1, len(line))))

TECHNIQUE = Technique(
    id="corner", name="Corner", level=1, summary="The first cell is the last.",
    say="only {effects} is open in {place}, so it is {value}", find=in_lines(Balanced, look),
    samples=(Sample(Balanced(2, 2), ".011"),), price={Balanced: Weight(1)},
)
'''
TECHNIQUE_USED = """
import nonairo as nn
p = nn.parse("binairo:.011/..../..../....")
print(nn.explain(p).steps[0])
print(nn.TECHNIQUES["corner"].to_json()["scores"])
"""

ANSWER = '''
"""How large a puzzle is."""
from nonairo.answers.base import Answer
from nonairo.answers.shapes import WHOLE
from nonairo.answers.puzzles import PUZZLE_FIELDS, puzzle_in

ANSWER = Answer(
    name="size", summary="Tell how large a puzzle is.", fields=PUZZLE_FIELDS,
    run=lambda asked: {"cells": len(puzzle_in(asked).givens.cells)},
    gives={"cells": WHOLE}, example={"puzzle": "binairo:0./.."},
)
'''
ANSWER_USED = """
from nonairo.answers import answer
from nonairo.serving.openapi import document
print(answer("size", {"puzzle": "0./.."}), "/api/size" in document("1", 60)["paths"])
"""

ADDED = {
    "kind": (
        "kinds/sums.py", KIND, "kinds/__init__.py",
        (('"binairo": "binairo.KIND",', '"binairo": "binairo.KIND", "sums": "sums.KIND",'),),
        KIND_USED, "unique unique True\nTrue True step\n3 [0, 3] step\nsums True True\n",
    ),
    "kind of another shape": (
        "kinds/knights.py", SHAPE, "kinds/__init__.py",
        (('"binairo": "binairo.KIND",', '"binairo": "binairo.KIND", "knights": "knights.KIND",'),),
        SHAPE_USED,
        "knights True True\nTrue\nTrue 1 jump\nTrue 1\n[]\nTrue []\njump step\nTrue\n",
    ),
    "engine": (
        "engines/force.py", ENGINE, "engines/__init__.py",
        (('"sat": "sat.ENGINE",', '"sat": "sat.ENGINE", "force": "force.ENGINE",'),),
        ENGINE_USED, "unique 16 force\n",
    ),
    "format": (
        "formats/bars.py", FORMAT, "formats/__init__.py",
        (('    "pbm":', '    "bars": ("bars", (".bars",), starts("!!")),\n    "pbm":'),),
        FORMAT_USED, "binairo:0./.. '!!0.!!\\n!!..!!\\n' ('.bars',)\n",
    ),
    "target": (
        "render/tally.py", TARGET, "render/__init__.py",
        (('"svg": "svg.TARGET",', '"svg": "svg.TARGET", "tally": "tally.TARGET",'),),
        TARGET_USED, "b'True\\n'\n",
    ),
    "command": (
        "cli/hello.py", COMMAND, "cli/summaries.py",
        (('        "rules": "show', '        "hello": "say hello",\n        "rules": "show'),),
        COMMAND_USED, "hello\n0\n",
    ),
    "answer": (
        "answers/size.py", ANSWER, "answers/__init__.py",
        (('"solve": "solve.SOLVE",', '"solve": "solve.SOLVE", "size": "size.ANSWER",'),),
        ANSWER_USED, "{'cells': 4} True\n",
    ),
    "technique": (
        "techniques/corner.py", TECHNIQUE, "techniques/__init__.py",
        (('        "pair",', '        "corner",\n        "pair",'),),
        TECHNIQUE_USED,
        "row 1, corner: only r1c1 is open in row 1, so it is 0\n{'balanced': 1}\n",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", ADDED)
def test_one_file_and_one_line_add_a(what: str, tmp_path: Path) -> None:
    file, text, register, lines, program, expected = ADDED[what]
    package = tmp_path / "nonairo"
    shutil.copytree(SOURCE, package, ignore=shutil.ignore_patterns("__pycache__"))
    for compiled in _compiled():
        shutil.copy(compiled, package)
    (package / file).write_text(text, encoding="utf-8")
    listing = (package / register).read_text(encoding="utf-8")
    for old, new in lines:
        assert listing.count(old) == 1, old
        listing = listing.replace(old, new)
    (package / register).write_text(listing, encoding="utf-8")
    # Without `site`, so that it is this copy that is imported, however the other is installed.
    told = subprocess.run(
        [sys.executable, "-S", "-c", program],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (told.stdout, told.stderr) == (expected, "")


def _compiled() -> list[str]:
    from nonairo import native

    return [] if native.compiled is None else [str(native.compiled.__file__)]
