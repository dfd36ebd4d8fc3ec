"""Which target writes a file, by its suffix."""

from __future__ import annotations

import os
from collections.abc import Sequence

from nonairo.errors import FormatError
from nonairo.plain import brief, did_you_mean
from nonairo.render import TARGETS
from nonairo.render.base import Target
from nonairo.sentence_words import listed


def target_of(path: str, names: Sequence[str] = ()) -> Target:
    """Return the target for a file's suffix: one of these, or of all."""
    suffix = os.path.splitext(path)[1].lower()  # noqa: PTH122
    known = [TARGETS[name] for name in names or TARGETS]
    for target in known:
        if target.suffix == suffix:
            return target
    suffixes = listed([target.suffix for target in known], "or")
    meant = did_you_mean(suffix, [target.suffix for target in known])
    found = f"{brief(suffix)}{meant}" if suffix else "no suffix"
    message = f"expected a file that ends in {suffixes}, found {found}"
    raise FormatError(message, path=path)
