"""`nonairo` and `python -m nonairo`: the command line.

Light on purpose: a Ctrl-C while the commands are still being loaded is heard here.
"""

import sys


def main() -> int:
    """Load the commands and run one; gives the exit code."""
    try:
        from nonairo.cli import main as run

        return run()
    except KeyboardInterrupt:
        sys.stderr.write("nonairo: interrupted\n")
        return 130


if __name__ == "__main__":
    sys.exit(main())
