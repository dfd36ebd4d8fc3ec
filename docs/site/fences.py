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
CONSTANT = re.compile(r"[A-Z][A-Z_]+")
FIELD = re.compile(r"field\(default=([^,]+?)(?:, .*)?\)")
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
        if isinstance(attr.parent, griffe.Class):
            attr.value = evaluated(attr.value, attr)

    def on_function_instance(self, *, func: griffe.Function, **_: Any) -> None:
        for parameter in func.parameters:
            parameter.default = evaluated(parameter.default, func)


def evaluated(default: str | griffe.Expr | None, where: griffe.Object) -> str | griffe.Expr | None:
    """The value of a default that is a field, a constant or its item; any other as it is."""
    field = FIELD.fullmatch(str(default))
    if field:
        return field[1]
    name, _, index = str(default).partition("[")
    if not CONSTANT.fullmatch(name):
        return default
    value = getattr(import_module(where.module.path), name)
    return repr(value[int(index.rstrip("]"))] if index else value)
