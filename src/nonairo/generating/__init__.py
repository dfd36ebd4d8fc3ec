"""Puzzles of one's own: draw an answer, pose its question, and see that it is a good one.

any_kind.py      the doors: `generate`, `generate_binairo`, `generate_nonogram`
boards/          kinds that are dug: a full board is drawn, and few of its cells are given
pictures/        kinds that are posed: a picture is drawn or wanted, and its clues are the puzzle
request.py       what may be asked; random_draws.py, single_lines.py: what both rooms share
"""
