"""`nonairo play`: the page in a browser, at a puzzle if one is named."""

from __future__ import annotations

import argparse
import signal
import socket
import threading
import webbrowser
from base64 import urlsafe_b64encode
from urllib.parse import quote

from nonairo.cli.base import ANSWERED, INTERRUPTED, Command
from nonairo.cli.parsing import Parser
from nonairo.cli.puzzle_arguments import one_puzzle
from nonairo.cli.serve import port, serving
from nonairo.cli.terminal_output import complain
from nonairo.puzzle import Puzzle

HOST = "127.0.0.1"
USUAL_PORT = 8617  # a browser keeps games by address: with another port they would be gone
PLAIN = "/:;,@.=+"  # what may stand as it is behind the # of an address


def arguments(parser: Parser) -> None:
    parser.add_argument(
        "puzzle", metavar="PUZZLE", nargs="?", help="a file, - or an id (default: the last game)"
    )
    parser.option("--format F", "the format of the file (default: detected)")
    parser.strict()
    parser.pick()
    parser.option("--port N", f"the port (default: {USUAL_PORT}, or any free port)", port)
    parser.option("--no-open", "print the address, and do not open a browser")


def run(options: argparse.Namespace) -> int:
    link = ""
    if options.puzzle is not None:
        link = link_to(one_puzzle(options))

    def ready(address: str) -> None:
        print(f"playing at {address}{link} (Ctrl-C ends it)", flush=True)
        if not options.no_open:  # a browser in the terminal must not keep the server waiting
            threading.Thread(target=show, args=[address + link], daemon=True).start()

    serve, settings = serving(COMMAND.name)
    at = usual_port() if options.port is None else options.port
    ended = serve(settings.for_one(at), ready)
    if ended == signal.SIGINT:
        return INTERRUPTED
    return ANSWERED if ended == signal.SIGTERM else 1


def usual_port() -> int:
    """The port at which the browser has kept games; 0, for any, where somebody else has it."""
    with socket.socket() as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((HOST, USUAL_PORT))
        except OSError:
            return 0
    return USUAL_PORT


def link_to(puzzle: Puzzle) -> str:
    """What the page reads behind its address: the puzzle, and its title for when it is solved.

    The title says what the picture shows, so it is not spelt out.

    >>> from nonairo.kinds import from_id
    >>> link_to(from_id("nonogram:1;1").about(title="a <dot>"))
    '#p=nonogram:1;1&t=YSA8ZG90Pg'
    """
    title = ""
    if puzzle.title:
        title = "&t=" + urlsafe_b64encode(puzzle.title.encode()).decode().rstrip("=")
    return f"#p={quote(puzzle.id, safe=PLAIN)}{title}"


def show(address: str) -> None:
    if not webbrowser.open(address):
        complain("no browser was found; open the address yourself")


COMMAND = Command(
    name="play",
    summary="play in a browser: start the page and open it, with a puzzle if you name one",
    arguments=arguments,
    run=run,
    examples="  nonairo play\n  nonairo play examples/boat.txt\n"
    "  nonairo play 'kakurasu:7/5/6/2/11;3/14/6/6/5' --no-open",
)
