"""Make puzzles: draw an answer, pose its question, and prove that it has no other.

any_kind.py      `generate`, `generate_binairo`, `generate_nonogram`: the public functions
boards/          kinds that are dug: a full board is drawn, and few of its cells are given
pictures/        kinds that are posed: a picture is drawn or wanted, and its clues are the puzzle
request.py       options checked, and `prove_answer`, the proof that ends every way; for both, like
                 random_draws.py and single_lines.py
"""
