"""The page's modules for a notebook, which runs one script: each becomes an address of its own.

A notebook gives a widget's script no address, so it cannot import beside itself. The script that is
made here has the text of all modules that are needed, in the order in which they need each other,
and `loader.js` turns each into an address that the next can import. Nothing is fetched.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from functools import cache
from importlib.resources import files
from posixpath import dirname, join, normpath

IMPORT = re.compile(r"(\bfrom\s+|\bimport\s+)\"(\.[^\"]+)\"")
PICTURE = re.compile(r'url\("\.\./pictures/([\w-]+\.svg)"\)')
INSTEAD = {"page/js/language.js": "widgets/language.js"}  # of the page's own: the notebook's
STYLES = ("base", "grid", "stepping")  # of the page


def _text(name: str) -> str:
    """A file of the package."""
    return files("nonairo").joinpath(name).read_text(encoding="utf-8")


@cache
def script(entry: str) -> str:
    """Return one script with a module of ours and all that it imports; it exports the widget."""
    modules: dict[str, str] = {}
    _collect(f"widgets/{entry}", modules)
    parts = json.dumps(list(modules.items()))
    return _text("widgets/loader.js").replace("[/* modules */]", parts)


def _collect(name: str, modules: dict[str, str]) -> None:
    """Add a module after those that it imports; what it imports is named from the package."""
    if name in modules:
        return
    folder = dirname(name)

    def named(found: re.Match[str]) -> str:
        other = normpath(join(folder, found[2]))
        return f'{found[1]}"{INSTEAD.get(other, other)}"'

    text = IMPORT.sub(named, _text(name))
    for _, other in re.findall(r"(\bfrom\s+|\bimport\s+)\"((?:page|widgets)/[^\"]+)\"", text):
        _collect(other, modules)
    modules[name] = text


def names(entry: str) -> list[str]:
    """Return the files that a script consists of.

    >>> names("play.js")[-1]
    'widgets/play.js'
    """
    modules: dict[str, str] = {}
    _collect(f"widgets/{entry}", modules)
    return list(modules)


@cache
def style() -> str:
    """Return the page's style for the inside of a widget: it leaves the notebook as it is."""
    names = [*(f"page/css/{name}.css" for name in STYLES), "widgets/widget.css"]
    text = "\n".join(map(_text, names))
    return PICTURE.sub(lambda found: f'url("{_picture(found[1])}")', text)


def _picture(name: str) -> str:
    """A picture of the page as an address that holds it."""
    data = files("nonairo").joinpath(f"page/pictures/{name}").read_bytes()
    return f"data:image/svg+xml;base64,{b64encode(data).decode('ascii')}"
