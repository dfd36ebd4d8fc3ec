"""Kinds that are posed: draw a picture, pose its question, change few cells until it is good."""
