"""Thousands of requests that are nearly right, or not at all: none may hurt the server."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from random import Random

from nonairo.answers import ANSWERS
from nonairo.kinds import KINDS
from servers import EASY, Server

NASTY: list[object] = [
    None, True, False, 0, -1, 1.5, 2**53, -(2**70), 10**300, 1e308, "", " ", "\0", "\ud800", "-",
    "/etc/passwd", "../x", "a" * 5000, "é\u202e", "1./..", "binairo:", "nonogram:;", "kakurasu:1",
    "nonogram:1/1;1/1;..", "binairo@no:1.", "{", "[]", "<a/>", "P1\n2 2\n1 0 0 1", "%", "walk:=",
    "text:width=", [], {}, [[]], [{}], [None], ["01", "10"], [[0, 1], [1, 0]], [1, 2, 3],
    {"kind": "binairo"}, {"kind": "nonogram", "rows": [[1]], "cols": [[1, "a"]]},
    {"kind": "kakurasu", "rows": [-1], "cols": [None]}, {"a": {"b": {"c": []}}},
]  # fmt: skip
KINDS_OF_PUZZLE = [kind.example for kind in KINDS.values()]


def fields_swapped(draw: Random, body: dict[str, object]) -> bytes:
    """Some field has a value that nobody expects."""
    names = [*body, "puzzle", "grid", "format", "engine", "size", "limit", "seed", "to", "level"]
    for _ in range(draw.randint(1, 2)):
        body[draw.choice(names)] = draw.choice(NASTY)
    return json.dumps(body).encode()


def bytes_changed(draw: Random, body: dict[str, object]) -> bytes:
    """Some bytes are others."""
    data = bytearray(json.dumps(body).encode())
    for _ in range(draw.randint(1, 4)):
        data[draw.randrange(len(data))] = draw.choice(b'\x00"\\{}[],:09.eE-\xff\x80tfn/;@')
    return bytes(data)


def cut_short(draw: Random, body: dict[str, object]) -> bytes:
    data = json.dumps(body).encode()
    return data[: draw.randrange(len(data))]


def puzzle_spoilt(draw: Random, body: dict[str, object]) -> bytes:
    """The text of a puzzle has other letters."""
    text = list(draw.choice([*KINDS_OF_PUZZLE, "4x4\n1..0\n....\n....\n0..1\n", "1./.."]))
    for _ in range(draw.randint(1, 5)):
        place = draw.randrange(len(text))
        text[place : place + draw.randint(0, 2)] = draw.choice(["", "\n", "9", ";", "x", "/", ",,"])
    body["puzzle"] = "".join(text)
    return json.dumps(body).encode()


def noise(draw: Random, body: dict[str, object]) -> bytes:
    return draw.randbytes(draw.randint(0, 200))


SPOILERS: list[Callable[[Random, dict[str, object]], bytes]] = [
    fields_swapped, fields_swapped, bytes_changed, cut_short, puzzle_spoilt, noise,
]  # fmt: skip


def test_nothing_that_is_sent_hurts_the_server(server: Server, full: bool) -> None:
    draw = Random(16)
    asked = [(name, found.example) for name, found in ANSWERS.items() if found.example]
    statuses: Counter[int] = Counter()
    connection = server.connect()
    for _ in range(10_000 if full else 400):
        name, example = draw.choice(asked)
        body = draw.choice(SPOILERS)(draw, dict(example) | {"time_limit": 0.2})
        connection.request("POST", f"/api/{name}", body)
        reply = connection.getresponse()
        given = json.loads(reply.read())
        assert reply.status in (200, 400, 413, 422), (name, body, reply.status, given)
        assert reply.status == 200 or {"code", "message"} <= set(given["error"]), (name, body)
        statuses[reply.status] += 1
    connection.close()
    assert statuses[400] > statuses[413]
    assert statuses[422] > 50
    given_ = server.ask("solve", {"puzzle": EASY})
    assert given_.json["solutions"] == ["101010010011100101011010001101110100"]
