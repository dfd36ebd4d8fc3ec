"""Plug-ins of other packages: kinds, engines, formats and techniques, found by entry points.

A package declares one in its `pyproject.toml`:

    [project.entry-points."nonairo.kinds"]
    sums = "my_package.sums:KIND"

They are searched for and loaded when a list is iterated or a name is not in it. If one cannot be
loaded, a warning reports it, and it is skipped.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable, Collection
from contextlib import redirect_stdout, suppress
from functools import cache
from typing import TypeVar

Item = TypeVar("Item")

METADATA = (".dist-info", ".egg-info")


class PluginWarning(UserWarning):
    """A plug-in of another package is left out, and why."""


def plugins(
    group: str,
    wanted: type[Item],
    taken: Collection[str],
    try_out: Callable[[Item], object] | None = None,
) -> dict[str, Item]:
    """Return the plug-ins of a group by name, loaded.

    Names that are taken are left out, and those for which `try_out` raises an error.
    """
    if not some_are_installed():
        return {}
    from importlib.metadata import entry_points

    found: dict[str, Item] = {}
    for point in entry_points(group=group):
        owner = point.dist.name if point.dist is not None else "a package"
        try:
            if point.name in taken or point.name in found:
                raise ValueError("the name is already used")
            with redirect_stdout(sys.stderr):  # what it prints is no part of an answer
                item = point.load()
            if not isinstance(item, wanted):
                found_type = type(item).__name__
                raise TypeError(f"expected an object of {wanted.__name__}, found {found_type}")
            own_name = getattr(item, "id", None) or getattr(item, "name", None)
            if own_name != point.name:
                raise ValueError(f"its name is {own_name}")
            if try_out is not None:
                try_out(item)
            found[point.name] = item
        except (Exception, SystemExit) as error:  # whatever it raises, the others go on
            reason = f"{type(error).__name__}: {error}".partition("\n")[0]
            warnings.warn(
                f"{owner}: {point.name} of {group} was not loaded ({reason})",
                PluginWarning,
                stacklevel=3,
            )
    return found


@cache
def some_are_installed() -> bool:
    """Return whether any installed package brings a plug-in.

    `importlib.metadata` takes longer to import than most puzzles take to be solved, and nearly
    always there is none; so the files are looked through here.
    """
    for folder in sys.path:
        with suppress(OSError), os.scandir(folder or ".") as entries:
            if any(e.name.endswith(METADATA) and declares_plugins(e.path) for e in entries):
                return True
    return False


def declares_plugins(metadata: str) -> bool:
    """Return whether a folder of metadata lists entry points for us."""
    try:
        with open(os.path.join(metadata, "entry_points.txt"), "rb") as file:  # noqa: PTH118, PTH123
            return b"[nonairo." in file.read()
    except OSError:
        return False
