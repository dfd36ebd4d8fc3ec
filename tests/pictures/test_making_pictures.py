"""The test pictures can be made, and their truth says where the puzzles are."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
import pytest
from fonts import families
from make import NAMES, browser, picture
from playwright.sync_api import Browser

import nonairo as nn
from browser import missing


@pytest.fixture(scope="module")
def leader() -> Iterator[Browser]:
    import shutil

    if not any(map(shutil.which, NAMES)):
        missing("chromium is not installed")
    with browser() as found:
        yield found


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_a_picture_has_its_puzzles_where_its_truth_says(leader: Browser, share: float) -> None:
    for number in range(3):
        record, data = picture(leader, families(), seed=5, number=number, share=share)
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
        assert image is not None
        height, width = image.shape[:2]
        puzzles = record["puzzles"]
        assert isinstance(puzzles, list)
        assert puzzles
        for puzzle in puzzles:
            assert nn.parse(puzzle["id"]).givens.height == puzzle["height"]
            assert puzzle["unique"]
            assert all(0 <= x <= width and 0 <= y <= height for x, y in puzzle["quad"])


def test_the_same_seed_gives_the_same_picture(leader: Browser) -> None:
    first = picture(leader, families(), seed=6, number=0, share=1.0)
    assert first == picture(leader, families(), seed=6, number=0, share=1.0)
