"""What several formats share; no format itself.

cells          rows of a Binairo           clues          clues with their lines, pictures
grid_rows      which lines are rows        grid_text      a Binairo as text
blocks_text    a nonogram as text
bare           bare numbers, line by line  clue_sections  a section `[clues]`
json_text      JSON from strangers         markup         XML from strangers
task           task texts inside pages     tatham, runs   ids of Simon Tatham's collection
"""
