"""Engines side by side: the same puzzles, the same limits, and what each of them costs.

trials.py        the function `compare`; one engine on one puzzle, again and again, within limits
groups.py        trials of one engine and size taken together: medians, and how many finished
boards.py        boards to measure on
paper.py         the experiment of Utomo and Makarim, with their own times beside ours
complexity.py    what two published analyses predict, beside our counters
experiments.py   these as experiments: what is measured, and how it is shown
tables.py        what a terminal shows
charts.py        curves for all of these; plotting.py draws them (extra `draw`)
"""
