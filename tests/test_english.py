"""What people read is plain English: words of an older dialect do not come back."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import nonairo as nn
from nonairo.answers import ANSWERS
from nonairo.cli import COMMANDS, build_parser
from nonairo.techniques import TECHNIQUES

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "nonairo"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
STRINGS = SOURCE / "page" / "js" / "strings.js"
SAYING = {"complain", "print_note", "print", "FormatError", "PuzzleError", "EngineError"}
SAYING |= {"LimitReached", "NonairoError", "ArgumentTypeError", "unlike", "AnswerError"}

# A word that we do not use in this sense, and what to write instead.
INSTEAD = {
    r"tells?|told|telling": "say, show, report, explain",
    r"anew": "again",
    r"needless(?:ly)?": "unnecessary",
    r"(?:in|at) hand": "found, available",
    r"(?:cannot|can|could) (?:not )?hold|holds? (?:one|a|at most|several|the|colours|no)": "store",
    r"(?:does not|do not|cannot|can) take (?:this|that|these|any)": "support, accept",
    r"stands? (?!for\b|out\b|between\b)\w+|stood": "is",
    r"go(?:es)? on|went on|going on": "continue",
    r"hears?|heard|strikes?|struck": "receive, reach",
    r"so many": "this many, N",
    r"posed|dug out": "made",
    r"draws? lots|by chance": "random",
    r"mend(?:s|ed|ing)?": "fix, repair",
    r"there is but|nothing but|none but": "only",
    r"who (?:has|wants|serves|names) \w+ (?!you)": "if you",
    r"\w+\(s\)": "a number with the right plural",
    r"\w+ is a blank": "an empty cell",
    r"0 to \w+ ones": "a number from 0 to N",
}
FORBIDDEN = re.compile("|".join(rf"(?<![\w-])(?:{words})(?![\w-])" for words in INSTEAD), re.I)
ALLOWED = {  # ordinary uses, and words of others
    "Can I go on without guessing",  # a button of the page
}


def dialect(text: str) -> list[str]:
    """Return the forbidden words of a text, each with some words around it."""
    text = re.sub(r"\s+", " ", text)
    found = (text[max(0, m.start() - 30) : m.end() + 30] for m in FORBIDDEN.finditer(text))
    return [words for words in found if not any(each in words for each in ALLOWED)]


def prose(markdown: str) -> str:
    """Return the text of a page without code, pictures and addresses."""
    text = re.sub(r"^ *```.*?^ *```", "", markdown, flags=re.DOTALL | re.MULTILINE)
    return re.sub(r"`[^`]*`|\]\([^)]*\)|^ {4}.*$|<[^>]*>", "", text, flags=re.MULTILINE)


def messages(path: Path) -> Iterator[str]:
    """Yield the texts of errors and notes in a module."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in SAYING:
            for part in ast.walk(node):
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    yield part.value


def public_docstrings() -> Iterator[tuple[str, str]]:
    for name in nn.__all__:
        thing = getattr(nn, name)
        if callable(thing):
            yield name, inspect.getdoc(thing) or ""
        for member, value in vars(thing).items() if isinstance(thing, type) else ():
            if not member.startswith("_") and (callable(value) or isinstance(value, property)):
                yield f"{name}.{member}", inspect.getdoc(value) or ""


def test_the_check_finds_the_dialect_and_leaves_ordinary_words() -> None:
    for text in ("format x holds one puzzle", "what it tells", "1 node(s)", "blank is a blank"):
        assert dialect(text), text
    for text in ("the proof holds", "take a minute", "0 stands for white", "hold Shift"):
        assert not dialect(text), text


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_page_is_plain_english(path: Path) -> None:
    assert dialect(prose(path.read_text(encoding="utf-8"))) == []


def test_help_is_plain_english() -> None:
    (verbs,) = build_parser(COMMANDS)._subparsers._group_actions  # type: ignore[union-attr]
    assert verbs.choices is not None
    for name in COMMANDS:
        assert dialect(verbs.choices[name].format_help()) == [], name  # type: ignore[index]


def test_values_in_messages_are_cut_with_dots() -> None:
    cut = re.compile(r"![rs]:\.\d+\}")
    found = [path.name for path in SOURCE.rglob("*.py") if cut.search(path.read_text("utf-8"))]
    assert found == ["guards.py"], "use `plain.brief`; a header of HTTP is shown as it is"


def test_texts_for_people_name_techniques_by_their_titles() -> None:
    ids = [rung.id for rung in TECHNIQUES.values() if "_" in rung.id]
    wrong = {rung.id: name for rung in TECHNIQUES.values() for name in ids if name in rung.summary}
    assert wrong == {}
    for puzzle in (nn.EXAMPLES["first"], nn.EXAMPLES["boat"]):
        texts = (str(nn.grade(puzzle)), str(nn.explain(puzzle)))
        assert not [name for name in ids for text in texts if name in text]


def test_messages_are_plain_english() -> None:
    found = {
        str(path.relative_to(SOURCE)): marked
        for path in SOURCE.rglob("*.py")
        if (marked := [words for text in messages(path) for words in dialect(text)])
    }
    assert found == {}


def test_docstrings_of_public_names_are_plain_english() -> None:
    found = {name: marked for name, text in public_docstrings() if (marked := dialect(text))}
    assert found == {}


def test_a_docstring_begins_with_a_verb() -> None:
    verbs = {"Return", "Yield", "List", "Run", "Count", "Solve", "Grade", "Write", "Stream"}
    first = {name: text.split()[0] for name, text in public_docstrings() if text}
    other = {name for name, word in first.items() if word not in verbs and is_call(name)}
    assert other == set(), "say what it returns or does"


def is_call(name: str) -> bool:
    """Return whether a public name is a function, or a method or property of a class."""
    return "." in name or inspect.isfunction(getattr(nn, name))


def test_examples_of_public_names_use_public_names() -> None:
    imports = re.compile(r">>> (?:from nonairo|import nonairo(?! as nn))\S*")
    inside = {name: imports.findall(text) for name, text in public_docstrings()}
    assert {name: found for name, found in inside.items() if found} == {}


def test_techniques_answers_and_the_page_are_plain_english() -> None:
    texts = {rung.id: rung.summary for rung in TECHNIQUES.values()}
    for answer in (ANSWERS[name] for name in ANSWERS):
        texts[answer.name] = " ".join([answer.summary, *(each.doc for each in answer.fields)])
    for line in STRINGS.read_text(encoding="utf-8").partition("};")[0].splitlines():
        texts[line[:40]] = line.partition(": ")[2]
    assert {name: marked for name, text in texts.items() if (marked := dialect(text))} == {}
