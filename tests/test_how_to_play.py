"""The rules of each kind: the command prints them, and the page of the rules has the same."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import nonairo as nn
from nonairo.cli import main

PAGE = Path(__file__).parents[1] / "docs" / "rules.md"
EXPLAINED = [name for name, kind in nn.KINDS.items() if kind.how_to_play]


def test_the_bundled_kinds_are_explained_in_three_sentences() -> None:
    assert {"binairo", "nonogram", "kakurasu", "trinairo"} <= set(EXPLAINED)
    assert all(len(nn.KINDS[name].how_to_play) == 3 for name in EXPLAINED)


@pytest.mark.parametrize("name", EXPLAINED)
def test_command_and_page_have_the_same_rules(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", name]) == 0
    printed, page = capsys.readouterr().out, PAGE.read_text(encoding="utf-8")
    for sentence in nn.KINDS[name].how_to_play:
        assert f"- {sentence}\n" in printed
        assert f"- {sentence}\n" in page
    assert "Solution:" in printed


def test_other_names_are_known_and_mistyped_ones_get_a_suggestion(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["rules", "Picross", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["kind"] == "nonogram"
    solution = nn.Grid.flat(5, 5, record["solution"])
    assert nn.solve(record["example"]).solution == solution
    assert main(["rules", "kakuro"]) == 2
    assert "did you mean kakurasu?" in capsys.readouterr().err


def test_without_a_name_all_kinds_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules"]) == 0
    printed = capsys.readouterr().out
    assert all(name.capitalize() in printed for name in nn.KINDS)
