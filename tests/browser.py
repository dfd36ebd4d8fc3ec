"""A real browser for the tests of pages: Chromium as the system has it, led by Playwright.

Its headless shell, where it is installed, is the same engine without windows: a quarter less work.

    def test_it_opens(visit: Visit) -> None:
        seen = visit(path.as_uri())
        assert seen.page.title() == "..."
        seen.assert_quiet()

Where there is no Chromium such a test is skipped, in one line; in CI that is a failure. One browser
serves a module; it ends with it, because Playwright keeps an event loop running meanwhile.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
ALONE = (  # it asks nobody for news, and runs where there is neither a screen nor a user
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-dev-shm-usage",
)  # fmt: skip
DAY = 86_400  # seconds
PATIENCE = 60_000  # milliseconds: machines under test are busy


@dataclass
class Seen:
    """A page, and what happened on it."""

    page: Page
    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)  # errors, and what the console was told

    def assert_quiet(self, *own: str) -> None:
        """Nothing went wrong, and nothing was asked of anybody but ourselves: URLs begin so."""
        assert self.complaints == []
        assert [url for url in self.requests if not url.startswith(("data:", *own))] == []


Visit: TypeAlias = Callable[..., Seen]


def missing(reason: str) -> NoReturn:
    """What a test needs is not here: it is skipped, or fails in CI."""
    if os.environ.get("CI"):
        pytest.fail(f"{reason}: in CI it must be")
    pytest.skip(reason)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """A browser that keeps nothing."""
    if find_spec("playwright") is None:
        missing("playwright, which leads a browser, is not installed")
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        missing("chromium is not installed")
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as leader:
        browser = leader.chromium.launch(executable_path=path, args=[*ALONE], timeout=PATIENCE)
        yield browser
        browser.close()


@pytest.fixture
def visit(chromium: Browser) -> Iterator[Visit]:
    """Opens an address in a window of its own; options are those of Playwright's contexts.

    With `clock=True` time stands still until `page.clock` moves it.
    """
    contexts = []

    def open_address(url: str, *, clock: bool = False, **options: Any) -> Seen:
        context = chromium.new_context(**options)
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        seen = Seen(page)
        page.on("request", lambda request: seen.requests.append(request.url))
        page.on("pageerror", lambda error: seen.complaints.append(str(error)))
        page.on("console", lambda told: seen.complaints.append(told.text))
        if clock:
            page.clock.install(time=0)
        page.goto(url)
        if clock:
            page.clock.pause_at(DAY)
        return seen

    yield open_address
    for context in contexts:
        context.close()
