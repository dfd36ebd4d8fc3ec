"""Every error that Nonairo raises on purpose.

    ValueError
      NonairoError
        FormatError    a text or file cannot be read or written as asked
          MissingFileError   a file or its folder does not exist; a FileNotFoundError, too
        PuzzleError    an impossible puzzle: sizes, or a single clue that does not fit
          ArgumentError    an argument of a call, which the command line has as an option
          NoSolution, EqualClues   `repair`: nothing to add repairs it (`nonairo.repairing`)
        EngineError    an engine does not exist, or does not support this puzzle or option
          OwnEngineError   the code of an engine that a user has written failed, and where
        LimitReached   a time, node or memory limit was reached before the answer

A puzzle without a solution is an answer (status `none`), never an error.
"""

from __future__ import annotations

NO_SUCH_FILE = 2  # errno.ENOENT, everywhere


class NonairoError(ValueError):
    """The base class of all errors that Nonairo raises on purpose.

    >>> import nonairo as nn
    >>> try:
    ...     nn.parse("binairo:0?/..", strict=True)
    ... except nn.NonairoError as error:
    ...     print(error)
    line 1: r1c2: expected '0', '1' or '.', found '?'
    """


class FormatError(NonairoError):
    """A text or file cannot be read or written: where, what was expected, what was found.

    >>> print(FormatError("expected a number, found 'x'", line=3, column=5).at("a.txt"))
    a.txt:3:5: expected a number, found 'x'
    """

    def __init__(
        self,
        message: str,
        *,
        line: int | None = None,
        column: int | None = None,
        path: str | None = None,
    ) -> None:
        super().__init__(message, line, column, path)
        self.message = message
        self.line = line
        self.column = column
        self.path = path

    def __reduce__(self) -> tuple[object, ...]:
        return _format_error, (type(self), self.message, self.line, self.column, self.path)

    def __str__(self) -> str:
        numbers = [str(number) for number in (self.line, self.column) if number is not None]
        if self.path is not None:
            return f"{':'.join([self.path, *numbers])}: {self.message}"
        named = {"line": self.line, "column": self.column}
        where = ", ".join(f"{name} {at}" for name, at in named.items() if at is not None)
        return f"{where}: {self.message}" if where else self.message

    def at(self, path: str) -> FormatError:
        """Return the same error for the file at `path`."""
        return type(self)(self.message, line=self.line, column=self.column, path=path)


class NameTakenError(FormatError):
    """A file exists under a name that the caller did not give, so it is not replaced."""


class MissingFileError(FormatError, FileNotFoundError):
    """A file does not exist, or the folder to write it into does not.

    >>> import nonairo as nn
    >>> try:
    ...     nn.load("missing.txt")
    ... except FileNotFoundError as error:
    ...     print(error, error.filename)
    missing.txt: No such file or directory missing.txt
    """

    def __init__(
        self,
        message: str,
        *,
        line: int | None = None,
        column: int | None = None,
        path: str | None = None,
    ) -> None:
        super().__init__(message, line=line, column=column, path=path)
        self.errno, self.strerror, self.filename = NO_SUCH_FILE, message, path


def file_error(error: OSError | ValueError, path: str, more: str = "") -> FormatError:
    """Return the one-line error for a file that the system cannot open, read or write."""
    message = ((error.strerror if isinstance(error, OSError) else None) or str(error)) + more
    is_missing = isinstance(error, FileNotFoundError)
    return (MissingFileError if is_missing else FormatError)(message, path=path)


class blaming:
    """Turn any OSError in the block into a FormatError naming `path`.

    >>> with blaming("a.txt"):
    ...     raise IsADirectoryError(21, "Is a directory")
    Traceback (most recent call last):
    nonairo.errors.FormatError: a.txt: Is a directory
    """

    def __init__(self, path: object) -> None:
        self.path = str(path)

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, OSError) and not isinstance(error, FormatError):
            raise file_error(error, self.path) from None


def _format_error(
    kind: type[FormatError],
    message: str,
    line: int | None,
    column: int | None,
    path: str | None,
) -> FormatError:
    return kind(message, line=line, column=column, path=path)


class PuzzleError(NonairoError):
    """A puzzle is impossible: its sizes, or a single clue that does not fit.

    >>> import nonairo as nn
    >>> try:
    ...     nn.nonogram(rows=[[3]], cols=[[1], [1]])
    ... except nn.PuzzleError as error:
    ...     print(error)
    row 1: clue 3 needs 3 cells, but the row has 2
    """


class ArgumentError(PuzzleError):
    """An argument has a value that it cannot have; `fault` follows its name in the message.

    >>> print(ArgumentError("givens", " cannot be combined with signs"))
    givens cannot be combined with signs
    """

    def __init__(self, argument: str, fault: str) -> None:
        super().__init__(argument, fault)  # the arguments of `__reduce__`
        self.argument = argument
        self.fault = fault

    def __str__(self) -> str:
        return f"{self.argument}{self.fault}"


class EngineError(NonairoError):
    """An engine does not exist, or does not support the request.

    >>> import nonairo as nn
    >>> try:
    ...     nn.solve("binairo:0./..", "wolk")
    ... except nn.EngineError as error:
    ...     print(error)
    expected an engine, found 'wolk'; did you mean walk?
    """


class OwnEngineError(EngineError):
    """An engine that a user has written failed: the file, the line, the statement, and why."""


class LimitReached(NonairoError):
    """A limit was reached before the answer; `limit` names it.

    `time` and `nodes` are the caller's own limits; `memory` is the caller's, the core's or the
    machine's (public functions raise this instead of MemoryError); `size` means that the
    puzzle is too large for the engine, and `patience` that one part of a larger task was too
    hard. `quit`: the user stopped it while watching. `worker`: the worker process of a part of
    the puzzle died twice.

    >>> import nonairo as nn
    >>> try:
    ...     nn.is_unique("nonogram:1/1;1/1", node_limit=1)
    ... except nn.LimitReached as error:
    ...     print(error.limit)
    nodes
    """

    def __init__(self, message: str, limit: str = "time") -> None:
        super().__init__(message, limit)
        self.message = message
        self.limit = limit

    def __str__(self) -> str:
        return self.message
