"""Work in other processes, on any executor of `concurrent.futures`. Nothing here knows of puzzles.

protocol   how a worker process is started, and what is sent to it and back
child      the program of a worker process
processes  an executor of worker processes; the server has lanes of them (`serving.process`)
jobs       jobs of a size that suits them (pace), tried again where a worker died
checks     whether `workers=` and `executor=` can be accepted
"""
