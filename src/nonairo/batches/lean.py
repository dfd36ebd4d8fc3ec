"""What `--result lean` leaves out of a result, so that equal runs give equal bytes."""

from __future__ import annotations

from nonairo.batches.tasks import Json

SAID = frozenset(("id", "kind", "height", "width", "rules", "note"))  # by the record itself
OF_THE_RUN = frozenset(("engine", "stats", "seconds"))
LEFT_OUT = SAID | OF_THE_RUN | {"status"}  # which stands beside the result


def lean(result: Json) -> Json:
    """Return a result without what its record says, and without what another run would change.

    >>> lean({"id": 7, "complete": True, "solutions": ["01"], "grid": "01", "stats": {}})
    {'complete': True, 'solutions': ['01']}
    """
    kept = {name: value for name, value in result.items() if name not in LEFT_OUT}
    if "grid" in kept and kept.get("solutions") == [kept["grid"]]:
        del kept["grid"]  # it is the one solution
    return kept
