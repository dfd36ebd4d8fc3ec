"""`nonairo` and `python -m nonairo`: the command line.

This module imports little, so that it can handle a Ctrl-C while the commands are being loaded.
"""

import os
import signal
import sys
import time
from _thread import interrupt_main, start_new_thread

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sys import UnraisableHookArgs
    from types import FrameType

AGAIN = 0.5  # seconds in which one Ctrl-C counts: a second would end what the first one has begun
LATER = 0.05  # seconds until a Ctrl-C that came during an import is looked at again
PATIENCE = 3.0  # seconds that the end may take before a further Ctrl-C ends it
INTERRUPTED, LIMIT_HIT = 130, 3  # as in `cli.base`

_heard = -PATIENCE  # when Ctrl-C was pressed last


def interrupt(number: int, frame: "FrameType | None") -> None:
    """Raise KeyboardInterrupt, but not while the one before is still on its way.

    During an import it is raised a little later: there Python may drop it (in the callback of a
    module's lock) or turn it into another error ("can't load unicodedata module").
    """
    global _heard
    if is_importing(frame):
        interrupt_after(LATER)
        return
    now = time.monotonic()
    if now - _heard > AGAIN:
        _heard = now
        raise KeyboardInterrupt


def is_importing(frame: "FrameType | None") -> bool:
    """Return whether a module is being imported in this frame or in one that called it."""
    while frame is not None and frame.f_globals.get("__name__") != "importlib._bootstrap":
        frame = frame.f_back
    return frame is not None


def interrupt_after(seconds: float) -> None:
    """Press Ctrl-C after some seconds, from a thread that nothing waits for."""

    def press() -> None:
        time.sleep(seconds)
        interrupt_main()

    start_new_thread(press, ())


def interrupt_the_end(number: int, frame: object) -> None:
    """Do nothing, unless the end takes too long."""
    if time.monotonic() - _heard > PATIENCE:
        os._exit(INTERRUPTED)


def report_lost(lost: "UnraisableHookArgs") -> None:
    """Repeat a Ctrl-C that came where no exception can be raised, such as in a destructor."""
    if lost.exc_type is not KeyboardInterrupt:
        sys.__unraisablehook__(lost)
        return
    interrupt_after(AGAIN)


def listen() -> None:
    """From now on, Ctrl-C ends the work with one KeyboardInterrupt, however often it is pressed."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # else it is ignored
        sys.unraisablehook = report_lost
        signal.signal(signal.SIGINT, interrupt)


def stop_listening() -> None:
    """Let what is left of the program end in peace.

    Ctrl-C is not ignored (SIG_IGN): for one that has just come, Python would print an error.
    """
    global _heard
    if signal.getsignal(signal.SIGINT) is interrupt:
        _heard = time.monotonic()
        signal.signal(signal.SIGINT, interrupt_the_end)


def main() -> int:
    """Load the commands and run one; gives the exit code."""
    try:
        listen()
        from nonairo.cli import main as run

        code = run()
        stop_listening()
    except KeyboardInterrupt:
        stop_listening()
        sys.stderr.write("nonairo: interrupted\n")
        return INTERRUPTED
    except MemoryError:
        sys.stderr.write("nonairo: there is not enough memory\n")  # `memory.NO_MEMORY`
        return LIMIT_HIT
    return code


if __name__ == "__main__":
    sys.exit(main())
