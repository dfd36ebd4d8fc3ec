"""Kinds that are posed: a picture is drawn or wanted, and its clues are the puzzle.

The way of one puzzle through these modules:

picture_puzzles.py   `picture_puzzle` checks the options and decides where the picture comes from
task.py              a `PictureRequest` becomes a `PictureTask`: kind, level, limits; and the goals
                     that a picture can reach: solved by single lines, or unique
drawing.py           chance: `draw_picture` and `draw_coloured` draw shapes
random_puzzles.py    `random_puzzle` makes pictures fair, and draws others until the level fits
image_files.py       a file: `read_image` and `read_colours` read, crop and shrink it
image_puzzles.py     `image_puzzle` and `coloured_image_puzzle` decide what each cell becomes
pixel_font.py        words: `spell` writes them as a picture
wanted_puzzles.py    `wanted_puzzle` turns a picture from a file or words into a puzzle
changing.py          changes as few cells as possible until a goal is reached, or adds givens
levels.py            makes a picture harder or easier until the level fits

`prove_answer` in `request.py` then proves that the puzzle has this one solution.
"""
