"""The files that commands write: nothing that is there is lost before the new file is complete."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from nonairo.cli.terminal_output import complain
from nonairo.errors import FormatError, NameTakenError
from nonairo.safe_files import Draft, drafted


def numbered(path: str | Path, number: int | str, last: int = 1) -> Path:
    """The name of one file of several; numbers are as long as the `last`, to be sorted by name.

    >>> numbered("boats/boat.svg", 2).name, numbered("boat.svg", 2, last=10).name
    ('boat-2.svg', 'boat-02.svg')
    """
    first = Path(path)
    padded = str(number).zfill(len(str(last)))
    return first.with_name(f"{first.stem}-{padded}{first.suffix}")


def new_numbered(path: str | Path, number: int | str, last: int = 1) -> Path:
    """The name of one file of several; raise NameTakenError if it exists.

    The caller named OUT and not OUT-2, so only OUT is ever replaced.
    """
    name = numbered(path, number, last)
    if name.exists():
        raise NameTakenError("exists; remove it or choose another name for OUT", path=str(name))
    return name


@contextmanager
def open_bytes(path: str | None, keep: bool = False) -> Iterator[Draft]:
    """Open a file to write bytes to, or standard output; `keep` is that of `drafted`."""
    if path is None or path == "-":
        sys.stdout.flush()
        yield Draft(None, sys.stdout.buffer)
        return
    draft: Draft | None = None
    try:
        with drafted(path, keep=keep) as draft:
            yield draft
    finally:
        if draft is not None and draft.left is not None:
            complain(f"{path} was not changed: what was written so far is in {draft.left}")


def not_an_input(path: str | None, inputs: Iterable[str]) -> None:
    """Refuse to write a trace or a picture over one of the puzzles that it is about."""
    for name in inputs:
        if path and os.path.isfile(path) and os.path.isfile(name) and os.path.samefile(path, name):  # noqa: PTH113, PTH121
            raise FormatError("is one of the inputs; choose another file to write", path=path)
