"""The pool: lanes of processes, so that one user's hard puzzle never delays another user's hints.

Every request starts in the quick lane, where it may use the processor for a short time only. Work
that is not done by then is stopped and starts again in the long lane, whose processes have a lower
priority. On a machine that is busy with other things the short time of the processor can be up to
a second by the clock, and no more. For hints and the like, which people wait for, one quick process
is reserved; those that take longer have one more try in a lane of their own, the middle one.

What names an engine of the user's own starts in the long lane: it works in a process of its own,
so that the time of the processor says nothing.

A request that has waited for processes as long as its own time limit is answered `unknown`.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

from nonairo.answers import ANSWERS
from nonairo.answers.errors import BUSY, AnswerError
from nonairo.serving.lanes import CLOSING, Lane
from nonairo.serving.metrics import Metrics
from nonairo.serving.process import QUESTION, right_answer
from nonairo.serving.requests import SPENT, Reply, refused, time_limit_of
from nonairo.serving.settings import Settings
from nonairo.workers.protocol import WorkerDied

SHORT = 0.05  # seconds of the processor in the quick lane,
STARVED = 100  # after which it is asked so many times to stop if it had them
MIDDLE = 1.0  # seconds by the clock in the middle lane
NICE = 10  # in the long lane
KEPT = 1  # processes of the long lane that are there even when nothing is to be done
IDLE = 10.0  # seconds after which the others are ended
GRACE = 1.0  # seconds over the time limit of a request, after which its work is stopped
BETWEEN_ROUNDS = 1.0
OK = 200
SOON = 3.0  # seconds for the answer that says whether we are ready
CUT_SHORT = ("time", "memory")  # limits that are counted; nodes are what a request asked for


def busy(message: str, code: str = "busy") -> Reply:
    """The reply to a request that cannot be served now, but can later."""
    return refused(AnswerError(code, message, BUSY))


class Pool:
    """Answers requests in processes of its own, some at a time; the others wait or are refused."""

    def __init__(self, settings: Settings, metrics: Metrics | None = None) -> None:
        self.settings = settings
        self.metrics = metrics or Metrics()
        quick, most = settings.quick_workers, settings.workers
        self.quick = Lane(settings, kept=quick, most=quick, nice=0, reserved=1)
        self.middle = Lane(settings, kept=1, most=1, nice=0)
        self.long = Lane(settings, kept=min(KEPT, most), most=most, nice=NICE)
        self.lanes = {"quick": self.quick, "middle": self.middle, "long": self.long}
        for lane in self.lanes.values():
            lane.on_death = self.metrics.death
        self._closing = asyncio.Event()
        self._rounds: asyncio.Task[None] | None = None
        self._examination: asyncio.Task[int] | None = None

    async def open(self) -> None:
        """Start the processes; it can answer when this is done."""
        # The answer that health checks compare with takes a while: not in the event loop, and now.
        right = asyncio.to_thread(right_answer)
        await asyncio.gather(right, *(lane.open() for lane in self.lanes.values()))
        self._rounds = asyncio.create_task(self._tidy())

    async def ask(self, name: str, body: bytes) -> Reply:
        """The answer to a request. Cancelled, it stops the work that was begun."""
        if self._closing.is_set():
            return busy(CLOSING)
        rank = 0 if ANSWERS[name].quick else 1
        now = asyncio.get_running_loop().time
        limit: float | None = None  # seconds; looked up only for requests that have to wait
        waited = 0.0
        try:
            for lane, seconds, patience in self._tries(rank, body):
                if (waiting := lane.waiting_at(rank)) >= self.settings.queue:
                    self.metrics.limited("queue")
                    return busy(f"{waiting} requests are waiting already; try again later")
                if limit is None and (seconds is None or not lane.is_free(rank)):
                    limit = time_limit_of(body, self.settings.time_limit)
                begin = now()
                until = None if limit is None else begin + limit - waited
                async with lane.borrowed(rank, until) as process:
                    waited += now() - begin
                    most = seconds or (limit or 0) + GRACE
                    reply = await process.work(name, body, most, patience)
                if reply is not None:
                    self._note(reply)
                    return reply
        except TimeoutError:
            self.metrics.limited("time")
            return SPENT["time"]  # it was spent in a queue
        except WorkerDied as error:
            if self._closing.is_set():
                return busy(CLOSING)
            return busy(f"{error}; try again", "lost")
        self.metrics.limited("time")
        return SPENT["time"]  # it did not poll the clock

    def _note(self, reply: Reply) -> None:
        """Count an answer that a limit cut short."""
        if reply.limit in CUT_SHORT:
            self.metrics.limited(reply.limit)

    async def unready(self) -> str | None:
        """Why no request should be sent here now; None if a known question was answered right."""
        if self._closing.is_set():
            return CLOSING
        try:
            async with asyncio.timeout(SOON):
                reply = await self.ask(*QUESTION)
        except TimeoutError:
            return f"no answer to a known question within {SOON:g} s"
        if reply.status != OK:
            return "all processes and queues are busy, or a process was lost"
        return (
            None if reply.body == right_answer() else "a wrong or late answer to a known question"
        )

    def _tries(self, rank: int, body: bytes) -> list[tuple[Lane, float | None, int]]:
        """The lanes of a request, its seconds in each (None: its own limit), and its patience."""
        if any(name.encode(errors="replace") in body for name in self.settings.engines):
            return [(self.long, None, 0)]
        tries: list[tuple[Lane, float | None, int]] = [(self.quick, SHORT, STARVED)]
        if rank == 0:
            tries.append((self.middle, MIDDLE, 0))
        return [*tries, (self.long, None, 0)]

    @property
    def waiting(self) -> int:
        return sum(lane.waiting for lane in self.lanes.values())

    async def examine(self) -> int:
        """Ask every process a known question; return how many failed and are replaced.

        All who call it meanwhile wait for the same examination.
        """
        if self._examination is None or self._examination.done():
            self._examination = asyncio.create_task(self._examine())
        return await asyncio.shield(self._examination)

    async def _examine(self) -> int:
        return sum(await asyncio.gather(*(lane.examine() for lane in self.lanes.values())))

    def state(self) -> dict[str, object]:
        """The lanes in numbers, for `/health`."""
        return {
            "waiting": self.waiting,
            "workers": {
                name: {
                    "processes": len(lane.processes),
                    "busy": sum(each.busy for each in lane.processes),
                    "waiting": lane.waiting,
                }
                for name, lane in self.lanes.items()
            },
        }

    def note_state(self) -> None:
        """Bring what the metrics say of processes and queues up to date."""
        for name, lane in self.lanes.items():
            busy = sum(each.busy for each in lane.processes)
            self.metrics.lane(name, "busy", busy)
            self.metrics.lane(name, "idle", len(lane.processes) - busy)
            self.metrics.lane(name, "waiting", lane.waiting)

    async def _tidy(self) -> None:
        while True:
            await asyncio.sleep(BETWEEN_ROUNDS)
            self.note_state()
            for lane in self.lanes.values():
                lane.tidy(IDLE)

    def refuse_requests(self) -> None:
        """Take no more requests."""
        self._closing.set()

    async def close(self) -> None:
        """End all processes; what they work on is answered with 503."""
        self.refuse_requests()
        if self._rounds is not None:
            self._rounds.cancel()
            with suppress(asyncio.CancelledError):
                await self._rounds
        await asyncio.gather(*(lane.close() for lane in self.lanes.values()))
