"""What is drawn of a comparison: panels of curves. How it is drawn is for `plotting` to say."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial

from nonairo.comparing import complexity, paper
from nonairo.comparing.groups import TrialGroup
from nonairo.comparing.trials import USUAL

Point = tuple[float, float]
OURS, THEIRS, PREDICTED = "ours", "theirs", "predicted"


@dataclass(frozen=True, slots=True)
class Series:
    """Points with a name. `tone` and `variant` number its look: an engine, and its options."""

    label: str
    points: Sequence[Point]
    tone: int
    variant: int = 0
    source: str = OURS
    cut: Sequence[Point] = ()  # where trials were stopped: at least so much


@dataclass(frozen=True, slots=True)
class Panel:
    """Curves over one pair of axes; the one that goes up is logarithmic."""

    title: str
    across: str
    up: str
    curves: Sequence[Series]
    ticks: dict[float, str] = field(default_factory=dict)
    highest: float | None = None  # what a prediction is cut off at
    limit: float | None = None  # of a trial
    plain: bool = False  # not logarithmic after all


def looks(names: Iterable[str], known: Sequence[str] = ()) -> dict[str, tuple[int, int]]:
    """A tone for each engine, and a variant for each of its options; those `known` come first.

    >>> looks(["walk", "rows", "walk:check=early"])
    {'walk': (0, 0), 'rows': (1, 0), 'walk:check=early': (0, 1)}
    """
    tones: dict[str, list[str]] = {name: [] for name in known}
    found = {}
    for name in dict.fromkeys(names):
        variants = tones.setdefault(name.partition(":")[0], [])
        variants.append(name)
        found[name] = list(tones).index(name.partition(":")[0]), len(variants) - 1
    return found


def engine_looks(groups: Sequence[TrialGroup]) -> dict[str, tuple[int, int]]:
    """Looks that an engine has in all our charts."""
    return looks((group.engine for group in groups), (*USUAL, "groebner"))


def by_family(groups: Sequence[TrialGroup]) -> dict[str, list[TrialGroup]]:
    """The groups of each family, in their order."""
    found: dict[str, list[TrialGroup]] = {}
    for group in groups:
        found.setdefault(group.family, []).append(group)
    return found


def points_of(
    groups: Iterable[TrialGroup], cost: Callable[[TrialGroup], float | None]
) -> list[Point]:
    return [(float(group.size), at) for group in groups if (at := cost(group))]


def curves(
    groups: Sequence[TrialGroup],
    cost: Callable[[TrialGroup], float | None],
    look: dict[str, tuple[int, int]],
    limit: float | None = None,
    label: Callable[[TrialGroup], str] = lambda group: group.engine,
) -> list[Series]:
    """A curve for each engine; where more than half was cut short, a mark at the limit."""
    found = []
    for name in dict.fromkeys(label(group) for group in groups):
        mine = sorted((g for g in groups if label(g) == name), key=lambda group: group.size)
        points = points_of(mine, cost)
        cut = [
            (float(g.size), limit)
            for g in mine
            if limit is not None and cost(g) is None and not g.stuck
        ]
        shown = name if points or cut else f"{name} (no answer)"
        found.append(Series(shown, points, *look[name], cut=cut))
    return found


def cost_panels(groups: Sequence[TrialGroup], limit: float | None) -> list[Panel]:
    """Time and nodes against the size, for each kind."""
    panels = []
    look = engine_looks(groups)
    for family, mine in by_family(groups).items():
        ticks = {float(g.size): f"{g.puzzle.height}x{g.puzzle.width}" for g in mine}
        times = curves(mine, lambda group: group.seconds, look, limit)
        nodes = curves(mine, lambda group: group.nodes, look)
        panels += [
            Panel(f"{family}: time", "size", "seconds, median", times, ticks, limit=limit),
            Panel(f"{family}: nodes", "size", "nodes, median", nodes, ticks),
        ]
    return panels


def paper_panels(groups: Sequence[TrialGroup], limit: float | None) -> list[Panel]:
    """Time against the size, ours and theirs."""
    ours = curves(groups, lambda group: group.seconds, engine_looks(groups), limit)
    sides = {group.size for group in groups}
    theirs = [
        Series(
            f"{curve.label} (theirs)",
            [(n, paper.in_all(time)) for n, time in times.items() if n in sides],
            curve.tone,
            curve.variant,
            THEIRS,
        )
        for curve in ours
        if (times := paper.PUBLISHED.get(curve.label))
    ]
    title = "Random boards, three quarters blank, first solution"
    ticks = {float(side): str(side) for side in sorted(sides)}
    return [Panel(title, "side", "seconds, median", [*ours, *theirs], ticks, limit=limit)]


def blanks_panels(
    groups: Sequence[TrialGroup], limit: float | None, preparation: bool = False
) -> list[Panel]:
    """Time against the number of blanks, for each side."""
    look = engine_looks(groups)
    panels = []
    for family, mine in by_family(groups).items():
        found = curves(mine, lambda group: group.median(paper.cost(preparation)), look, limit)
        title = f"{family}, first solution"
        up = "seconds, median" if preparation else "seconds without preparation, median"
        panels.append(Panel(title, "blanks", up, found, limit=limit))
    return panels


def complexity_panels(groups: Sequence[TrialGroup], limit: float | None) -> list[Panel]:
    """The walker against 2^k and H(n), the row search against the product of successors."""
    walks = [g for g in groups if g.family not in ("nonogram", *complexity.PUBLISHED)]
    rows = [g for g in groups if g.family == "nonogram"]
    return [*(_walk_panels(walks) if walks else ()), *(_rows_panels(rows) if rows else ())]


def _walk_panels(groups: list[TrialGroup]) -> Iterable[Panel]:
    def label(group: TrialGroup) -> str:
        side = group.puzzle.width
        early = ":check=early" if "early" in group.engine else ""
        return f"{side}x{side}{early}"

    look = looks(map(label, groups))
    found = curves(groups, lambda group: group.counter("visited"), look, label=label)
    largest = max((y for curve in found for _, y in curve.points), default=1.0)
    blanks = sorted({float(group.size) for group in groups})
    bound = Series("2^k (goes on)", [(k, 2.0**k) for k in blanks], len(found), 0, PREDICTED)
    title = "walk: cells visited until the first solution"
    yield Panel(title, "empty cells k", "visited, median", [*found, bound], {}, 100 * largest)
    measured = complexity.measured_validation(groups)
    if measured:
        ticks = {float(side): f"{side}x{side}" for side in measured}
        most = [(float(n), float(complexity.validation(n))) for n in measured]
        curve = Series("measured", [(float(n), cost) for n, cost in measured.items()], 0)
        bound = Series("H(n) = 1 + 12 + 4n", most, 1, 0, PREDICTED)
        title = "walk: what it costs to validate a symbol"
        yield Panel(title, "size", "reads a try, median", [curve, bound], ticks, plain=True)


def _rows_panels(groups: list[TrialGroup]) -> Iterable[Panel]:
    found = []
    for tone, (name, counter) in enumerate(
        (("S", "successors"), ("V", "cells_read"), ("G", "goal_checks"))
    ):
        for variant, engine in enumerate(complexity.ROWS):
            mine = [group for group in groups if group.engine == engine]
            points = points_of(mine, partial(TrialGroup.counter, name=counter))
            label = f"{name} ({counter}){', check=early' if variant else ''}"
            found.append(Series(label, points, tone, variant))
    late = [group for group in groups if group.engine == complexity.ROWS[0]]
    bounds = [(float(g.size), complexity.bound_of(g)) for g in late]
    reads = [(cells, cells * bound) for cells, bound in bounds]
    found.append(Series("S at most: product of the rows' successors", bounds, 3, 0, PREDICTED))
    found.append(Series("V at most: S times the cells", reads, 4, 1, PREDICTED))
    ticks = {float(g.size): f"{g.puzzle.width}" for g in late}
    title = "rows: successors, cells read, goals asked"
    yield Panel(title, "side of the nonogram", "number, median", found, ticks)
    look = looks(complexity.ROWS)
    each = curves(groups, lambda group: group.median(complexity.reads_a_successor), look)
    cells = [(float(g.size), float(g.size)) for g in late]
    each.append(Series("V(n) = n cells at most", cells, 1, 0, PREDICTED))
    title = "rows: what it costs to validate a successor"
    yield Panel(title, "side of the nonogram", "cells read, median", each, ticks, plain=True)
