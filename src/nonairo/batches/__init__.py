"""Whole files of puzzles: cut into shards, worked on here, in processes or on a cluster, resumable.

sources         inputs: JSON Lines and Parquet, and where they can be cut
streams         compressed files and standard input, read from the start
records         the records of a piece of a source, and what is wrong with each
shards          what a worker does with a piece: read, parse, answer, write
tasks           the questions: solve, grade, ...                                 -> TASKS
valid_json      JSON without NaN, and nothing nested too deeply
outputs         outputs, and the journal that lists which positions they contain
checksum_lines  lines of a journal, each with a checksum, flushed to the disk
storage         files by name, also remote ones
running         a whole batch, on any executor
dask_cluster    batches on a Dask cluster; dask_executor: an executor of checked workers
"""
