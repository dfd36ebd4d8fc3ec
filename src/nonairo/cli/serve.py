"""`nonairo serve`: the page and the answers over HTTP."""

from __future__ import annotations

import argparse
import signal
from collections.abc import Callable
from typing import TYPE_CHECKING

from nonairo.cli.base import ANSWERED, INTERRUPTED, Command, positive, whole
from nonairo.errors import NonairoError

if TYPE_CHECKING:
    from nonairo.serving.settings import Settings

MEGABYTE = 1024 * 1024


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--host", default="127.0.0.1", help="the address to listen at (default: this machine only)"
    )
    parser.add_argument(
        "--port", metavar="N", type=port, default=8000, help="default: 8000; 0: any that is free"
    )
    parser.add_argument(
        "--workers", metavar="N", type=positive, help="processes for long work (default: by cores)"
    )
    parser.add_argument(
        "--queue", metavar="N", type=positive, help="requests that may wait (default: 64)"
    )
    parser.add_argument(
        "--time-limit", metavar="S", type=seconds, help="the longest a request may ask for (60)"
    )
    parser.add_argument(
        "--memory-limit", metavar="MB", type=megabytes, help="for each process (1024; 0: none)"
    )
    parser.add_argument(
        "--allow-host",
        metavar="NAME",
        action="append",
        help="another name by which the server may be called; may be given again",
    )


def port(text: str) -> int:
    number = whole(text)
    if not 0 <= number <= 65535:
        raise argparse.ArgumentTypeError(f"expected a port from 0 to 65535, found {text!r}")
    return number


def seconds(text: str) -> float:
    """A time limit that is one."""
    from nonairo.answers.base import MOST_SECONDS

    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0.01 <= number <= MOST_SECONDS:
        expected = f"seconds from 0.01 to {MOST_SECONDS:g}"
        raise argparse.ArgumentTypeError(f"expected {expected}, found {text!r}")
    return number


def megabytes(text: str) -> int:
    """Bytes; 0 means no limit."""
    number = whole(text)
    if number != 0 and not 256 <= number <= 1_000_000:  # less is not enough to start with
        raise argparse.ArgumentTypeError(f"expected megabytes from 256, or 0, found {text!r}")
    return number * MEGABYTE


def serving(
    command: str = "serve",
) -> tuple[Callable[[Settings, Callable[[str], None]], int | None], type[Settings]]:
    """What serves, and its settings; an error that says what to install where that is missing."""
    try:
        from nonairo.serving.run import serve
    except ImportError as error:
        missing = error.name or "FastAPI and uvicorn"
        raise NonairoError(f"{command} needs {missing}: pip install 'nonairo[web]'") from None
    from nonairo.serving.settings import Settings

    return serve, Settings


def run(options: argparse.Namespace) -> int:
    serve, settings_of = serving(COMMAND.name)
    names = ("host", "port", "workers", "queue", "time_limit", "memory_limit")
    given = {name: getattr(options, name) for name in names}
    settings = settings_of(
        allow_hosts=tuple(options.allow_host or ()),
        **{name: value for name, value in given.items() if value is not None},
    )
    ended = serve(settings, lambda address: print(f"serving {address}", flush=True))
    return INTERRUPTED if ended == signal.SIGINT else ANSWERED


COMMAND = Command(
    name="serve",
    summary="serve the page and the answers over HTTP",
    arguments=arguments,
    run=run,
    examples="  nonairo serve\n  nonairo serve --port 0 --workers 2 --time-limit 10",
)
