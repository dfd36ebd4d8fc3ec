"""Docstrings as Markdown: examples fenced, and the remarks beside fields read as their docstrings.

Markdown would take `>>>` for a quotation within a quotation; and what a field is, our dataclasses
say in a comment at the end of its line.
"""

from __future__ import annotations

import re
from typing import Any

import griffe

EXAMPLE = re.compile(r"^( *)>>> .*(?:\n\1 *\S.*)*", re.MULTILINE)
REMARK = re.compile(r"  # (?!noqa|type:|fmt:)(.+)$")


def fenced(text: str) -> str:
    """The text with a fence around each run of lines that begins with `>>>`."""
    return EXAMPLE.sub(lambda found: f"```pycon\n{found[0]}\n```", text)


class Fences(griffe.Extension):
    """Fences the examples of every docstring that is read."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)

    def on_attribute_instance(self, *, attr: griffe.Attribute, **_: Any) -> None:
        remark = REMARK.search(attr.lines[0]) if attr.docstring is None and attr.lines else None
        if remark:
            attr.docstring = griffe.Docstring(remark[1], parent=attr)
