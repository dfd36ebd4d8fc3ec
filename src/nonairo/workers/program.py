"""A module of ours as the program of another process: how it is started, and its two pipes."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import BinaryIO

PACKAGES = str(Path(__file__).parents[2])  # where this package was found


def command(module: str, *words: str) -> list[str]:
    """What to start; it never imports what happens to lie in the working folder."""
    return [sys.executable, "-P", "-m", module, *words]


def environment() -> dict[str, str]:
    """Where the program finds this very package, and whatever else we would."""
    paths = [PACKAGES, *filter(None, sys.path)]
    return os.environ | {"PYTHONPATH": os.pathsep.join(paths)}


def own_pipes() -> tuple[BinaryIO, BinaryIO]:
    """The pipes of this process, in and out, away from whoever reads or prints something."""
    orders, replies = os.dup(0), os.dup(1)
    void = os.open(os.devnull, os.O_RDONLY)
    os.dup2(void, 0)
    os.close(void)
    os.dup2(2, 1)
    return os.fdopen(orders, "rb"), os.fdopen(replies, "wb")
