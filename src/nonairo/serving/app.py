"""The application: which path gets which answer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from nonairo import __version__
from nonairo.answers import ANSWERS
from nonairo.answers.errors import BAD_METHOD, BUSY, NOT_FOUND, AnswerError
from nonairo.plain import shown
from nonairo.serving.guards import Guard
from nonairo.serving.metrics import TYPE, Metrics
from nonairo.serving.openapi import document, method_of
from nonairo.serving.pool import Pool
from nonairo.serving.rates import RateLimit
from nonairo.serving.replies import (
    ASGI,
    JSON,
    NOT_MODIFIED,
    UNSTORED,
    BodyMemory,
    Gone,
    Headers,
    Receive,
    Scope,
    Send,
    read_body,
    send_reply,
    unless_gone,
)
from nonairo.serving.requests import Reply, refused, to_bytes
from nonairo.serving.settings import Settings
from nonairo.serving.static import PageFile, page_files
from nonairo.serving.watch import Watch

Respond = Callable[[Scope, Receive], Awaitable[Reply]]

LARGEST_BODY = 1024 * 1024
LARGEST_PICTURE_BODY = 7 * 1024 * 1024  # 5 MB in base64, and some words
ALL_BODIES = 128 * 1024 * 1024  # of all requests that are being read, wait or are worked on,
SMALL_BODY = 64 * 1024  # beside so much of each: large pictures shut out no hints


class Endpoint:
    """The handler of a path. An object: Starlette passes it each request as it came."""

    def __init__(self, respond: Respond, headers: Headers = UNSTORED, kind: bytes = JSON) -> None:
        self.respond, self.headers, self.kind = respond, headers, kind

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            reply = await self.respond(scope, receive)
        except AnswerError as error:
            reply = refused(error)
        except Gone:
            return
        with suppress(OSError):
            await send_reply(send, reply, self.headers, self.kind)


def make_app(
    settings: Settings, metrics: Metrics | None = None, rates: RateLimit | None = None
) -> tuple[ASGI, Pool]:
    """The application of a server, and its pool, to be opened before and closed after."""
    metrics = metrics or Metrics()
    pool = Pool(settings, metrics)
    memory = BodyMemory(ALL_BODIES, SMALL_BODY)
    openapi = Reply(200, to_bytes(document(__version__, settings.time_limit)))

    async def health(*_: object) -> Reply:
        wrong = await pool.examine()
        found = {
            "status": "wrong" if wrong else "ok",
            "version": __version__,
            "time_limit": settings.time_limit,
            "wrong": wrong,
        }
        return Reply(BUSY if wrong else 200, to_bytes(found | pool.state()))

    async def ready(*_: object) -> Reply:
        why = await pool.unready()
        given = {"status": "ready"} if why is None else {"status": "not ready", "reason": why}
        return Reply(200 if why is None else BUSY, to_bytes(given))

    async def counted(*_: object) -> Reply:
        pool.note_state()
        return Reply(200, metrics.text())

    async def described(*_: object) -> Reply:
        return openapi

    routes = [
        Route("/health", Endpoint(health), methods=["GET"]),
        Route("/ready", Endpoint(ready), methods=["GET"]),
        Route("/metrics", Endpoint(counted, kind=TYPE), methods=["GET"]),
        Route("/openapi.json", Endpoint(described), methods=["GET"]),
    ]
    for name, each in ANSWERS.items():
        endpoint = Endpoint(_answer(pool, memory, name))
        routes.append(Route(f"/api/{name}", endpoint, methods=[method_of(each)]))
    pages = page_files()
    for path, file in pages.items():
        routes.append(Route(path, _file(file), methods=["GET"]))
    app = Starlette(routes=routes, exception_handlers={HTTPException: _elsewhere})
    app.router.redirect_slashes = False
    guard = Guard(app, settings.host, settings.allow_hosts)
    return Watch(guard, settings, metrics, frozenset(pages), rates), pool


def _answer(pool: Pool, memory: BodyMemory, name: str) -> Respond:
    most = LARGEST_PICTURE_BODY if ANSWERS[name].pictures else LARGEST_BODY
    has_body = method_of(ANSWERS[name]) == "POST"

    async def respond(scope: Scope, receive: Receive) -> Reply:
        if not has_body:
            return await unless_gone(pool.ask(name, b""), receive)
        with memory.share() as take:  # until it is answered: it waits with its body
            try:
                body = await read_body(scope, receive, most, take)
            except AnswerError as error:
                if error.status == BUSY:
                    pool.metrics.limited("bodies")
                raise
            return await unless_gone(pool.ask(name, body), receive)

    return respond


def _file(file: PageFile) -> Endpoint:
    async def respond(scope: Scope, _: Receive) -> Reply:
        known = dict(scope["headers"]).get(b"if-none-match", b"")
        return Reply(NOT_MODIFIED, b"") if file.tag in known else Reply(200, file.body)

    return Endpoint(respond, ((b"etag", file.tag), (b"cache-control", b"no-cache")), file.kind)


async def _elsewhere(request: Request, error: Exception) -> Response:
    """The reply to requests for other paths, and by other methods."""
    assert isinstance(error, HTTPException)
    path = shown(request.url.path)
    if error.status_code == BAD_METHOD:
        found = AnswerError("method", f"{path} does not support {request.method}", BAD_METHOD)
    else:
        found = AnswerError("not-found", f"there is nothing at {path}", NOT_FOUND)
    headers = {**(error.headers or {}), "cache-control": "no-store"}
    return Response(refused(found).body, found.status, headers, media_type="application/json")
