"""Work in other processes, on any executor of `concurrent.futures`. Nothing here knows of puzzles.

protocol   how a worker process is started, and what is sent to it and back
child      the program of a worker process
processes  executors: worker processes, or this one; the server has lanes (`serving.process`)
jobs       jobs of a size that suits them, tried again where a worker died
checks     whether `workers=` and `executor=` can be accepted
"""
