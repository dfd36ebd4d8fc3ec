"""One of n equal portions of the inputs, for array jobs that know nothing of each other.

The inputs are laid end to end, and cut into n pieces of one size. A cut in a file of lines moves to
the next start of a line, so that neighbours agree without looking at each other's output. A
compressed file cannot be cut: all of it belongs to the portion in which it begins.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nonairo.batches.sources import PLAIN, ROW, ROWS, STREAM, BatchSource, Span
from nonairo.batches.storage import open_to_read, size_of
from nonairo.batches.streams import pass_line
from nonairo.errors import FormatError


@dataclass(frozen=True, slots=True)
class Portion:
    """Which portion, counted from 1, of how many."""

    number: int
    of: int

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"

    def spans(self, sources: Sequence[BatchSource]) -> dict[int, Span]:
        """The positions of each source that belong to it; sources of others are left out.

        Of a compressed file the span is (0, -1): all of it, however long.
        """
        weights = [_weight(source) for source in sources]
        total, at = sum(weights), 0
        first, last = (total * k // self.of for k in (self.number - 1, self.number))
        found: dict[int, Span] = {}
        for source, weight in zip(sources, weights, strict=True):
            start, stop = (min(max(cut - at, 0), weight) for cut in (first, last))
            if source.way == STREAM:
                if first <= at < last:
                    found[source.number] = 0, -1
            elif (span := (_cut(source, start), _cut(source, stop)))[0] < span[1]:
                found[source.number] = span
            at += weight
        return found


def _weight(source: BatchSource) -> int:
    if source.name == "-":
        raise FormatError("standard input cannot be divided; --shard needs files", path="-")
    if source.way == STREAM:
        return max(1, size_of(source.name))
    return source.size * (ROW if source.way == ROWS else 1)


def _cut(source: BatchSource, weight: int) -> int:
    """The position at which to cut: that of a row, or of the next start of a line."""
    if source.way == ROWS:
        return -(-weight // ROW)
    assert source.way == PLAIN
    if weight in (0, source.size):
        return weight
    with open_to_read(source.name) as stream:
        stream.seek(weight - 1)
        return min(weight - 1 + pass_line(stream, source.name), source.size)
