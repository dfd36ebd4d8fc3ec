"""All files of a site, by their paths.

index.html, offline.js, manifest.webmanifest
                            what a browser asks for again: small, and never to be kept by caches
files/NAME-HASH/...         all else, in folders named by what is in them: to be kept for ever
site.json                   the checksums of all files; a folder that has it is a site
licences.txt                whose work it is

Every address is relative, so that a site may stand anywhere below a host's name.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from html import escape
from importlib.resources import files

from nonairo import __version__
from nonairo.answers import answer
from nonairo.answers.fields import Json
from nonairo.kinds import KINDS
from nonairo.serving.static import INDEX, page_files, policy
from nonairo.site.pyodide import Pyodide
from nonairo.site.wheel import NAME, pure_wheel
from nonairo.wasm_hosts import MODULE

OFFLINE, MANIFEST, LICENCES = "offline.js", "site.json", "licences.txt"
INSTALL = "manifest.webmanifest"  # what a browser reads to install the page as an app
PREPARED = "prepared.json"
# The puzzle that is open when Python is not there yet: examples/first.txt, our own, CC0.
FIRST = "binairo:0..1..../..1...../.1....0./.....1../0.00..../....0..0/.11..1../.1..1.1."

Files = dict[str, bytes]


def site_files(pyodide: Pyodide, package: bytes | None = None) -> Files:
    """Everything that a static host has to hand out; `package` is the wheel, perhaps compiled."""
    page = {path.lstrip("/"): file.body for path, file in page_files().items() if path != "/"}
    index = page.pop(INDEX).decode()
    page.pop(OFFLINE)  # for servers
    install = page.pop(INSTALL).decode()  # its addresses are relative to where it stands
    page[PREPARED] = to_json(prepared())
    found: Files = {}
    homes = {
        name: _home(found, name, body)
        for name, body in (
            ("page", page),
            ("pyodide", pyodide.files),
            ("wheel", {NAME: package or pure_wheel()}),
            ("core", {MODULE.name: MODULE.read_bytes()} if MODULE.is_file() else {}),
        )
    }
    settings = {
        "backend": "worker",
        "first": FIRST,
        "prepared": homes["page"] + PREPARED,
        "pyodide": homes["pyodide"],
        "wheel": homes["wheel"] + NAME,
        "core": homes["core"] + MODULE.name if MODULE.is_file() else "",
        "offline": OFFLINE,
    }
    found[INDEX] = index_page(index, homes["page"], settings).encode()
    found[INSTALL] = install.replace('"pictures/', f'"{homes["page"]}pictures/').encode()
    found[LICENCES] = licences(pyodide.version).encode()
    found[OFFLINE] = service_worker(found)
    sums = {path: sum_of(body) for path, body in sorted(found.items())}
    found[MANIFEST] = to_json(
        {"nonairo": __version__, "pyodide": pyodide.version, "files": sums}, indent=1
    )
    return found


def _home(found: Files, name: str, part: Mapping[str, bytes]) -> str:
    """Puts files into a folder that is named by what is in it; gives its path."""
    sums = "".join(f"{path} {sum_of(body)}\n" for path, body in sorted(part.items()))
    home = f"files/{name}-{sum_of(sums.encode())[:12]}/"
    found |= {home + path: body for path, body in sorted(part.items())}
    return home


def sum_of(body: bytes) -> str:
    """Return a hash of the contents."""
    return hashlib.sha256(body).hexdigest()


def to_json(value: object, indent: int | None = None) -> bytes:
    separators = None if indent else (",", ":")
    return (json.dumps(value, indent=indent, separators=separators) + "\n").encode()


def prepared() -> list[Json]:
    """What the page asks first, answered beforehand: the first puzzle waits for nobody."""
    puzzles = (FIRST, *(kind.example for kind in KINDS.values()))
    requests: list[tuple[str, Json]] = [("kinds", {}), ("techniques", {})]
    requests += [(name, {"puzzle": id}) for id in puzzles for name in ("describe", "grade")]
    return [
        {"name": name, "request": request, "answer": answer(name, request)}
        for name, request in requests
    ]


def index_page(index: str, home: str, settings: Mapping[str, str]) -> str:
    """The page, with its files where they are, and who answers it."""
    index = re.sub(rf'\b(href|src)="(?!{INSTALL})(?=[a-z])', rf'\1="{home}', index)
    index = re.sub(r'\s*<meta name="nonairo-backend"[^>]*>', "", index)
    lines = [f'<meta http-equiv="Content-Security-Policy" content="{policy(site=True)}" />']
    lines += [
        f'<meta name="nonairo-{name}" content="{escape(value)}" />'
        for name, value in settings.items()
    ]
    charset = '<meta charset="utf-8" />'
    before, found, after = index.partition(charset)
    assert found, "the page says its encoding first"
    return before + "\n    ".join([charset, *lines]) + after


def service_worker(found: Files) -> bytes:
    """The script that keeps all files in the browser; another one whenever any of them changes."""
    script = (files("nonairo") / "site" / OFFLINE).read_text(encoding="utf-8")
    listed = json.dumps({path: sum_of(body) for path, body in sorted(found.items())}, indent=1)
    empty = "const FILES = {};"
    assert empty in script
    return script.replace(empty, f"const FILES = {listed};").encode()


def licences(pyodide: str) -> str:
    """Whose work a site is made of."""
    return (
        f"Nonairo {__version__}: MIT licence, the Nonairo authors. Its puzzles: CC0.\n"
        f"Pyodide {pyodide}: Mozilla Public License 2.0, the Pyodide contributors; unchanged but"
        " for the archive of the standard library, which may be compiled to bytecode. Its source"
        " is at github.com/pyodide/pyodide.\n"
        "CPython, within Pyodide: Python Software Foundation License, version 2. The modules of the"
        " standard library may be stored as bytecode compiled from its own source.\n"
    )
