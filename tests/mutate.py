"""Mutation testing: one small change at a time, and whether a test notices.

python tests/mutate.py [MODULE ...] [--count N] [--seconds N] [--seed S]

The package is copied, with its tests, to a folder of its own, without the compiled core, so that
nothing but the copy is imported and every rule runs in Python; tests that need the core are left
out. A mutant that no test notices is printed. The modules and their tests are in TESTS.
"""

from __future__ import annotations

import argparse
import ast
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from compileall import compile_dir
from functools import cache
from pathlib import Path
from py_compile import PycInvalidationMode
from random import Random

ROOT = Path(__file__).parents[1]
TESTS = {
    "rules.py": ("tests/test_rules.py", "tests/test_line_solver.py"),
    "automata.py": ("tests/test_rules.py", "tests/test_line_solver.py"),
    "candidates.py": ("tests/test_candidates.py", "tests/test_line_solver.py"),
    "grid.py": ("tests/test_grid.py",),
    "proofs/checking.py": ("tests/proofs/test_checker.py",),
} | {
    f"techniques/{name}.py": ("tests/techniques/test_technique_lines.py",)
    for name in (
        "pair", "sandwich", "overlap", "last_cell", "count_out", "one_left", "gap_quota",
        "empty_line", "exact_fit", "cap", "punctuate", "grow", "line_done", "rest_filled", "join",
        "no_fit", "split", "reach", "mercury", "edge", "force", "overlap_seen", "line_cases",
        "sign_copy", "sign_equal_edge", "sign_chain", "sign_quota",
    )
} | {
    f"formats/{name}.py": (
        "tests/formats/test_traps.py", "tests/formats/test_colours.py", "tests/test_formats.py",
        "tests/formats/test_as_written.py", "tests/formats/test_drawing.py",
        "tests/formats/test_samples.py",
    )
    for name in (
        "bare_numbers", "base", "chars", "clue_sections", "csv", "drawing", "freenono", "g", "gno",
        "gridfile", "ids", "image", "janko", "jap", "jsonl", "lp", "nnv", "non", "nonograms_org",
        "oneline", "pbm", "puzzlekit", "pzpr", "sgriddler", "tango", "tasks", "tatham", "text",
        "xml",
    )
}  # fmt: skip
# pytest, without what leads imports of an editable installation to the checkout.
RUN = """import sys
sys.meta_path[:] = [each for each in sys.meta_path if "editable" not in type(each).__module__]
import pytest
sys.exit(pytest.main(sys.argv[1:]))"""
PYTEST = [sys.executable, "-c", RUN, "-q", "-p", "no:cacheprovider"]
PATIENCE = 120  # seconds for the tests of a mutant: one that hangs is noticed

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip


def mutants(source: str) -> Iterator[tuple[int, str, str]]:
    """Line, what is changed, and the changed source, one after the other."""
    count = sum(1 for _ in _places(ast.parse(source)))
    for number in range(count):
        tree = ast.parse(source)
        line, told = list(_places(tree))[number]()
        yield line, told, ast.unparse(ast.fix_missing_locations(tree))


def _places(tree: ast.AST) -> Iterator[Change]:
    for node in _run(tree):
        if isinstance(node, ast.Compare):
            for k, operator in enumerate(node.ops):
                if type(operator) in COMPARED:
                    yield Change(node, "ops", k, COMPARED[type(operator)]())
        elif isinstance(node, ast.BinOp | ast.AugAssign) and type(node.op) in COMPUTED:
            yield Change(node, "op", None, COMPUTED[type(node.op)]())
        elif isinstance(node, ast.BoolOp):
            other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield Change(node, "op", None, other)
        elif isinstance(node, ast.Constant) and type(node.value) in (int, bool):
            yield Change(
                node, "value", None, node.value + 1 if type(node.value) is int else not node.value
            )
        elif isinstance(node, ast.Raise):
            yield Change(node, "raise", None, None)


def _run(tree: ast.AST) -> Iterator[ast.AST]:
    """What is run: types are not."""
    yield tree
    for name, value in ast.iter_fields(tree):
        if name not in ("annotation", "returns"):
            for part in value if isinstance(value, list) else [value]:
                if isinstance(part, ast.AST):
                    yield from _run(part)


class Change:
    """One place of a tree that is changed when it is called."""

    def __init__(self, node: ast.AST, field: str, at: int | None, new: object) -> None:
        self.node, self.field, self.at, self.new = node, field, at, new

    def __call__(self) -> tuple[int, str]:
        line = getattr(self.node, "lineno", 0)
        before = ast.unparse(self.node)
        if self.field == "raise":
            self.node.__class__ = ast.Pass
        elif self.at is None:
            setattr(self.node, self.field, self.new)
        else:
            getattr(self.node, self.field)[self.at] = self.new
        return line, f"{before}  ->  {ast.unparse(self.node)}"


@cache
def left_out(folder: Path, tests: tuple[str, ...]) -> tuple[str, ...]:
    """Options that leave out the tests, and the examples of the modules that they tell of, that
    fail without a change. All others pass, or mutants would be noticed by what is no test of them.
    """
    examples = [f"src/nonairo/{module}" for module in TESTS if TESTS[module] == tests]
    told = run(folder, (*tests, *examples), None).stdout.decode()
    failed = [line.split()[1] for line in told.splitlines() if line.startswith("FAILED ")]
    options = tuple(f"--deselect={name}" for name in failed)
    again = run(folder, (*tests, *examples, *options), None)
    if again.returncode != 0:
        sys.exit(f"the tests fail without a change:\n{again.stdout.decode()[-2000:]}")
    return options


def run(
    folder: Path, words: tuple[str, ...], seconds: float | None
) -> subprocess.CompletedProcess[bytes]:
    environment = os.environ | {"PYTHONPATH": str(folder / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run([*PYTEST, *words], cwd=folder, env=environment, capture_output=True,
                          timeout=seconds, check=False)  # fmt: skip


def survives(folder: Path, tests: tuple[str, ...]) -> bool:
    """Whether all tests pass."""
    try:
        return run(folder, ("-x", *tests), PATIENCE).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def main() -> int:
    parser = argparse.ArgumentParser(description="Mutation testing.")
    parser.add_argument("modules", metavar="MODULE", nargs="*", help=", ".join(TESTS))
    parser.add_argument(
        "--count", type=int, help="changes of each module, drawn by the seed; else all"
    )
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        for name in ("src", "tests", "examples"):
            ignored = shutil.ignore_patterns("*.so", "__pycache__")
            shutil.copytree(ROOT / name, folder / name, ignore=ignored)
        # Each mutant is a new process: it compiles only what is changed.
        compile_dir(folder / "src", quiet=2, invalidation_mode=PycInvalidationMode.CHECKED_HASH)
        (folder / "docs").mkdir()
        for name in ("pyproject.toml", "README.md", "docs/techniques.md"):
            shutil.copy(ROOT / name, folder / name)
        end = time.monotonic() + asked.seconds
        for module in asked.modules or TESTS:
            if time.monotonic() > end:
                break
            path = folder / "src" / "nonairo" / module
            source = path.read_text(encoding="utf-8")
            own = f"src/nonairo/{module}"  # its examples are tests, too
            tests = (*TESTS[module], own, *left_out(folder, TESTS[module]))
            tried = killed = 0
            every = list(mutants(source))
            Random(asked.seed).shuffle(every)
            for line, told, changed in every[: asked.count]:
                if time.monotonic() > end:
                    break
                path.write_text(changed, encoding="utf-8")
                tried += 1
                if survives(folder, tests):
                    sys.stdout.write(f"{module}:{line}: not noticed: {told}\n")
                else:
                    killed += 1
                sys.stdout.flush()
            path.write_text(source, encoding="utf-8")
            sys.stdout.write(f"{module}: {killed} of {tried} noticed ({len(every)} in all)\n")
            sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
