"""Proofs that a puzzle has one solution, or none, which anybody can check."""
