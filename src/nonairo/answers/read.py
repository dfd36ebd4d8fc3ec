"""`read`: the puzzles in a photograph or screenshot, proved by the solver. Nothing is kept."""

from __future__ import annotations

from typing import Any

from nonairo.answers.base import Answer
from nonairo.answers.fields import Field, Json, Request
from nonairo.answers.puzzles import bytes_of
from nonairo.answers.shapes import WHOLE, listed, shape
from nonairo.generating.request import LARGEST
from nonairo.photo.decoding import pixels_of
from nonairo.photo.readings import readings_of

MOST_PIXELS = 16_000_000  # of one request: the worker processes share the memory

SMALL = (  # the boat of the examples, drawn by us 180 pixels wide
    "iVBORw0KGgoAAAANSUhEUgAAALQAAACkBAMAAADMNRmaAAAAElBMVEX////r6+vQ0NC9vb2IiIgTExOmNr5lAAAD5U"
    "lEQVR42u1bTXfTOBS9ss2qTJHddsWh4+awm8WYfuwdcPYwp/2ZfOwJJT+gdLxvCN6nwTrALnE0ixb7qdgxPfHj0DnS"
    "KpKsq+erK73rxAF+cRFdQDi17a6ktbBxVmFc59OKIx2+W7fQPw/tDk6O6TLde04X8JheuhOXH7dPTp61Qu9LiKekHh"
    "vzGkqJyxBEHwiurvSaocOL1P2HqmlOOp/QKwmIq4fqaLclalenKFSl6S1D0IbWyTxioXAuWqCXGgAqsiNF49TGPKRL"
    "AbqNa/0SALJqg6aU3IVxfxX0fFRu2NXic2Q5KCgUbR9RPhbmqKD4CeitoorzM21fKspHao6K8nZoEU8qEdA4o5nBe2"
    "aM8q5vaSX0Y13Gs6eT2ItL3r0ESaX3RHpRNaq/aOfaicaVyIUvRVAerL5PjlDhSyLGHfkebVsGB8uKxNMIzu75daWY"
    "AL1y2vMQwWZJlxMvVCu0F15UleID7j38zqn+APT+/d41m+Foo1zWA/0abdDihd5OcKZud9x5oU6wPF0N7UD4ABGWNn"
    "cUrWQbVX4T/nVfM3QxAQAi2YLKD+9oZVZetpgAWK66rfXTrsuZdusdh/f3+sBjIfZr2gO5ftBzRkLqy8DIsEZS3DaP"
    "AiOZ0srRc2tx6qFDhrmukHaqFXgWdQXtXWlgWW3xeadRE0H1O+Y60tWhorqFzsvjUs86hq5SyVV+sFvGQlvolccTNS"
    "Vq3i304nXZcGGX8Q5CC9NfXpfDTfpQZaQHP6ejHzR2BRsN/lrndLyBRivOZt4IDQ957QP6hIA9IhV8uaTQ92mXpJWt"
    "DauQ+jOk5HUfwEfFAe32ADx6wxK1VsAlCyFYDO+gQiSfQsKvCcYZD9cBcJixEJLlk4mIWKKeDoEvf6VcCsnunPgOcO"
    "PL0+6ge304oWJZxlF8Ap2yRD3NgTHPbsSQbRltbrTGzBoza8ysMbsjxuxbIsc8CQy+Lx7zEJJ9/njKZczeAak1ZiS9"
    "8Bkz/wVcJmOWWmNmc+PvZMxWuK91jRk2G42ZMLrk7Y3ZbrMx+8MaszWgt55web5EoveSJxXIXDkhjw+ZjnAUZhxRD0"
    "dAKlkIyW8+cHWYCoDDvQseaHGMJZPng+riJdVaaP32lYi5Nrr5Nk+3Z4jiEd8g7O7J4Aa0OpAi5tH1eTgARixRF5+6"
    "+8Xx5pY5O7MJ7P9jzB6srW3RZMyoe4KR0AL6Kqz4k3btfTLcE58xswpphXYlG/TTiAvak2yE9Nm49mTGBV1cskWt39"
    "stY6Et9K2gM9UV9A9pdzq1XLO5p7oyaP69URh/eFr1tVb9y/+9DoKee3pS09zF/wo4y39S5TKigZxXGgAAAABJRU5E"
    "rkJggg=="
)


def run(request: Request) -> Json:
    known = request.value("set")
    assert known is None or isinstance(known, dict)
    size: Any = request.value("size")
    image = pixels_of(bytes_of(request.text("picture"), "picture"), MOST_PIXELS)
    found = readings_of(
        image,
        kind=request.text_or_none("kind"),
        size=tuple(size) if isinstance(size, list) else size,
        known=known,
        pick=request.whole_or_none("pick"),
    )
    return {
        "height": image.shape[0],
        "width": image.shape[1],
        "readings": [reading.to_json() for reading in found],
    }


ANSWER = Answer(
    name="read",
    summary="Read the puzzles in a photograph or screenshot, and prove that they are read right.",
    run=run,
    fields=(
        Field("picture", "base64", "PNG, JPEG, WebP, GIF or BMP; not kept.", required=True),
        Field("kind", "text", "What is in it: binairo, tango or nonogram.", most=200),
        Field("size", "size", "Its size, n or [height, width].", least=1, most=LARGEST),
        Field("pick", "whole", "Which puzzle of the picture, from 1.", least=1, most=100),
        Field(
            "set",
            "answers",
            "What doubtful places are: a cell, a sign or a clue by its name.",
            example={"r3c4": "1", "row 2": "3,1"},
        ),
    ),
    gives={
        "height": WHOLE | {"description": "of the picture, in pixels"},
        "width": WHOLE,
        "readings": listed(shape("Reading")),
    },
    example={"picture": SMALL},
    answered={
        "height": 164,
        "width": 180,
        "readings": [
            {
                "status": "sure",
                "puzzle": "nonogram:1,1/5/5/3/1;2/4/4/4/2",
                "kind": "nonogram",
                "height": 5,
                "width": 5,
                "confidence": 0.9995,
                "why": None,
                "changes": [],
                "doubts": [],
                "entries": None,
                "corners": [[43.4, 26.6], [177.6, 26.5], [177.5, 161.6], [43.6, 161.5]],
                "number": 1,
                "of": 1,
            }
        ],
    },
    pictures=True,
)
