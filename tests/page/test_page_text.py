"""The page's files: every word in one table, no kind named, nothing inline or far away."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from nonairo.answers import ANSWERS
from nonairo.kinds import KINDS
from nonairo.serving.openapi import method_of

PAGE = Path(__file__).parents[2] / "src" / "nonairo" / "page"
SCRIPTS = sorted(PAGE.rglob("*.js"))
WORDS = PAGE / "js" / "strings.js"
CODE = {path: path.read_text(encoding="utf-8") for path in SCRIPTS}
KEYS = set(re.findall(r"^  (\w+):", CODE[WORDS], re.MULTILINE))


def test_every_word_that_is_said_is_in_the_table() -> None:
    said = {key for text in CODE.values() for key in re.findall(r"""\bt\(\s*"(\w+)\"""", text)}
    assert said <= KEYS


def test_every_word_of_the_table_is_said() -> None:
    rest = "\n".join(text for path, text in CODE.items() if path != WORDS)
    made = re.findall(r"`(\w*)\$\{[^}]+\}(\w*)`", rest)  # keys put together, as `hint_${strength}`
    made += [(f"{name}_", "") for name in re.findall(r"""(?:many|options)\("(\w+)\"""", rest)]

    def is_said(key: str) -> bool:
        put_together = any(
            start + end and key.startswith(start) and key.endswith(end) for start, end in made
        )
        return f'"{key}"' in rest or put_together

    assert [key for key in sorted(KEYS) if not is_said(key)] == []


def literals(code: str) -> list[str]:
    """Return the texts in quotes of a script, `#` for values put in; comments are left out."""
    code = re.sub(r"/\*.*?\*/|(^|\s)//[^\n]*", "", code, flags=re.DOTALL | re.MULTILINE)
    found = re.findall(r""""((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`""", code)
    return [re.sub(r"\$\{[^}]*\}", "#", one or other) for one, other in found]


def test_no_script_and_no_markup_has_a_sentence_of_its_own() -> None:
    """All that a person meets is in the table; summaries of kinds come from Python."""
    sentence = re.compile(r"[A-Za-z]{2,}[,:]? [a-z]{2,}[,:]? [a-z]{2,}|^[A-Z][a-z]+ [a-z]+")
    assert sentence.search("the server is away")
    assert sentence.search("Try again")
    allowed = {"input, textarea, select, [contenteditable]"}
    for path, code in CODE.items():
        if path == WORDS or path.name == "stored.js":
            continue
        own = [text for text in literals(code) if sentence.search(text) and "import" not in text]
        assert set(own) <= allowed, path
    body = (PAGE / "index.html").read_text(encoding="utf-8").partition("<body>")[2]
    body = re.sub(r"<noscript>.*</noscript>", "", body)
    assert re.sub(r"<[^>]*>|\s", "", body) == "Nonairo"


def test_no_key_is_in_the_table_twice() -> None:
    keys = re.findall(r"^  (\w+):", CODE[WORDS], re.MULTILINE)
    assert sorted(keys) == sorted(KEYS)


def test_transports_know_the_answers_as_they_are() -> None:
    def listed(transport: str, name: str) -> list[str]:
        code = CODE[PAGE / "js" / "transports" / f"{transport}.js"]
        (found,) = re.findall(rf"const {name} = new Set\(\[(.*)\]\)", code)
        return sorted(re.findall(r'"(\w+)"', found))

    answers = [ANSWERS[name] for name in sorted(ANSWERS)]
    assert listed("worker", "QUICK") == [each.name for each in answers if each.quick]
    assert listed("http", "LISTS") == [each.name for each in answers if method_of(each) == "GET"]


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_no_script_names_a_kind(path: Path) -> None:
    code = re.sub(r"^\s*(//|/?\*).*", "", CODE[path], flags=re.MULTILINE)  # comments may
    if path.parent.name != "ids" and path.name != "strings.js":  # ids and names of bundled kinds
        assert [kind for kind in KINDS if kind in code.lower()] == []


def test_nothing_is_inline_and_nothing_comes_from_elsewhere() -> None:
    html = (PAGE / "index.html").read_text(encoding="utf-8")
    assert re.findall(r"<script(?![^>]*\bsrc=)|\bstyle=|\bon\w+=", html) == []
    for path in [*PAGE.rglob("*.css"), *SCRIPTS, PAGE / "index.html"]:
        text = path.read_text(encoding="utf-8").replace("http://www.w3.org/", "")
        assert re.findall(r"https?://|innerHTML|insertAdjacentHTML|\beval\(", text) == [], path
