"""Random puzzles: draw a picture, make it fair, and lead it to the level that is requested."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from nonairo.checking import check
from nonairo.errors import LimitReached, PuzzleError
from nonairo.generating.boards.board_levels import at_level
from nonairo.generating.pictures.changing import (
    MOST_LOOKS,
    apart,
    flips_first,
    nearby,
    recolour,
    with_givens,
)
from nonairo.generating.pictures.drawing import (
    ROUGHEST,
    Bounds,
    draw_coloured,
    draw_picture,
    plain_cost,
)
from nonairo.generating.pictures.hard_scenes import (
    BY_SWEEPS,
    LEAST_HARD_SIDE,
    SCENES,
    jagged,
    most_changed,
    ways_of,
)
from nonairo.generating.pictures.levels import harden, remove_dead_ends
from nonairo.generating.pictures.scenes import LEAST_SIDE, draw_scene
from nonairo.generating.pictures.task import (
    LINES,
    UNIQUE,
    PictureTask,
    difference,
    flipped,
    is_unique,
    left_by_flips,
    left_open,
    level_of_picture,
)
from nonairo.generating.random_draws import Draws
from nonairo.generating.request import HARDEST_BY_LINES, level_missed
from nonairo.grading import level_alone
from nonairo.grid import ALPHABET, SYMBOLS, Grid
from nonairo.limits import Budget
from nonairo.puzzle import Puzzle
from nonairo.solving import solve

REPEATS = 2000  # pictures drawn before, one after the other, until there are no new ones
MOST_DRAWS = 400  # until a picture must be an answer, where most are not
SHARES = 20  # shares of filled cells of these further pictures: 1/20, 2/20 ...
PATIENCE = 8  # pictures of a kind in a row that are too easy, until a rougher kind is drawn
COLOURED_PATIENCE = 6  # the same in colours, and for pictures that are too hard
NOISE = 9  # kinds of pictures that are so rough have no edges to keep
COLOURED_SCENES = 12  # draws, to get one that has as many parts as there are colours
VARIED = 7  # cells a side; below, all but the invaders are few, so half of them become blots
BLOTTED = (4, 5, 7)  # levels that pictures of things hardly ever have by chance
FILLED = str.maketrans(dict.fromkeys(ALPHABET[1:], SYMBOLS[1]))  # every part of a thing
PLAIN = 4  # scenes of recipes up to here are drawn as they are; of rougher ones
FRAYED = 100  # one in so many cells is flipped for each degree, if it is at an edge
LEEWAY = 0.03  # how far from the wanted share of filled cells a picture may end
ROUNDS = 60  # of changes, until another picture is drawn
TRIED = 250  # flips looked at in a round
MOST_SAMPLED = 20_000  # pieces of work on noise, and no more than half
IDLE = 6  # rounds without progress

Nearly: TypeAlias = tuple[int, Grid, list[str]]  # the cells left open, and what is shown


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a level's pictures begin with: how rough they are, and what share is filled."""

    roughness: int
    share: float

    def smoother(self) -> Recipe:
        """For easier puzzles; those that are as smooth as can be are filled more."""
        if self.roughness > 0:
            return Recipe(self.roughness - 1, self.share)
        return Recipe(0, min(self.share + 0.01, 0.8))

    def rougher(self) -> Recipe:
        """For harder puzzles; those that are as rough as can be are filled less."""
        if self.roughness < ROUGHEST:
            return Recipe(self.roughness + 1, self.share)
        return Recipe(ROUGHEST, max(self.share - 0.01, 0.3))


FAIR = Recipe(2, 0.55)
ROUGH = Recipe(6, 0.5)
NOISY = Recipe(ROUGHEST, 0.5)
RECIPES = {
    1: Recipe(0, 0.65),
    2: Recipe(2, 0.55),
    3: Recipe(4, 0.45),
    4: Recipe(4, 0.42),
    5: Recipe(5, 0.4),
    6: Recipe(3, 0.5),
    7: Recipe(8, 0.42),
}


def random_puzzle(
    size: tuple[int, int], share: float | None, task: PictureTask
) -> tuple[Puzzle, Grid]:
    """Return a puzzle and its picture: by flips alone, or else with a few givens as well."""
    level = task.level
    sampling = level is not None and level > HARDEST_BY_LINES and not task.by_runs
    reached: list[int | None] = []
    nearly: list[Nearly] = []
    shown: dict[str, list[str]] = {}  # what each picture shows; the last is not always chosen

    def by_flips(part: PictureTask) -> Grid:
        if level is None:
            return draw_fair(size, share, part, nearly)
        try:
            if sampling:
                return sampled(size, level, share, part, reached)
            return draw_level(size, level, share, part, reached)
        except LimitReached as reached_limit:
            raise level_missed(level, reached, part.limits, reached_limit) from None

    most = MOST_SAMPLED if sampling else MOST_LOOKS
    picture = flips_first(task, size[0] * size[1], by_flips, most)
    if picture is not None:
        return task.puzzle(picture), picture
    recipe = FAIR if level is None else RECIPES[level]

    def drawing(draws: Draws, limits: Budget) -> tuple[Puzzle, Grid]:
        limits.spend()
        part = replace(task, draws=draws, limits=limits)
        picture = draw_answer(size, recipe, share, part)
        shown[picture.cells] = [*task.shown]
        return task.puzzle(picture), picture

    if level is not None:
        puzzle, picture = at_level(drawing, level, task.draws, task.limits, searched=False)
        task.shown[:] = shown[picture.cells]
        return puzzle, picture
    if not nearly:
        return with_givens(*drawing(task.draws, task.limits), task)
    _, picture, task.shown[:] = min(nearly, key=lambda made: made[0])
    return with_givens(task.puzzle(picture), picture, task)


def sampled(
    size: tuple[int, int],
    level: int,
    share: float | None,
    task: PictureTask,
    reached: list[int | None],
) -> Grid:
    """Return a picture from noise whose puzzle has a level that supposes something.

    Where clues are numbers, many random pictures are unique, and more of them need a supposition
    than flips could lead there in the same time.
    """
    while True:
        task.limits.spend()
        picture = draw_answer(size, NOISY, share, task)
        if left_open(picture, task) and is_unique(picture, task):
            found = _level_of(picture, task)
            reached.append(found)
            if found == level:
                return picture


def unthinned(size: tuple[int, int], share: float | None, task: PictureTask) -> tuple[Puzzle, Grid]:
    """Return a unique puzzle with all its clues, and its picture: the rougher, the harder."""
    while True:
        task.limits.spend()
        picture = draw_answer(size, ROUGH, share, task)
        if is_unique(picture, task):
            return task.puzzle(picture), picture


def draw_fair(
    size: tuple[int, int], share: float | None, task: PictureTask, nearly: list[Nearly]
) -> Grid:
    """Return a picture that single lines solve; `nearly` collects others."""
    while True:
        task.limits.spend()
        picture = draw_answer(size, FAIR, share, task)
        made, left = make_fair(picture, bounds_of(picture), task)
        if not left:
            return made
        if task.is_answer(made):
            nearly.append((left, made, [*task.shown]))


def draw_level(
    size: tuple[int, int],
    level: int,
    share: float | None,
    task: PictureTask,
    reached: list[int | None],
) -> Grid:
    """Return a picture whose puzzle has this level; `reached` collects the levels of all others.

    If a picture is too easy, the next one is rougher; if it is too hard, the next one is smoother.
    """
    if task.scenes and task.by_runs and level == BY_SWEEPS and min(size) >= LEAST_HARD_SIDE:
        scene = draw_hard_scene(size, task)
        if scene is not None:
            return scene
    style = RECIPES[level]
    seen: set[str] = set()
    again = easy = 0
    while again < REPEATS:
        task.limits.spend()
        picture = draw_answer(size, style, share, task)
        bounds = bounds_of(picture)
        made, left = make_fair(picture, bounds, task, calm=style.roughness < NOISE)
        if left:
            style = style.smoother() if level <= HARDEST_BY_LINES else style
            continue
        if level > HARDEST_BY_LINES:
            made = _beyond_lines(made, level, bounds, task) or made
        again = again + 1 if made.cells in seen else 0
        if again:
            continue
        seen.add(made.cells)
        found = _level_of(made, task)
        reached.append(found)
        if found == level:
            return made
        if found is None:
            continue
        easy = easy + 1 if found < level else 0
        if easy == PATIENCE:
            style, easy = style.rougher(), 0
        elif found > level and level <= HARDEST_BY_LINES:
            style = style.smoother()
    raise LimitReached(f"the last {REPEATS} pictures were repeats", "patience")


def draw_hard_scene(size: tuple[int, int], task: PictureTask) -> Grid | None:
    """Return a picture of a thing whose puzzle has level 4; None if none of some scenes has."""
    for _ in range(SCENES):
        task.limits.spend()
        scene = scene_of(size, RECIPES[BY_SWEEPS], task)
        if scene is None:
            continue
        made, left = make_fair(scene, bounds_of(scene), task)
        if left or len(difference(scene, made)) > most_changed(scene):
            continue
        for _ in range(ways_of(scene)):
            found = jagged(scene, made, task)
            if found is not None and _level_of(found, task) == BY_SWEEPS:
                return found
    task.shown.clear()
    return None


def _level_of(picture: Grid, task: PictureTask) -> int | None:
    """Return the level of the picture's puzzle; None if another picture answers it."""
    task.limits.spend(len(picture.cells))
    if not task.is_answer(picture):
        return None
    level = level_of_picture(picture, task)
    return level or level_alone(task.puzzle(picture), task.limits.left())


def _beyond_lines(picture: Grid, level: int, bounds: Bounds, task: PictureTask) -> Grid | None:
    """Return a unique picture that single lines do not solve."""
    cells = len(picture.cells)
    if level == HARDEST_BY_LINES + 1:
        enough = min(cells // 5 + 1, 20)
    else:  # so few pictures are that hard that specks must be allowed
        enough, bounds = min(cells * 3 // 4, 80), replace(bounds, edge=0)
    picture = harden(picture, 3 * cells, enough, bounds, task)
    if not left_open(picture, task):
        return None
    if level > HARDEST_BY_LINES + 1:
        picture = remove_dead_ends(picture, 200, bounds, task)
    return picture


def draw_answer(
    size: tuple[int, int], recipe: Recipe, share: float | None, task: PictureTask
) -> Grid:
    """Return a random picture that is an answer of the puzzle that is posed from it.

    A kind may draw its answers itself, or say that every picture is one. Otherwise the solver looks
    for an answer to the clues of the picture, and if there is none another picture is drawn.
    """
    kind, limits, draws = task.kind, task.limits, task.draws
    if kind.draw is not None:
        answer = kind.draw(*size, task.rules, draws.below)
        if (answer.height, answer.width) != size:
            drawn = f"{answer.height}x{answer.width}"
            raise PuzzleError(f"{kind.name} drew {drawn} cells, expected {size[0]}x{size[1]}")
        for violation in check(task.puzzle(answer), answer):
            raise PuzzleError(f"{kind.name} drew an answer that breaks its rules: {violation}")
        return answer
    filled = recipe.share if share is None else share
    if task.scenes and task.level not in BLOTTED:
        scene = scene_of(size, recipe, task)
        if scene is not None:
            return frayed(scene, recipe, task)
    picture = draw_picture(*size, filled, recipe.roughness, draws)
    if kind.every_picture:
        return picture
    for _ in range(MOST_DRAWS):
        if task.is_answer(picture):
            return picture
        limits.spend()
        found = solve(task.puzzle(picture), limit=1, limits=limits.left(task.patience)).solution
        if found is not None:
            return found
        filled = (1 + draws.below(SHARES - 1)) / SHARES if share is None else share
        picture = draw_picture(*size, filled, recipe.roughness, draws)
    limits.poll()
    reason = f"the clues of {MOST_DRAWS} random pictures have no solution"
    raise LimitReached(f"{kind.name} of {size[0]}x{size[1]}: {reason}", "patience")


def scene_of(size: tuple[int, int], recipe: Recipe, task: PictureTask) -> Grid | None:
    """Return a picture of a thing, or None; of the easiest kind, also what is around is filled."""
    task.shown.clear()
    if min(size) < LEAST_SIDE:
        return None
    parts, name = draw_scene(*size, task.draws)
    if min(size) < VARIED and "invader" not in name and task.draws.coin():
        return None
    task.shown[:] = [name]
    picture = Grid(*size, parts.cells.translate(FILLED))
    dark = recipe.roughness == 0 and task.draws.coin()
    return flipped(picture, *range(len(picture.cells))) if dark else picture


def coloured_scene(size: tuple[int, int], colours: int, task: PictureTask) -> Grid | None:
    """Return a picture of a thing with a colour for each part; None if it has too few parts."""
    for _ in range(COLOURED_SCENES if min(size) >= LEAST_SIDE else 0):
        picture, name = draw_scene(*size, task.draws)
        if len({*picture.cells} - {"0"}) == colours and max(picture.cells) == str(colours):
            task.shown[:] = [name]
            return picture
    task.shown.clear()
    return None


def frayed(picture: Grid, recipe: Recipe, task: PictureTask) -> Grid:
    """Return the picture with some cells at the edges of its shapes flipped, for a rough recipe."""
    flips = max(recipe.roughness - PLAIN, 0) * len(picture.cells) // FRAYED
    bounds = Bounds(1, len(picture.cells))
    for _ in range(flips):
        cell = bounds.draw(picture, task.draws)
        picture = picture if cell is None else flipped(picture, cell)
    return picture


def bounds_of(picture: Grid) -> Bounds:
    """Return bounds of a few cells more or fewer than the picture has."""
    cells = len(picture.cells)
    leeway = max(round(LEEWAY * cells), 1)
    count = picture.cells.count("1")
    return Bounds(max(count - leeway, 1), min(count + leeway, cells))


def make_fair(
    picture: Grid, bounds: Bounds, task: PictureTask, calm: bool = True
) -> tuple[Grid, int]:
    """Return the picture changed until single lines solve it, or nearly; and the open cells.

    In a round the best changes are made that do not share a line, so that many small knots in a
    large picture are undone at once; the edges of shapes change first. When not calm, one change
    is made at a time, wherever chance has it: the puzzle is then just barely solved by lines.
    """
    idle = 0
    trouble = left_open(picture, task)
    for _ in range(ROUNDS if calm else len(picture.cells)):
        if not trouble or idle > IDLE:
            break
        cells = bounds.allowed(picture, nearby(picture, trouble, (), task, TRIED))
        if not cells or not _affordable(len(cells), task):
            break
        left = left_by_flips(picture, cells, task)
        cost = plain_cost(picture) if calm else None
        prices = [task.draws.below(1 << 16) if cost is None else cost[cell] for cell in cells]
        ranked = sorted(zip(left, prices, cells, strict=True))
        better = [cell for now, _, cell in ranked if now < len(trouble)]
        picks = _together(picture, better, bounds) if calm else better[:1]
        if not picks:
            picks = [ranked[task.draws.below(min(4, len(ranked)))][2]]
        changed = flipped(picture, *picks)
        after = left_open(changed, task)
        if len(picks) > 1 and len(after) > ranked[0][0]:
            changed = flipped(picture, picks[0])  # together they are worse than the best alone
            after = left_open(changed, task)
        idle = 0 if len(after) < len(trouble) else idle + 1
        picture, trouble = changed, after
    return picture, len(trouble)


def _affordable(flips: int, task: PictureTask) -> bool:
    """Whether so many flips can be looked at, and one or two of them made."""
    left = task.limits.nodes_left()
    return left is None or flips + 2 <= left


def _together(picture: Grid, cells: list[int], bounds: Bounds) -> list[int]:
    """Return the first cells, no two of them in one line, that keep to the bounds together."""
    picks: list[int] = []
    for cell in apart(cells, picture.width):
        if bounds.allowed(picture, (cell,)):
            picks.append(cell)
            picture = flipped(picture, cell)
    return picks


def random_coloured(
    size: tuple[int, int], share: float | None, task: PictureTask
) -> tuple[Puzzle, Grid]:
    """Return a puzzle over all the colours of a task, and its picture."""
    level = task.level
    reached: list[int | None] = []
    recipe = FAIR if level is None else RECIPES[level]
    goal = LINES if level is None or level <= HARDEST_BY_LINES else UNIQUE
    easy = hard = 0
    while True:
        try:
            task.limits.spend()
            wanted = recipe.share if share is None else share
            colours = len(task.symbols) - 1
            scene = coloured_scene(size, colours, task) if task.scenes and level != 1 else None
            picture = scene or draw_coloured(*size, wanted, recipe.roughness, colours, task.draws)
            made = recolour(picture, goal, task, max(4, len(picture.cells) // 8))
            if made is None:
                recipe = recipe.smoother() if goal is LINES else recipe
                continue
            puzzle = task.puzzle(made)
            if level is None:
                return puzzle, made
            found = _level_of(made, task)
        except LimitReached as reached_limit:
            if level is None:
                raise
            raise level_missed(level, reached, task.limits, reached_limit) from None
        reached.append(found)
        if found == level:
            return puzzle, made
        easy, hard = (easy + 1, 0) if found is not None and found < level else (0, hard + 1)
        if easy == COLOURED_PATIENCE:
            recipe, easy = recipe.rougher(), 0
        elif hard == COLOURED_PATIENCE:
            recipe, hard = recipe.smoother(), 0
