"""What public functions do when memory runs out: they raise LimitReached, never MemoryError."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from typing import TYPE_CHECKING, cast

from nonairo.errors import LimitReached

if TYPE_CHECKING:
    from typing import ParamSpec, TypeVar

    Given = ParamSpec("Given")
    Answer = TypeVar("Answer")
    Piece = TypeVar("Piece")

NO_MEMORY = "there is not enough memory"
# What Python itself raises where it has no memory left to raise a MemoryError: the error is lost
# while its traceback is made.
LOST = "returned NULL without setting an exception"
GENERATOR = 0x20  # the flag of its code; `inspect` takes long to load


def check_memory(error: BaseException) -> None:
    """Raise an error again, unless it says that memory has run out."""
    if isinstance(error, SystemError) and LOST not in str(error):
        raise error


def names_memory(function: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """Turn a MemoryError of a function, or of the generator that it is, into LimitReached.

    >>> @names_memory
    ... def greedy() -> bytes:
    ...     raise MemoryError
    >>> greedy()
    Traceback (most recent call last):
    nonairo.errors.LimitReached: there is not enough memory
    """
    if function.__code__.co_flags & GENERATOR:
        stream = _streaming(cast("Callable[Given, Iterator[object]]", function))
        return cast("Callable[Given, Answer]", stream)

    @wraps(function)
    def bounded(*args: Given.args, **options: Given.kwargs) -> Answer:
        try:
            return function(*args, **options)
        except (MemoryError, SystemError) as error:
            check_memory(error)  # which holds all that the work held: dropped before the next
        raise LimitReached(NO_MEMORY, "memory")

    return bounded


def _streaming(function: Callable[Given, Iterator[Piece]]) -> Callable[Given, Iterator[Piece]]:
    @wraps(function)
    def bounded(*args: Given.args, **options: Given.kwargs) -> Iterator[Piece]:
        try:
            yield from function(*args, **options)
            return
        except (MemoryError, SystemError) as error:
            check_memory(error)
        raise LimitReached(NO_MEMORY, "memory")

    return bounded
