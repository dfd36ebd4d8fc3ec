"""The application: which path gets which answer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from nonairo import __version__
from nonairo.answers import ANSWERS
from nonairo.answers.errors import BAD_METHOD, NOT_FOUND, AnswerError
from nonairo.plain import shown
from nonairo.serving.guards import Guard
from nonairo.serving.openapi import document, method_of
from nonairo.serving.pool import Pool
from nonairo.serving.replies import (
    ASGI,
    Gone,
    Receive,
    Room,
    Scope,
    Send,
    read_body,
    send_reply,
    size_told,
    unless_gone,
)
from nonairo.serving.requests import refused, to_bytes
from nonairo.serving.settings import Settings
from nonairo.serving.static import File, page_files
from nonairo.serving.wire import Reply

LARGEST_BODY = 1024 * 1024
LARGEST_PICTURE_BODY = 7 * 1024 * 1024  # 5 MB in base64, and some words
ALL_BODIES = 128 * 1024 * 1024  # of all requests that are being read, wait or are worked on


def make_app(settings: Settings) -> tuple[ASGI, Pool]:
    """The application of a server, and its pool, to be opened before and closed after."""
    pool = Pool(settings)
    room = Room(ALL_BODIES)
    # The document is our own, written from the fields that are checked; the usual page that shows
    # it would load its scripts from elsewhere.
    app = FastAPI(openapi_url=None, docs_url=None, redoc_url=None)
    described = Reply(200, to_bytes(document(__version__, settings.time_limit)))

    async def openapi(*_: object) -> Reply:
        return described

    async def health(*_: object) -> Reply:
        told = {"status": "ok", "version": __version__, "time_limit": settings.time_limit}
        return Reply(200, to_bytes(told | pool.state()))

    routes = [
        _route("/health", "GET", health),
        _route("/openapi.json", "GET", openapi),
        *(
            _route(f"/api/{name}", method_of(each), _asking(pool, room, name))
            for name, each in ANSWERS.items()
        ),
        *(_file_route(path, file) for path, file in page_files().items()),
    ]
    app.router.routes[:] = routes
    app.router.redirect_slashes = False
    app.add_exception_handler(HTTPException, _elsewhere)
    return Guard(app, settings.host, settings.allow_hosts), pool


def _route(path: str, method: str, reply: Callable[[Scope, Receive], Awaitable[Reply]]) -> Route:
    """A path that gives JSON."""

    class Endpoint:
        """A class: Starlette hands it a request as it came, with nothing done to it."""

        async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
            try:
                given = await reply(scope, receive)
            except AnswerError as error:
                given = refused(error)
            except Gone:
                return
            with suppress(OSError):
                await send_reply(send, given)

    return Route(path, Endpoint(), methods=[method])


def _asking(pool: Pool, room: Room, name: str) -> Callable[[Scope, Receive], Awaitable[Reply]]:
    most = LARGEST_PICTURE_BODY if ANSWERS[name].pictures else LARGEST_BODY
    reads = method_of(ANSWERS[name]) == "GET"

    async def reply(scope: Scope, receive: Receive) -> Reply:
        if reads:
            return await unless_gone(pool.ask(name, b""), receive)
        with room.taken(size_told(scope, most)):  # until it is answered: it waits with its body
            body = await read_body(scope, receive, most)
            return await unless_gone(pool.ask(name, body), receive)

    return reply


def _file_route(path: str, file: File) -> Route:
    headers = ((b"etag", file.tag), (b"cache-control", b"no-cache"))

    class Endpoint:
        async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
            known = dict(scope["headers"]).get(b"if-none-match", b"")
            if file.tag in known:
                await send_reply(send, Reply(304, b""), headers, file.kind)
                return
            await send_reply(send, Reply(200, file.body), headers, file.kind)

    return Route(path, Endpoint(), methods=["GET"])


async def _elsewhere(request: Request, error: Exception) -> Response:
    """What is said to requests for other paths, and in other ways."""
    assert isinstance(error, HTTPException)
    path = shown(request.url.path)
    if error.status_code == BAD_METHOD:
        told = AnswerError("method", f"{path} is not asked by {request.method}", BAD_METHOD)
    else:
        told = AnswerError("not-found", f"there is nothing at {path}", NOT_FOUND)
    body = refused(told).body
    headers = {**(error.headers or {}), "cache-control": "no-store"}
    return Response(body, told.status, headers, media_type="application/json")
