"""The OpenAPI document of the server, written from the fields that check the requests."""

from __future__ import annotations

import json
from collections.abc import Mapping

from nonairo.answers import ANSWERS, answer
from nonairo.answers.base import LIMITED, UNKNOWN, Answer
from nonairo.answers.fields import Json, schema_of
from nonairo.answers.shapes import DEFINED, SHAPES, TEXT, WHOLE
from nonairo.serving.replies import TOO_SLOW

ERROR: Json = {
    "type": "object",
    "properties": {
        "error": {
            "type": "object",
            "properties": {"code": TEXT, "message": TEXT, "line": WHOLE, "column": WHOLE},
            "required": ["code", "message"],
        }
    },
    "required": ["error"],
}
ERRORS = {
    "400": ("bad input: an invalid puzzle, grid or engine", "format", "expected JSON"),
    "403": ("a request from another site", "origin", "expected no request from another site"),
    "408": ("a request that arrived too slowly", "slow", TOO_SLOW),
    "413": ("too large: the request, or the puzzle", "too-large", "expected at most 512 rows"),
    "422": ("wrong shape: fields that are missing, unknown or of another type", "shape",
            "limit: expected a whole number"),
    "429": ("too many requests from this address (only with --rate-limit)", "rate",
            "too many requests from this address; try again in 1 s"),
    "503": ("busy, or the process was lost: try again after Retry-After", "busy",
            "64 requests are waiting already; try again later"),
}  # fmt: skip
COUNTS: Json = {
    "schema": TEXT,
    "example": 'nonairo_requests_total{path="/api/solve",status="200"} 7\n',
}
LISTED = 4  # items of a list in an example
OF_READING = ("400", "403", "429", "503")  # a GET has neither body nor fields


def document(version: str, most_seconds: float) -> Json:
    """The OpenAPI document of a server."""
    paths: Json = {f"/api/{name}": _path(each, most_seconds) for name, each in ANSWERS.items()}
    paths["/health"] = {
        "get": {
            "operationId": "health",
            "summary": "Test every process with a known question; report whether all are right.",
            "responses": _health_responses(version),
        }
    }
    paths["/ready"] = {
        "get": {
            "operationId": "ready",
            "summary": "Ask one process a known question; report whether to send requests here.",
            "responses": _ready_responses(),
        }
    }
    paths["/metrics"] = {
        "get": {
            "operationId": "metrics",
            "summary": "Counts of all processes in the text format of Prometheus.",
            "responses": _responses({}, {}, ("400", "403"))
            | {"200": {"description": "the counts", "content": {"text/plain": COUNTS}}},
        }
    }
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Nonairo",
            "version": version,
            "summary": "Solve, check, explain, grade, make and convert grid puzzles.",
            "license": {"name": "MIT"},
        },
        "paths": paths,
        "components": {"schemas": {"Error": ERROR, **_components(SHAPES)}},
    }


def _path(found: Answer, most_seconds: float) -> Json:
    operation: Json = {
        "operationId": found.name,
        "summary": found.summary,
        "responses": _responses(
            _components(result_schema(found)),
            example_of(found),
            tuple(ERRORS) if found.fields else OF_READING,
        ),
    }
    if not found.fields:
        return {"get": operation}
    operation["requestBody"] = {
        "required": True,
        "content": {
            "application/json": {
                "schema": schema_of(found.all_fields(most_seconds)),
                "examples": {"small": {"value": found.example}},
            }
        },
    }
    return {"post": operation}


def method_of(found: Answer) -> str:
    """How HTTP asks for an answer: one that takes nothing is only read."""
    return "POST" if found.fields else "GET"


def result_schema(found: Answer) -> Json:
    """What an answer gives, whole or cut short; or `unknown` and no more."""
    given: Json = {"type": "object", "properties": LIMITED | found.gives}
    given |= {"required": list(found.always)} if found.always else {}
    return {"anyOf": [given, UNKNOWN]}


def example_of(found: Answer) -> Json:
    """What the example of a request is answered; of long lists the beginning."""
    given = found.answered or answer(found.name, found.example or {})
    if isinstance(stats := given.get("stats"), dict):
        stats["seconds"] = 0.0001  # whatever it was this time
    return {
        name: value[:LISTED] if isinstance(value, list) else value for name, value in given.items()
    }


def _components(schema: Mapping[str, object]) -> Json:
    """The schema with the names that its shapes have in this document."""
    text = json.dumps(schema).replace(DEFINED, "#/components/schemas/")
    renamed: Json = json.loads(text)
    return renamed


def _health_responses(version: str) -> dict[str, Json]:
    """Both answers have one shape; 503 says that some process is replaced."""
    schema: Json = {
        "type": "object",
        "properties": {"status": TEXT, "version": TEXT, "wrong": WHOLE, "waiting": WHOLE},
        "required": ["status", "version", "wrong"],
    }
    example: Json = {"status": "ok", "version": version, "wrong": 0, "waiting": 0}
    responses = _responses(schema, example, ("400", "403"))
    description = "a process gave a wrong answer, hung or ended, and is being replaced"
    wrong = example | {"status": "wrong", "wrong": 1}
    return responses | {"503": _response(description, schema, wrong)}


def _ready_responses() -> dict[str, Json]:
    schema: Json = {
        "type": "object",
        "properties": {"status": TEXT, "reason": TEXT},
        "required": ["status"],
    }
    responses = _responses(schema, {"status": "ready"}, ("400", "403"))
    example: Json = {"status": "not ready", "reason": "the server is closing"}
    return responses | {"503": _response("send requests elsewhere", schema, example)}


def _responses(schema: Json, example: Json, errors: tuple[str, ...]) -> dict[str, Json]:
    responses = {"200": _response("the answer", schema, example)}
    for status in errors:
        meaning, code, message = ERRORS[status]
        error: Json = {"error": {"code": code, "message": message}}
        responses[status] = _response(meaning, {"$ref": "#/components/schemas/Error"}, error)
        if status in ("429", "503"):
            retry = {"description": "seconds", "schema": WHOLE}
            responses[status]["headers"] = {"Retry-After": retry}
    return responses


def _response(description: str, schema: Json, example: Json) -> Json:
    content = {"application/json": {"schema": schema, "example": example}}
    return {"description": description, "content": content}
