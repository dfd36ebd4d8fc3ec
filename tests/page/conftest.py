"""A server, a browser, and pages in it that must not complain."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TypeAlias

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

OpenPage: TypeAlias = "Callable[..., Page]"

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def missing(reason: str) -> None:
    """In CI a browser test that is not run is a failure; elsewhere it says why."""
    if os.environ.get("CI"):
        pytest.fail(f"in CI the browser tests must run: {reason}")
    pytest.skip(reason)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing("playwright is not installed (extra test)")
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        missing("no Chromium is installed")
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=path, args=[*FLAGS])
        yield found
        found.close()


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """The address of a running page."""
    yield os.environ["NONAIRO_PAGE"]


@pytest.fixture
def open_page(browser: Browser, address: str) -> Iterator[OpenPage]:
    """Opens the page at a puzzle, in a fresh profile; nothing may be said on its console."""
    complaints: list[str] = []
    contexts = []

    def opened(puzzle: str = "", *, more: str = "", allow: str = "-", **options: object) -> Page:
        context = browser.new_context(**{"viewport": {"width": 1200, "height": 800}} | options)  # type: ignore[arg-type]
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(10_000)

        def hear(text: str) -> None:
            if allow not in text:
                complaints.append(text)

        page.on("pageerror", lambda error: hear(str(error)))
        page.on("console", lambda line: hear(line.text) if line.type == "error" else None)
        page.goto(address + (f"#p={puzzle}{more}" if puzzle else more))
        page.wait_for_selector(".play .cell, .toast")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []
