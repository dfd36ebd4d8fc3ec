"""Take the screenshots of the page for `playing.md`: `python docs/make_screenshots.py`.

Start, game, hint and finish, on a phone and on a desk, in light and dark; each is one picture with
both looks beside each other, in few colours. Needs Chromium, Playwright and Pillow.
"""

from __future__ import annotations

import io
import shutil
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import sleep
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

import nonairo as nn

PICTURES = Path(__file__).parent / "pictures"
PICTURE = next(each for each in nn.gallery(coloured=True) if each.height == each.width == 15)
FIRST = "binairo:0..1..../..1...../.1....0./.....1../0.00..../....0..0/.11..1../.1..1.1."
WINDOWS: dict[str, dict[str, Any]] = {
    "desk": {"viewport": {"width": 1200, "height": 760}},
    "phone": {"viewport": {"width": 390, "height": 780}, "has_touch": True, "is_mobile": True},
}
COLOURS, GAP = 128, 12
STILL = 2200  # milliseconds, until nothing moves any more


@contextmanager
def server() -> Iterator[str]:
    """Serve the page on a free port."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    command = [sys.executable, "-m", "nonairo", "serve", "--port", str(port)]
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        address = f"http://127.0.0.1:{port}/"
        for _ in range(100):
            try:
                urllib.request.urlopen(address)
                break
            except OSError:
                sleep(0.1)
        yield address
    finally:
        running.terminate()
        running.wait()


def start(page: Page, address: str) -> None:
    page.goto(address)
    page.locator(".choice.kind .thumb").nth(6).wait_for()


def game(page: Page, address: str) -> None:
    solution = nn.solve(FIRST).solution
    assert solution is not None
    cells = page.locator(".play .viewport .cell")
    page.goto(f"{address}#p={FIRST}")
    for number in (1, 2, 8, 9, 16, 24, 25):
        if "given" not in str(cells.nth(number).get_attribute("class")):
            button: Any = "left" if solution.cells[number] == "0" else "right"
            cells.nth(number).click(button=button)
    page.locator(".play .puzzle-name").click()


def hint(page: Page, address: str) -> None:
    game(page, address)
    for strength in range(4):
        page.keyboard.press("h")
        page.locator(".strengths button").nth(strength).and_(
            page.locator("[aria-pressed=true]")
        ).wait_for()


def finish(page: Page, address: str) -> None:
    solution = nn.solve(PICTURE).solution
    assert solution is not None
    cells = solution.cells
    last = max(number for number, symbol in enumerate(cells) if symbol != "0")
    page.goto(f"{address}#p={PICTURE.id}&g={cells[:last]}.{cells[last + 1 :]}&n={PICTURE.title}")
    page.locator(f".tool[data-tool='{int(cells[last]) + 1}']").click()
    page.locator(".play .viewport .cell").nth(last).click()
    page.locator(".message.done").wait_for()


SCREENS = {"start": start, "game": game, "hint": hint, "finish": finish}


def shot(browser: Browser, address: str, screen: str, window: str, scheme: Any) -> Image.Image:
    context = browser.new_context(color_scheme=scheme, locale="en-GB", **WINDOWS[window])
    page = context.new_page()
    SCREENS[screen](page, address)
    page.wait_for_timeout(STILL)
    found = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    context.close()
    return found


def beside(one: Image.Image, other: Image.Image) -> Image.Image:
    whole = Image.new("RGB", (one.width + GAP + other.width, one.height), "#808080")
    whole.paste(one, (0, 0))
    whole.paste(other, (one.width + GAP, 0))
    return whole.quantize(COLOURS, dither=Image.Dither.NONE)


def main() -> None:
    names = ("chromium", "google-chrome", "chromium-headless-shell")
    chromium = next(filter(None, map(shutil.which, names)), None)
    with server() as address, sync_playwright() as leader:
        browser = leader.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for screen in SCREENS:
            for window in WINDOWS:
                looks = [shot(browser, address, screen, window, look) for look in ("light", "dark")]
                path = PICTURES / f"page-{screen}-{window}.png"
                beside(*looks).save(path, optimize=True)
        hinted = shot(browser, address, "hint", "desk", "light")
        hinted.quantize(COLOURS, dither=Image.Dither.NONE).save(
            PICTURES / "page.png", optimize=True
        )
        browser.close()


if __name__ == "__main__":
    main()
