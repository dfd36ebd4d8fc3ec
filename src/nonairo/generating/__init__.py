"""Puzzles of one's own: draw an answer, pose its question, and see that it is a good one."""
