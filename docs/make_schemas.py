"""Publish the JSON Schemas of records, steps and answers, from those that check them."""

import json
from pathlib import Path

from nonairo.answers import ANSWERS
from nonairo.answers.fields import Json
from nonairo.answers.shapes import SHAPES, TEXT, shape, standalone
from nonairo.serving.openapi import result_schema

FOLDER = Path(__file__).parent / "schemas"
DRAFT = "https://json-schema.org/draft/2020-12/schema"
# The tasks of `batch`.
TASKS = ("solve", "grade", "count", "explain")
SINGLE = {"record": "Record", "step": "Step", "event": "Event", "violation": "Violation"}


def schemas() -> dict[str, Json]:
    """All schemas, by the name of their file."""
    made = {
        name: titled(name, standalone(SHAPES[defined]), str(SHAPES[defined].get("description", "")))
        for name, defined in SINGLE.items()
    }
    for name, found in ANSWERS.items():
        made[name] = titled(name, standalone(result_schema(found)), found.summary)
    results: Json = {"anyOf": [result_schema(ANSWERS[name]) for name in TASKS]}
    answered: Json = {
        "allOf": [shape("Record")],
        "properties": {"status": TEXT, "result": results},
        "required": ["status", "result"],
    }
    made["batch"] = titled("batch", standalone(answered), "One line of the output of `batch`.")
    return made


def titled(name: str, schema: Json, description: str) -> Json:
    """The schema with what says which it is."""
    return {"$schema": DRAFT, "title": f"Nonairo: {name}", "description": description} | schema


def texts() -> dict[str, str]:
    """The files and what is in them."""
    return {
        f"{name}.json": json.dumps(schema, indent=1, ensure_ascii=False) + "\n"
        for name, schema in schemas().items()
    }


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, text in texts().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
