"""Benchmarks: tables of what each engine does, next to its peers in the same run.

To add a table: write `bench/NAME.py` with a `TABLE`, and list it here.
"""

from __future__ import annotations

from nonairo.bench.base import Bench
from nonairo.registry import Register

NAMES = (
    "binairo", "nonograms", "coloured", "signs", "shapes", "engines", "heuristics", "classics",
    "paper",
    "pure", "explaining", "reasons", "generating", "levels", "limits", "cubes", "serving",
    "batches", "startup",
)  # fmt: skip
PLACES = {name: f"{name}.TABLE" for name in NAMES} | {"peers": "peer_table.TABLE"}
TABLES: Register[Bench] = Register(__name__, PLACES)
