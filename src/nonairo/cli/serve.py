"""`nonairo serve`: the page and the answers over HTTP."""

from __future__ import annotations

import argparse
import signal
from collections.abc import Callable
from typing import TYPE_CHECKING

from nonairo.cli.base import ANSWERED, INTERRUPTED, Command, megabytes, positive, whole
from nonairo.errors import NonairoError

if TYPE_CHECKING:
    from nonairo.serving.settings import Settings

LEAST_MEMORY, MOST_MEMORY = 256 * 10**6, 10**6 << 20  # bytes; less is not enough to start with


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
        "--memory-limit",
        dest="process_memory",  # not a limit for this process, as that of other commands is
        metavar="MB",
        type=process_memory,
        help="megabytes for each process, or a size such as 500M or 2G (1024; 0: none)",
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


def process_memory(text: str) -> int:
    """Bytes; 0 means no limit."""
    if text.isascii() and text.isdigit() and not text.strip("0"):
        return 0
    size = megabytes(text)
    if not LEAST_MEMORY <= size <= MOST_MEMORY:
        expected = "megabytes from 256, a size from 256M, or 0"
        raise argparse.ArgumentTypeError(f"expected {expected}, found {text!r}")
    return size


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
    names = ("host", "port", "workers", "queue", "time_limit")
    given = {name: getattr(options, name) for name in names}
    given["memory_limit"] = options.process_memory
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
