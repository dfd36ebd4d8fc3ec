"""Checks before every request (host, origin, framing), and the security headers of every reply."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from contextlib import suppress
from ipaddress import ip_address

from nonairo.answers.errors import AnswerError
from nonairo.serving.replies import ASGI, UNSTORED, Message, Receive, Scope, Send, send_reply
from nonairo.serving.requests import refused
from nonairo.serving.static import policy

HEADERS: tuple[tuple[bytes, bytes], ...] = (
    (b"content-security-policy", policy().encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)
CLOSE = (b"connection", b"close")  # what else comes on it may be the rest of a refused request
LOCAL = ("localhost", "127.0.0.1", "[::1]")
ANYWHERE = ("0.0.0.0", "::", "")


class Guard:
    """Passes requests on whose Host is a name of this server.

    Another site can make a name of its own point at this machine (DNS rebinding): such a request
    has that name in its Host. A request from a page of another site has that site in its Origin.
    """

    def __init__(self, app: ASGI, host: str, allowed: Iterable[str]) -> None:
        self.app = app
        own = f"[{host}]" if ":" in host else host
        self.names = {*LOCAL, own.lower(), *map(name_of, allowed)}
        self.anywhere = host in ANYWHERE

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *HEADERS]
            await send(message)

        error = self.refusal(scope["headers"])
        if error is not None:
            await send_reply(send_safely, refused(error), (*UNSTORED, CLOSE))
        else:
            await self.app(scope, receive, send_safely)

    def refusal(self, headers: Collection[tuple[bytes, bytes]]) -> AnswerError | None:
        """The error for a request with a wrong Host, another Origin, or two lengths."""
        names = {name for name, _ in headers}
        if {b"content-length", b"transfer-encoding"} <= names:  # a proxy may believe the other one
            message = "expected Content-Length or Transfer-Encoding, found both"
            return AnswerError("framing", message, 400)
        hosts = [value for name, value in headers if name == b"host"]
        origins = [value for name, value in headers if name == b"origin"]
        if len(hosts) != 1 or not self.knows(name_of(hosts[0].decode("latin-1"))):
            found = ", ".join(host.decode("latin-1") for host in hosts) or "nothing"
            expected = "a Host name of this server (add one with nonairo serve --allow-host NAME)"
            return AnswerError("host", f"expected {expected}, found {found!r:.60}", 400)
        if any(origin.partition(b"://")[2] != hosts[0] for origin in origins):
            return AnswerError("origin", "expected no request from another site", 403)
        return None

    def knows(self, name: str) -> bool:
        """Whether this name is one of the server's own; or, where it listens at all addresses of
        the machine, any address, which nobody can make point elsewhere.
        """
        if name in self.names:
            return True
        with suppress(ValueError):
            return self.anywhere and bool(ip_address(name.strip("[]")))
        return False


def name_of(host: str) -> str:
    """A host without its port.

    >>> name_of("LocalHost:8000"), name_of("[::1]:8000"), name_of("[::1]")
    ('localhost', '[::1]', '[::1]')
    """
    name, colon, port = host.strip().lower().rpartition(":")
    return name if colon and port.isdigit() and name else host.strip().lower()
