"""docs/comparing.md: what its sentences say of the analyses is what the counters say."""

from __future__ import annotations

from pathlib import Path

import pytest

from nonairo import native
from nonairo.comparing import complexity
from nonairo.comparing.groups import TrialGroup, grouped
from nonairo.comparing.trials import attempt

ROOT = Path(__file__).parents[2]
WORDS = " ".join((ROOT / "docs" / "comparing.md").read_text(encoding="utf-8").split())

pytestmark = pytest.mark.skipif(native.compiled is None, reason="too slow without the core")


def measured(family: str, size: int) -> dict[str, TrialGroup]:
    jobs = [*complexity.walk_jobs(), *complexity.rows_jobs()]
    wanted = [job for job in jobs if (job.family, job.size) == (family, size)]
    return {group.engine: group for group in grouped(attempt(job, None) for job in wanted)}


def test_the_walk_costs_what_the_page_says() -> None:
    groups = measured("14x14", 147)
    late, early = (groups[engine].counter("visited") for engine in complexity.WALKS)
    reads = groups["walk"].median(complexity.reads_a_try)
    assert f"147 empty cells take {late:,.0f} visits" in WORDS
    assert f"(`check=early`) reduces this to {early:,.0f}." in WORDS
    assert f"the measured value is {reads:.1f} there" in WORDS


def test_the_row_search_costs_what_the_page_says() -> None:
    groups = measured("nonogram", 144)
    late, early = (groups[engine].counter("successors") for engine in complexity.ROWS)
    bound = f"{complexity.bound_of(groups['rows']):.1e}".replace("e+", "e")
    assert f"it is {bound}, and {late:,.0f} successors are made ({early:,.0f} with" in WORDS
    reads = groups["rows"].median(complexity.reads_a_successor)
    assert f"V reads {reads:.1f} of 144 cells" in WORDS
    assert f"{groups['rows'].counter('goal_checks'):,.0f} times" in WORDS
