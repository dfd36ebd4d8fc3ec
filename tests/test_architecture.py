"""The rooms of docs/architecture.md: imports point one way, and none hides in a function."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "nonairo"
LOOKING_BACK = {(name, "render") for name in ("grid", "puzzle", "results")}  # for notebooks
DOORS = ("bench", "cli", "__init__", "__main__")


class Arrow(NamedTuple):
    """One import: who imports what, at which line, and whether inside a function."""

    source: str
    target: str
    line: int
    late: bool


def rooms() -> dict[str, int]:
    """The rank of every module that the table names."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    table = text.split("| --- | --- | --- |\n", 1)[1].split("\n\n", 1)[0]
    ranks: dict[str, int] = {}
    for rank, row in enumerate(table.splitlines()):
        for name in re.findall(r"`(\w+)`", row.split("|")[2]):
            ranks[name] = rank
    return ranks


def modules() -> Iterator[tuple[str, Path]]:
    for path in sorted(SOURCE.rglob("*.py")):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        yield ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts), path


NAMES = {name for name, _ in modules()}


def imported(node: ast.Import | ast.ImportFrom) -> Iterator[str]:
    """The modules of the package that a statement imports, without its name."""
    if isinstance(node, ast.Import):
        found = [alias.name for alias in node.names]
    else:
        module = node.module or ""
        found = [
            f"{module}.{alias.name}" if f"{module}.{alias.name}"[8:] in NAMES else module
            for alias in node.names
        ]
    for name in found:
        if name == "nonairo" or name.startswith("nonairo."):
            yield name[8:] or "__init__"


def arrows(name: str, path: Path) -> Iterator[Arrow]:
    """All imports of a module that happen when the program runs."""

    def walk(node: ast.AST, late: bool) -> Iterator[Arrow]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
                continue
            if isinstance(child, ast.Import | ast.ImportFrom):
                for target in imported(child):
                    yield Arrow(name, target, child.lineno, late)
            inside = late or isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef)
            yield from walk(child, inside)

    yield from walk(ast.parse(path.read_text(encoding="utf-8")), False)


def room_of(name: str) -> str:
    return name.partition(".")[0]


def test_every_module_is_in_a_room_and_every_room_has_its_modules() -> None:
    there = {room_of(name) for name in NAMES} | {"__init__"}
    assert there - {"_core", "py"} == set(rooms())


@pytest.mark.parametrize(("name", "path"), [*modules()], ids=[name for name, _ in modules()])
def test_imports_point_one_way(name: str, path: Path) -> None:
    ranks = rooms()
    for arrow in arrows(name, path):
        mine, theirs = room_of(arrow.source), room_of(arrow.target)
        if theirs in ("_core", "__init__") or mine in DOORS:
            assert theirs != "_core" or mine == "native"
            continue
        if arrow.late and (mine, theirs) in LOOKING_BACK:
            continue
        assert ranks[theirs] <= ranks[mine], f"{name}:{arrow.line} imports {arrow.target}"


def test_no_import_stands_in_a_circle() -> None:
    """Also not inside a room, and not with the help of an import inside a function."""
    graph: dict[str, set[str]] = {
        name: {
            arrow.target
            for arrow in arrows(name, path)
            if arrow.target in NAMES and (name, room_of(arrow.target)) not in LOOKING_BACK
        }
        for name, path in modules()
        if name != "__init__"
    }
    done: set[str] = set()

    def visit(name: str, way: tuple[str, ...]) -> None:
        assert name not in way, " -> ".join((*way[way.index(name) :], name))
        if name not in done:
            for target in sorted(graph.get(name, ())):
                visit(target, (*way, name))
            done.add(name)

    for name in graph:
        visit(name, ())


@pytest.mark.parametrize("name", ["rules", "grid", "puzzle", "results", "limits"])
def test_the_lower_rooms_know_nothing_of_terminals(name: str) -> None:
    text = (SOURCE / f"{name}.py").read_text(encoding="utf-8")
    assert not re.search(r"^\s*print\(|\b(argparse|sys\.std\w+|rich)\b", text, re.MULTILINE)


def core_lines(word: str) -> set[str]:
    """What follows a word wherever it stands in the core, outside its bindings and tests."""
    found = set()
    for path in sorted((ROOT / "core").rglob("*.[chi][pn][pc]")):
        room = path.relative_to(ROOT / "core").parts[0]
        if room not in ("bindings", "fuzz", "tests"):
            code = re.sub(r"//.*", "", path.read_text(encoding="utf-8"))
            found |= {f"{room}: {after}" for after in re.findall(rf"\b{word}\b([^;{{]*)", code)}
    return found


def test_the_core_throws_only_at_its_border() -> None:
    """Wrong arguments where something is made, and a wrong solution at the last moment.

    Nothing is caught but what a thread hands to the one that waits for it.
    """
    thrown = {re.split(r"[ (]+", told)[1] for told in core_lines("throw")}
    assert thrown == {"std::invalid_argument", "WrongSolution"}
    assert core_lines("catch") == {
        "balanced:  (...) ",
        "balanced:  (const std::system_error&) ",
    }
