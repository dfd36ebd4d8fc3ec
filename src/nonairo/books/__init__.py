"""Books of puzzles to print: how to play, puzzles by level, hints, and solutions at the back."""
