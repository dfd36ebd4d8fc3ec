"""`nonairo serve`: the page and the answers over HTTP."""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Callable
from ipaddress import ip_address
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from nonairo.cli import engine_names
from nonairo.cli.base import ANSWERED, INTERRUPTED, Command
from nonairo.cli.parsing import Parser, filled, megabytes, number_between, positive, whole
from nonairo.cli.terminal_output import complain
from nonairo.engines import OWN
from nonairo.errors import NonairoError

if TYPE_CHECKING:
    from nonairo.serving.settings import Settings

MOST_PROCESSES = 64
LEAST_MEMORY, MOST_MEMORY = 256 * 10**6, 10**6 << 20  # bytes; less is not enough to start with


def arguments(parser: Parser) -> None:
    host = "the address to listen on (default: this machine only)"
    parser.option("--host HOST", host, default="127.0.0.1")
    parser.option("--port N", "the port (default: 8000; 0: any free port)", port, 8000)
    parser.option(
        "--workers N",
        "worker processes for long requests (default: depends on the number of cores)",
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
        help="megabytes for each process, or a size such as 500M or 2G"
        " (default: 1024; 0: no limit)",
    )
    parser.add_argument(
        "--allow-host",
        metavar="NAME",
        type=filled,
        action="append",
        help="also accept requests for this host name (repeatable)",
    )
    parser.add_argument(
        "--engine",
        metavar="FILE",
        type=filled,
        action="append",
        help="also offer the engine in this file, my_engine.py (repeatable)",
    )

    parser.option(
        "--processes N",
        "processes that read requests and send answers; they share the workers (default: 1)",
        processes,
    )
    parser.option("--access-log", "write a line of JSON for each request to standard error")
    parser.option(
        "--rate-limit N",
        "at most N requests a second from each address, and 5 N at once; more get 429",
        rate,
    )
    parser.add_argument(
        "--proxy",
        metavar="ADDRESS",
        action="append",
        type=address,
        help="trust X-Forwarded-For in requests from this address (repeatable)",
    )


def processes(text: str) -> int:
    number = whole(text)
    if not 1 <= number <= MOST_PROCESSES:
        raise argparse.ArgumentTypeError(f"expected 1 to {MOST_PROCESSES}, found {text!r}")
    if number > 1 and sys.platform == "win32":
        raise argparse.ArgumentTypeError("several processes need Linux, macOS or another Unix")
    return number


def rate(text: str) -> float:
    return number_between(0.01, 1e6, text, "requests a second from 0.01 to 1000000")


def address(text: str) -> str:
    try:
        return str(ip_address(text))
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected an IP address, found {text!r}") from None


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
        raise NonairoError(f"{command} needs {missing}: pip install starlette uvicorn") from None
    from nonairo.serving.settings import Settings

    return serve, Settings


def run(options: argparse.Namespace) -> int:
    serve, settings_of = serving(COMMAND.name)
    names = ("host", "port", "workers", "queue", "time_limit", "processes", "rate_limit")
    given = {name: getattr(options, name) for name in names}
    given["memory_limit"] = options.process_memory
    engines = tuple(options.engine or ())
    for name in engines:
        if not name.endswith(OWN):
            raise NonairoError(f"--engine: expected a file such as my_engine.py, found {name!r}")
    engine_names.ready(engines)
    settings = settings_of(
        engines=engines,
        allow_hosts=tuple(options.allow_host or ()),
        proxies=tuple(options.proxy or ()),
        access_log=options.access_log,
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
    arguments=arguments,
    run=run,
    examples="  nonairo serve\n  nonairo serve --port 0 --workers 2 --time-limit 10",
)
