"""The fonts of the test pictures: what `tests/pictures/get_fonts` downloaded, or the system's."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "build" / "fonts"
CONFIGURED = FOLDER / "fonts.conf"

PRINT = (  # families of digits that a page or a book may be set in
    "Andika", "C059", "CMU Bright", "CMU Concrete", "CMU Sans Serif", "CMU Serif",
    "CMU Typewriter Text", "Cabin", "Caladea", "Cantarell", "Carlito", "Comic Neue",
    "Courier Prime", "DejaVu Sans", "DejaVu Sans Condensed", "DejaVu Sans Mono", "DejaVu Serif",
    "Dosis", "EB Garamond", "Fira Code", "FreeMono", "FreeSans", "FreeSerif", "Go", "Go Mono",
    "Hack", "Inconsolata", "JetBrains Mono", "Junicode Two Beta", "Lato", "League Spartan",
    "Liberation Mono", "Liberation Sans", "Liberation Sans Narrow", "Liberation Serif",
    "Linux Biolinum O", "Linux Libertine O", "Lobster Two", "Nimbus Mono PS", "Nimbus Roman",
    "Nimbus Sans", "Nimbus Sans Narrow", "Noto Mono", "Noto Sans", "Noto Sans Display",
    "Noto Sans Mono", "Noto Serif", "Noto Serif Display", "P052", "Play", "Quicksand", "Roboto",
    "Roboto Condensed", "URW Bookman", "URW Gothic", "Vollkorn",
)  # fmt: skip
# Fonts that no classifier is trained on: what is read in them was not learnt by heart.
UNSEEN = (
    "Inter", "Open Sans", "Noto Serif", "Quicksand", "Liberation Sans Narrow", "P052",
)  # fmt: skip


def families() -> list[str]:
    """The families of PRINT and UNSEEN that are there, in order."""
    lister = shutil.which("fc-list")
    if lister is None:
        return ["sans-serif", "serif", "monospace"]
    listed = subprocess.run(
        [lister, ":", "family"], capture_output=True, text=True, env=environment(), check=True
    ).stdout
    there = {name.strip() for line in listed.splitlines() for name in line.split(",")}
    wanted = dict.fromkeys((*PRINT, *UNSEEN))
    return [name for name in wanted if name in there] or ["sans-serif", "serif", "monospace"]


def environment() -> dict[str, str]:
    """The environment in which a program finds these fonts."""
    import os

    own = {"FONTCONFIG_FILE": str(CONFIGURED)} if CONFIGURED.exists() else {}
    return {**os.environ, **own}
