"""A real server: what it answers, what it refuses, and what it tells browsers."""

from __future__ import annotations

import base64
import json
import socket
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from nonairo.answers import ANSWERS, answer
from nonairo.answers.fields import Json
from nonairo.kinds import KINDS
from nonairo.serving.app import ALL_BODIES, LARGEST_BODY, LARGEST_PICTURE_BODY
from servers import EASY, HARD, Given, Server


def without_seconds(given: Json) -> Json:
    stats = given.get("stats")
    if isinstance(stats, dict):
        stats.pop("seconds")
    return given


@pytest.mark.parametrize("name", [*ANSWERS])
def test_http_gives_the_same_answers(name: str, server: Server) -> None:
    example = ANSWERS[name].example
    given = server.send(f"/api/{name}", example)
    assert given.status == 200
    expected = json.loads(json.dumps(answer(name, example or {})))
    assert without_seconds(given.json) == without_seconds(expected)


@pytest.mark.parametrize("kind", [*KINDS])
def test_every_kind_is_served(kind: str, server: Server) -> None:
    puzzle = KINDS[kind].example
    assert server.ask("solve", {"puzzle": puzzle}).json["status"] == "unique"
    assert server.ask("hint", {"puzzle": puzzle}).json["kind"] == "step"
    assert server.ask("describe", {"puzzle": puzzle}).json["kind"] == kind


def test_health_tells_of_the_processes(server: Server) -> None:
    given = server.send("/health")
    assert (given.status, given.json["status"], given.json["waiting"]) == (200, "ok", 0)
    assert given.json["wrong"] == 0


def test_spent_time_is_an_answer(server: Server) -> None:
    given = server.ask("count", {"puzzle": HARD, "time_limit": 0.3})
    assert (given.status, given.json["limit"], given.json["exact"]) == (200, "time", False)


def test_the_server_bounds_what_may_be_asked_for(server: Server) -> None:
    given = server.ask("count", {"puzzle": HARD, "time_limit": 3})
    assert (given.status, given.code) == (422, "shape")
    paths = server.send("/openapi.json").json["paths"]
    schema = paths["/api/count"]["post"]["requestBody"]["content"]["application/json"]["schema"]  # type: ignore[index]
    assert schema["properties"]["time_limit"]["maximum"] == 2


MALFORMED: list[tuple[str, bytes, int, str]] = [
    ("solve", b"", 400, "json"),
    ("solve", b"{", 400, "json"),
    ("solve", b"null", 422, "shape"),
    ("solve", b"[]", 422, "shape"),
    ("solve", b'"1./.."', 422, "shape"),
    ("solve", b"\xff\xfe", 400, "json"),
    ("solve", b"NaN", 400, "json"),
    ("solve", b'{"puzzle": "1./..", "seed": Infinity}', 400, "json"),
    ("solve", b'{"puzzle": "1./..", "seed": ' + b"9" * 5000 + b"}", 400, "json"),
    ("solve", b'{"puzzle": "1./..", "seed": 1e999}', 422, "shape"),
    ("solve", b'{"puzzle": "1./..", "time_limit": -1}', 422, "shape"),
    ("solve", b'{"puzzle": "1./..", "limit": 0}', 422, "shape"),
    ("solve", b'{"puzzle": "\\u0000"}', 400, "format"),
    ("solve", b'{"puzzle": "\\ud800"}', 400, "format"),
    ("solve", b'{"puzzle": "../../etc/passwd"}', 400, "format"),
    ("solve", b'{"puzzle": "/dev/zero"}', 400, "format"),
    ("solve", b'{"puzzle": "-"}', 400, "format"),
    ("solve", b'{"puzzle": {"kind": "nonogram", "rows": [[1e9]], "cols": [[1]]}}', 400, "format"),
    ("solve", b'{"puzzle": {"kind": "nonogram", "rows": {}, "cols": 7}}', 400, "format"),
    ("solve", b'{"puzzle": {"kind": ["binairo"]}}', 400, "format"),
    ("solve", b'{"puzzle": {"kind": "binairo", "height": 1e400, "width": 2}}', 400, "format"),
    ("solve", b'{"puzzle": {"kind": "binairo", "height": [], "width": {}}}', 400, "format"),
    ("solve", b'{"puzzle": "1./..", "puzzle": 7}', 422, "shape"),
    ("check", b'{"puzzle": "1./..", "grid": []}', 400, "puzzle"),
    ("check", b'{"puzzle": "1./..", "grid": [[0, 1], [2, 0]]}', 400, "puzzle"),
    ("check", b'{"puzzle": "1./..", "grid": [[0.5]]}', 422, "shape"),
    ("convert", b'{"puzzle": "1./..", "to": "text:depth=9"}', 400, "format"),
    ("convert", b'{"puzzle": "1./..", "to": ""}', 400, "format"),
    ("generate", b'{"kind": "binairo"}', 400, "puzzle"),
    ("generate", b'{"kind": "binairo", "size": -1}', 400, "puzzle"),
    ("generate", b'{"kind": "binairo", "size": [1e3, 4]}', 413, "too-large"),
    ("generate", b'{"kind": "nonogram", "image": "/etc/passwd"}', 422, "shape"),
    ("trace", b'{"puzzle": "1./..", "max_events": 1000000}', 422, "shape"),
    ("trace", b'{"puzzle": "1./..", "engine": "walk:order=no"}', 400, "engine"),
    ("solve", b"[" * 100_000, 413, "too-large"),
    ("solve", b'{"puzzle": ' + b'{"a":' * 40 + b"1" + b"}" * 41, 413, "too-large"),
    ("solve", json.dumps({"puzzle": "/".join(["." * 600] * 2)}).encode(), 413, "too-large"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "body", "status", "code"), MALFORMED)
def test_malformed_requests_are_told_what_is_wrong(
    name: str, body: bytes, status: int, code: str, server: Server
) -> None:
    given = server.send(f"/api/{name}", body)
    assert (given.status, given.code) == (status, code)


def test_deep_texts_are_not_deep_json(server: Server) -> None:
    assert server.ask("solve", {"puzzle": "[" * 100}).code == "format"
    lists = {"kind": "nonogram", "rows": [[1]] * 40, "cols": [[40]]}
    assert server.ask("solve", {"puzzle": lists}).json["status"] == "unique"


@pytest.mark.parametrize("size", [1024 * 1024 + 1, 3 * 1024 * 1024, 50 * 1024 * 1024])
def test_large_bodies_are_refused(size: int, server: Server) -> None:
    connection = server.connect()
    connection.putrequest("POST", "/api/solve")
    connection.putheader("Content-Length", str(size))
    connection.endheaders()
    connection.send(b" " * min(size, 3 * 1024 * 1024))
    given = connection.getresponse()
    assert given.status == 413
    connection.close()


def test_large_bodies_are_refused_also_when_their_size_is_not_told(server: Server) -> None:
    connection = server.connect()
    pieces = (b" " * 65536 for _ in range(20))
    connection.request("POST", "/api/solve", pieces, encode_chunked=True,
                       headers={"Transfer-Encoding": "chunked"})  # fmt: skip
    assert connection.getresponse().status == 413
    connection.close()


def test_bodies_that_are_only_announced_shut_nobody_out(server: Server) -> None:
    announced = [("generate", LARGEST_PICTURE_BODY)] * 18 + [("solve", LARGEST_BODY)] * 2
    assert sum(size for _, size in announced) == ALL_BODIES
    with ExitStack() as stack:
        for name, size in announced:
            address = server.host, server.port
            slow = stack.enter_context(socket.create_connection(address, timeout=10))
            head = f"POST /api/{name} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {size}"
            slow.sendall(head.encode() + b"\r\n\r\n{")
        assert server.send("/health").status == 200  # what was sent before has been read
        for _ in range(5):
            assert server.ask("hint", {"puzzle": EASY}).json["kind"] == "step"


def test_a_picture_may_be_larger_than_other_requests(server: Server) -> None:
    padded = b"P1\n5 1\n1 0 1 0 1\n" + b" " * 2_000_000
    request: Json = {"puzzle_base64": base64.b64encode(padded).decode(), "to": "id"}
    assert server.ask("convert", request).json["text"] == "nonogram:1,1,1;1/0/1/0/1\n"
    too_much = base64.b64encode(bytes(5 * 1024 * 1024 + 1)).decode()
    assert server.ask("convert", {"puzzle_base64": too_much, "to": "id"}).status == 413


@pytest.mark.parametrize(
    ("path", "method", "status"),
    [
        ("/api/nothing", "GET", 404),
        ("/api/", "GET", 404),
        ("/docs", "GET", 404),
        ("/%2e%2e/%2e%2e/etc/passwd", "GET", 404),
        ("/../pyproject.toml", "GET", 404),
        ("/__init__.py", "GET", 404),
        ("/api/solve", "GET", 405),
        ("/api/solve", "DELETE", 405),
        ("/api/engines", "POST", 405),
        ("/api/solve", "OPTIONS", 405),
        ("/", "PUT", 405),
    ],
)
def test_other_paths_and_methods_are_told_as_json(
    path: str, method: str, status: int, server: Server
) -> None:
    given = server.send(path, method=method)
    assert given.status == status
    assert given.code == {404: "not-found", 405: "method"}[status]
    assert status == 404 or given.headers["allow"]
    assert "access-control-allow-origin" not in given.headers


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost", 200),
        ("LOCALHOST:1234", 200),
        ("127.0.0.1:80", 200),
        ("[::1]:80", 200),
        ("evil.example", 400),
        ("127.0.0.1.evil.example", 400),
        ("localhost:evil", 400),
        ("", 400),
    ],
)
def test_only_names_of_the_server_may_be_called(host: str, status: int, server: Server) -> None:
    given = server.send("/health", headers={"Host": host})
    assert given.status == status
    assert status == 200 or given.code == "host"


def test_requests_of_other_sites_are_refused(server: Server) -> None:
    for origin in ("https://evil.example", "null", "http://[::1", "http://127.0.0.1:1"):
        given = server.send("/api/solve", {"puzzle": EASY}, headers={"Origin": origin})
        assert (given.status, given.code) == (403, "origin")
    own = server.send("/api/solve", {"puzzle": EASY}, headers={"Origin": server.base})
    assert own.status == 200


def test_browsers_are_told_what_they_must_not_do(server: Server) -> None:
    for given in (server.send("/"), server.ask("solve", {}), server.send("/nothing")):
        policy = given.headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert given.headers["x-content-type-options"] == "nosniff"
        assert given.headers["referrer-policy"] == "no-referrer"


def test_the_page_is_sent_with_its_type_and_tag(server: Server) -> None:
    page = server.send("/")
    assert page.status == 200
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    again = server.send("/", headers={"If-None-Match": page.headers["etag"]})
    assert (again.status, again.body) == (304, b"")
    assert again.headers.get("content-length") in (None, page.headers["content-length"])
    for path in ("/", "/openapi.json"):
        head = server.send(path, method="HEAD")
        assert (head.status, head.body) == (200, b"")
        assert head.headers["content-length"] == str(len(server.send(path).body))
    assert b"<script>" not in page.body


def test_titles_travel_as_they_are_in_json(server: Server) -> None:
    title = "<script>alert(1)</script>"
    puzzle = {"kind": "nonogram", "rows": [[1]], "cols": [[1]], "title": title, "author": title}
    given = server.ask("describe", {"puzzle": puzzle})
    assert (given.json["title"], given.json["author"]) == (title, title)
    assert given.headers["content-type"] == "application/json"


def raw(server: Server, data: bytes) -> bytes:
    with socket.create_connection((server.host, server.port), timeout=10) as connection:
        connection.sendall(data)
        connection.shutdown(socket.SHUT_WR)
        received = b""
        while piece := connection.recv(65536):
            received += piece
    return received


@pytest.mark.parametrize(
    "data",
    [
        b"\x00\x01\x02\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET /health HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n",
        b"POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n",
        b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
    ],
)
def test_what_is_not_even_http_is_refused(data: bytes, server: Server) -> None:
    received = raw(server, data)
    assert received.startswith(b"HTTP/1.1 4"), received[:100]


def test_a_request_with_two_ends_is_refused(server: Server) -> None:
    head = b"POST /api/hint HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n"
    hidden = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
    received = raw(server, head + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + hidden)
    assert received.startswith(b"HTTP/1.1 400")
    assert b'"framing"' in received
    assert received.count(b"HTTP/1.1 ") == 1  # what follows is not taken for a request


def test_the_type_of_a_body_does_not_matter_as_documented(server: Server, repository: Path) -> None:
    body = json.dumps({"puzzle": EASY}).encode()
    for kind in ("text/plain", "application/x-www-form-urlencoded", "application/json"):
        given = server.send("/api/hint", body, headers={"Content-Type": kind})
        assert given.json["kind"] == "step"
    assert "`Content-Type` is not checked" in (repository / "docs/http.md").read_text("utf-8")


def test_what_uvicorn_refuses_is_plain_text_as_documented(server: Server) -> None:
    received = raw(server, b"\x00\x01\x02\r\n\r\n")
    assert b"content-type: text/plain" in received.lower()


def test_it_is_alive_and_right_after_all_of_that(server: Server) -> None:
    given: Given = server.ask("solve", {"puzzle": EASY})
    assert given.json["solutions"] == ["101010010011100101011010001101110100"]
    assert server.process.poll() is None


def test_the_documented_client_works(server: Server, repository: Path) -> None:
    text = (repository / "docs" / "http.md").read_text(encoding="utf-8")
    program = text.split("```python\n", 1)[1].split("```", 1)[0]
    program = program.replace("http://127.0.0.1:8000", server.base)
    names: dict[str, Any] = {}
    exec(compile(program, "http.md", "exec"), names)
    assert names["answer"]["status"] == "unique"
    with pytest.raises(ValueError, match="r1c2: expected"):
        names["ask"]("solve", puzzle="binairo:1x/..")
