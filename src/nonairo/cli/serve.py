"""`nonairo serve`: the page and the answers over HTTP."""

from __future__ import annotations

import argparse
import signal
from collections.abc import Callable
from ipaddress import ip_address
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from nonairo.cli.base import ANSWERED, INTERRUPTED, Command
from nonairo.cli.parsing import Parser, megabytes, number_between, positive, whole
from nonairo.cli.terminal_output import complain
from nonairo.errors import NonairoError

if TYPE_CHECKING:
    from nonairo.serving.settings import Settings

LEAST_MEMORY, MOST_MEMORY = 256 * 10**6, 10**6 << 20  # bytes; less is not enough to start with


def arguments(parser: Parser) -> None:
    parser.add_argument(
        "--host", default="127.0.0.1", help="the address to listen on (default: this machine only)"
    )
    parser.option("--port N", "the port (default: 8000; 0: any free port)", port, 8000)
    parser.option(
        "--workers N",
        "worker processes for long requests (default: depends on the cores)",
        positive,
    )
    parser.option("--queue N", "how many requests may wait (default: 64)", positive)
    parser.option(
        "--time-limit S", "the longest time limit of a request, in seconds (default: 60)", seconds
    )
    parser.add_argument(
        "--memory-limit",
        dest="process_memory",  # not a limit for this process, as that of other commands is
        metavar="MB",
        type=process_memory,
        help="megabytes for each process, or a size such as 500M or 2G (default: 1024; 0: none)",
    )
    parser.add_argument(
        "--allow-host",
        metavar="NAME",
        action="append",
        help="accept requests for this host name, too (repeatable)",
    )


def port(text: str) -> int:
    number = whole(text)
    if not 0 <= number <= 65535:
        raise argparse.ArgumentTypeError(f"expected a port from 0 to 65535, found {text!r}")
    return number


def seconds(text: str) -> float:
    """A time limit that is one."""
    from nonairo.answers.base import MOST_SECONDS

    return number_between(0.01, MOST_SECONDS, text, f"seconds from 0.01 to {MOST_SECONDS:g}")


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
        missing = (error.name or "Starlette and uvicorn").partition(".")[0]
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
    ended = serve(settings, report)
    return INTERRUPTED if ended == signal.SIGINT else ANSWERED


def report(address: str) -> None:
    """Print where the server listens, and warn if others than this machine can use it."""
    print(f"serving {address}", flush=True)
    found = urlsplit(address)
    if not ip_address(found.hostname or "").is_loopback:
        complain(
            f"warning: anyone who can reach port {found.port} of this machine can use "
            "this server; it has no login and no TLS"
        )


COMMAND = Command(
    name="serve",
    summary="serve the web page and the HTTP API",
    arguments=arguments,
    run=run,
    examples="  nonairo serve\n  nonairo serve --port 0 --workers 2 --time-limit 10",
)
