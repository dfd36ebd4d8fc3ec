"""Ctrl-C while another solver works for a table: Python hears it, and nobody dies of it."""

from __future__ import annotations

import sys

import pytest

from interrupts import interrupted

MADE = """
from random import Random
import nonairo as nn
from nonairo.bench import peers
rng = Random(1)
noise = nn.Grid.flat(25, 25, "".join(rng.choice("01") for _ in range(625)))
hard = nn.KINDS["nonogram"].pose(noise, "standard")
easy = nn.parse("nonogram:1,1/5/5/3/1;2/4/4/4/2")
"""
SUBSETS = """
from nonairo.bench.subsets import Subsets
subsets = Subsets(easy, nn.solve(easy).solution, lambda: None)
"""
PEERS = {  # what it needs, what is done before, and what is interrupted
    "CaDiCaL": ("pysat", "", "peers.cadical(hard, 60.0)"),
    "CP-SAT": ("ortools", "peers.cp_sat(easy, 9.0)", "peers.cp_sat(easy, 9.0)"),
    "Glucose": ("pysat", SUBSETS, "[*map(subsets.of, subsets.open)]"),
}  # fmt: skip


@pytest.mark.skipif(sys.platform == "win32", reason="signals are of Unix")
@pytest.mark.parametrize("name", PEERS)
def test_a_peer_lets_an_interrupt_through(name: str) -> None:
    module, before, work = PEERS[name]
    pytest.importorskip(module, reason=f"{name} is not installed")
    told = interrupted(f"{MADE}{before}\nprint('ready', flush=True)\nwhile True: {work}")
    assert told.endswith("KeyboardInterrupt")
