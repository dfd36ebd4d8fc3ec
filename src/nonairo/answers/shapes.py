"""JSON Schemas of what answers contain: steps, trees, violations, events, puzzles as records.

Schemas name each other by `$ref`; `standalone` adds those that one needs, and the document of the
server lists all of them as its components. `python docs/make_schemas.py` publishes them.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.answers.fields import Json

TEXT: Json = {"type": "string"}
WHOLE: Json = {"type": "integer"}
NUMBER: Json = {"type": "number"}
FLAG: Json = {"type": "boolean"}
CELLS: Json = {
    "type": "string",
    "description": "all cells, row after row; `.` is unknown",
}
ID: Json = {"description": "the record's own id where it has one, else the one-line id"}
DEFINED = "#/$defs/"


def nullable(schema: Json) -> Json:
    """This, or null."""
    if "type" not in schema:
        return {"anyOf": [schema, {"type": "null"}]}
    return schema | {"type": [schema["type"], "null"]}


def listed(schema: Json) -> Json:
    """A list of such."""
    return {"type": "array", "items": schema}


def shape(name: str) -> Json:
    """One of SHAPES."""
    return {"$ref": f"{DEFINED}{name}"}


def _object(properties: Json, required: str | None = None, description: str = "") -> Json:
    """An object; all its properties are required unless some are named."""
    names = list(properties) if required is None else required.split()
    made: Json = {"type": "object", "properties": properties, "required": names}
    return made | ({"description": description} if description else {})


def _items(*schemas: Json, description: str) -> Json:
    """A list with just these items."""
    return {
        "type": "array",
        "prefixItems": list(schemas),
        "minItems": len(schemas),
        "maxItems": len(schemas),
        "description": description,
    }


INDEX: Json = {"type": "integer", "minimum": 0}
SYMBOL: Json = {"type": "string", "minLength": 1, "maxLength": 1}
CLUES: Json = listed(
    listed({"anyOf": [INDEX, _items(INDEX, TEXT, description="length and colour of a block")]})
)
SHAPES: dict[str, Json] = {
    "Cell": _items(INDEX, INDEX, description="row and column, from 0"),
    "Change": _items(INDEX, INDEX, SYMBOL, description="row and column, from 0, and a symbol"),
    "Place": {
        "description": "a line (its name and number, from 0) or a cell (row and column)",
        "anyOf": [
            _items(TEXT, INDEX, description="such as row 2 or column 0"),
            shape("Cell"),
        ],
    },
    "Broken": _object(
        {
            "rule": TEXT,
            "places": listed(shape("Place")),
            "cells": listed(shape("Cell")),
            "text": TEXT,
        },
        description="a rule that is broken, and by which cells",
    ),
    "Tree": _object(
        {
            "suppose": {"anyOf": [shape("Change"), {"type": "null"}]},
            "steps": listed(shape("Step")),
            "ends": {"anyOf": [shape("Broken"), {"type": "null"}]},
            "cases": listed(shape("Tree")),
            "left_out": INDEX,
        },
        "suppose steps ends cases",
        description="what is supposed, what follows, and how it ends; `left_out` counts the cases "
        "of a tree that is too large to list",
    ),
    "Step": _object(
        {
            "technique": TEXT,
            "level": {"type": "integer", "minimum": 1, "maximum": 8},
            "score": NUMBER,
            "place": {"anyOf": [shape("Place"), {"type": "null"}]},
            "premises": _object(
                {
                    "cells": listed(shape("Cell")),
                    "clues": listed(INDEX),
                    "lines": listed(shape("Place")),
                },
                description="the cells, the blocks of the line's clue and the lines that are used",
            ),
            "effects": listed(shape("Change")),
            "numbers": {
                "type": "object",
                "additionalProperties": {"type": ["integer", "boolean"]},
            },
            "roles": {"type": "object", "additionalProperties": listed(shape("Cell"))},
            "text": TEXT,
            "tree": shape("Tree"),
            "shown": shape("Tree"),
            "excludes": listed(shape("Change")),
            "excluded": listed(shape("Change")),
        },
        "technique level score place premises effects numbers roles text",
        description="one deduction: a technique, its reason, the cells it uses and decides; `tree` "
        "uses only cells that are needed, and `shown`, if there is one, is how it is followed in "
        "the grid",
    ),
    "Violation": _object(
        {"rule": TEXT, "place": shape("Place"), "cells": listed(shape("Cell")), "message": TEXT}
    ),
    "Event": _object(
        {
            "kind": TEXT
            | {
                "enum": [
                    "visit", "place", "deduce", "successor", "reject", "undo", "round", "goal",
                    "solution",
                ]
            },
            "step": INDEX,
            "depth": INDEX,
            "place": shape("Place"),
            "cells": listed(shape("Change")),
            "valid": FLAG,
            "criterion": TEXT,
            "unknowns": INDEX,
            "values": _items(INDEX, INDEX, description="how many values a line had and has"),
            "dropped": listed(TEXT),
            "line": WHOLE,
            "at": _items(INDEX, WHOLE, description="program and line of the plain text"),
            "counted": {"type": "object"},
        },
        "kind step depth",
        description="one thing that happened in a search",
    ),
    "Stats": _object(
        {
            "nodes": INDEX,
            "backtracks": INDEX,
            "seconds": NUMBER,
            "counters": {"type": "object", "additionalProperties": NUMBER},
        }
    ),
    "Quad": listed(_items(NUMBER, NUMBER, description="x and y, in pixels of the picture")),
    "Reading": _object(
        {
            "status": TEXT | {"enum": ["sure", "doubtful", "failed"]},
            "puzzle": nullable(TEXT),
            "kind": nullable(TEXT),
            "height": nullable(INDEX),
            "width": nullable(INDEX),
            "confidence": NUMBER,
            "why": nullable(TEXT),
            "changes": listed(
                _object(
                    {
                        "name": TEXT,
                        "was": TEXT,
                        "now": TEXT,
                        "probability": NUMBER,
                        "quad": nullable(shape("Quad")),
                    },
                    description="a place that the solver corrected",
                )
            ),
            "doubts": listed(
                _object(
                    {
                        "name": TEXT,
                        "candidates": listed(
                            _items(TEXT, NUMBER, description="a value and its probability")
                        ),
                        "quad": nullable(shape("Quad")),
                    },
                    description="a place that is not sure",
                )
            ),
            "entries": nullable(CELLS),
            "corners": shape("Quad"),
            "number": INDEX,
            "of": INDEX,
        },
        description="a puzzle that was read from a picture",
    ),
    "Record": _object(
        {
            "id": {"type": ["string", "integer", "null"]},
            "kind": TEXT,
            "height": INDEX,
            "width": INDEX,
            "grid": CELLS,
            "rules": TEXT,
            "rows": {"anyOf": [CLUES, listed(nullable(INDEX))]},
            "cols": {"anyOf": [CLUES, listed(nullable(INDEX))]},
            "solution": nullable(CELLS),
            "title": nullable(TEXT),
            "author": nullable(TEXT),
            "source": nullable(TEXT),
            "licence": nullable(TEXT),
        },
        "kind",
        description="a puzzle: one line of a JSON Lines file",
    ),
}  # fmt: skip


def standalone(schema: Json) -> Json:
    """The schema with the definitions of all shapes that it names, directly or not."""
    wanted: dict[str, Json] = {}
    waiting = [*_names(schema)]
    while waiting:
        name = waiting.pop()
        if name not in wanted:
            wanted[name] = SHAPES[name]
            waiting += _names(SHAPES[name])
    return schema | ({"$defs": {name: wanted[name] for name in sorted(wanted)}} if wanted else {})


def _names(schema: object) -> Iterator[str]:
    if isinstance(schema, dict):
        reference = schema.get("$ref")
        if isinstance(reference, str) and reference.startswith(DEFINED):
            yield reference.removeprefix(DEFINED)
        for value in schema.values():
            yield from _names(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from _names(value)
