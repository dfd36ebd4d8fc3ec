"""Every public function, called wrongly, without time, and with results that are sent elsewhere."""

from __future__ import annotations

import copy
import errno
import inspect
import pickle
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import numpy
import pyarrow
import pytest

import nonairo as nn
from nonairo.cli import COMMANDS, main
from nonairo.cli.parsing import Parser, seconds

SMALL = "binairo:0./.."
PICTURE = Path(__file__).parents[1] / "examples" / "screenshot.png"
TABLE = pyarrow.table({"kind": ["binairo"], "grid": ["0..."]})

CALLS: dict[str, dict[str, object]] = {
    "binairo": {"rows": ["01", "10"]},
    "check": {"puzzle": SMALL, "grid": "...."},
    "compare": {"puzzles": SMALL, "engines": ["walk"]},
    "count": {"puzzle": SMALL},
    "draw": {"puzzle": SMALL, "path": "small.svg"},
    "dumpb": {"puzzles": SMALL},
    "dumps": {"puzzles": SMALL},
    "explain": {"puzzle": SMALL},
    "gallery": {"name": "heart"},
    "generate": {"kind": "binairo", "size": 4, "seed": 1},
    "generate_binairo": {"size": 4, "seed": 1},
    "generate_nonogram": {"size": 4, "seed": 1},
    "grade": {"puzzle": SMALL},
    "hint": {"puzzle": SMALL},
    "is_unique": {"puzzle": SMALL},
    "load": {"path": "small.txt"},
    "loads": {"text": SMALL},
    "losses": {"puzzle": SMALL, "format": "id"},
    "nonogram": {"rows": [[1]], "cols": [[1]]},
    "parse": {"text": SMALL},
    "play": {"puzzle": SMALL},
    "practise": {"technique": "pair", "size": 4, "seed": 1},
    "prove": {"puzzle": SMALL, "path": "another"},
    "read_picture": {"picture": PICTURE},
    "repair": {"puzzle": SMALL},
    "save": {"puzzles": SMALL, "path": "saved.txt"},
    "scan": {"path": "small.txt"},
    "solutions": {"puzzle": SMALL},
    "solve": {"puzzle": SMALL, "engine": "walk"},
    "solve_batch": {"kind": "binairo", "height": 2, "width": 2, "cells": b"0..."},
    "solve_frame": {"table": TABLE},
    "solve_many": {"puzzles": [SMALL]},
    "trace": {"puzzle": SMALL},
    "trinairo": {"rows": ["...", "...", "..."]},
    "verify": {"puzzle": SMALL, "path": "proof"},
    "watch": {"puzzle": SMALL, "engine": "walk"},
}
OPTIONS = {"generate": ("minimal", "signs", "budget", "time_limit", "density", "image", "nothing")}
WRONG: tuple[object, ...] = (
    *(None, -1, 1.5, float("nan"), 10**400, 1j, True, "x", "\0", b"x", [1], [[None]], {}),
    *({"a": 1}, (1, 2, 3), object(), len, int, numpy.zeros(3), numpy.float32(1.5), iter([1])),
)


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("small.txt").write_text(f"{SMALL}\n")


def _called(name: str, /, **changed: object) -> object:
    """What a call gives, the first of it if it is a stream."""
    answer = getattr(nn, name)(**CALLS[name] | changed)
    return list(islice(answer, 9)) if isinstance(answer, Iterator) else answer


def test_every_public_function_is_called_here() -> None:
    functions = {name for name in nn.__all__ if inspect.isfunction(getattr(nn, name))}
    assert functions == CALLS.keys()


@pytest.mark.parametrize("name", CALLS)
def test_whatever_is_passed_raises_nothing_but_our_errors(name: str) -> None:
    if name == "verify":
        nn.prove(SMALL, "proof")
    parameters = inspect.signature(getattr(nn, name)).parameters
    names = [each for each in parameters if each != "options"]
    limits = {"time_limit": 0.2} if "time_limit" in parameters else {}
    for parameter in (*names, *OPTIONS.get(name, ())):
        for wrong in WRONG:
            if parameter == "observer" and callable(wrong):
                continue  # what it raises is its own
            try:
                _called(name, **limits | {parameter: wrong})
            except nn.NonairoError as error:
                message = str(error)  # which may take a value apart that it shows
                if "\n" in message:
                    pytest.fail(f"{name}({parameter}={wrong!r}): {message}")
            except Exception as error:
                pytest.fail(f"{name}({parameter}={wrong!r}): {error!r}")


MESSAGES: list[tuple[Callable[[], object], str]] = [
    (lambda: nn.compare(SMALL, seed=None), "a whole number as seed, found None"),  # type: ignore[arg-type]
    (lambda: nn.compare(SMALL, seed=1.5), "a whole number as seed, found 1.5"),  # type: ignore[arg-type]
    (lambda: nn.compare(SMALL, engines=[1]), "the name of an engine, found 1"),  # type: ignore[list-item]
    (lambda: nn.compare(SMALL, engines=b"walk"), "the names of engines, found bytes"),  # type: ignore[arg-type]
    (lambda: nn.compare(SMALL, runs=10**5), "at most 10,000 runs, found 100000"),
    (lambda: nn.grade("binairo:../..", weights=1), "weights as Weights, found 1"),  # type: ignore[arg-type]
    (lambda: nn.solve_many([SMALL], seed="x"), "a whole number as seed, found 'x'"),  # type: ignore[arg-type]
    (lambda: nn.solve_many([SMALL], engine=5), "the name of an engine, found 5"),  # type: ignore[arg-type]
    (lambda: nn.solve(SMALL, observer=5), "a function as observer, found 5"),  # type: ignore[arg-type]
    (lambda: nn.prove(SMALL, None), "the name of a file, found None"),  # type: ignore[arg-type]
    (lambda: nn.verify(SMALL, 5), "the name of a file, found 5"),  # type: ignore[arg-type]
    (lambda: nn.practise(["pair"]), "a technique (nonairo techniques lists them), found list"),  # type: ignore[arg-type]
    (lambda: nn.explain(SMALL, path=[]), "a path (easiest, shortest), found list"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("call", "message"), MESSAGES)
def test_what_was_wrong_is_named(call: Callable[[], object], message: str) -> None:
    with pytest.raises(nn.NonairoError) as refused:
        call()
    assert str(refused.value) == f"expected {message}"


# What every function with a limit of time answers when it has no time at all.
UNKNOWN: dict[str, Callable[[Any], object]] = {
    "solve": lambda result: (
        (result.status, result.solutions, result.limit) == ("unknown", [], "time")
    ),
    "solve_many": lambda results: {result.status for result in results} == {"unknown"},
    "compare": lambda trials: {trial.result.status for trial in trials} == {"unknown"},
    "count": lambda count: (count.value, count.exact, count.limit) == (0, False, "time"),
    "explain": lambda told: (told.steps, told.solved, told.reason) == ((), False, "limit"),
    "grade": lambda grade: (grade.level, grade.reason) == (None, "limit"),
    "hint": lambda hint: (hint.kind, hint.step, hint.solutions) == ("limit", None, ()),
    "solve_batch": lambda answer: set(answer[1]) == {255},
    "solve_frame": lambda table: set(table["status"].to_pylist()) == {"unknown"},
    "trace": lambda events: events == [],
}
ASKED = ("0./..", "01/10", "00/..", "../..", "1..0/..../..../....")  # with every status


def _takes_time(name: str) -> bool:
    parameters = inspect.signature(getattr(nn, name)).parameters
    return "time_limit" in parameters or "options" in parameters


@pytest.mark.parametrize("how", ["core", "python"])
@pytest.mark.parametrize("name", [*filter(_takes_time, CALLS)])
def test_no_time_is_no_time(name: str, how: str, request: pytest.FixtureRequest) -> None:
    if name == "verify":
        nn.prove(SMALL, "proof")
    if how == "python":
        request.getfixturevalue("no_core")
    changes: list[dict[str, object]] = [{}]
    if "puzzle" in CALLS[name]:
        changes = [{"puzzle": f"binairo:{rows}"} for rows in ASKED]
    if name == "solve":
        engines = [each for each in nn.ENGINES if each != "groebner"]  # a large extra
        changes = [change | {"engine": engine} for change in changes for engine in engines]
    for change in changes:
        if name in UNKNOWN:
            assert UNKNOWN[name](_called(name, **change, time_limit=0)), change
        else:
            with pytest.raises(nn.LimitReached) as reached:
                _called(name, **change, time_limit=0)
            assert reached.value.limit == "time"


def test_on_the_command_line_no_time_limit_is_0() -> None:
    assert (seconds("0"), seconds("0.0"), seconds("2")) == (None, None, 2)
    assert main(["solve", SMALL, "--time-limit", "0"]) == 0
    asked = 0
    for command in COMMANDS.values():
        parser = Parser()
        command.arguments(parser)
        for action in parser._actions:
            if "--time-limit" in action.option_strings and command.name != "serve":
                assert action.type is seconds, command.name
                asked += 1
    assert asked > 10


def test_a_missing_file_is_a_file_not_found_error() -> None:
    missing: list[tuple[Callable[[], object], str]] = [
        (lambda: nn.load("none.txt"), "none.txt"),
        (lambda: list(nn.scan(Path("none.txt"))), "none.txt"),
        (lambda: nn.save(SMALL, "none/x.txt"), "none/x.txt"),
        (lambda: nn.generate_nonogram(image="none.png"), "none.png"),
        (lambda: nn.verify(SMALL, "none"), "none"),
        (lambda: nn.prove(SMALL, "none/x"), "none/x"),
    ]
    for call, name in missing:
        with pytest.raises(FileNotFoundError) as raised:
            call()
        error = raised.value
        assert isinstance(error, nn.MissingFileError)
        assert isinstance(error, nn.FormatError)
        assert (error.errno, error.filename, error.path) == (errno.ENOENT, name, name)
        assert str(error).startswith(f"{name}: ")
    Path("folder").mkdir()
    with pytest.raises(nn.FormatError) as other:
        nn.load("folder")
    assert not isinstance(other.value, OSError)


def _raised(call: Callable[[], object]) -> Exception:
    with pytest.raises(nn.NonairoError) as raised:
        call()
    return raised.value


def _values() -> Iterator[object]:
    """One of everything that public functions give."""
    yield from (nn.Cell(1, 2), nn.Place("row", 1), nn.Status.UNIQUE, nn.Grid.parse("01/1."))
    yield from (nn.parse(kind.example) for kind in nn.KINDS.values())
    yield nn.parse("nonogram@a=ff0000+b=000000:1a,1b;1a/1b")
    yield from (nn.solve(SMALL), nn.solve(SMALL, "walk"), nn.solve(SMALL).stats, nn.count(SMALL))
    yield from (next(nn.trace(SMALL)), nn.explain(SMALL), nn.hint(SMALL), nn.grade(SMALL))
    yield from (nn.explain(SMALL).steps[0], nn.hint(SMALL, "1..."), nn.repair("binairo:../.."))
    yield from (*nn.practise("pair", size=4, seed=1), *nn.compare(SMALL, engines="walk"))
    yield from (nn.prove(SMALL, "proof"), *nn.check(SMALL, "00/.."), *nn.losses(SMALL, "unruly"))
    yield from (nn.ENGINES["walk"], nn.FORMATS["id"], nn.KINDS["binairo"], nn.TECHNIQUES["pair"])
    yield from (nn.ENGINES, nn.FORMATS, nn.KINDS, nn.TECHNIQUES)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_everything_public_is_pickled_by_every_protocol(protocol: int) -> None:
    for value in _values():
        assert pickle.loads(pickle.dumps(value, protocol)) == value
        assert copy.deepcopy(value) == value
    errors = (
        _raised(lambda: nn.parse("binairo:0?/..", strict=True)),
        _raised(lambda: nn.load("none.txt")),
        _raised(lambda: nn.is_unique(SMALL, time_limit=0)),
        _raised(lambda: nn.nonogram([[3]], [[1]])),
        _raised(lambda: nn.solve(SMALL, "wolk")),
    )
    for error in errors:
        again = pickle.loads(pickle.dumps(error, protocol))
        assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))
