"""Work on other processors: processes of our own, and jobs on any executor of `concurrent.futures`.

Nothing here knows of puzzles. `processes.Processes` is an executor whose workers may die, one at a
time; `jobs.run_jobs` hands out jobs of a size that suits them, and tries again where a worker died.
"""
