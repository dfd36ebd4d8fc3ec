"""Small pictures of characters, all brought to one size, and what a trained network sees in them.

`tools/train_digits.py` trains the network and writes `glyphs.npz`: three convolutions and two full
layers, in one byte a weight. Here it runs in numpy alone.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from nonairo.limits import poll_supervision

if TYPE_CHECKING:
    from collections.abc import Sequence

Array: TypeAlias = NDArray[Any]  # of 32-bit floats
Box: TypeAlias = tuple[
    int, int, int, int
]  # left, top, right, bottom: pixels, the last two excluded

SIDE = 24  # pixels of a patch
INNER = 20  # pixels of the longer side of the character in it
CLASSES = (*"0123456789", "junk", "pair", "=", "x", "disc", "ring", "sun", "moon")
WEIGHTS = "glyphs.npz"
SINGLE = 250_000  # multiplications that OpenBLAS does not share out among threads
BATCH = 256  # patches at a time, to bound the memory


class Seen(NamedTuple):
    """What each patch is: the probability of each of `CLASSES`, and that it is crossed out."""

    classes: Array
    struck: Array


def patch_of(ink: Array, box: Box) -> Array:
    """Return the character in a box of an ink picture (0 paper, 1 ink) in the size of a patch."""
    import cv2

    left, top, right, bottom = box
    width, height = right - left, bottom - top
    scale = INNER / max(width, height)
    shift_x = SIDE / 2 - scale * (left + right) / 2
    shift_y = SIDE / 2 - scale * (top + bottom) / 2
    margin = max(2, round(max(width, height) * 0.15))
    y0, x0 = max(0, top - margin), max(0, left - margin)
    part = np.ascontiguousarray(ink[y0 : bottom + margin, x0 : right + margin])
    if scale < 0.8:  # blur first, or thin strokes fall between the pixels
        part = cv2.GaussianBlur(part, (0, 0), 0.4 / scale)
    half = (scale - 1) / 2  # pixels have their centre in the middle
    matrix = np.array(
        [[scale, 0, shift_x + scale * x0 + half], [0, scale, shift_y + scale * y0 + half]]
    )
    patch = cv2.warpAffine(part, matrix, (SIDE, SIDE), flags=cv2.INTER_LINEAR)
    strongest = float(np.partition(patch, -12, axis=None)[-12])
    return np.asarray(np.clip(patch / max(strongest, 0.05), 0, 1).astype(np.float32))


def classify(patches: Sequence[Array] | Array) -> Seen:
    """Return what the network sees in each patch."""
    stack = np.asarray(patches, np.float32).reshape(-1, SIDE, SIDE)
    weights = _weights()
    parts = []
    for k in range(0, len(stack), BATCH):
        poll_supervision()
        parts.append(_run(stack[k : k + BATCH], weights))
    outputs = np.concatenate(parts) if parts else np.zeros((0, len(CLASSES) + 1), np.float32)
    logits, struck = outputs[:, :-1], outputs[:, -1]
    logits = logits - logits.max(axis=1, keepdims=True)
    powers = np.exp(logits)
    return Seen(powers / powers.sum(axis=1, keepdims=True), 1 / (1 + np.exp(-struck)))


@cache
def _weights() -> dict[str, Array]:
    """Load the weights: each is stored in bytes, with one scale for each output."""
    data = (files("nonairo.photo") / WEIGHTS).read_bytes()
    with np.load(BytesIO(data), allow_pickle=False) as stored:
        names = [name for name in stored.files if not name.endswith(".scale")]
        return {
            name: stored[name].astype(np.float32) * stored[f"{name}.scale"]
            if f"{name}.scale" in stored.files
            else stored[name].astype(np.float32)
            for name in names
        }


def _run(stack: Array, weights: dict[str, Array]) -> Array:
    layer = stack[:, :, :, None] - np.float32(0.5)
    for name in ("conv1", "conv2", "conv3"):
        layer = _pooled(_convolved(layer, weights[name], weights[f"{name}.bias"]))
    flat = layer.reshape(len(layer), -1)
    hidden = np.maximum(_product(flat, weights["full"]) + weights["full.bias"], 0)
    outputs: Array = _product(hidden, weights["last"]) + weights["last.bias"]
    return outputs


def _product(rows: Array, matrix: Array) -> Array:
    """The matrix product, in parts too small to be shared out among threads.

    Threads that wait for each other take more of the processors' time than the work itself.
    """
    part = max(1, SINGLE // matrix.size)
    padded = np.pad(rows, ((0, -len(rows) % part), (0, 0)))
    parts = padded.reshape(-1, part, rows.shape[1]) @ matrix
    product: Array = parts.reshape(-1, matrix.shape[1])[: len(rows)]
    return product


def _convolved(layer: Array, kernel: Array, bias: Array) -> Array:
    """3 x 3 windows, the border filled with zeros; `kernel` has one row for each of 9 x inputs."""
    padded = np.pad(layer, ((0, 0), (1, 1), (1, 1), (0, 0)))
    n, height, width, _ = layer.shape
    windows = [padded[:, y : y + height, x : x + width] for y in range(3) for x in range(3)]
    columns = np.concatenate(windows, axis=3).reshape(n * height * width, -1)
    product = _product(columns, kernel) + bias
    result: Array = np.maximum(product, 0).reshape(n, height, width, -1)
    return result


def _pooled(layer: Array) -> Array:
    """The largest of each 2 x 2."""
    a = np.maximum(layer[:, ::2, ::2], layer[:, 1::2, ::2])
    b = np.maximum(layer[:, ::2, 1::2], layer[:, 1::2, 1::2])
    return np.maximum(a, b)
