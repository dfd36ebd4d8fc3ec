"""The public surface as text: names and signatures, JSON keys, commands, HTTP answers, exit codes.

`python tests/surface.py` prints it; `--write` stores it in tests/data/surface.txt, where a test
compares it with the package. A change of that file in a commit is a change that users can see.
"""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import enum
import inspect
import io
import json
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import nonairo as nn
from nonairo.answers import ANSWERS, AnswerError, answer
from nonairo.answers.base import Answer
from nonairo.cli import COMMANDS, build_parser, main
from nonairo.kinds.base import Kind
from nonairo.render import TARGETS

STORED = Path(__file__).parent / "data" / "surface.txt"
UNIQUE = "binairo:1..0../..00.1/.00..1/....../00.1../.1..00"
MULTIPLE = "nonogram:1/1;1/1"
NONE = "nonogram:2/0;1/0"
BLANK = "binairo:" + "/".join(["." * 30] * 30)  # more solutions than anybody counts
SUPPOSED = "binairo:....../.1.1../.....0/.0..../.00..0/.....0"


def surface(left_out: Collection[tuple[str, str]] = ()) -> str:
    """Everything that a user can rely on, a line each, always in the same order.

    Without what is left out of the lists: the name of the list, and the name in it.
    """
    lists = {
        name: {each: item for each, item in items.items() if (name, each) not in left_out}
        for name, items in registers().items()
    }
    parts: dict[str, Iterable[str]] = {
        "Python": python_names(),
        "registered": (f"{name}: {' '.join(items)}" for name, items in lists.items()),
        "JSON": json_shapes(lists["KINDS"]),
        "HTTP": http_shapes(lists["answers"]),
        "command line": commands(
            lists["commands"], {each for name, each in left_out if name == "targets"}
        ),
        "exit codes": exit_codes(),
    }
    return "\n".join(line for name, part in parts.items() for line in (f"# {name}", *part, ""))


def python_names() -> Iterator[str]:
    for name in nn.__all__:
        value = getattr(nn, name)
        if inspect.isclass(value):
            yield from class_lines(name, value)
        elif callable(value):
            yield f"{name}{signature(value)}"
        else:
            yield f"{name}: {type(value).__name__}"


def class_lines(name: str, value: type) -> Iterator[str]:
    bases = ", ".join(base.__name__ for base in value.__bases__ if base is not object)
    yield f"class {name}({bases})"
    if issubclass(value, enum.Enum):
        yield f"  members: {' '.join(str(member.value) for member in value)}"
    if dataclasses.is_dataclass(value):
        yield f"  fields: {' '.join(field.name for field in dataclasses.fields(value))}"
    elif issubclass(value, tuple):
        yield f"  fields: {' '.join(getattr(value, '_fields', ()))}"
    own = {key: item for base in value.__mro__ if ours(base) for key, item in vars(base).items()}
    for key, item in sorted(own.items()):
        if key.startswith("_") and key not in ("__array__", "_repr_svg_", "_repr_html_"):
            continue
        if isinstance(item, classmethod | staticmethod):
            yield f"  {type(item).__name__} {key}{signature(item.__func__)}"
        elif inspect.isfunction(item):
            yield f"  {key}{signature(item)}"
        elif isinstance(item, property):
            yield f"  property {key}"


def ours(base: type) -> bool:
    return base.__module__.partition(".")[0] == "nonairo"


def signature(function: Callable[..., object]) -> str:
    """Parameters with their defaults; a check of types has the annotations."""
    found = inspect.signature(function)
    bare = [each.replace(annotation=each.empty) for each in found.parameters.values()]
    return str(found.replace(parameters=bare, return_annotation=found.empty))


def registers() -> dict[str, Mapping[str, Any]]:
    """Everything that plugs in, by the name of its list."""
    return {
        "KINDS": nn.KINDS,
        "ENGINES": nn.ENGINES,
        "FORMATS": nn.FORMATS,
        "TECHNIQUES": nn.TECHNIQUES,
        "answers": ANSWERS,
        "commands": COMMANDS,
        "targets": TARGETS,
    }


def shape(value: object) -> object:
    """A JSON value with a word for each type: lists have the merged shape of their items.

    >>> shape({"a": [1, None], "b": [{"c": "x"}, {"d": 0.5}]})
    {'a': ['int', 'null'], 'b': [{'c?': 'str', 'd?': 'float'}]}
    """
    if isinstance(value, Mapping):
        return {key: shape(value[key]) for key in sorted(value)}
    if isinstance(value, list | tuple):
        tables = [each for each in value if isinstance(each, Mapping)]
        others = {json.dumps(shape(each)): shape(each) for each in value if each not in tables}
        merged: list[object] = [others[key] for key in sorted(others)]
        return [*merged, *([merge(tables)] if tables else [])]
    return "null" if value is None else type(value).__name__


def merge(tables: list[Mapping[str, object]]) -> dict[str, object]:
    """The shape of objects that stand in one list: keys that not all of them have get a `?`."""
    keys = sorted({key for table in tables for key in table})
    merged: dict[str, object] = {}
    for key in keys:
        having = [table[key] for table in tables if key in table]
        shapes = {json.dumps(shape(each)): shape(each) for each in having}
        found = [shapes[text] for text in sorted(shapes)]
        merged[key if len(having) == len(tables) else f"{key}?"] = (
            found[0] if len(found) == 1 else {"any of": found}
        )
    return merged


def shown(name: str, value: object) -> str:
    return f"{name}: {json.dumps(shape(value))}"


def json_shapes(kinds: Mapping[str, Kind]) -> Iterator[str]:
    """What `to_json` gives, and records of JSON Lines, for every kind."""
    for name, kind in kinds.items():
        puzzle = nn.parse(kind.example)
        yield shown(f"record {name}", json.loads(nn.dumps(puzzle, "jsonl")))
        for step in nn.explain(puzzle).steps[:1]:
            yield shown(f"step {name}", step.to_json())
    yield shown("result unique", bare_counters(nn.solve(UNIQUE).to_json()))
    yield shown("result multiple", bare_counters(nn.solve(MULTIPLE).to_json()))
    yield shown("result none", bare_counters(nn.solve(NONE).to_json()))
    yield shown("result unknown", bare_counters(nn.solve(BLANK, node_limit=1).to_json()))
    yield shown("count", nn.count(UNIQUE).to_json())
    yield shown("grade", bare_techniques(nn.grade(UNIQUE).to_json()))
    yield shown("grade none", nn.grade(NONE).to_json())
    yield shown("hint", nn.hint(UNIQUE).to_json())
    yield shown("violations", [each.to_json() for each in nn.check(UNIQUE, "1" * 36)])
    hardest = max(nn.explain(SUPPOSED).steps, key=lambda step: step.level)
    yield shown(f"step {hardest.technique}", hardest.to_json())
    yield shown("repair", nn.repair(MULTIPLE).to_json())


def bare_techniques(record: dict[str, object]) -> dict[str, object]:
    """A grade that names one technique: which of them a puzzle needs, the ladder says."""
    techniques = record["techniques"]
    assert isinstance(techniques, dict)
    assert techniques.keys() <= nn.TECHNIQUES.keys()
    return record | {"techniques": {"TECHNIQUE": max(techniques.values())}}


def bare_counters(record: dict[str, object]) -> dict[str, object]:
    """A result without the names of its counters, which are each engine's own."""
    stats = record["stats"]
    assert isinstance(stats, dict)
    return record | {"stats": stats | {"counters": {}}}


def http_shapes(answers: Mapping[str, Answer]) -> Iterator[str]:
    """The keys of each answer to its own example, and of an error."""
    for name, found in answers.items():
        given = answer(name, found.example or {})
        fields = " ".join(sorted(field.name for field in found.all_fields()))
        yield f"{name}: ({fields}) -> {' '.join(sorted(given))}"
    try:
        answer("solve", {"puzzle": "binairo:1x/.."})
    except AnswerError as error:
        yield shown("error", error.to_json())


def commands(names: Collection[str], left_out: Collection[str]) -> Iterator[str]:
    """Every command with its arguments, and the keys that its `--json` prints."""
    parser = build_parser(names)
    (verbs,) = (each for each in parser._actions if isinstance(each, argparse._SubParsersAction))
    for name, verb in verbs.choices.items():
        # A way to draw is an option, too.
        words = [each for each in argument_lines(verb) if each[2:].split("=")[0] not in left_out]
        yield f"{name}: {' '.join(words)}"


def argument_lines(parser: argparse.ArgumentParser) -> Iterator[str]:
    """The arguments of a command, or of the commands inside it."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, inner in action.choices.items():
                yield f"{{{name}: {' '.join(argument_lines(inner))}}}"
        elif "--help" not in action.option_strings:
            value = "" if action.nargs == 0 else f"={action.metavar or action.dest.upper()}"
            yield "/".join(action.option_strings) + value if action.option_strings else value[1:]


QUESTIONS: tuple[tuple[str, ...], ...] = (
    ("solve", UNIQUE),
    ("solve", MULTIPLE),
    ("solve", NONE),
    ("solve", BLANK, "--node-limit", "1"),
    ("solve", SUPPOSED, "--engine", "patterns"),
    ("solve", "binairo:1x/.."),
    ("solve", "no-such-file"),
    ("solve", UNIQUE, "--no-such-option"),
    ("solve", UNIQUE, "--json"),
    ("check", UNIQUE, "1" * 36),
    ("check", UNIQUE, UNIQUE.partition(":")[2]),
    ("check", UNIQUE, "1" * 36, "--json"),
    ("count", UNIQUE),
    ("count", UNIQUE, "--json"),
    ("count", BLANK, "--node-limit", "1"),
    ("hint", UNIQUE, "--json"),
    ("explain", UNIQUE, "--json"),
    ("explain", SUPPOSED, "--max-level", "1"),
    ("grade", UNIQUE, "--json"),
    ("grade", NONE),
    ("repair", MULTIPLE, "--json"),
    ("convert", UNIQUE, "--to", "nonsense"),
    ("convert", UNIQUE, "--to", "non"),
    ("generate", "binairo", "4", "--seed", "1", "--to", "jsonl"),
    ("generate", "binairo", "3"),
    ("generate", "binairo", "4", "--level", "8", "--seed", "1", "--time-limit", "0.5"),
    ("compare", UNIQUE, "--engines", "core,guess", "--json"),
    ("verify", UNIQUE, "no-such-proof"),
    ("engines", "--json"),
    ("formats", "--json"),
    ("techniques", "--json"),
    ("nonsense",),
    (),
)


def exit_codes() -> Iterator[str]:
    """What commands exit with, and the keys of what they print for machines."""
    for words in QUESTIONS:
        out, err = io.TextIOWrapper(io.BytesIO()), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main(words)
        out.seek(0)
        asked = " ".join(words).replace(BLANK, "BLANK").replace(SUPPOSED, "SUPPOSED")
        keys = ""
        if "--json" in words or "jsonl" in words:
            first = json.loads(out.readline())
            keys = " -> " + (" ".join(sorted(first)) if isinstance(first, dict) else "list")
        yield f"{code}: nonairo {asked}{keys}"


if __name__ == "__main__":
    text = surface()
    if "--write" in sys.argv:
        STORED.write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)
