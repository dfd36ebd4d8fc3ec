"""Runs in Pyodide, by `bytecode.mjs`: replaces the sources in two archives with bytecode.

Only what answers use is compiled: bytecode is larger than its source, and the rest may never be
imported.
"""

from __future__ import annotations

import sys
import zipfile
from importlib.util import MAGIC_NUMBER, source_hash
from json import dumps as to_json
from marshal import dumps

STDLIB, PACKAGE = "/lib/python_stdlib.zip", "/lib/package.zip"
STDLIB_SEEN_AS = f"/lib/python{sys.version_info[0]}{sys.version_info[1]}.zip/"
UNCHECKED = (1).to_bytes(4, "little")  # by a hash of the source, which nobody compares


def main() -> None:
    """Compile what the two archives need."""
    sys.path.append(PACKAGE)
    from nonairo.answers import ANSWERS
    from nonairo.serving.beside import reply

    for answer in ANSWERS.values():
        reply(answer.name, to_json(answer.example or {}))
    imported = {getattr(module, "__file__", None) for module in tuple(sys.modules.values())}
    _compile(STDLIB, STDLIB_SEEN_AS, imported)
    _compile(PACKAGE, f"{PACKAGE}/", imported)


def _compile(archive: str, folder: str, wanted: set[str | None]) -> None:
    """Compile the modules of an archive that are wanted."""
    with zipfile.ZipFile(archive) as packed:
        files = {name: packed.read(name) for name in packed.namelist()}
    with zipfile.ZipFile(archive, "w") as packed:
        for name, body in files.items():
            entry = zipfile.ZipInfo(name)  # of 1980, whenever it is made
            if name.endswith(".py") and folder + name in wanted:
                code = compile(body, folder + name, "exec", dont_inherit=True)
                body = MAGIC_NUMBER + UNCHECKED + source_hash(body) + dumps(code)
                entry = zipfile.ZipInfo(f"{name}c")
            packed.writestr(entry, body, zipfile.ZIP_DEFLATED, 9)


if __name__ == "__main__":
    main()
