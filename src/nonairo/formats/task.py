"""Task texts of the puzzle-nonograms and puzzle-binairo pages: `var task = '...'` or bare."""

from __future__ import annotations

import re

from nonairo.formats.base import HEAD, full_lines

TASK = re.compile(r"\btask\s{0,20}[=:]\s{0,20}(['\"])([^'\"\n]*)\1")


def task_of(text: str) -> tuple[int, str]:
    """The line and the text of a task, inside a page or on its own."""
    found = TASK.search(text)
    if found:
        return text.count("\n", 0, found.start()) + 1, found[2].strip()
    lines = full_lines(text[: 100 * HEAD])
    return lines[0] if len(lines) == 1 else (1, "\n".join(line for _, line in lines[:2]))
