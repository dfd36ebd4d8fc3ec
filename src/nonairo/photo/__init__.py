"""Puzzles in photographs and screenshots: what the vision half sees, with probabilities.

`sighting` has the data, `finding.sightings` fills it from an image. Both need the extra `photo`
(OpenCV, numpy); only `sighting` is imported without it.
"""
