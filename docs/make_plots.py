"""Draw the plots of the essay and of `comparing.md` again: `python docs/make_plots.py [NAME ...]`.

Each is what a command draws, made lean for the repository: fewer digits, repeated styles told once.
`paper` takes some minutes, the others one or two. `complexity` is the same on every
machine; the others show times.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

PLOTS = Path(__file__).parent / "plots"
SIZES = (4, 6, 8, 10, 12, 14)
MINIMAL = [f"generate binairo {n} --minimal --count 5 --seed 1 -o {n}.jsonl" for n in SIZES]
ENGINES = "walk,walk:check=early,walk:order=most-constrained,check=early"
ENGINES += ",rows,rows:check=early,zones,guess,core"
COMMANDS = {
    "complexity": ["compare --complexity --plot complexity.svg"],
    "blanks": ["compare --blanks --boards 3 --runs 1 --plot blanks.svg"],
    "growth": [
        *MINIMAL,
        f"compare {' '.join(f'{n}.jsonl' for n in SIZES)} --engines {ENGINES} --time-limit 1"
        " --plot growth.svg",
    ],
    "paper": ["compare --paper --runs 1 --plot paper.svg"],
}
NUMBER = re.compile(r"-?\d+\.\d{3,}")
NAME = re.compile(r'(?<= id=")[^"]+|(?<=href="#)[^"]+|(?<=url\(#)[^)]+')


def rounded(text: str) -> str:
    """The same with two digits behind every point."""
    return NUMBER.sub(lambda found: f"{float(found[0]):.2f}".rstrip("0").rstrip("."), text)


def lean(picture: str) -> str:
    """A plot as matplotlib writes it, in fewer words; what is seen stays the same."""
    text = re.sub(r"<!--.*?-->|<metadata>.*?</metadata>", "", picture, flags=re.DOTALL)
    text = re.sub(r'(?<=[ \n](?:d|x|y)=")[^"]+', lambda found: rounded(found[0]), text)
    text = re.sub(r"(?<=translate\()[^)]+", lambda found: rounded(found[0]), text)
    text = re.sub(r'(<use [^>]*?) transform="translate\((\S+) 0\)"', r'\1 x="\2"', text)
    text = text.replace("xlink:href", "href")
    text = re.sub(r' d="[^"]+', lambda found: re.sub(r"\s*([MLQCz])\s*", r"\1", found[0]), text)
    text = re.sub(r'<g id="[^"]*">', "<g>", text)
    names = {name: f"n{k}" for k, name in enumerate(dict.fromkeys(NAME.findall(text)))}
    text = NAME.sub(lambda found: names[found[0]], text)
    styles = Counter(re.findall(r' style="([^"]+)"', text))
    classes = {style: f"s{k}" for k, (style, n) in enumerate(styles.most_common()) if n > 1}
    for style, name in classes.items():
        text = text.replace(f' style="{style}"', f' class="{name}"')
    told = "".join(f".{name}{{{style}}}" for style, name in classes.items())
    text = text.replace("</style>", f"{told}</style>", 1)
    return re.sub(r"\s*\n\s*", "\n", text)


def main(wanted: list[str]) -> None:
    for name in wanted or COMMANDS:
        with TemporaryDirectory() as folder:
            for line in COMMANDS[name]:
                command = [sys.executable, "-m", "nonairo", *line.split()]
                subprocess.run(command, cwd=folder, check=True)
            picture = Path(folder, f"{name}.svg").read_text(encoding="utf-8")
        (PLOTS / f"{name}.svg").write_text(lean(picture), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
