"""Kinds that are dug: draw a full board, and give as few of its cells as the options allow.

board_puzzles.py   `board_puzzle` checks the options, and digs one puzzle or asks for a level
full_boards.py     `draw_board` draws a full board
digging.py         `dig` chooses its givens, and the signs between its cells
symmetries.py      `groups_of` groups the cells that are given together
few_givens.py      `with_number` and `with_fewest` search for a number of givens, or for the fewest
board_levels.py    `at_level` repeats that until a person needs techniques of the level
"""
