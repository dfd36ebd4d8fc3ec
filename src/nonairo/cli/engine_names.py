"""Engines that a command names: those that are listed, and files of the user."""

from __future__ import annotations

from collections.abc import Iterable

from nonairo.engines import OWN


def ready(names: Iterable[str]) -> None:
    """Load the engines that are files, so that their paths are names like others."""
    for name in names:
        if name.endswith(OWN):  # asked here: the package that loads them takes time to import
            from nonairo.own_engines import add

            add(name)
