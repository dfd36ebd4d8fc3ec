"""Scenes as one HTML file, to be stepped through: buttons, arrow keys, and a play button.

Nothing is loaded from elsewhere: pictures, style and script are in the file, and its own policy
forbids all other. The script is named there by its hash, so no text of a puzzle can become one.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from html import escape

from nonairo.errors import NonairoError
from nonairo.plain import visible
from nonairo.render.base import Target
from nonairo.render.scene import Scene
from nonairo.render.svg import draw
from nonairo.render.themes import Theme

LARGEST = 64 * 1024 * 1024  # characters; a browser opens no more with pleasure

STYLE = """\
:root{{color-scheme:{scheme}}}
body{{margin:0;background:{paper};color:{ink};font:16px/1.4 system-ui,sans-serif;text-align:center}}
h1{{font-size:1.2em;margin:.6em}}
nav{{margin:.6em}}
button{{font:inherit;color:inherit;background:{used};border:1px solid {stripe};border-radius:4px;
padding:.3em .8em;margin:.1em;min-width:3em}}
button:focus-visible{{outline:3px solid {frame}}}
output{{display:inline-block;min-width:7em}}
figure{{margin:0 auto;padding:.5em}}
figure svg{{max-width:100%;max-height:80vh;height:auto}}
figure[hidden]{{display:none}}
p{{color:{quiet};font-size:.9em}}"""

SCRIPT = """\
"use strict";
const pictures = [...document.querySelectorAll("figure")];
const position = document.querySelector("output");
const play = document.getElementById("play");
let now = 0, timer = null;
function show(number) {
  now = Math.max(0, Math.min(pictures.length - 1, number));
  pictures.forEach((picture, k) => { picture.hidden = k !== now; });
  position.textContent = `${now + 1} of ${pictures.length}`;
  if (timer !== null && now === pictures.length - 1) stop();
}
function stop() {
  clearInterval(timer);
  timer = null;
  play.textContent = "Play";
}
function toggle() {
  if (timer !== null) return stop();
  if (now === pictures.length - 1) show(0);
  if (pictures.length < 2) return;
  play.textContent = "Pause";
  timer = setInterval(() => show(now + 1), 1500);
}
const moves = {
  first: () => show(0), back: () => show(now - 1), play: toggle,
  next: () => show(now + 1), last: () => show(pictures.length - 1),
};
for (const [name, move] of Object.entries(moves)) {
  document.getElementById(name).addEventListener("click", move);
}
const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", " ": "play" };
document.addEventListener("keydown", (event) => {
  const name = keys[event.key];
  if (!name || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === " " && event.target.tagName === "BUTTON") return;
  event.preventDefault();
  moves[name]();
});
show(0);
"""

BUTTONS = {  # by id: what stands on them, and what a screen reader says
    "first": ("|<", "first"),
    "back": ("<", "one back"),
    "play": ("Play", "play or pause"),
    "next": (">", "next"),
    "last": (">|", "last"),
}


def write(scene: Scene, theme: Theme) -> bytes:
    return write_all(scene.title, [scene], theme)


def write_all(title: str, scenes: Sequence[Scene], theme: Theme) -> bytes:
    """A page that shows one scene after another."""
    style = STYLE.format(scheme=theme.name, **theme.colours)
    policy = f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(SCRIPT)}"
    head = escape(visible(title))
    parts = [
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{head}</title>\n<style>{style}</style>\n</head>\n<body>\n<h1>{head}</h1>\n<nav>"
    ]
    for name, (shown, spoken) in BUTTONS.items():
        attributes = f'id="{name}" type="button" aria-label="{spoken}"'
        parts.append(f"<button {attributes}>{escape(shown)}</button>")
    parts.append(f'\n<output aria-live="polite">1 of {len(scenes)}</output></nav>\n')
    size = 0
    for number, scene in enumerate(scenes):
        picture = draw(scene, theme)
        size += len(picture)
        if size > LARGEST:
            raise NonairoError(
                f"expected pictures of at most {LARGEST // 1024 // 1024} MB on a page, found more"
                f" after {number} of {len(scenes)}; write them one by one"
            )
        hidden = " hidden" if number else ""
        parts.append(f"<figure{hidden}>{picture}</figure>\n")
    parts.append("<p>Arrow keys step, the space bar plays and pauses.</p>\n")
    parts.append(f"<script>{SCRIPT}</script>\n</body>\n</html>\n")
    return "".join(parts).encode()


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


TARGET = Target(
    name="html",
    summary="one page to step through, which works offline",
    suffix=".html",
    binary=False,
    write=write,
    write_all=write_all,
    pixels=lambda scene: 1.0,
)
