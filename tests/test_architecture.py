"""The layers of docs/architecture.md: imports point one way, also those inside functions."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "nonairo"
TOP = ("cli", "__init__", "__main__")


class Arrow(NamedTuple):
    """One import: who imports what, at which line, and whether only for type checkers."""

    source: str
    target: str
    line: int
    typing: bool


@cache
def layers() -> dict[str, int]:
    """Return the rank of every module that the table names."""
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


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def arrows(name: str, path: Path) -> Iterator[Arrow]:
    """All imports of a module: also those inside functions and those for type checkers."""

    def walk(node: ast.AST, typing: bool) -> Iterator[Arrow]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Import | ast.ImportFrom):
                for target in imported(child):
                    yield Arrow(name, target, child.lineno, typing)
            types = isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test)
            yield from walk(child, typing or types)

    yield from walk(tree(path), False)


def package_of(name: str) -> str:
    return name.partition(".")[0]


def test_every_module_is_in_a_layer_and_every_name_in_the_table_exists() -> None:
    there = {package_of(name) for name in NAMES} | {"__init__"}
    assert there - {"_core", "py"} == set(layers())


def points_down(arrow: Arrow) -> bool:
    mine, theirs = package_of(arrow.source), package_of(arrow.target)
    if theirs == "_core":
        return mine == "native" or arrow.typing
    return theirs == "__init__" or mine in TOP or layers()[theirs] <= layers()[mine]


def test_imports_point_one_way() -> None:
    found = [arrow for name, path in modules() for arrow in arrows(name, path)]
    assert [arrow for arrow in found if not points_down(arrow)] == []
    assert len(found) > len(NAMES)


def names_by_string(name: str, path: Path) -> Iterator[str]:
    """The modules that a module names in a text, outside its docstrings."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found = re.fullmatch(r"nonairo\.([a-z_.]+)", node.value)
            if (
                found
                and package_of(found[1]) in layers()
                and package_of(found[1]) != package_of(name)
            ):
                yield package_of(found[1])


def test_only_ids_and_pictures_name_a_later_layer() -> None:
    """A module that is named in a text is an import, too."""
    ranks = layers()
    upwards = {
        (name, target)
        for name, path in modules()
        for target in names_by_string(name, path)
        if package_of(name) not in TOP and ranks[target] > ranks[package_of(name)]
    }
    assert upwards == {("puzzle", "kinds"), ("registry", "drawing"), ("registry", "notebook")}


def test_no_imports_form_a_cycle() -> None:
    """Neither inside a layer nor with the help of an import inside a function."""
    graph: dict[str, set[str]] = {
        name: {arrow.target for arrow in arrows(name, path) if arrow.target in NAMES}
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
def test_the_lower_layers_do_not_print(name: str) -> None:
    text = (SOURCE / f"{name}.py").read_text(encoding="utf-8")
    assert not re.search(r"^\s*print\(|\b(argparse|sys\.std\w+|rich)\b", text, re.MULTILINE)


def core_lines(word: str) -> set[str]:
    """Return what follows a word in the code of the core, without its bindings and tests."""
    found = set()
    for path in sorted((ROOT / "core").rglob("*.[chi][pn][pc]")):
        folder = path.relative_to(ROOT / "core").parts[0]
        if folder not in ("bindings", "fuzz", "tests"):
            code = re.sub(r"//.*", "", path.read_text(encoding="utf-8"))
            found |= {f"{folder}: {after}" for after in re.findall(rf"\b{word}\b([^;{{]*)", code)}
    return found


def test_the_core_throws_only_for_wrong_arguments_and_solutions() -> None:
    """Constructors throw for wrong arguments, and the last check for a wrong solution.

    The only exceptions caught are those that a thread passes on to the one waiting for it.
    """
    thrown = {re.split(r"[ (]+", after)[1] for after in core_lines("throw")}
    assert thrown == {"std::invalid_argument", "WrongSolution"}
    assert core_lines("catch") == {
        "balanced:  (...) ",
        "balanced:  (const std::system_error&) ",
        "runs:  (...) ",
        "runs:  (const std::system_error&) ",
    }
