"""Engines that a user writes: a file with a function `solve(givens, check)` that yields solutions.

template.txt  such a file
worker.py     the process in which it runs: `check`, counting, errors with their line
printed.py    what it prints, up to a limit
process.py    that process as seen from this one: limits, events, solutions that are checked

A file is loaded only when a command names it, never because of a request to the server. Its code
runs with the user's own rights, in a process that the limits of time and memory end.
"""

from __future__ import annotations

import ast
from functools import partial
from importlib.resources import files
from pathlib import Path

from nonairo.engines import OWN_ENGINES
from nonairo.engines.base import Engine
from nonairo.errors import EngineError, blaming
from nonairo.own_engines.process import COUNTERS, mistake, search

LARGEST = 1_000_000  # bytes of a file
FUNCTION = "solve"


def template() -> str:
    """Return an engine to begin with."""
    return files("nonairo.own_engines").joinpath("template.txt").read_text(encoding="utf-8")


def add(path: str) -> str:
    """Read the engine in a file, and return its name, which is then that of an engine: the path."""
    if "," in path:  # which parts engines in lists
        raise EngineError(f"{path}: expected the path of an engine without a comma")
    OWN_ENGINES[path] = load(path)
    return path


def load(path: str) -> Engine:
    """Return the engine in a file, which is read here and runs elsewhere."""
    file = Path(path)
    if file.exists() and not file.is_file():  # a pipe would be waited for
        raise EngineError(f"{path}: expected a file")
    with blaming(path), file.open("rb") as stream:
        data = stream.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise EngineError(f"{path}: expected at most {LARGEST:,} bytes")
    try:
        text = data.decode("utf-8-sig")  # some editors on Windows begin a file with a mark
        tree = ast.parse(text, path)
    except SyntaxError as error:
        raise EngineError(mistake(path, error.lineno, error.msg, error.text or "")) from None
    except (ValueError, RecursionError, MemoryError) as error:  # no text, or no program
        raise EngineError(f"{path}: expected a Python program ({error})") from None
    if not any(FUNCTION in _named(statement) for statement in tree.body):
        raise EngineError(f"{path}: expected a function {FUNCTION}(givens, check)")
    summary = (ast.get_docstring(tree) or "an engine of your own").partition("\n")[0]
    return Engine(
        name=path,
        summary=summary,
        search=partial(search, path, text),
        traces=True,
        counters=COUNTERS,
        text=text,
    )


def _named(statement: ast.stmt) -> list[str]:
    """The names that a statement at the top of a file defines."""
    match statement:
        case ast.FunctionDef(name=name):
            return [name]
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            return [each.asname or each.name for each in names]
        case ast.Assign(targets=targets):
            return [target.id for target in targets if isinstance(target, ast.Name)]
        case _:
            return []
