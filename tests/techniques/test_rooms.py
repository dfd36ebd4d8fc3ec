"""Where things stand: one file a technique, and imports that need no tricks."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import nonairo
from nonairo.techniques import LADDERS, TECHNIQUES, base

SOURCE = Path(nonairo.__file__).parent
LOWER = [*SOURCE.glob("techniques/**/*.py")]
UPPER = [SOURCE / f"{name}.py" for name in ("explaining", "grading", "propagation", "symmetry")]


def test_the_folder_lists_techniques_and_nothing_else() -> None:
    files = {path.stem for path in SOURCE.glob("techniques/*.py")}
    assert files == set(TECHNIQUES) | {"__init__", "base"}


@pytest.mark.parametrize("path", LOWER + UPPER, ids=lambda path: str(path.relative_to(SOURCE)))
def test_nothing_is_imported_inside_a_function(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for function in ast.walk(tree):
        if isinstance(function, (ast.FunctionDef, ast.If)):
            inside = [ast.dump(node) for node in ast.walk(function) if _imports(node)]
            assert not inside


def _imports(node: ast.AST) -> bool:
    return isinstance(node, (ast.Import, ast.ImportFrom))


def test_every_listed_technique_has_a_price_a_sentence_and_samples() -> None:
    for rung in TECHNIQUES.values():
        rules = {rule for rule, ladder in LADDERS.items() if rung in ladder}
        assert {*rung.price} == rules
        assert all(price.base > 0 for price in rung.price.values())
        assert rung.say.count("{") == rung.say.count("}")
        assert 1 <= rung.level <= 8
        assert rung.samples


def test_up_to_a_level_no_technique_supposes_anything() -> None:
    for rung in TECHNIQUES.values():
        assert (not rung.say) == (rung.level > base.NO_SUPPOSING)
