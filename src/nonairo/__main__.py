"""`python -m nonairo`: the command line."""

import sys

from nonairo.cli import main

if __name__ == "__main__":
    sys.exit(main())
