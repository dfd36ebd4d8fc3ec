"""Grids as pictures: pure functions, string out."""
