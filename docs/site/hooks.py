"""Hooks of MkDocs: pages made from the code, and quotes that are checked.

* `commands.md` and the pages in `commands` are made from the parsers of the command line.
* The notebooks are shown with the outputs that are stored in them (`notebooks.py`).
* `contributing.md` and `changes.md` are the files at the root of the repository.
* Code quoted below `<!-- from PATH -->` must be in that file; its title says where.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from textwrap import dedent
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parent))  # MkDocs runs this file by its path
from notebooks import in_markdown

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[2]
QUOTE = re.compile(r"<!-- from (\S+) -->\n```(\w+)\n(.*?)```", re.DOTALL)
ICON = ROOT / "src/nonairo/page/pictures/icon.svg"
NOTEBOOKS = ROOT / "docs/notebooks"
BORROWED = {"contributing.md": "CONTRIBUTING.md", "changes.md": "CHANGELOG.md"}
COMMANDS = """\
# Commands

*These pages are made from `nonairo COMMAND --help`.*

A puzzle is a file, `-` for standard input, or a one-line id. Exit codes: 0 for an answer, 1 if
`check` finds a broken rule, 2 for wrong usage or input that cannot be read, 3 if a limit was
reached, 130 after Ctrl-C.

| command | what it does |
| --- | --- |
"""
PAGES = ("play", "solve", "make", "many", "shell")  # the pages of the groups of commands


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are made here."""
    from mkdocs.structure.files import File

    made = commands()
    for page, source in BORROWED.items():
        made[page] = (ROOT / source).read_text(encoding="utf-8").replace("](docs/", "](")
    made |= {f"notebooks/{path.stem}.md": in_markdown(path) for path in NOTEBOOKS.glob("*.ipynb")}
    made["icon.svg"] = ICON.read_text(encoding="utf-8")
    for name, text in made.items():
        files.append(File.generated(config, name, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Add to every quote where it is from; a quote that is not in its file is an error."""
    from mkdocs.exceptions import PluginError

    def told(quote: re.Match[str]) -> str:
        path, language, code = quote.groups()
        before, found, _ = (ROOT / path).read_text(encoding="utf-8").partition(code)
        if not found:
            raise PluginError(f"{page.file.src_uri}: not in {path} any more:\n{code}")
        line = before.count("\n") + 1
        return f'```{language} title="{path}, line {line}"\n{dedent(code)}```'

    return QUOTE.sub(told, markdown)


def commands() -> dict[str, str]:
    """Return a page with a table of all commands, and a page for each group of them."""
    from nonairo.cli import COMMANDS as VERBS
    from nonairo.cli import build_parser
    from nonairo.cli.summaries import GROUPS

    (verbs,) = build_parser(VERBS)._subparsers._group_actions  # type: ignore[union-attr]
    parsers: dict[str, argparse.ArgumentParser] = verbs.choices  # type: ignore[assignment]
    made = {"commands.md": COMMANDS}
    for page, (title, group) in zip(PAGES, GROUPS.items(), strict=True):
        sections = (section(summary, parsers[name]) for name, summary in group.items())
        made[f"commands/{page}.md"] = f"# Commands: {title}\n\n" + "\n".join(sections)
        for name, summary in group.items():
            link = f"[`{name}`](commands/{page}.md#nonairo-{name})"
            made["commands.md"] += f"| {link} | {summary} |\n"
    return made


def section(summary: str, parser: argparse.ArgumentParser) -> str:
    """A command: what it is for, how it is called, its arguments and examples."""
    parser.formatter_class = lambda prog: argparse.HelpFormatter(prog, width=88)
    usage = parser.format_usage().removeprefix("usage: ").rstrip()
    lines = [f"## {parser.prog}", "", f"{summary[0].upper()}{summary[1:]}.", ""]
    lines += ["```text", usage, "```", "", "| argument | meaning |", "| --- | --- |"]
    lines += [f"| {called(action)} | {meaning(action)} |" for action in parser._actions]
    if parser.epilog:
        examples = parser.epilog.removeprefix("examples:\n")
        lines += ["", "```sh", *(line.strip() for line in examples.splitlines()), "```"]
    return "\n".join([*lines, ""])


def called(action: argparse.Action) -> str:
    """An argument as it is typed: `-o FILE`, `--output FILE`."""
    value = str(action.metavar or action.dest)
    if not action.option_strings:
        return f"`{value}`"
    value = "" if action.nargs == 0 else f" {value}"
    return ", ".join(f"`{flag}{value}`" for flag in action.option_strings)


def meaning(action: argparse.Action) -> str:
    """What an argument is for, with its default filled in."""
    told = (action.help or "") % (vars(action) | {"prog": "nonairo"})
    return re.sub(r"([|<>\[\]*_])", r"\\\1", " ".join(told.split()))
