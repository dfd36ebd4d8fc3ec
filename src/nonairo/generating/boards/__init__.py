"""Kinds that are dug: draw a full board, and give as few of its cells as the wish allows."""
