"""Write a file without losing the existing one, which is replaced when everything is written.

Until then the new text is in a draft next to it: `many.partial.ids` for `many.ids`.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from functools import partial
from itertools import count
from typing import BinaryIO, cast

from nonairo.errors import blaming

STREAMS = ("/dev/std", "/dev/fd/", "/proc/")  # names that stand for an open file
LONGEST = 255  # bytes in a file's name
MARKED = len(".partial-9999")


class Draft:
    """A file that is being written; an error of the system names its `path`, if there is one.

    `replaces`: another file has its name, and stays there until the draft is complete. Code
    that finds something missing from the draft sets `complete` to False. `left` is then the
    name of a draft that was kept for the caller.
    """

    __slots__ = ("_blaming", "_stream", "complete", "failed", "left", "replaces")

    def __init__(self, path: str | None, stream: BinaryIO, replaces: bool = False) -> None:
        self._blaming = nullcontext() if path is None else blaming(path)
        self.replaces = replaces
        self.complete = True
        self.failed = False  # to write: the caller knows
        self.left: str | None = None
        self._stream = stream

    def write(self, data: bytes) -> None:
        with self._blaming:
            self._try(partial(self._stream.write, data))

    def flush(self) -> None:
        with self._blaming:
            self._try(self._stream.flush)

    def close(self) -> None:
        """Close the file; an error that was reported before is not reported again."""
        with suppress(OSError) if self.failed else self._blaming:
            self._stream.close()

    def _try(self, action: Callable[[], object]) -> None:
        try:
            action()
        except OSError:
            self.failed = True
            raise


@contextmanager
def drafted(path: str, *, keep: bool = False) -> Iterator[Draft]:
    """Open a draft of the file `path`, which it replaces in the end; an error leaves `path` alone.

    With `keep`, what was written before an error is not lost: a new file has it, and where a file
    would have been replaced, the draft stays beside it. An empty draft never stays. A link stays a
    link; a hard link is broken: the other names keep the old file. Devices and pipes are written to
    directly.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "a.txt")
    ...     _ = path.write_text("old")
    ...     with drafted(str(path)) as draft:
    ...         draft.write(b"new")
    ...         path.read_text(), draft.replaces
    ...     path.read_text()
    ('old', True)
    'new'
    """
    with blaming(path):
        target, name, stream, there = _begun(path, keep)
    draft, written = Draft(path, stream, there and name != target), False
    try:
        try:
            yield draft
        finally:
            draft.close()
        written = not draft.failed
    finally:
        with blaming(path):
            if name == target:
                if not (there or (written and draft.complete) or os.path.getsize(name)):  # noqa: PTH202
                    os.unlink(name)  # noqa: PTH108
            elif written and draft.complete:
                _move(name, target)
            elif keep and os.path.getsize(name):  # noqa: PTH202
                draft.left = name
            else:
                os.unlink(name)  # noqa: PTH108


def _begun(path: str, keep: bool) -> tuple[str, str, BinaryIO, bool]:
    """Return the file that is meant, the file that is written, open, and whether one was there."""
    target = os.path.realpath(path)
    there = os.path.exists(target)  # noqa: PTH110  # pathlib costs 4 ms at start
    if there and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
    plain = os.path.isfile(target) and not path.startswith(STREAMS) if there else not keep  # noqa: PTH113
    if not plain:
        return target, target, cast(BinaryIO, open(path, "wb")), there  # noqa: PTH123
    name, stream = _beside(target, there)
    if there:
        os.chmod(name, os.stat(target).st_mode & 0o7777)  # noqa: PTH101, PTH116
    return target, name, stream, there


def _beside(target: str, there: bool) -> tuple[str, BinaryIO]:
    """Open a new file beside the target, or elsewhere if its folder takes no new files."""
    stem, suffix = _parts(target)
    for number in count(1):
        name = f"{stem}.partial{'' if number == 1 else f'-{number}'}{suffix}"
        try:
            return name, cast(BinaryIO, open(name, "xb"))  # noqa: PTH123
        except FileExistsError:
            continue
        except OSError:
            if not there:
                raise
            break
    import tempfile  # few get here

    handle, name = tempfile.mkstemp(f".partial{suffix}")
    return name, os.fdopen(handle, "wb")


def _parts(target: str) -> tuple[str, str]:
    """Split a path at its suffix, with a stem short enough for the mark of a draft.

    >>> _parts("/a/b.txt")
    ('/a/b', '.txt')
    >>> [len(part) for part in _parts("x" * 251 + ".txt")]
    [238, 4]
    """
    folder, name = os.path.split(target)
    stem, suffix = os.path.splitext(name)  # noqa: PTH122
    if len(os.fsencode(suffix)) > LONGEST // 2:
        stem, suffix = name, ""
    while len(os.fsencode(stem + suffix)) > LONGEST - MARKED:
        stem = stem[:-1]
    return os.path.join(folder, stem), suffix  # noqa: PTH118


def _move(name: str, target: str) -> None:
    try:
        os.replace(name, target)  # noqa: PTH105
    except OSError:  # the target is a mount point, or its folder takes no new files
        import shutil

        shutil.copyfile(name, target)
        os.unlink(name)  # noqa: PTH108
