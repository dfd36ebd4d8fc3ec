"""How a public function is retired: it works as before, and warns."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def deprecated(instead: str, *, ends: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Return a decorator for a function that will be removed in version `ends`.

    `instead` says what to use. The policy is on the page about the Python functions: at least one
    minor release and six months lie between the first warning and the end.

    >>> @deprecated("nonairo.solve", ends="0.3")
    ... def solve_puzzle(puzzle):
    ...     return puzzle
    >>> with warnings.catch_warnings(record=True) as caught:
    ...     warnings.simplefilter("always")
    ...     solve_puzzle("binairo:10/01")
    'binairo:10/01'
    >>> print(caught[0].message)
    solve_puzzle is deprecated and ends with version 0.3; use nonairo.solve
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        message = (
            f"{function.__qualname__} is deprecated and ends with version {ends}; use {instead}"
        )

        @wraps(function)
        def warning(*arguments: P.args, **options: P.kwargs) -> R:
            warnings.warn(message, DeprecationWarning, stacklevel=2)
            return function(*arguments, **options)

        return warning

    return decorate
