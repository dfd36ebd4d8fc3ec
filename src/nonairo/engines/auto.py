"""`auto`: the default engine, under a name of its own."""

from __future__ import annotations

from dataclasses import replace

from nonairo.engines import best, named_engine

ENGINE = replace(
    named_engine(best())[0],
    name="auto",
    summary=f"the default engine, here {best()}",
    options={},
)
