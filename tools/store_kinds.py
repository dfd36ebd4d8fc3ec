"""Store what `describe` says of the bundled kinds, so that the page reads their ids by itself.

python tools/store_kinds.py

Writes src/nonairo/page/js/ids/stored.js; a test compares it with the package.
"""

from __future__ import annotations

import json
from pathlib import Path

import nonairo as nn
from nonairo.answers.describe import describe
from nonairo.kinds.colour_names import LIGHTNESS, named_places

STORED = Path(__file__).parents[1] / "src" / "nonairo" / "page" / "js" / "ids" / "stored.js"
KEPT = ("kind", "rules", "summary", "symbols", "glyphs", "words", "distinct", "weighted")
EVEN, ODD = "..../..../..../....", ".../.../..."
EVEN_SIGNS = ";=../.../.../...;..../..../...."
ODD_SIGNS = ";=./../..;.../..."
SAMPLES = [
    *(
        f"binairo{rules}:{EVEN}{signs}"
        for rules in ("", "@no-distinct")
        for signs in ("", EVEN_SIGNS)
    ),
    *(
        f"binairo@{more}odd-more-{which}:{ODD}{signs}"
        for more in ("", "no-distinct+")
        for which in ("ones", "zeros")
        for signs in ("", ODD_SIGNS)
    ),
    "nonogram:1/1;1/1",
    "kakurasu:1/2;1/2",
    "mosaic:../..",
    *(f"trinairo{rules}:{'/'.join(['...'] * 3)}" for rules in ("", "@no-distinct")),
]


def stored() -> str:
    """The module: what is the same in all puzzles of a kind, its rules, and signs or none."""
    facts = {}
    for sample in SAMPLES:
        told = describe(nn.parse(sample))
        signs = "+signs" if told["marks"] else ""
        facts[f"{told['kind']}@{told['rules']}{signs}"] = {name: told[name] for name in KEPT}
    coloured = describe(nn.parse("nonogram@a=ff0000:1a/1a;1a/1a"))
    facts["nonogram@colours"] = {name: coloured[name] for name in ("kind", "summary", *KEPT[-2:])}
    lines = [f"  {json.dumps(key)}: {json.dumps(each)}," for key, each in facts.items()]
    places = [
        f"  {json.dumps([*(round(part, 6) for part in place), word])},"
        for place, word in named_places()
    ]
    head = "// What `describe` says of all puzzles of a kind. Written by tools/store_kinds.py."
    parts = [head, "", "export const STORED = {", *lines, "};", ""]
    parts += ["// Where words for colours stand in OKLab, with less of the lightness."]
    parts += [f"export const LIGHTNESS = {LIGHTNESS};", "export const PLACES = [", *places, "];"]
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    STORED.parent.mkdir(exist_ok=True)
    STORED.write_text(stored(), encoding="utf-8")
