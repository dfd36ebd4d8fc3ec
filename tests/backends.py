"""The package on another core than its own: on core.wasm, or on none, in this process."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from nonairo import board_batch, line_solver, many_boards, native
from nonairo.engines import twins
from nonairo.techniques.shared import blocks, core_ladders
from nonairo.wasm_core import OF_PYTHON, WasmCore


@contextmanager
def running_on(core: WasmCore | None) -> Iterator[None]:
    """Everything of the package runs on this core meanwhile; on plain Python if it is None."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(native, "compiled", core)
        patch.setattr(native, "_last", native.NOBODY)
        patch.setattr(native, "_remember", native._nothing)
        for name in OF_PYTHON - {"remember", "solve_clues"}:
            patch.setattr(native, name, native._nothing)
        forget()
        yield
    forget()


def forget() -> None:
    """Nothing that one core has made is left for the other."""
    native._by_identity.clear()
    board_batch._blanks.clear()
    many_boards._shapes.clear()
    for kept in (
        *(native._balanced_plan, native._runs_plan, native._coloured_plan, native._table_plan),
        *(native._prober, twins._classic_rule, line_solver.kernel, blocks._reader),
        core_ladders._balanced,
    ):
        kept.cache_clear()
