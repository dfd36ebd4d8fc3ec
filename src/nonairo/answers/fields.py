"""The fields of requests, declared once: they check a request, and write its JSON Schema.

A field has a type of `TYPES`, and says its default, bounds, meaning and an example. JSON knows
`null`: for a field that need not be there it is as good as absent.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import KW_ONLY, dataclass
from typing import TypeAlias

from nonairo.answers.errors import wrong_shape
from nonairo.plain import likeliest, shown

Json: TypeAlias = dict[str, object]


def _text(value: object) -> bool:
    return isinstance(value, str)


def _whole(value: object) -> bool:
    if isinstance(value, float):  # in JSON 2.0 is a whole number
        return value.is_integer()
    return isinstance(value, int) and not isinstance(value, bool)


def _number(value: object) -> bool:
    if isinstance(value, float):
        return math.isfinite(value)
    return isinstance(value, int) and not isinstance(value, bool)


def _flag(value: object) -> bool:
    return isinstance(value, bool)


def _row(value: object) -> bool:
    if isinstance(value, list):
        return all(cell is None or _text(cell) or _whole(cell) for cell in value)
    return _text(value)


def _grid(value: object) -> bool:
    return _text(value) or (isinstance(value, list) and all(map(_row, value)))


def _size(value: object) -> bool:
    if isinstance(value, list):
        return len(value) == 2 and all(map(_whole, value))
    return _whole(value)


def _puzzle(value: object) -> bool:
    return isinstance(value, str | dict)


def _answers(value: object) -> bool:
    return isinstance(value, dict) and all(map(_text, value.values()))


@dataclass(frozen=True, slots=True)
class Type:
    """What a value may be: a test, the words for it, and its schema."""

    fits: Callable[[object], bool]
    expected: str
    schema: Json


# An empty text fits no field. The schema says so; who checks such a text says what was expected.
FILLED: Json = {"type": "string", "minLength": 1}
CELL: Json = {"type": ["string", "integer", "null"]}
ROW: Json = {"anyOf": [FILLED, {"type": "array", "items": CELL, "minItems": 1}]}
_BLANK = r"[ \t\r\n]*"
_LETTER = rf"[A-Za-z0-9+/]{_BLANK}"
BASE64 = (
    rf"^{_BLANK}(?:(?:{_LETTER}){{4}})*"
    rf"(?:(?:{_LETTER}){{2}}={_BLANK}={_BLANK}|(?:{_LETTER}){{3}}={_BLANK})?$"
)
TYPES = {
    "text": Type(_text, "a string", FILLED),
    "base64": Type(_text, "a string in base64", FILLED | {"pattern": BASE64}),
    "whole": Type(_whole, "a whole number", {"type": "integer"}),
    "number": Type(_number, "a number", {"type": "number"}),
    "flag": Type(_flag, "true or false", {"type": "boolean"}),
    "grid": Type(
        _grid,
        "a grid: cells in one string, rows joined by /, or a list of rows",
        {"anyOf": [FILLED, {"type": "array", "items": ROW, "minItems": 1}]},
    ),
    "size": Type(
        _size,
        "a size: n or [height, width]",
        {
            "anyOf": [
                {"type": "integer"},
                {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2},
            ]
        },
    ),
    "answers": Type(
        _answers,
        "an object whose values are strings",
        {"type": "object", "additionalProperties": {"type": "string"}},
    ),
    "puzzle": Type(
        _puzzle,
        "a puzzle: text in any format, an id, or a JSON Lines object",
        {"anyOf": [FILLED, {"type": "object", "additionalProperties": True}]},
    ),
}


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a request."""

    name: str
    type: str  # a name of TYPES
    doc: str
    _: KW_ONLY
    example: object = None
    default: object = None
    required: bool = False
    least: float | None = None  # of numbers
    most: float | None = None  # of numbers; of texts their length
    choices: tuple[object, ...] = ()
    instead_of: str | None = None  # another field: exactly one of the two is given

    def check(self, value: object) -> object:
        """The value, or AnswerError if it is not such as the field may have."""
        kind = TYPES[self.type]
        if not kind.fits(value):
            raise wrong_shape(f"{self.name}: expected {kind.expected}, found {shown(value)}")
        if self.choices and value not in self.choices:
            expected = ", ".join(map(str, self.choices))
            raise wrong_shape(f"{self.name}: expected one of {expected}, found {shown(value)}")
        if self.type == "whole":
            value = int(value)  # type: ignore[call-overload]
        if self.type == "size":
            value = [*map(int, value)] if isinstance(value, list) else int(value)  # type: ignore[call-overload]
        if self.type in ("whole", "number"):  # a size is checked by those who make it
            self._check_bounds(value)  # type: ignore[arg-type]
        if isinstance(value, str) and self.most is not None and len(value) > self.most:
            expected = f"at most {self.most:,.0f} characters"
            raise wrong_shape(f"{self.name}: expected {expected}, found {len(value):,}")
        return value

    def _check_bounds(self, value: float) -> None:
        low = self.least is not None and value < self.least
        high = self.most is not None and value > self.most
        if low or high:
            if self.least is not None and self.most is not None:
                bounds = f"a number from {self.least:g} to {self.most:g}"
            elif self.least is not None:
                bounds = f"at least {self.least:g}"
            else:
                bounds = f"at most {self.most:g}"
            raise wrong_shape(f"{self.name}: expected {bounds}, found {shown(value)}")

    def schema(self) -> Json:
        """The field in words of JSON Schema."""
        schema: Json = dict(TYPES[self.type].schema)
        length = self.type in ("text", "base64")
        highest = "maxLength" if length else "maximum"
        for word, bound in (("minimum", self.least), (highest, self.most)):
            if bound is not None:
                schema = _bounded(schema, word, bound)
        if self.choices:
            schema["enum"] = list(self.choices)
        if not self.required:
            schema = _or_null(schema)
        schema["description"] = self.doc
        if self.default is not None:
            schema["default"] = self.default
        if self.example is not None:
            schema["examples"] = [self.example]
        return schema


def flag(name: str, doc: str) -> Field:
    """A field that is false unless it is given."""
    return Field(name, "flag", doc, default=False)


def share(name: str, doc: str) -> Field:
    """A field for a number from 0 to 1."""
    return Field(name, "number", doc, least=0, most=1)


def _bounded(schema: Json, word: str, bound: float) -> Json:
    """The same schema with a bound, which is one for every number of a size."""
    if "anyOf" in schema:
        choices: list[Json] = schema["anyOf"]  # type: ignore[assignment]
        return schema | {"anyOf": [_bounded(each, word, bound) for each in choices]}
    if "items" in schema:
        return schema | {"items": _bounded(schema["items"], word, bound)}  # type: ignore[arg-type]
    return schema | {word: bound}


def _or_null(schema: Json) -> Json:
    if "anyOf" in schema:
        return schema | {"anyOf": [*schema["anyOf"], {"type": "null"}]}  # type: ignore[misc]
    if "enum" in schema:
        schema = schema | {"enum": [*schema["enum"], None]}  # type: ignore[misc]
    return schema | {"type": [schema["type"], "null"]}


class Request:
    """A request: every field checked, defaults filled in, each read by its type."""

    __slots__ = ("_values",)

    def __init__(self, values: Mapping[str, object]) -> None:
        self._values = values

    def has(self, name: str) -> bool:
        return self._values[name] is not None

    def value(self, name: str) -> object:
        return self._values[name]

    def text(self, name: str) -> str:
        value = self._values[name]
        assert isinstance(value, str)
        return value

    def text_or_none(self, name: str) -> str | None:
        return self.text(name) if self.has(name) else None

    def whole(self, name: str) -> int:
        value = self._values[name]
        assert isinstance(value, int)
        return value

    def whole_or_none(self, name: str) -> int | None:
        return self.whole(name) if self.has(name) else None

    def number(self, name: str) -> float:
        value = self._values[name]
        assert isinstance(value, int | float)
        return float(value)

    def flag(self, name: str) -> bool:
        return bool(self._values[name])

    def grid(self, name: str) -> str | list[str]:
        value = self._values[name]
        assert isinstance(value, str | list)
        return value


def check_request(request: object, fields: Iterable[Field]) -> Request:
    """The values of a request that has these fields and no others."""
    if not isinstance(request, dict):
        raise wrong_shape(f"expected a JSON object, found {shown(request)}")
    known = {field.name: field for field in fields}
    for name in request:
        if name not in known:
            meant = likeliest(name, known) if isinstance(name, str) else None
            hint = f"; did you mean {meant}?" if meant else ""
            expected = f"expected the fields {', '.join(known) or '(none)'}"
            raise wrong_shape(f"{expected}, found {shown(name)}{hint}")
    values: dict[str, object] = {}
    for name, field in known.items():
        value = request.get(name)
        if value is None and field.required:
            raise wrong_shape(f"{name}: expected {TYPES[field.type].expected}, found nothing")
        values[name] = field.default if value is None else field.check(value)
    for name, field in known.items():
        other = field.instead_of
        if other is not None and (values[other] is None) == (values[name] is None):
            found = "neither" if values[name] is None else "both"
            raise wrong_shape(f"expected either {other} or {name}, found {found}")
    return Request(values)


def schema_of(fields: Iterable[Field]) -> Json:
    """The schema of a request with these fields."""
    fields = list(fields)
    schema: Json = {
        "type": "object",
        "properties": {field.name: field.schema() for field in fields},
        "additionalProperties": False,
    }
    for field in fields:
        if field.instead_of is not None:
            schema["oneOf"] = [_given(name) for name in (field.instead_of, field.name)]
    required = [field.name for field in fields if field.required]
    return schema | {"required": required} if required else schema


def _given(name: str) -> Json:
    """The schema of requests that have this field."""
    return {"required": [name], "properties": {name: {"not": {"type": "null"}}}}
