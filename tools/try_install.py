"""Install this checkout into an empty environment, as a user would, and try it.

python tools/try_install.py [--pure]    with --pure as where no compiler works
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).parents[1]
PLACE = ROOT / "build" / "tried"


def main() -> None:
    pure = "--pure" in sys.argv
    settings = dict(os.environ)
    settings["NONAIRO_NEEDS_CORE"] = "0" if pure else "1"
    if pure:  # as compilers: commands that do not exist
        settings |= {"CC": "no-compiler", "CXX": "no-compiler"}
    shutil.rmtree(PLACE, ignore_errors=True)
    venv.create(PLACE, with_pip=True)
    python = PLACE / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    subprocess.run([python, "-m", "pip", "install", "--quiet", ROOT], env=settings, check=True)
    pure_flag = ["--pure"] if pure else []
    subprocess.run([python, ROOT / "tests" / "smoke.py", *pure_flag], check=True)


if __name__ == "__main__":
    main()
