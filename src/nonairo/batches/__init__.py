"""Whole files of puzzles: cut into shards, worked on here, in processes or on a cluster, resumable.

sources   what comes in: JSON Lines and Parquet, and where it can be cut; streams: compressed ones
records   what is in a piece of a source, and what is wrong with it
shards    what a worker does with a piece: read, parse, answer, write
tasks     what is asked about each puzzle                                           -> TASKS
outputs   what goes out, and the journal that knows which positions are in it
running   all of them together, on any executor; cluster: Dask's
"""
