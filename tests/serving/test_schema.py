"""Requests made up from the OpenAPI document, right and wrong, sent to a real server."""

from __future__ import annotations

import json
from typing import Any

import pytest
import schemathesis
from jsonschema_rs import validator_for
from schemathesis.specs.openapi.checks import positive_data_acceptance

from nonairo import __version__
from nonairo.answers import ANSWERS, AnswerError, answer
from nonairo.answers.base import unknown
from nonairo.answers.errors import BAD_SHAPE
from nonairo.answers.fields import schema_of
from nonairo.answers.shapes import standalone
from nonairo.serving.openapi import document, result_schema
from nonairo.serving.requests import SPENT
from servers import EASY, Server

SECONDS = 2  # what the server of the tests allows
REFUSALS = {"negative_data_rejection": {"expected-statuses": ["400", "405", "413", "422"]}}
SCHEMA = schemathesis.openapi.from_dict(
    document(__version__, SECONDS), config=schemathesis.Config.from_dict({"checks": REFUSALS})
)


@SCHEMA.parametrize()
def test_made_up_requests_are_answered(case: schemathesis.Case[Any], server: Server) -> None:
    # Which texts are puzzles no schema tells: what fits it may still be refused.
    untold: list[Any] = [positive_data_acceptance]
    given = case.call_and_validate(base_url=server.base, excluded_checks=untold)
    assert given.status_code < 500
    if given.status_code == BAD_SHAPE:
        name = case.path.removeprefix("/api/")
        assert not validator_for(schema_of(ANSWERS[name].all_fields(SECONDS))).is_valid(case.body)


REFUSED: list[tuple[str, dict[str, object]]] = [
    ("solve", {"puzzle": EASY, "format": ""}),
    ("solve", {"puzzle": EASY, "engine": ""}),
    ("solve", {"puzzle": EASY, "puzzle_base64": "MS4vLi4="}),
    ("solve", {}),
    ("solve", {"puzzle": None}),
    ("solve", {"puzzle": ""}),
    ("solve", {"puzzle_base64": ""}),
    ("solve", {"puzzle_base64": "MS4vLi4"}),
    ("solve", {"puzzle_base64": "M?=="}),
    ("convert", {"puzzle": EASY, "to": ""}),
    ("check", {"puzzle": EASY, "grid": ""}),
    ("check", {"puzzle": EASY, "grid": []}),
    ("generate", {"kind": "", "size": 6}),
    ("generate", {"kind": "binairo", "size": 101}),
    ("generate", {"kind": "binairo", "size": [6, 0]}),
    ("generate", {"kind": "nonogram", "text": ""}),
    ("generate", {"kind": "nonogram", "size": 6, "rules": ""}),
]
ACCEPTED: list[tuple[str, dict[str, object]]] = [
    ("solve", {"puzzle": EASY, "puzzle_base64": None, "format": None}),
    ("solve", {"puzzle": None, "puzzle_base64": "MS4v\n Li4 =\n"}),
    ("generate", {"kind": "nonogram", "size": [6, 6], "seed": 1}),
]


@pytest.mark.parametrize(("name", "request_"), REFUSED)
def test_what_is_always_refused_does_not_fit_the_document(
    name: str, request_: dict[str, object]
) -> None:
    with pytest.raises(AnswerError):
        answer(name, request_)
    assert not validator_for(schema_of(ANSWERS[name].all_fields())).is_valid(request_)


@pytest.mark.parametrize(("name", "request_"), ACCEPTED)
def test_what_fits_the_document_is_accepted(name: str, request_: dict[str, object]) -> None:
    validator_for(schema_of(ANSWERS[name].all_fields())).validate(request_)
    assert answer(name, request_)


def test_the_document_is_the_one_that_is_served(server: Server) -> None:
    assert server.send("/openapi.json").json == document(__version__, SECONDS)


@pytest.mark.parametrize("name", [*ANSWERS])
def test_examples_and_answers_fit_the_document(name: str) -> None:
    found = ANSWERS[name]
    if found.fields:
        validator_for(schema_of(found.all_fields())).validate(found.example)
        assert all(field.doc.endswith(".") for field in found.fields)
    validator_for(standalone(result_schema(found))).validate(answer(name, found.example or {}))


@pytest.mark.parametrize("name", [*ANSWERS])
def test_what_is_said_when_a_limit_came_first_fits_the_document(name: str) -> None:
    fits = validator_for(standalone(result_schema(ANSWERS[name])))
    for limit, spent in SPENT.items():
        fits.validate(json.loads(spent.body))
        fits.validate(unknown("it came first", limit))
    if ANSWERS[name].always:
        assert not fits.is_valid({"status": "unknown"})
        assert not fits.is_valid({})


def test_every_operation_has_examples() -> None:
    whole: Any = document(__version__, SECONDS)
    paths = whole["paths"]
    for path, methods in paths.items():
        for method, operation in methods.items():
            content = operation["responses"]["200"]["content"]
            assert content.keys() == {"text/plain" if path == "/metrics" else "application/json"}
            (reply,) = content.values()
            validator_for(reply["schema"] | {"components": whole["components"]}).validate(
                reply["example"]
            )
            assert method == "get" or "requestBody" in operation, path
            assert operation["summary"].endswith("."), path
