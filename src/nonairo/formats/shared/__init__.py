"""What several formats share; no format itself.

heads          how a text begins           decoding       bytes as text
cells          rows of a Binairo           clues          clues with their lines, pictures
grid_rows      which lines are rows        coloured       coloured blocks, palettes
grid_text      a Binairo as text           other_symbols  with letters, separators or 9
signed_text    the same with signs         lists          as a list of rows
named_text     Trinairo and Mosaic         blocks_text    a nonogram as text
bare           bare numbers, line by line  clue_blocks    whether a text is a nonogram
clue_sections  a section `[clues]`         boxes          boxes drawn around cells
json_text      JSON from strangers         markup         XML from strangers
task           task texts inside pages     tatham         ids of Simon Tatham's collection
signed_task    the signs of such a task    pixels         PBM, PGM and PPM
"""
