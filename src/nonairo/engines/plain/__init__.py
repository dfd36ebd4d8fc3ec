"""Each published algorithm as one would write it on a blackboard.

Every file here stands alone: it imports nothing from Nonairo and runs as a script or by
`python -m nonairo.engines.plain.walk`. There are no limits, no counters, no observers and no bit
tricks; the engines one folder up add these, in the same order of cells, values and verdicts.
A test compares the two step by step.
"""
