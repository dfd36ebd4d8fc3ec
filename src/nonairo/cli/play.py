"""`nonairo play`: the page in a browser, at a puzzle if one is named; or in the terminal."""

from __future__ import annotations

import argparse
import signal
import socket
import sys
import threading
import webbrowser
from base64 import urlsafe_b64encode
from importlib.util import find_spec
from typing import TYPE_CHECKING
from urllib.parse import quote

from nonairo.cli.base import ANSWERED, INTERRUPTED, Command
from nonairo.cli.parsing import Parser
from nonairo.cli.puzzle_arguments import grid_argument, one_puzzle
from nonairo.cli.serve import port, serving
from nonairo.cli.terminal_output import complain, is_dumb, print_grid, print_prose
from nonairo.errors import NonairoError
from nonairo.puzzle import Puzzle

if TYPE_CHECKING:
    from nonairo.cli.terminal_game import Game

HOST = "127.0.0.1"
USUAL_PORT = 8617  # a browser keeps games by address: with another port they would be gone
PLAIN = "/:;,@.=+"  # what may stand as it is behind the # of an address


def arguments(parser: Parser) -> None:
    parser.add_argument(
        "puzzle",
        metavar="PUZZLE",
        nargs="?",
        help="a file, - for standard input, or an id (default: the last game)",
    )
    parser.option("--format F", "the format of the file (default: detected)")
    parser.strict()
    parser.pick(several=False)
    parser.option("--port N", f"the port (default: {USUAL_PORT}, or any free port)", port)
    parser.option("--no-open", "print the address without opening a browser")
    parser.option("--terminal", "play in this terminal, by keyboard or mouse, without a browser")
    parser.option("--state GRID", "start with this grid (with --terminal): rows or a file")
    parser.symbols()


def run(options: argparse.Namespace) -> int:
    if options.terminal:
        return in_terminal(options)
    for name in ("state", "symbols"):
        if getattr(options, name) is not None:
            raise NonairoError(f"--{name} is for --terminal")
    link = ""
    if options.puzzle is not None:
        link = link_to(one_puzzle(options))
    return serve_page(link, options.port, open_it=not options.no_open)


def serve_page(
    link: str,
    port: int | None,
    *,
    open_it: bool,
    engines: tuple[str, ...] = (),
    command: str = "play",
) -> int:
    """Serve the page until a signal ends it, and open it at a link; gives the exit code.

    `engines` are the paths of the user's own.
    """

    def ready(address: str) -> None:
        doing = "watching" if command == "watch" else "playing"
        print(f"{doing} at {address}{link} (Ctrl-C stops it)", flush=True)
        if open_it:  # a browser in the terminal must not keep the server waiting
            threading.Thread(target=show, args=[address + link], daemon=True).start()

    serve, settings = serving(command)
    at = usual_port() if port is None else port
    ended = serve(settings.for_one(at, engines), ready)
    if ended == signal.SIGINT:
        return INTERRUPTED
    return ANSWERED if ended == signal.SIGTERM else 1


def in_terminal(options: argparse.Namespace) -> int:
    """Play without a browser; however it ends, what is left is printed, to go on another time."""
    from nonairo.cli.terminal_game import Game, play

    if options.puzzle is None:
        raise NonairoError("--terminal: expected a puzzle, such as examples/boat.txt")
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or is_dumb():
        raise NonairoError("--terminal needs a terminal with a keyboard")
    if find_spec("termios") is None:  # as on Windows
        raise NonairoError("--terminal cannot read keys on this system; without it, the page opens")
    puzzle = one_puzzle(options)
    grid = puzzle.givens
    if options.state is not None:
        from nonairo.explaining import begun

        grid = begun(puzzle, grid_argument(options.state, puzzle, strict=options.strict), "--state")
    game = Game(puzzle, grid)
    try:
        play(game, options.symbols)
    finally:  # also after Ctrl-C or SIGTERM, when the terminal is as it was
        print_end(game, options.symbols)
    return ANSWERED


def print_end(game: Game, symbols: str | None) -> None:
    """How far it got, and how to go on."""
    from nonairo.cli.terminal_game import clock_text

    puzzle, clock = game.puzzle, clock_text(game.seconds)
    print_grid(puzzle, game.grid, symbols)
    if game.solved:
        title = f": {puzzle.title}" if puzzle.title else ""
        print_prose(f"solved in {clock}{title}", "solved", "good")
    elif game.grid != puzzle.givens:
        rows = "/".join(game.grid.rows())
        print_prose(f"not finished after {clock}; to continue, add")
        print(f"--state {rows}")  # unwrapped, to be copied
    sys.stdout.flush()


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
    arguments=arguments,
    run=run,
    examples="  nonairo play\n  nonairo play examples/boat.txt\n"
    "  nonairo play --terminal examples/first.txt\n"
    "  nonairo play 'kakurasu:7/5/6/2/11;3/14/6/6/5' --no-open",
)
