"""The published JSON Schemas: current, and true of what commands and answers print."""

from __future__ import annotations

import json
import runpy
from pathlib import Path
from typing import Any

import pytest
from jsonschema_rs import validator_for

import nonairo as nn
from commands import Output, run
from nonairo.kinds import KINDS
from nonairo.results import check_to_json

DOCS = Path(__file__).parents[1] / "docs"
FOLDER = DOCS / "schemas"
SEVERAL, NONE = "binairo:..../..../..../....", "binairo:000./..../..../...."
HARD = nn.generate_binairo(6, level=6, seed=3)
PUZZLES = {name: nn.generate(name, 6, seed=1) for name in sorted(KINDS)}
PUZZLES |= {"signs": nn.generate("binairo", 6, seed=1, rules="no-distinct"), "hard": HARD}


def closed(schema: Any) -> Any:
    """The schema, refusing every name that it does not list: nothing may be left unsaid."""
    if isinstance(schema, list):
        return [closed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    made = {name: closed(value) for name, value in schema.items()}
    if isinstance(made.get("properties"), dict) and "additionalProperties" not in made:
        made["additionalProperties"] = False
    return made


def fits(name: str, value: object) -> None:
    schema = json.loads((FOLDER / f"{name}.json").read_text())
    validator_for(schema).validate(value)
    validator_for(closed(schema)).validate(value)


def test_the_files_are_current() -> None:
    made = runpy.run_path(str(DOCS / "make_schemas.py"))["texts"]()
    kept = {path.name: path.read_text() for path in FOLDER.iterdir()}
    assert kept == made, "run python docs/make_schemas.py"


@pytest.mark.parametrize("name", sorted(PUZZLES))
def test_what_python_returns_fits_its_schema(name: str) -> None:
    puzzle = PUZZLES[name]
    fits("solve", nn.solve(puzzle).to_json())
    fits("count", nn.count(puzzle).to_json())
    fits("grade", nn.grade(puzzle, spread=True).to_json())
    explanation = nn.explain(puzzle)
    fits("explain", explanation.to_json())
    for step in explanation.steps:
        fits("step", step.to_json())
    hint = {"id": puzzle.id} | nn.hint(puzzle).to_json()
    fits("hint", hint)
    for event in [*nn.trace(puzzle, "guess")][:50]:
        fits("event", event.to_json())
    wrong = "".join(puzzle.symbols[0] for _ in puzzle.givens.cells)
    grid = nn.Grid.parse(
        "/".join(wrong[k : k + puzzle.width] for k in range(0, len(wrong), puzzle.width))
    )
    violations = nn.check(puzzle, grid)
    fits("check", check_to_json(puzzle, grid, violations))
    for violation in violations:
        fits("violation", violation.to_json())


def test_several_solutions_and_none_fit_too() -> None:
    for puzzle in (
        "binairo:..../..../..../....",
        "binairo:000./..../..../....",
        "nonogram:1/1;1/1",
    ):
        fits("solve", nn.solve(puzzle).to_json())
        fits("grade", nn.grade(puzzle).to_json())
        fits("explain", nn.explain(puzzle).to_json())
        if puzzle != NONE:
            fits("repair", nn.repair(puzzle).to_json())


def test_lines_of_files_fit_their_schemas(tmp_path: Path, capsys: Output) -> None:
    schema = validator_for(json.loads((FOLDER / "record.json").read_text()))
    for puzzle in PUZZLES.values():
        schema.validate(json.loads(nn.dumps(puzzle, "jsonl")))
    file, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    file.write_text("".join(nn.dumps(puzzle, "jsonl") for puzzle in PUZZLES.values()))
    batch = validator_for(json.loads((FOLDER / "batch.json").read_text()))
    for task in ("solve", "grade"):
        assert run(capsys, "batch", str(file), "-o", str(out), "--task", task)[0] == 0
        for line in out.read_text().splitlines():
            batch.validate(json.loads(line))
        out.unlink()


def test_what_does_not_fit_is_noticed() -> None:
    schema = validator_for(json.loads((FOLDER / "step.json").read_text()))
    step = nn.explain(HARD).steps[0].to_json()
    assert schema.is_valid(step)
    for name in ("technique", "premises", "effects"):
        assert not schema.is_valid({key: value for key, value in step.items() if key != name})
    assert not schema.is_valid(step | {"effects": [[0, 0]]})
