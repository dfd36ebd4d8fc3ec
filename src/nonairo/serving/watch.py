"""What surrounds every request: its id, the metrics, the access log, the rate limit."""

from __future__ import annotations

import json
import os
import re
import time
from contextlib import suppress
from datetime import UTC, datetime
from math import ceil
from secrets import token_hex

from nonairo.answers.errors import AnswerError
from nonairo.serving.guards import HEADERS
from nonairo.serving.metrics import ELSEWHERE, ENDPOINTS, GONE, PAGE, PATHS, Metrics
from nonairo.serving.rates import RateLimit, client_of
from nonairo.serving.replies import ASGI, UNSTORED, Message, Receive, Scope, Send, send_reply
from nonairo.serving.requests import refused
from nonairo.serving.settings import Settings

REQUEST_ID, FORWARDED = b"x-request-id", b"x-forwarded-for"
USABLE = re.compile(rb"[A-Za-z0-9._-]{1,64}")  # an id that a client or proxy may choose
TOO_OFTEN = 429
ANSWERED_BY = frozenset(PATHS)


class Watch:
    """Passes requests on, and notes what became of them."""

    def __init__(
        self,
        app: ASGI,
        settings: Settings,
        metrics: Metrics,
        pages: frozenset[str],
        rates: RateLimit | None = None,
    ) -> None:
        self.app = app
        self.metrics = metrics
        self.rates = rates
        self.proxies = frozenset(settings.proxies)
        self.is_logged = settings.access_log
        self._endpoints = dict.fromkeys(pages, PAGE) | {name: name for name in ENDPOINTS}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begin = time.perf_counter()
        own = next((value for name, value in scope["headers"] if name == REQUEST_ID), b"")
        request_id = own if USABLE.fullmatch(own) else token_hex(8).encode()
        status, size = GONE, 0

        async def send_noted(message: Message) -> None:
            nonlocal status, size
            if message["type"] == "http.response.start":
                status = str(message["status"])
                message["headers"] = [*message["headers"], (REQUEST_ID, request_id)]
            else:
                size += len(message.get("body", b""))
            await send(message)

        path, client = scope["path"], ""
        if self.rates is not None or self.is_logged:
            lines = [value for name, value in scope["headers"] if name == FORWARDED]
            forwarded = b",".join(lines).decode("latin-1")  # every proxy may add a line of its own
            client = client_of((scope.get("client") or ("",))[0], forwarded, self.proxies)
        try:
            wait = 0.0
            if self.rates is not None and path in ANSWERED_BY:
                wait = self.rates.wait(client)
            if wait:
                self.metrics.limited("rate")
                await _refuse(send_noted, wait)
            else:
                await self.app(scope, receive, send_noted)
        finally:
            seconds = time.perf_counter() - begin
            self.metrics.request(self._endpoints.get(path, ELSEWHERE), status, seconds)
            if self.is_logged:
                log(
                    {
                        "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
                        "id": request_id.decode(),
                        "client": client,
                        "method": scope["method"],
                        "path": path,
                        "status": int(status) if status.isdigit() else status,
                        "bytes": size,
                        "seconds": round(seconds, 6),
                    }
                )


async def _refuse(send: Send, wait: float) -> None:
    seconds = ceil(wait)
    message = f"too many requests from this address; try again in {seconds} s"
    reply = refused(AnswerError("rate", message, TOO_OFTEN))
    headers = (*UNSTORED, *HEADERS, (b"retry-after", str(seconds).encode()))
    with suppress(OSError):
        await send_reply(send, reply, headers)


def log(fields: dict[str, object]) -> None:
    """Write a line of the access log to standard error, at once and in one piece."""
    with suppress(OSError):  # nobody reads it any more
        os.write(2, json.dumps(fields).encode() + b"\n")
