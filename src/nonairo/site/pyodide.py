"""The files of Pyodide, CPython for browsers: those that are needed, from its npm package."""

from __future__ import annotations

import json
import tarfile
import zlib
from pathlib import Path
from typing import NamedTuple

from nonairo.errors import FormatError, NonairoError

GLUE = ("pyodide.asm.mjs", "pyodide.asm.js")  # what loads the machine code; by version
NEEDED = ("pyodide.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
ABOUT = "package.json"
HOW = "download it with `npm pack pyodide`, then name it with --pyodide pyodide-VERSION.tgz"


class Pyodide(NamedTuple):
    """A version, and its files by name."""

    version: str
    files: dict[str, bytes]


def pyodide_at(path: str | None) -> Pyodide:
    """The files in npm's archive, or in a folder where it was unpacked."""
    if path is None:
        raise NonairoError(f"site needs Pyodide, the Python for browsers: {HOW}")
    try:
        found = _in_folder(Path(path)) if Path(path).is_dir() else _in_archive(Path(path))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise FormatError(f"{reason}; {HOW}", path=path) from None
    except (tarfile.TarError, EOFError, zlib.error):
        raise FormatError(f"expected npm's archive of pyodide; {HOW}", path=path) from None
    missing = [name for name in (*NEEDED, ABOUT) if name not in found]
    if not missing and not any(name in found for name in GLUE):
        missing = [GLUE[0]]
    if missing:
        raise FormatError(f"expected {missing[0]} of Pyodide; {HOW}", path=path)
    return Pyodide(_version(found.pop(ABOUT), path), found)


def _in_folder(folder: Path) -> dict[str, bytes]:
    names = (*NEEDED, *GLUE, ABOUT)
    return {name: (folder / name).read_bytes() for name in names if (folder / name).is_file()}


def _in_archive(path: Path) -> dict[str, bytes]:
    wanted = {f"package/{name}": name for name in (*NEEDED, *GLUE, ABOUT)}
    found: dict[str, bytes] = {}
    if path.exists() and not path.is_file():
        raise ValueError("expected a file, found a pipe or a device")  # perhaps without an end
    with tarfile.open(path) as archive:
        for member in archive:
            file = archive.extractfile(member) if member.name in wanted else None
            if file is not None:
                found[wanted[member.name]] = file.read()
    return found


def _version(about: bytes, path: str) -> str:
    try:
        package = json.loads(about)
        if package["name"] == "pyodide":
            return str(package["version"])
    except (ValueError, KeyError, TypeError):
        pass
    raise FormatError(f"expected the npm package pyodide, found another; {HOW}", path=path)
