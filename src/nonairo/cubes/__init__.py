"""One hard puzzle on many processors: it is taken apart into cubes, and each is solved alone.

A *cube* is the puzzle with more cells known. `splitting` takes a cube apart on the cells that
decide most; `trying` is what a worker does with one; `conquering` hands them out and adds up.
`asking` begins here for a moment, and puts the answer together; `sums` adds up counts.
How a puzzle is solved or counted on one processor is handed over by whoever asks.
"""
