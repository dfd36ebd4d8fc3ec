"""Requests that fuzzing made up: the examples, changed a little, and what was found."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

FUZZ = Path(__file__).parents[1] / "fuzz"
sys.path += [str(FUZZ), str(FUZZ.parent / "formats")]

from readers import REQUESTS, mutated, request_seeds, try_request  # noqa: E402

KEPT = sorted((FUZZ / "found").glob(f"{REQUESTS}-*"))


def test_what_fuzzing_found_is_settled() -> None:
    for path in KEPT:
        try_request(path.read_bytes())


def test_every_example_is_answered() -> None:
    for request in request_seeds()[:: len(request_seeds()) // 16]:
        try_request(request)


def test_changed_requests_are_settled(full: bool) -> None:
    starts, random = request_seeds(), Random(1)
    for _ in range(20_000 if full else 150):
        try_request(mutated(random.choice(starts), starts, random))
