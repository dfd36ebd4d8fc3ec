"""Whole files of puzzles: cut into shards, worked on here, in processes or on a cluster, resumable.

sources   what comes in: JSON Lines, also compressed, and Parquet; where it can be cut
shards    a piece of a source, and what a worker does with it: read, parse, answer, write
tasks     what is asked about each puzzle                                           -> TASKS
outputs   what goes out, and the journal that knows which positions are in it
running   all of them together, on any executor; cluster: Dask's
"""
