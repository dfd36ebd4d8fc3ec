"""How a test plays: cells by their numbers, and the strokes of a person."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import nonairo as nn

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

BINAIRO = "binairo:1..0../..00.1/.00..1/....../00.1../.1..00"
NONOGRAM = "nonogram:1,1/5/5/3/1;2/4/4/4/2"
KAKURASU = "kakurasu:7/5/6/2/11;3/14/6/6/5"
ALL = (BINAIRO, NONOGRAM, KAKURASU)


def solution(puzzle: str) -> str:
    found = nn.solve(puzzle).solution
    assert found is not None
    return found.cells


def wanted(puzzle: str) -> list[tuple[int, str]]:
    """The cells to put in: where the background is blank, the filled ones are enough."""
    parsed = nn.parse(puzzle)
    blank = parsed.row_clues is not None
    return [
        (number, symbol)
        for number, (symbol, given) in enumerate(
            zip(solution(puzzle), parsed.givens.cells, strict=True)
        )
        if given == "." and not (blank and symbol == "0")
    ]


def cell(page: Page, number: int) -> Locator:
    return page.locator(".play .board:not(.sample) .cell").nth(number)


def grid(page: Page) -> str:
    """What stands in the cells."""
    return str(
        page.evaluate(
            """() => [...document.querySelectorAll('.play .board:not(.sample) .cell')]
            .map(c => c.classList.contains('ghost') ? '.' : c.classList.contains('v1') ? '0'
                 : c.classList.contains('v2') ? '1' : '.').join('')"""
        )
    )


def clicks(puzzle: str, symbol: str) -> tuple[Literal["left", "right"], int]:
    """Which button, and how often, to put in a symbol: the first with one click, the last with a
    right click."""
    blank = nn.parse(puzzle).row_clues is not None
    return ("left" if (symbol == "1") == blank else "right"), 1


def message(page: Page) -> str:
    return page.locator(".play .message").inner_text()
