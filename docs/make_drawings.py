"""Draw the pictures of home page, rules, tutorials and essay into `docs/drawings`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import nonairo as nn
from nonairo.events import Event, after
from nonairo.render.frames import event_scene
from nonairo.render.scene import Scene, puzzle_scene
from nonairo.render.svg import draw
from nonairo.step_pictures import step_scene

HERE = Path(__file__).parent
EXAMPLES = HERE.parent / "examples"
HEART = "nonogram:1,1/5/5/3/1;2/4/4/4/2"
FLOWER = (
    "nonogram@a=d62246+b=f5b700+c=2e8b3d:2a,2a/8a/2a,3b,3a/1a,3b,2a/2a,3b,3a/8a/2a,1c,2a/1c/2c,1c,2c"
    "/7c/1c;0/1c/2a,2a,2c/7a,1c/2a,3b,2a,1c/1a,3b,1a,5c/2a,3b,2a,1c/7a,1c/5a,2c/2a,2a,1c/0"
)
TANGO = (
    "tango:1...1./....../....../.....1/....../......"
    ";...../...x./...../...../.x.../.x...;.=..../....../...x../..=x../......"
)


def moment(puzzle: nn.Puzzle, engine: str, wanted: Callable[[Event], bool], skip: int = 0) -> Scene:
    """An engine at work: the event that is wanted, after so many others like it."""
    grid = puzzle.givens
    for event in nn.trace(puzzle, engine, seed=1):
        if wanted(event):
            if not skip:
                return event_scene(puzzle, grid, event)
            skip -= 1
        grid = after(grid, event)
    raise LookupError(f"{engine} never does that")


def scenes() -> dict[str, Scene]:
    """All pictures by name."""
    (first,) = nn.load(EXAMPLES / "first.txt")
    (boat,) = nn.load(EXAMPLES / "boat.txt")
    (cat,) = nn.load(EXAMPLES / "cat.pbm")
    heart, harder = nn.parse(HEART), nn.load(EXAMPLES / "many.jsonl")[1]
    flower, tango = nn.parse(FLOWER), nn.parse(TANGO)
    told = nn.explain(first)
    return {
        "first": puzzle_scene(first),
        "step": step_scene(first, first.givens, told.steps[0]),
        "boat": puzzle_scene(boat, nn.solve(boat).grid),
        "cat": puzzle_scene(cat, nn.solve(cat).grid),
        "flower": puzzle_scene(flower, nn.solve(flower).grid),
        "tango": puzzle_scene(tango),
        "walk": moment(first, "walk", lambda event: event.kind == "place" and not event.valid, 14),
        "rows": moment(heart, "rows", lambda event: event.kind == "reject", 6),
        "zones": moment(first, "zones", lambda event: event.kind == "deduce", 2),
        "patterns": moment(first, "patterns", lambda e: "near equal" in (e.criterion or "")),
        "guess": moment(harder, "guess", lambda event: event.kind == "place"),
        "contradiction": moment(harder, "guess", lambda event: event.kind == "reject"),
    }


def examples() -> dict[str, Scene]:
    """The example of every kind, as a puzzle and solved, for the page of the rules."""
    puzzles = {name: nn.parse(kind.example) for name, kind in nn.KINDS.items()}
    return {f"rules-{name}": puzzle_scene(puzzle) for name, puzzle in puzzles.items()} | {
        f"rules-{name}-solved": puzzle_scene(puzzle, nn.solve(puzzle).grid)
        for name, puzzle in puzzles.items()
    }


def pictures() -> dict[str, str]:
    """All pictures as files."""
    return {f"{name}.svg": draw(scene) + "\n" for name, scene in (scenes() | examples()).items()}


if __name__ == "__main__":
    for name, picture in pictures().items():
        (HERE / "drawings" / name).write_text(picture, encoding="utf-8")
