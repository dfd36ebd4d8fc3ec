"""Solve one hard puzzle on many processors: split it into cubes and solve each of them alone.

A *cube* is the puzzle with more cells known.

parallel_solving  solve or count: first briefly in this process, then by workers
splitting         split a cube on the cells that decide most
worker_task       what a worker does with one cube
distributing      send cubes to workers, the largest first, and collect their results

The caller passes in the functions that solve or count a puzzle on one processor.
"""
