"""Charts as files, by matplotlib (extra `draw`). The same chart gives the same bytes.

Curves differ without colour: every engine has its own mark and shade, every variant of it
its own dashes, and its mark is hollow or half full; what others published or predicted is thin.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from nonairo.comparing.charts import PREDICTED, THEIRS, Panel, Series
from nonairo.errors import FormatError
from nonairo.safe_files import drafted
from nonairo.sentence_words import listed

if TYPE_CHECKING:
    from matplotlib.axes import Axes

INSTALL = "a plot needs matplotlib: pip install matplotlib"
# Each without the date and the version that would make the bytes differ.
METADATA: dict[str, dict[str, Any]] = {
    ".svg": {"Date": None, "Creator": "nonairo"},
    ".png": {"Software": "nonairo"},
    ".pdf": {"CreationDate": None, "Creator": "nonairo", "Producer": "nonairo"},
}
# From dark to light and back, so that neighbours differ in grey, too.
TONES = (
    "#0b3c6f", "#d55e00", "#5bb58f", "#7b1e5a", "#56a5dc", "#4d4d4d", "#c79200", "#000000",
)  # fmt: skip
MARKS = "osD^vpXP<>*h"
DASHES: tuple[Any, ...] = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (1, 3)))
FILLED: tuple[Any, ...] = ("full", "full", "left", "bottom", "right", "top")
HOLLOW = 1  # the variant whose mark is white inside
APART = 0.13  # inches between the marks of several that were cut short
WIDE, HIGH, KEY = 5.6, 4.0, 0.23  # inches: a panel, and a line of the key below
FILLED_BY_AXES = 0.75  # of a panel; the rest is its words


def check_target(path: str) -> None:
    """Refuse what could not be drawn or written, before anything is measured."""
    target = Path(path)
    if target.suffix.lower() not in METADATA:
        expected = listed([*METADATA], "or")
        found = repr(target.suffix) if target.suffix else "no suffix"
        raise FormatError(f"expected a file that ends in {expected}, found {found}",
                          path=path)  # fmt: skip
    if find_spec("matplotlib") is None:
        raise FormatError(INSTALL)
    if target.is_dir():
        raise FormatError("expected a file, found a folder", path=path)
    if not target.parent.is_dir():
        raise FormatError("No such file or directory", path=path)
    if not os.access(target if target.exists() else target.parent, os.W_OK):
        raise FormatError("Permission denied", path=path)


def draw(panels: Sequence[Panel], path: str, note: str = "") -> None:
    """Write the panels to a file: two beside each other, the key of each below it."""
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ImportError:
        raise FormatError(INSTALL) from None
    across, down = min(2, len(panels)), -(-len(panels) // 2)
    key = max((len(panel.curves) for panel in panels), default=0)
    lines = wrap(note, 100 * across)
    settings: dict[Any, Any] = {
        "svg.hashsalt": "nonairo",
        "font.size": 9,
        "axes.grid": True,
        "grid.alpha": 0.3,
    }
    with matplotlib.rc_context(settings):
        high = (HIGH + KEY * -(-(key + 1) // 2)) * down + 0.15 * len(lines)
        figure = Figure(figsize=(WIDE * across, high), layout="constrained")
        axes = list(figure.subplots(down, across, squeeze=False).flat)
        for panel, one in zip(panels, axes, strict=False):
            _panel(panel, one)
        for empty in axes[len(panels) :]:
            empty.set_axis_off()
        if lines:
            figure.supxlabel("\n".join(lines), fontsize=7, color="#444444")
        suffix = Path(path).suffix.lower()
        drawn = BytesIO()
        figure.savefig(drawn, format=suffix[1:], metadata=METADATA[suffix], dpi=150)
        with drafted(path) as draft:
            draft.write(drawn.getvalue())


def _panel(panel: Panel, axes: Axes) -> None:
    beside: Counter[float] = Counter()  # how many have been cut short at a place
    for curve in panel.curves:
        _curve(curve, axes, panel.highest)
        _cut(curve, axes, beside)
    if beside and panel.limit is not None:
        axes.axhline(panel.limit, color="#777777", linewidth=0.8, label="limit (arrow: cut short)")
    if panel.plain:
        axes.set_ylim(bottom=0)
    else:
        axes.set_yscale("log")
    if beside:
        _make_room(axes, beside)
    axes.set_title(panel.title, fontsize=10)
    axes.set_xlabel(panel.across)
    axes.set_ylabel(panel.up)
    if panel.ticks:
        places = _apart(sorted(panel.ticks))
        axes.set_xticks(places, [panel.ticks[place] for place in places])
    if panel.curves:
        axes.legend(
            loc="upper center", bbox_to_anchor=(0.5, -0.14), ncols=2, fontsize=7.5, frameon=False,
            handlelength=5,
        )  # fmt: skip


def _apart(places: list[float]) -> list[float]:
    """Those of the places whose names do not run into each other.

    >>> _apart([16.0, 36.0, 37.0, 400.0])
    [16.0, 400.0]
    """
    gap = (places[-1] - places[0]) / 14
    kept = places[:1]
    for place in places[1:]:
        if place - kept[-1] >= gap:
            kept.append(place)
    return kept


def _curve(curve: Series, axes: Axes, highest: float | None) -> None:
    points = [(x, y) for x, y in curve.points if highest is None or y <= highest]
    look = _look(curve)
    if curve.source == PREDICTED:
        dashes = ((0, (1, 1)), (0, (6, 2)))[curve.variant % 2]
        look |= {"color": "#000000", "marker": None, "linestyle": dashes, "linewidth": 1.2}
    elif curve.source == THEIRS:
        look |= {"linestyle": ":", "linewidth": 0.9, "markersize": 4}
    across, up = [x for x, _ in points], [y for _, y in points]
    axes.plot(across, up, label=curve.label, **look)


def _cut(curve: Series, axes: Axes, beside: Counter[float]) -> None:
    """The engine's mark at the limit, below an arrow: it would have taken longer."""
    from matplotlib.transforms import ScaledTranslation

    inches = axes.get_figure(root=True).dpi_scale_trans  # type: ignore[union-attr]
    look = _look(curve) | {"linestyle": "none"}
    axes.update_datalim(curve.cut)
    for x, y in curve.cut:
        right = APART * beside[x]
        beside[x] += 1
        for above, shape in ((0.0, {}), (APART, {"marker": r"$\uparrow$", "markersize": 8})):
            place = axes.transData + ScaledTranslation(right, above, inches)
            axes.plot([x], [y], transform=place, **(look | shape))


def _make_room(axes: Axes, beside: Counter[float]) -> None:
    """Widen the axes until marks beside each other, and the arrows above them, lie inside."""
    begin, end = axes.get_xlim()
    for place, marks in beside.items():
        right = place + (end - begin) * APART * (marks + 1) / (FILLED_BY_AXES * WIDE)
        axes.set_xlim(right=max(axes.get_xlim()[1], right))
    bottom, top = axes.get_ylim()
    above = 3 * APART / (FILLED_BY_AXES * HIGH)  # of the height
    axes.set_ylim(top=top * (top / bottom) ** above)


def _look(curve: Series) -> dict[str, Any]:
    tone = TONES[curve.tone % len(TONES)]
    filled = curve.variant % len(FILLED)
    return {
        "color": tone,
        "linestyle": DASHES[curve.variant % len(DASHES)],
        "linewidth": 1.5,
        "marker": MARKS[curve.tone % len(MARKS)],
        "markersize": 6,
        "fillstyle": FILLED[filled],
        "markerfacecoloralt": "white",
        "markerfacecolor": "white" if filled == HOLLOW else tone,
    }
