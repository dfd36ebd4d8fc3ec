"""The error that an answer can be: a code for programs, a sentence, and a line and column."""

from __future__ import annotations

from nonairo.errors import EngineError, FormatError, NonairoError, PuzzleError

BAD_INPUT, NOT_FOUND, BAD_METHOD, TOO_LARGE, BAD_SHAPE, BUSY = 400, 404, 405, 413, 422, 503

CODES = {FormatError: "format", PuzzleError: "puzzle", EngineError: "engine"}


class AnswerError(Exception):
    """Why there is no answer.

    >>> AnswerError("format", "expected a number", 400, line=3).to_json()
    {'error': {'code': 'format', 'message': 'expected a number', 'line': 3}}
    """

    def __init__(
        self,
        code: str,
        message: str,
        status: int = BAD_INPUT,
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        super().__init__(code, message, status, line, column)
        self.code = code
        self.message = message
        self.status = status  # of HTTP
        self.line = line
        self.column = column

    def __str__(self) -> str:
        return self.message

    def to_json(self) -> dict[str, object]:
        """Return it as data for JSON."""
        error: dict[str, object] = {"code": self.code, "message": self.message}
        if self.line is not None:
            error["line"] = self.line
        if self.column is not None:
            error["column"] = self.column
        return {"error": error}


class Cancelled(AnswerError):
    """Nobody waits for the answer any more."""

    def __init__(self) -> None:
        super().__init__("cancelled", "the request was cancelled", BUSY)

    def __reduce__(self) -> tuple[object, ...]:
        return Cancelled, ()


def from_ours(error: NonairoError) -> AnswerError:
    """An error of a reader, a rule or an engine as an AnswerError."""
    code = next((code for kind, code in CODES.items() if isinstance(error, kind)), "input")
    if isinstance(error, FormatError):
        return AnswerError(code, error.message, BAD_INPUT, error.line, error.column)
    return AnswerError(code, str(error), BAD_INPUT)


def wrong_shape(message: str) -> AnswerError:
    """For requests that have other fields than they may have."""
    return AnswerError("shape", message, BAD_SHAPE)


def too_large(message: str) -> AnswerError:
    """For what would be more work or memory than a request may ask for."""
    return AnswerError("too-large", message, TOO_LARGE)
