"""Task texts of the puzzle-nonograms and puzzle-binairo pages: `var task = '...'` or bare."""

from __future__ import annotations

import re

LONGEST = 10_000_000  # characters, far more than any task has
TASK = re.compile(r"\btask\s{0,20}[=:]\s{0,20}(['\"])([^'\"\n]*)\1")


def task_of(text: str) -> tuple[int, str]:
    """The line and the text of a task, inside a page or on its own."""
    found = TASK.search(text)
    if found:
        return text.count("\n", 0, found.start()) + 1, found[2].strip()
    bare = text.strip("\ufeff \t\r\n")
    line = text.count("\n", 0, text.find(bare)) + 1
    return line, bare if len(bare) <= LONGEST else bare[:LONGEST]
