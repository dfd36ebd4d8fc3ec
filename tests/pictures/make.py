"""Make pictures of puzzles with their truth: screenshots, and photographs of them.

    python tests/pictures/make.py --count 1000 --seed 1 -o DIR [--screenshots | --warp]

Writes NAME.png or NAME.jpg and truth.jsonl, one record a picture: `file`, `photo`, `drawn` (table,
canvas or our own), `look`, `font`, `zoom`, and `puzzles`, each with `id`, `kind`, `givens`,
`entries` (what a player entered; `differ`:
it looks different from the givens) and `quad` (the corners of the cells, in pixels of the picture).
The same seed gives the same pictures on one machine; other versions of Chromium draw a little
differently. Needs Chromium, playwright and the extra `photo`.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import cv2
import numpy as np
from camera import photograph
from canvases import PAINTER
from fonts import UNSEEN, environment, families
from whole_pages import MEASURE, Page, page_of, truth_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from playwright.sync_api import Page as Tab

NAMES = ("chromium", "chromium-browser", "google-chrome", "chromium-headless-shell")
LARGEST = 3_500_000  # pixels


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-o", "--output", type=Path, required=True)
    only = parser.add_mutually_exclusive_group()
    only.add_argument("--screenshots", action="store_true", help="only pictures without a warp")
    only.add_argument(
        "--warp", action="store_true", help="only photographs (default: half and half)"
    )
    parser.add_argument(
        "--unseen", action="store_true", help="only fonts that nothing is trained on"
    )
    options = parser.parse_args()
    fonts = [name for name in families() if not options.unseen or name in UNSEEN]
    options.output.mkdir(parents=True, exist_ok=True)
    share = 0.0 if options.screenshots else 1.0 if options.warp else 0.5
    with (
        browser() as leader,
        (options.output / "truth.jsonl").open("w", encoding="utf-8") as truth,
    ):
        for k in range(options.count):
            record, data = picture(leader, fonts, options.seed, k, share)
            name = f"{k:05}.{'jpg' if record['photo'] else 'png'}"
            (options.output / name).write_bytes(data)
            truth.write(json.dumps({"file": name, **record}) + "\n")
            if sys.stderr.isatty():
                sys.stderr.write(f"\r{k + 1} of {options.count}")
    return 0


@contextmanager
def browser() -> Iterator[Browser]:
    """A Chromium that finds the fonts."""
    from playwright.sync_api import sync_playwright

    path = next(filter(None, map(shutil.which, NAMES)), None)
    with sync_playwright() as leader:
        args = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        found = leader.chromium.launch(executable_path=path, args=args, env=dict(environment()))
        yield found
        found.close()


def picture(
    leader: Browser, fonts: list[str], seed: int, number: int, share: float
) -> tuple[dict[str, object], bytes]:
    """One picture and its record; `share` of them are photographs."""
    rng = Random(f"{seed}/{number}")
    page = page_of(rng, fonts)
    photo = rng.random() < share
    data, quads = screenshot(leader, page)
    if photo:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
        assert image is not None
        data, quads = photograph(np.asarray(image, np.uint8), quads, rng)
    elif rng.random() < 0.15:
        data = _as_jpeg(data, rng)
    puzzles = [{**truth_of(page, k), "quad": quad} for k, quad in enumerate(quads)]
    look, font = page.style.look, page.style.font
    record = {
        "photo": photo, "drawn": page.drawn, "look": look, "font": font,
        "dark": page.style.dark, "zoom": page.zoom, "puzzles": puzzles,
    }  # fmt: skip
    return record, data


def _as_jpeg(data: bytes, rng: Random) -> bytes:
    """A screenshot that a messenger has compressed."""
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    done, packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, rng.randint(50, 90)])
    assert done
    return packed.tobytes()


_TABS: dict[tuple[int, float], Tab] = {}  # one window for each browser and zoom


def _tab(leader: Browser, zoom: float) -> Tab:
    key = (id(leader), zoom)
    if key not in _TABS:
        _TABS[key] = leader.new_page(
            viewport={"width": 1500, "height": 1200}, device_scale_factor=zoom
        )
    return _TABS[key]


def screenshot(leader: Browser, page: Page) -> tuple[bytes, list[list[list[float]]]]:
    """The page as PNG, and the corners of each grid."""
    tab = _tab(leader, page.zoom)
    style = f"margin:0;background:{page.style.paper}"
    tab.set_content(f'<!doctype html><meta charset=utf-8><body style="{style}">{page.html}</body>')
    for canvas in tab.query_selector_all("canvas"):
        canvas.evaluate(PAINTER, page.zoom)
    boxes = tab.evaluate(MEASURE)
    holder = tab.query_selector("[data-puzzle] > *" if page.tight else "#page")
    assert holder is not None
    at = holder.bounding_box()
    assert at is not None
    data = tab.screenshot(
        full_page=True,
        clip={"x": at["x"], "y": at["y"], "width": at["width"], "height": at["height"]},
    )
    quads = []
    for left, top, right, bottom in boxes:
        x1, y1, x2, y2 = (
            round((value - start) * page.zoom, 1)
            for value, start in (
                (left, at["x"]),
                (top, at["y"]),
                (right, at["x"]),
                (bottom, at["y"]),
            )
        )
        quads.append([[x1, y1], [x2, y1], [x2, y2], [x1, y2]])
    return data, quads


if __name__ == "__main__":
    raise SystemExit(main())
