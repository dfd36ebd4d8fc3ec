"""The rules of each kind: the command prints them, and the page of the rules has the same."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import nonairo as nn
from commands import Output, run
from nonairo.cli import main
from nonairo.kinds.binairo import RULES as RULES_OF_BINAIRO

PAGE = Path(__file__).parents[1] / "docs" / "rules.md"
RULES = [(name, rule) for name, kind in nn.KINDS.items() for rule in kind.rule_examples or ()]


def test_the_bundled_kinds_are_explained_in_three_sentences() -> None:
    assert {name: len(kind.how_to_play) for name, kind in nn.KINDS.items()} == dict.fromkeys(
        nn.KINDS, 3
    )


@pytest.mark.parametrize(("name", "rule"), RULES)
def test_every_rule_is_explained_with_an_example(
    name: str, rule: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", rule, "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert (record["kind"], record["rules"]) == (name, rule)
    assert record["how_to_play"][-1].startswith(f"Rule {rule}: ")
    result = nn.solve(record["example"])
    assert (result.status, result.puzzle.rules) == ("unique", rule)
    assert record["solution"] == str(result.solution).replace("\n", "")


def test_a_rule_replaces_the_sentence_that_it_contradicts(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name, gone in (
        ("tango", "No two rows are the same"),
        ("unruly", "No two rows are the same"),
        ("odd-more-ones", "the same number of 0s and 1s"),
    ):
        assert main(["rules", name]) == 0
        assert gone not in capsys.readouterr().out
    assert main(["rules", "tango", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert "both sides of x are different" in record["how_to_play"][-1]
    result = nn.solve(record["example"])
    assert (result.status, result.puzzle.rules) == ("unique", "no-distinct")
    assert ";" in record["example"]


def test_every_rule_of_a_binairo_has_an_example() -> None:
    assert {rule for name, rule in RULES if name == "binairo"} == {*RULES_OF_BINAIRO} - {"standard"}


@pytest.mark.parametrize("name", nn.KINDS)
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


def test_rules_name_the_variants_and_are_headed_as_asked(capsys: Output) -> None:
    _, out, _ = run(capsys, "rules")
    last = " ".join(out.splitlines()[-2:])
    for name in ("tango", "unruly", "regions", "diagonals", "odd-more-ones", "colours"):
        assert name in last, name
    assert run(capsys, "rules", "tango")[1].startswith("Tango (a Binairo, no-distinct)\n")
    assert run(capsys, "rules", "unruly")[1].startswith("Unruly (a Binairo, no-distinct)\n")
    assert run(capsys, "rules", "picross")[1].startswith("Nonogram (also Hanjie")
