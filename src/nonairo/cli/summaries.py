"""The commands and what each does, in the groups and the order of the help.

Kept apart from the commands, so that `nonairo --help` loads none of them.
"""

from __future__ import annotations

GROUPS = {
    "play and learn": {
        "play": "play in a browser or, with --terminal, in this terminal",
        "gallery": "list the pictures of the gallery, or write them as puzzles",
        "rules": "show how to play a kind of puzzle, with an example",
        "hint": "show the next step, or your mistake, in as much detail as you want",
        "explain": "solve a puzzle as a person would, with a reason for every step",
        "grade": "show how hard puzzles are for a person: level, score, hardest technique",
        "practise": "make positions in which a technique of your choice is the easiest next step",
        "techniques": "list the techniques, or show one of them with an example",
    },
    "solve and check": {
        "solve": "solve puzzles, and show whether the solution is unique",
        "check": "check a grid, finished or not, against a puzzle",
        "count": "count the solutions of puzzles",
        "verify": "check a proof that a puzzle has exactly one solution, or none",
        "watch": "watch an engine search, step by step, forward and back: the grid, the program and"
        " the tree",
        "engines": "list the engines, their options and counters",
        "compare": "run engines side by side on puzzles, and compare or plot their costs",
    },
    "make and print": {
        "generate": "make puzzles with one solution, of a chosen level: random, or from images or"
        " words",
        "repair": "make the smallest change that gives a puzzle exactly one solution",
        "read": "read puzzles from photographs and screenshots, and prove that they are read right",
        "convert": "convert puzzles from one format to another",
        "draw": "draw a puzzle, a position, a solution or a step as SVG, PNG, PDF, HTML or GIF",
        "book": "make a printable book of puzzles by level, with solutions at the back (default:"
        " the gallery)",
        "formats": "list the file formats",
        "examples": "list the bundled puzzles, or write one of them",
    },
    "many puzzles, servers, benchmarks": {
        "batch": "solve, grade, count or explain all puzzles in large files, on several cores;"
        " can be resumed",
        "census": "count all Binairo boards of a size, exactly, on several cores; can be resumed",
        "serve": "serve the web page and the HTTP API",
        "site": "write the page as static files: Python runs in the browser, without a server",
        "bench": "measure the engines, on generated puzzles or on a corpus",
    },
    "shell": {"completion": "print a completion script for a shell"},
}
SUMMARIES = {name: text for group in GROUPS.values() for name, text in group.items()}
