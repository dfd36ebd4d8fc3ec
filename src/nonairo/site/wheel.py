"""The package as a wheel for browsers: without dependencies, and without what needs a terminal."""

from __future__ import annotations

import base64
import hashlib
import io
import zipfile
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable

from nonairo import __version__

NAME = f"nonairo-{__version__}-py3-none-any.whl"
# The page and core.wasm stand beside the wheel; nobody asks a page for the rest.
LEFT_OUT = ("page", "__pycache__", "bench", "cli", "site")
INFO = f"nonairo-{__version__}.dist-info"
METADATA = f"""\
Metadata-Version: 2.4
Name: nonairo
Version: {__version__}
Summary: Binairo and Nonograms: without dependencies, for browsers
License-Expression: MIT
Requires-Python: >=3.11
"""
WHEEL = """\
Wheel-Version: 1.0
Generator: nonairo site
Root-Is-Purelib: true
Tag: py3-none-any
"""


def pure_wheel() -> bytes:
    """A wheel that any Python can import; the same bytes for the same files."""
    found = dict(_modules(files("nonairo"), "nonairo/"))
    found[f"{INFO}/METADATA"] = METADATA.encode()
    found[f"{INFO}/WHEEL"] = WHEEL.encode()
    found[f"{INFO}/RECORD"] = _record(found).encode()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for path, body in found.items():
            entry = zipfile.ZipInfo(path)  # of 1980, whenever it is made
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # as on Unix, wherever it is made
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, body, compresslevel=9)
    return packed.getvalue()


def _modules(folder: Traversable, path: str) -> Iterator[tuple[str, bytes]]:
    for each in sorted(folder.iterdir(), key=lambda each: each.name):
        if each.is_dir():
            if each.name not in LEFT_OUT:
                yield from _modules(each, f"{path}{each.name}/")
        elif each.name.endswith((".py", ".txt")) or each.name == "py.typed":
            yield path + each.name, each.read_bytes()


def _record(found: dict[str, bytes]) -> str:
    lines = [f"{path},sha256={_sum(body)},{len(body)}\n" for path, body in found.items()]
    return "".join([*lines, f"{INFO}/RECORD,,\n"])


def _sum(body: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(body).digest()).rstrip(b"=").decode()
