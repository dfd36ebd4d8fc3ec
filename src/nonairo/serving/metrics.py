"""What a server counts, in the text format of Prometheus, added up over its processes.

Every combination of labels is known in advance and has its place in shared memory. A process that
is replaced leaves its counts to its successor.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate
from typing import NamedTuple

from nonairo import __version__
from nonairo.answers import ANSWERS
from nonairo.serving.shared import Shared

TYPE = b"text/plain; version=0.0.4; charset=utf-8"
PATHS = tuple(f"/api/{name}" for name in ANSWERS)
PAGE, ELSEWHERE = "page", "other"
ENDPOINTS = (*PATHS, "/health", "/ready", "/metrics", "/openapi.json", PAGE, ELSEWHERE)
GONE = "gone"  # the client left before its answer
STATUSES = (
    *("200", "304", "400", "403", "404", "405", "408", "413", "422", "429", "500", "503"),
    GONE,
    "other",
)
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 60.0)
LANES = ("quick", "middle", "long")
STATES = ("idle", "busy", "waiting")  # processes, processes, requests
DEATHS = ("ended", "wrong", "hung", "front")  # why a process was replaced
REACHED = ("time", "memory", "queue", "rate", "bodies")  # what cut a request short, or refused it


class Family(NamedTuple):
    """Numbers with one name: their labels, in the order of their places."""

    name: str
    kind: str
    help: str
    labels: tuple[str, ...]
    values: tuple[tuple[str, ...], ...]


def _pairs(one: tuple[str, ...], other: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    return tuple((first, second) for first in one for second in other)


REQUESTS = Family(
    "nonairo_requests_total", "counter", "Requests answered, by path and status.",
    ("path", "status"), _pairs(ENDPOINTS, STATUSES),
)  # fmt: skip
DURATIONS = Family(
    "nonairo_request_seconds", "histogram", "Seconds from the head of a request to its answer.",
    ("path", "le"), _pairs(ENDPOINTS, (*map(str, BUCKETS), "+Inf", "sum")),
)  # fmt: skip
DIED = Family(
    "nonairo_process_deaths_total", "counter",
    "Processes that ended or were replaced: killed, wrong answer, hung, or a front process.",
    ("reason",), tuple((reason,) for reason in DEATHS),
)  # fmt: skip
LIMITED = Family(
    "nonairo_limits_total", "counter",
    "Requests cut short or refused by a limit: time, memory, queue, rate or size of all bodies.",
    ("limit",), tuple((limit,) for limit in REACHED),
)  # fmt: skip
POOL = Family(
    "nonairo_lane", "gauge", "Idle and busy processes of each lane, and requests that wait.",
    ("lane", "state"), _pairs(LANES, STATES),
)  # fmt: skip
CONNECTIONS = Family("nonairo_connections", "gauge", "Open connections.", (), ((),))
FAMILIES = (REQUESTS, DURATIONS, DIED, LIMITED, POOL, CONNECTIONS)
_starts = dict(
    zip(
        (family.name for family in FAMILIES),
        accumulate((len(family.values) for family in FAMILIES), initial=0),
        strict=False,
    )
)
PLACES = {
    (family.name, *values): _starts[family.name] + number
    for family in FAMILIES
    for number, values in enumerate(family.values)
}
SIZE = len(PLACES)
_status_of = {status: number for number, status in enumerate(STATUSES)}
_endpoint_of = {endpoint: number for number, endpoint in enumerate(ENDPOINTS)}


class Metrics:
    """The numbers of one process, number `own` of those that share the memory."""

    def __init__(self, shared: Shared | None = None, own: int = 0) -> None:
        self._all = (shared or Shared(1, SIZE)).numbers
        self._own = self._all[own]

    def request(self, endpoint: str, status: str, seconds: float) -> None:
        """Count a request that was answered."""
        at = _endpoint_of[endpoint]
        numbers = self._own
        known = _status_of.get(status, len(STATUSES) - 1)
        numbers[_starts[REQUESTS.name] + at * len(STATUSES) + known] += 1
        start = _starts[DURATIONS.name] + at * (len(BUCKETS) + 2)
        numbers[start + bisect_left(BUCKETS, seconds)] += 1
        numbers[start + len(BUCKETS) + 1] += seconds

    def death(self, reason: str) -> None:
        self._own[PLACES[DIED.name, reason]] += 1

    def limited(self, limit: str) -> None:
        self._own[PLACES[LIMITED.name, limit]] += 1

    def lane(self, lane: str, state: str, number: int) -> None:
        self._own[PLACES[POOL.name, lane, state]] = number

    def connections(self, number: int) -> None:
        self._own[PLACES[(CONNECTIONS.name,)]] = number

    def reset_gauges(self) -> None:
        """Forget what was there, and is not after a process has ended."""
        for family in (POOL, CONNECTIONS):
            for values in family.values:
                self._own[PLACES[family.name, *values]] = 0

    def text(self) -> bytes:
        """All numbers of all processes, in the text format of Prometheus."""
        return "".join(f"{line}\n" for line in self._lines()).encode()

    def _lines(self) -> Iterator[str]:
        yield "# HELP nonairo_info The version that runs."
        yield "# TYPE nonairo_info gauge"
        yield f'nonairo_info{{version="{__version__}"}} 1'
        for family in FAMILIES:
            yield f"# HELP {family.name} {family.help}"
            yield f"# TYPE {family.name} {family.kind}"
            yield from self._histogram() if family is DURATIONS else self._plain(family)

    def _sum(self, place: int) -> float:
        return sum(numbers[place] for numbers in self._all)

    def _plain(self, family: Family) -> Iterator[str]:
        for number, values in enumerate(family.values, _starts[family.name]):
            found = self._sum(number)
            if found or family is not REQUESTS:  # most pairs of a path and a status never are
                yield f"{family.name}{_labels(family.labels, values)} {_written(found)}"

    def _histogram(self) -> Iterator[str]:
        name, width = DURATIONS.name, len(BUCKETS) + 2
        for number, endpoint in enumerate(ENDPOINTS):
            start = _starts[name] + number * width
            counts = [*accumulate(self._sum(start + k) for k in range(len(BUCKETS) + 1))]
            if not counts[-1]:
                continue
            for bucket, count in zip((*map(str, BUCKETS), "+Inf"), counts, strict=True):
                labels = _labels(DURATIONS.labels, (endpoint, bucket))
                yield f"{name}_bucket{labels} {_written(count)}"
            path = _labels(("path",), (endpoint,))
            yield f"{name}_sum{path} {_written(self._sum(start + width - 1))}"
            yield f"{name}_count{path} {_written(counts[-1])}"


def _labels(names: tuple[str, ...], values: tuple[str, ...]) -> str:
    pairs = ",".join(f'{name}="{value}"' for name, value in zip(names, values, strict=True))
    return f"{{{pairs}}}" if pairs else ""


def _written(number: float) -> str:
    return str(int(number)) if number == int(number) else repr(number)
