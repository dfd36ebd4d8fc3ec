"""`generate --workers`: the same puzzles, in the same order, made elsewhere."""

from __future__ import annotations

from contextlib import closing

import pytest
from poison import die_for

from commands import Output, run
from nonairo.cli.generate import from_seeds
from nonairo.errors import EngineError


def test_workers_make_the_same_puzzles(capsys: Output) -> None:
    words = ["generate", "binairo", "6", "--count", "7", "--seed", "5", "--to", "id"]
    alone = run(capsys, *words)
    assert run(capsys, *words, "--workers", "2") == alone
    assert alone[0] == 0


def test_limits_are_told_as_without_workers(capsys: Output) -> None:
    words = ["generate", "binairo", "10", "--level", "7", "--count", "2", "--budget", "1"]
    words += ["--seed", "1", "--to", "id"]
    alone = run(capsys, *words)
    assert alone[0] == 3
    assert run(capsys, *words, "--workers", "1") == alone


def test_a_seed_that_kills_its_worker_is_named() -> None:
    with closing(from_seeds(die_for, [1, 13], 1)) as made:
        assert next(made) == 1  # type: ignore[comparison-overlap]
        with pytest.raises(EngineError, match="seed 13: its worker was ended by SIGKILL, twice"):
            next(made)
