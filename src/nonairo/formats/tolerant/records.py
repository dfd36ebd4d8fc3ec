"""A puzzle as JSON or as a literal of a program, under the names that people give its parts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from nonairo.errors import FormatError, NonairoError
from nonairo.formats.shared.cells import pose_cells
from nonairo.formats.shared.clues import pose
from nonairo.formats.shared.json_text import parse_json
from nonairo.formats.shared.lists import cells_of
from nonairo.formats.shared.other_symbols import plain
from nonairo.formats.tolerant.clue_text import Side, check_words, numbers_of
from nonairo.formats.tolerant.prose import About, Understood, described, wrong_size
from nonairo.kinds import named_kind
from nonairo.plain import shown, whole
from nonairo.puzzle import Puzzle, noted

LARGEST = 1 << 18  # characters of a record that somebody wrote by hand
ASSIGNED = re.compile(
    r"\s*(?:(?:const|let|var|int|char)\s+)?[A-Za-z_]\w*(?:\[\w*\])*\s*=\s*(?=[\[({])"
)
COMMA = re.compile(r",(\s{0,99}[\]}])")
WORDS = {"None": "null", "True": "true", "False": "false", "nan": "null", "NaN": "null"}
ROWS = frozenset(("row", "rows", "horizontal", "across", "left", "zeilen", "lignes"))
COLS = frozenset(("col", "cols", "column", "columns", "vertical", "down", "top", "spalten"))
GRIDS = frozenset(("grid", "board", "cells", "givens", "matrix", "initial", "start", "rows"))
INSIDE = frozenset(("clues", "clue", "puzzle", "data", "problem", "nonogram", "game", "hints"))
KINDS = ("type", "game", "variant", "genre")
OURS = ("regions", "diagonals", "signs")  # which only our own records have


def read_record(text: str) -> Puzzle | FormatError | None:
    """Return the puzzle of a JSON object or of nested lists; None for any other text."""
    bare = text.strip().removesuffix(";")
    assigned = ASSIGNED.match(bare[:200])
    bare = bare[assigned.end() :] if assigned else bare
    if bare[:1] not in ("{", "[", "(") or len(bare) > LARGEST:
        return None
    value = _value(bare)
    try:
        if isinstance(value, dict):
            return _from_names(value, About(), 0)
        return _from_lists(value) if isinstance(value, list) else None
    except FormatError as error:
        return error
    except NonairoError as error:
        return FormatError(str(error), line=1)


def _value(text: str) -> object:
    """Return what a text says as JSON, or as Python, C or JavaScript write lists; else None."""
    for attempt in (text, _as_json(text), _as_json(text.replace("{", "[").replace("}", "]"))):
        try:
            return parse_json(attempt)
        except (FormatError, RecursionError):
            continue
    return None


def _as_json(text: str) -> str:
    text = text.replace("'", '"').replace("(", "[").replace(")", "]")
    text = re.sub(r"\b(None|True|False|nan|NaN)\b", lambda word: WORDS[word[0]], text)
    text = re.sub(r"([{,]\s{0,99})([A-Za-z_]\w{0,99}) ?:", r'\1"\2":', text)
    return COMMA.sub(r"\1", text)


def _plain_name(name: object) -> str:
    bare = re.sub(r"[^a-z]", "", str(name).lower())
    return re.sub(r"(clues?|hints?|numbers?|constraints?)$", "", bare) or bare


def _from_names(record: Mapping[object, object], said: About, depth: int) -> Puzzle | None:
    """Return the puzzle of an object, perhaps inside another one."""
    names = {_plain_name(name): value for name, value in record.items()}
    if named_kind(str(names.get("kind", "")).lower()):
        return None  # a record of ours: its reader says what is wrong
    said = _said(record, names, said)
    rows = next((names[name] for name in names if name in ROWS), None)
    cols = next((names[name] for name in names if name in COLS), None)
    if rows is not None and cols is not None and whole(rows) is None and whole(cols) is None:
        return _nonogram(rows, cols, said)
    for name in (name for name in names if name in GRIDS):
        if isinstance(names[name], list | str):
            return _binairo(names[name], said)
    for key, inner in record.items():
        if _plain_name(key) in INSIDE or str(key).lower() in INSIDE:
            if isinstance(inner, dict) and depth < 3:
                return _from_names(inner, said, depth + 1)
            if isinstance(inner, list | str):
                return _binairo(inner, said)
    return None


def _said(record: Mapping[object, object], names: Mapping[str, object], said: About) -> About:
    """Return what an object says about its puzzle: title, size, kind."""
    title = names.get("title", names.get("name"))
    size = names.get("size", names.get("dimensions"))
    sides = [whole(side) for side in (size if isinstance(size, list) else [size, size])]
    if len(sides) == 2 and sides[0] is not None and sides[1] is not None:
        said = said._replace(sizes=(sides[0], sides[1]))
    height, width = whole(names.get("height")), whole(names.get("width"))
    for name in KINDS:
        called = names.get(name)
        found = named_kind(str(called or "").lower())
        if found:
            said = said._replace(kind=found[0].name, rules=found[1])
        elif isinstance(called, str) and called.strip():
            raise Understood(
                f"expected a kind of puzzle (nonairo rules), found {shown(called)}", line=1
            )
    for name in OURS:
        if names.get(name):
            raise Understood(f'\'{name}\': expected "kind": "binairo" in the same object', line=1)
    rules = names.get("rules")
    return said._replace(
        height=said.height if height is None else height,
        width=said.width if width is None else width,
        rules=rules if isinstance(rules, str) else said.rules,
        title=title if isinstance(title, str) else said.title,
    )


def _nonogram(rows: object, cols: object, said: About) -> Puzzle:
    if said.kind not in (None, "nonogram"):
        raise FormatError(f"expected a {said.kind}, found clues of rows and columns", line=1)
    puzzle = pose(_side(rows, "rows"), _side(cols, "columns"), 1).about(title=said.title)
    if not said.fits(puzzle.height, puzzle.width):
        raise wrong_size(said, puzzle.height, puzzle.width, 1)
    return noted(puzzle, described(puzzle, said))


def _side(value: object, name: str) -> Side:
    """Return the clues of a side: lists of numbers, numbers, or texts."""
    if isinstance(value, str):
        value = re.split(r"[;/|]", value) if re.search(r"[;/|]", value) else value.split(",")
    if not isinstance(value, list):
        raise FormatError(f"expected a list of clues for the {name}, found {shown(value)}", line=1)
    side: Side = []
    for clue in value:
        if isinstance(clue, str):
            check_words([(1, clue)])
            side.append((1, numbers_of(clue)))
            continue
        numbers = [whole(n) if not isinstance(n, str) else whole_of(n) for n in _listed(clue)]
        wrong = next((n for n, w in zip(_listed(clue), numbers, strict=True) if w is None), None)
        if None in numbers:
            raise FormatError(
                f"expected numbers in the clues of the {name}, found {shown(wrong)}", line=1
            )
        kept = [number for number in numbers if number is not None]
        side.append((1, [] if kept == [0] else kept))
    return side


def _listed(clue: object) -> Sequence[object]:
    return clue if isinstance(clue, list) else [] if clue is None else [clue]


def whole_of(text: str) -> int | None:
    """Return the number that a text is, if it is one."""
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text.strip()) else None


def _from_lists(value: Sequence[object]) -> Puzzle | None:
    """Return the puzzle of nested lists: rows of cells, or two lists of clues."""
    if len(value) == 2 and all(_is_side(side) for side in value):
        return _nonogram(value[0], value[1], About())
    return (
        _binairo(value, About())
        if value and all(isinstance(r, list | str) for r in value)
        else None
    )


def _is_side(side: object) -> bool:
    lists = isinstance(side, list) and len(side) > 0
    return lists and any(isinstance(clue, list) for clue in side)  # type: ignore[attr-defined]


def _binairo(value: object, said: About) -> Puzzle | None:
    if isinstance(value, str):
        parts = [part for part in re.split(r"[/\n;|]", value) if part.strip()]
        if len(parts) == 1:
            side = said.width or round(len(value) ** 0.5)
            parts = [value[k : k + side] for k in range(0, len(value), side)] if side else []
        value = parts
    if not isinstance(value, list) or said.kind not in (None, "binairo"):
        return None
    rows = [[*row] if isinstance(row, str) else _listed(row) for row in value]
    words = [[plain("" if cell is None else str(cell).strip()) for cell in row] for row in rows]
    puzzle = pose_cells(cells_of(words), said.rules, 1).about(title=said.title)
    if not said.fits(puzzle.height, puzzle.width):
        raise wrong_size(said, puzzle.height, puzzle.width, 1)
    return noted(puzzle, described(puzzle, said))
