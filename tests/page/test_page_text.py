"""The page's files: every word in one table, no kind named, nothing inline or far away."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import nonairo as nn
from nonairo.answers import ANSWERS
from nonairo.kinds import KINDS, summary_of
from nonairo.kinds.binairo import RULE_EXAMPLES as BINAIRO_RULES
from nonairo.kinds.colour_names import PLAIN_WORDS
from nonairo.serving.openapi import method_of

PAGE = Path(__file__).parents[2] / "src" / "nonairo" / "page"
SCRIPTS = sorted(PAGE.rglob("*.js"))
WORDS = PAGE / "js" / "strings.js"
TRANSLATIONS = sorted((PAGE / "js" / "words").glob("*.js"))
CODE = {path: path.read_text(encoding="utf-8") for path in SCRIPTS}
KEYS = set(re.findall(r"^  (\w+):", CODE[WORDS], re.MULTILINE))


def test_every_word_that_is_said_is_in_the_table() -> None:
    said = {key for text in CODE.values() for key in re.findall(r"""\bt\(\s*"(\w+)\"""", text)}
    assert said <= KEYS


def test_every_word_of_the_table_is_said() -> None:
    rest = "\n".join(text for path, text in CODE.items() if path not in (WORDS, *TRANSLATIONS))
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
        if path in (WORDS, *TRANSLATIONS) or path.name == "stored.js":
            continue
        if path.parent.name == "core":
            continue  # the host of the core is also a package for programs
        own = [text for text in literals(code) if sentence.search(text) and "import" not in text]
        assert set(own) <= allowed, path
    body = (PAGE / "index.html").read_text(encoding="utf-8").partition("<body>")[2]
    body = re.sub(r"<noscript>.*</noscript>", "", body)
    assert re.sub(r"<[^>]*>|\s", "", body) == "Nonairo"


def test_no_key_is_in_the_table_twice() -> None:
    for path in (WORDS, *TRANSLATIONS):
        keys = re.findall(r"""^  "?([^\s":]+)"?:""", CODE[path], re.MULTILINE)
        assert len(keys) == len(set(keys)), path


def entries(path: Path) -> dict[str, str]:
    """Return the texts of a table by their keys."""
    code = CODE[path].partition("\n  said: {")[0].partition("\n};")[0]
    return dict(re.findall(r"""^  "?([^\s":]+)"?: "((?:[^"\\]|\\.)*)",""", code, re.MULTILINE))


def inserts(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


@pytest.mark.parametrize("path", TRANSLATIONS, ids=lambda path: path.stem)
def test_a_translation_has_every_key_and_what_is_put_in(path: Path) -> None:
    english, other = entries(WORDS), entries(path)
    assert len(english) > 400
    assert sorted(other) == sorted(english)
    wrong = [key for key in english if not inserts(other[key]) <= inserts(english[key])]
    assert wrong == []
    lost = [key for key in english if inserts(english[key]) - inserts(other[key]) - {"count"}]
    assert lost == []
    same = [key for key in english if other[key] == english[key] and len(english[key]) > 25]
    assert same == []  # nothing long was left as it was


MIXED = (  # puzzles whose summaries are put together
    "binairo@no-distinct:0.../.1../..../....;.=./x../.../...;..x./...x/....",
    "binairo@diagonals+regions:..../..../..../....;AABB/AABB/CCDD/CCDD",
    "binairo@no-distinct+odd-more-ones:.../.../...",
    "binairo@no-distinct+odd-more-zeros:.../.../...",
    "trinairo@no-distinct:.../.../...",
    "nonogram@a=ff0000+b=000000:2a/1a,2b/2b;2a/1a,2b/2b/0",
)


def sentences() -> set[str]:
    """What the page shows of a puzzle's rules, as it looks it up."""
    examples = [*(kind.example for kind in KINDS.values()), *MIXED]
    examples += [example for _, example in BINAIRO_RULES.values()]
    summaries = [summary_of(nn.parse(example)) for example in examples]
    parts = {part for summary in summaries for part in summary.split("; ")}
    parts = {re.sub(r"\d+(?= regions)", "{count}", part) for part in parts}
    for kind in KINDS.values():
        every = {**(kind.rule_examples or {}), **(kind.more_examples or {})}
        parts |= {*kind.how_to_play, *(sentence for sentence, _ in every.values())}
    return parts


@pytest.mark.parametrize("path", TRANSLATIONS, ids=lambda path: path.stem)
def test_the_rules_of_every_kind_are_translated(path: Path) -> None:
    table = CODE[path].partition("\n  said: {")[2]
    said = dict(re.findall(r'^    "([^"]+)": "([^"]+)",', table, re.MULTILINE))
    wanted = sentences()
    assert len(wanted) > 25
    assert sorted(wanted - said.keys()) == []
    assert sorted(said.keys() - wanted) == []  # nothing stays that is no longer said
    assert set(PLAIN_WORDS) <= set(re.findall(r"^    (\w+):", table, re.MULTILINE))  # colours
    assert all("{count}" in other for key, other in said.items() if "{count}" in key)


def test_the_languages_that_are_offered_are_those_that_there_are() -> None:
    offered = re.findall(r"\b(\w\w): \"", CODE[PAGE / "js" / "language.js"])
    assert sorted(offered) == sorted(["en", *(path.stem for path in TRANSLATIONS)])


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
    # Ids and names of bundled kinds, and what the core is asked for each of them.
    if path.parent.name not in ("ids", "core") and path not in (WORDS, *TRANSLATIONS):
        assert [kind for kind in KINDS if kind in code.lower()] == []


def test_nothing_is_inline_and_nothing_comes_from_elsewhere() -> None:
    html = (PAGE / "index.html").read_text(encoding="utf-8")
    assert re.findall(r"<script(?![^>]*\bsrc=)|\bstyle=|\bon\w+=", html) == []
    for path in [*PAGE.rglob("*.css"), *SCRIPTS, PAGE / "index.html"]:
        text = path.read_text(encoding="utf-8").replace("http://www.w3.org/", "")
        assert re.findall(r"https?://|innerHTML|insertAdjacentHTML|\beval\(", text) == [], path
