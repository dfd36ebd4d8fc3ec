"""The pool: lanes of processes, so that nobody's hard puzzle keeps others from their hints.

Every request begins in the quick lane, where it may have the processor for a short while only. What
is not done by then is stopped and begins anew in the long lane, whose processes are nicer to
others: they get what the quick ones leave. On a machine that is busy with other things a short
while of the processor can be up to a second by the clock, and no more. For hints and their like,
which people wait for, one quick process is reserved; and those that take longer have one more try
before the long lane: the middle lane is theirs alone.

Who has waited for processes as long as the request's own time limit is answered `unknown`.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

from nonairo.answers import ANSWERS
from nonairo.answers.errors import BUSY, AnswerError
from nonairo.serving.lanes import CLOSING, Lane
from nonairo.serving.process import Lost
from nonairo.serving.requests import SPENT, longest_asked, refused
from nonairo.serving.settings import Settings
from nonairo.serving.wire import Reply

SHORT = 0.05  # seconds of the processor in the quick lane,
STARVED = 100  # where it is asked so many times whether it had them
MIDDLE = 1.0  # seconds by the clock in the middle lane
NICE = 10  # in the long lane
KEPT = 1  # processes of the long lane that are there even when nothing is to be done
IDLE = 10.0  # seconds after which the others go home
GRACE = 2.0  # seconds over the time limit of a request, after which its process is ended
BETWEEN_ROUNDS = 1.0


def busy(message: str, code: str = "busy") -> Reply:
    """What is said to those who cannot be served now, but can later."""
    return refused(AnswerError(code, message, BUSY))


class Pool:
    """Answers requests in processes of its own, some at a time; the others wait or are refused."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        quick, most = settings.quick_workers, settings.workers
        self.quick = Lane(settings, kept=quick, most=quick, nice=0, reserved=1)
        self.middle = Lane(settings, kept=1, most=1, nice=0)
        self.long = Lane(settings, kept=min(KEPT, most), most=most, nice=NICE)
        self.lanes = {"quick": self.quick, "middle": self.middle, "long": self.long}
        self._closing = asyncio.Event()
        self._rounds: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Start the processes; it can answer when this is done."""
        await asyncio.gather(*(lane.open() for lane in self.lanes.values()))
        self._rounds = asyncio.create_task(self._tidy())

    async def ask(self, name: str, body: bytes) -> Reply:
        """The answer to a request. Cancelled, it stops the work that was begun."""
        if self._closing.is_set():
            return busy(CLOSING)
        rank = 0 if ANSWERS[name].quick else 1
        now = asyncio.get_running_loop().time
        asked: float | None = None  # seconds; looked up only for those who have to wait
        waited = 0.0
        try:
            for lane, seconds, patience in self._tries(rank):
                if lane.waiting >= self.settings.queue:  # each has its own: hints pass by the rest
                    return busy(f"{lane.waiting} requests are waiting already; try again later")
                if asked is None and (seconds is None or not lane.at_hand(rank)):
                    asked = longest_asked(body, self.settings.time_limit)
                begin = now()
                until = None if asked is None else begin + asked - waited
                async with lane.lent(rank, until) as hand:
                    waited += now() - begin
                    limit = seconds or (asked or 0) + GRACE
                    reply = await hand.work(name, body, limit, patience)
                if reply is not None:
                    return reply
        except TimeoutError:
            return SPENT["time"]  # it was spent in a queue
        except Lost as error:
            if self._closing.is_set():
                return busy(CLOSING)
            return busy(f"{error}; try again", "lost")
        return SPENT["time"]  # it neither looked at the clock nor heard of it

    def _tries(self, rank: int) -> list[tuple[Lane, float | None, int]]:
        """The lanes of a request, with its seconds in each, and how often it is asked for them;
        None: as long as the request says.
        """
        tries: list[tuple[Lane, float | None, int]] = [(self.quick, SHORT, STARVED)]
        if rank == 0:
            tries.append((self.middle, MIDDLE, 0))
        return [*tries, (self.long, None, 0)]

    @property
    def waiting(self) -> int:
        return sum(lane.waiting for lane in self.lanes.values())

    def state(self) -> dict[str, object]:
        """What there is to know of it."""
        return {
            "waiting": self.waiting,
            "workers": {
                name: {
                    "processes": len(lane.hands),
                    "busy": sum(hand.busy for hand in lane.hands),
                    "waiting": lane.waiting,
                }
                for name, lane in self.lanes.items()
            },
        }

    async def _tidy(self) -> None:
        while True:
            await asyncio.sleep(BETWEEN_ROUNDS)
            for lane in self.lanes.values():
                lane.tidy(IDLE)

    def stop_asking(self) -> None:
        """Take no more requests."""
        self._closing.set()

    async def close(self) -> None:
        """End all processes; what they work on is answered as it is with those that are lost."""
        self.stop_asking()
        if self._rounds is not None:
            self._rounds.cancel()
            with suppress(asyncio.CancelledError):
                await self._rounds
        await asyncio.gather(*(lane.close() for lane in self.lanes.values()))
