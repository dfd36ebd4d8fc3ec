"""The files of the page, all read at the start (no request ever names a file), and its policy."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple

TYPES = {
    ".html": b"text/html; charset=utf-8",
    ".css": b"text/css; charset=utf-8",
    ".js": b"text/javascript; charset=utf-8",
    ".svg": b"image/svg+xml",
    ".txt": b"text/plain; charset=utf-8",
    ".png": b"image/png",
    ".webmanifest": b"application/manifest+json",
}
INDEX = "index.html"
ICON = "/pictures/icon.svg"


class PageFile(NamedTuple):
    """A file as it is sent."""

    kind: bytes
    body: bytes
    tag: bytes


def page_files() -> dict[str, PageFile]:
    """The paths of the page and their files."""
    found = dict(_walk(files("nonairo") / "page", "/"))
    if icon := found.get(ICON):
        found["/favicon.ico"] = icon  # browsers ask for it beside answers, which name none
    return found | {"/": found[f"/{INDEX}"]}


def _walk(folder: Traversable, path: str) -> Iterator[tuple[str, PageFile]]:
    if not folder.is_dir():
        return
    for each in sorted(folder.iterdir(), key=lambda each: each.name):
        if each.is_dir():
            yield from _walk(each, f"{path}{each.name}/")
        elif _suffix(each.name) in TYPES:  # not the modules of Python beside them
            yield f"{path}{each.name}", file_of(each.name, each.read_bytes())


def _suffix(name: str) -> str:
    return f".{name.rpartition('.')[2]}"


def file_of(name: str, body: bytes) -> PageFile:
    """A file of this name and content."""
    tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    return PageFile(TYPES[_suffix(name)], body, tag.encode())


def policy(*, site: bool = False) -> str:
    """The content security policy of the page: it may load only its own files.

    A static site runs Python as WebAssembly; and it has its policy in the page itself, where
    browsers ignore frame-ancestors, which the host has to send.
    """
    rules = [
        "default-src 'self'",
        "script-src 'self' 'wasm-unsafe-eval'" if site else "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "worker-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
    ]
    return "; ".join(rules if site else [*rules, "frame-ancestors 'none'"])
