"""Docstrings as Markdown: fences for examples, comments beside fields, values in signatures.

Markdown would read `>>>` as a quotation within a quotation. Our dataclasses describe a field in a
comment at the end of its line. A default that is a constant is shown as its value.
"""

from __future__ import annotations

import re
from importlib import import_module
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

    def on_function_instance(self, *, func: griffe.Function, **_: Any) -> None:
        for parameter in func.parameters:
            name, _bracket, index = str(parameter.default).partition("[")
            if name.isupper():
                value = getattr(import_module(func.module.path), name)
                shown = value[int(index.rstrip("]"))] if index else value
                parameter.default = repr(shown)
