"""Train the network that reads characters in pictures, and write src/nonairo/photo/glyphs.npz.

    apt-get install -y PACKAGES      # those of `PACKAGES` below: free fonts of Debian
    pip install torch==2.13.0        # for training only; any copy of the package will do
    python tools/train_digits.py     # about 5 minutes of one processor; --fonts DIR, --samples N

Every sample is a character drawn in a free font at a size of 7 to 44 pixels, then rotated, thinned
or thickened, blurred, made noisy, compressed, struck out or cut, and brought to the size of a patch
by the code that does so in pictures. The fonts of every seventh family are kept for testing. The
seed is fixed; the same fonts and package versions give the same file.
"""

from __future__ import annotations

import argparse
import io
import math
import random
import time
from collections import defaultdict
from functools import lru_cache
from pathlib import Path
from typing import Any
from zlib import crc32

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from nonairo.photo.glyphs import CLASSES, SIDE, WEIGHTS, Array, patch_of

SEED = 45
SAMPLES = 130_000
EPOCHS = 5
FOLDER = Path(__file__).parents[1] / "src" / "nonairo" / "photo"
PACKAGES = """
    fonts-dejavu-core fonts-dejavu-extra fonts-liberation fonts-freefont-ttf fonts-roboto-unhinted
    fonts-roboto-slab fonts-open-sans fonts-lato fonts-cantarell fonts-ubuntu-title fonts-cabin
    fonts-comfortaa fonts-dosis fonts-quicksand fonts-inter fonts-manrope fonts-karla fonts-jura
    fonts-clear-sans fonts-comic-neue fonts-humor-sans fonts-courier-prime fonts-inconsolata
    fonts-jetbrains-mono fonts-hack fonts-firacode fonts-anonymous-pro fonts-fantasque-sans fonts-go
    fonts-b612 fonts-crosextra-carlito fonts-crosextra-caladea fonts-croscore fonts-linuxlibertine
    fonts-ebgaramond fonts-gfs-didot fonts-gfs-neohellenic fonts-cardo fonts-junicode fonts-vollkorn
    fonts-oldstandard fonts-quattrocento fonts-play fonts-bebas-neue fonts-league-spartan
    fonts-yanone-kaffeesatz fonts-lobster fonts-dancingscript fonts-kaushanscript
    fonts-dkg-handwriting fonts-opendyslexic fonts-oxygen fonts-paratype fonts-urw-base35
    fonts-texgyre fonts-lmodern fonts-stix fonts-sil-andika fonts-sil-gentium fonts-sil-charis
    fonts-tlwg-loma-ttf fonts-tlwg-sawasdee-ttf fonts-tlwg-purisa-ttf fonts-tlwg-typewriter-ttf
    fonts-adf-gillius fonts-adf-universalis fonts-adf-verana fonts-adf-libris fonts-ocr-b
    fonts-osifont fonts-noto-core fonts-noto-mono fonts-nanum fonts-vlgothic fonts-wqy-microhei
    fonts-tuffy fonts-tiresias fonts-sora fonts-national-park fonts-opendin fonts-arkpandora
    fonts-breip fonts-ecolier-court fonts-sjfonts fonts-georgewilliams fonts-mononoki fonts-mplus
    fonts-ipaexfont-gothic fonts-ipaexfont-mincho fonts-symbola
"""
SUFFIXES = (".ttf", ".otf", ".ttc", ".pfb")
UNLIKE_TEXT = (
    "symbol",
    "dingbat",
    "emoji",
    "math",
    "barcode",
    "extra",
    "icons",
    "music",
    "glyph",
    "braille",
)
# These families stay unseen too: the tests of pictures use them to measure with.
UNSEEN = ("inter", "opensans", "notoserif", "quicksan", "liberationsansnarrow", "p052")
# ruff: noqa: RUF001, T201
SIGNS = {"=": "=＝", "x": "x×X✕✖✗╳", "disc": "●⬤■", "ring": "○◯□", "sun": "☀☼", "moon": "☽☾"}
JUNK = "ABCDEFGHKLMNPQRTUVWYabcdefghknprtuvwy?!*/+-.,:;#%&()[]<>{}~^'\""
Grey = NDArray[Any]


def main() -> None:
    parser = argparse.ArgumentParser(description="Train the network that reads characters.")
    parser.add_argument("--fonts", default="/usr/share/fonts", help="the folder with the fonts")
    parser.add_argument("--samples", type=int, default=SAMPLES)
    parser.add_argument("--epochs", type=int, default=EPOCHS)
    parser.add_argument("--out", type=Path, default=FOLDER / WEIGHTS)
    options = parser.parse_args()
    random.seed(SEED)
    np.random.seed(SEED)
    torch.manual_seed(SEED)
    torch.set_num_threads(1)
    learnt, kept = families(Path(options.fonts))
    print(f"{len(learnt)} families of fonts to learn from, {len(kept)} to test with")
    start = time.process_time()
    train = samples(learnt, options.samples, random.Random(SEED))
    test = samples(kept, options.samples // 20, random.Random(SEED + 1))
    print(f"{len(train[1])} samples in {time.process_time() - start:.0f} s")
    network = learn(train, test, options.epochs)
    options.out.write_bytes(packed(network))
    print(f"{options.out}: {options.out.stat().st_size} bytes")


def families(folder: Path) -> tuple[list[list[Path]], list[list[Path]]]:
    """Return the usable fonts by family: those to learn from, those to test with."""
    found: dict[str, list[Path]] = defaultdict(list)
    for path in sorted(folder.rglob("*")):
        name = path.name.lower()
        if path.suffix.lower() not in SUFFIXES or any(word in name for word in UNLIKE_TEXT):
            continue
        if "noto" in name and not name.startswith(("notosans-", "notoserif-", "notosansmono-")):
            continue
        if name.replace("-", "").startswith(UNSEEN):
            continue
        if has_digits(path):
            found[path.stem.split("-")[0].lower()[:8]].append(path)
    groups = [found[key] for key in sorted(found)]
    kept = [crc32(key.encode()) % 7 == 0 for key in sorted(found)]
    return (
        [group for group, test in zip(groups, kept, strict=True) if not test],
        [group for group, test in zip(groups, kept, strict=True) if test],
    )


def has_digits(path: Path) -> bool:
    try:
        font = ImageFont.truetype(str(path), 24)
        drawn = [bytes(font.getmask(text)) for text in "0123456789"]
    except (OSError, ValueError):
        return False
    return len({*drawn}) == 10 and all(map(any, drawn))


@lru_cache(4000)
def font_of(path: Path, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(path), size)


def written(text: str, path: Path, size: int, rng: random.Random) -> Grey | None:
    """Return text in ink on a larger sheet, or nothing where the font has no such character."""
    font = font_of(path, size)
    left, top, right, bottom = font.getbbox(text)
    if right - left < 1 or bottom - top < 2 or right - left > 12 * size:
        return None
    missing = font.getmask("\U000f1234")
    if any(bytes(font.getmask(c)) == bytes(missing) for c in text if not c.isascii()):
        return None
    margin = size // 2 + 6
    sheet = Image.new("L", (int(right - left) + 2 * margin, int(bottom - top) + 2 * margin))
    at = (margin - left + rng.random(), margin - top + rng.random())
    ImageDraw.Draw(sheet).text(at, text, 255, font)
    return np.asarray(sheet, np.float32) / 255


def shape(name: str, size: int, rng: random.Random) -> Grey:
    """Return a drawn disc, ring, sun, moon, sign or bar, as programs draw them."""
    zoom, side = 4, size + 2 * (size // 2 + 6)
    sheet = Image.new("L", (side * zoom, side * zoom))
    pen = ImageDraw.Draw(sheet)
    middle, radius = side * zoom / 2, size * zoom / 2
    thick = max(zoom, round(radius * rng.uniform(0.12, 0.4)))

    def around(r: float, x: float = 0, y: float = 0) -> tuple[float, float, float, float]:
        return middle + x - r, middle + y - r, middle + x + r, middle + y + r

    if name in ("disc", "ring"):
        fill = 255 if name == "disc" else 0
        width = max(zoom // 2, thick // 2)
        draw = pen.ellipse if rng.random() < 0.65 else pen.rectangle
        if name == "disc" and rng.random() < 0.3:  # shaded inside
            draw(around(radius), fill=255, outline=255, width=width)
            draw(around(radius - width), fill=rng.randrange(120, 255))
        else:
            draw(around(radius), fill=fill, outline=255, width=width)
    elif name == "sun":
        core = rng.uniform(0.4, 0.72)
        pen.ellipse(around(radius * core), fill=255 if rng.random() < 0.75 else 0,
                    outline=255, width=max(zoom, thick // 2))  # fmt: skip
        rays, gap = rng.choice((8, 8, 8, 10, 12, 6, 16)), rng.uniform(0.0, 0.18)
        turn, faint = rng.choice((0.0, math.pi / rays)), rng.randrange(90, 256)
        for k in range(rays):
            c, s = (f(turn + 2 * math.pi * k / rays) for f in (math.cos, math.sin))
            a, b = radius * (core + gap), radius
            ends = (middle + a * c, middle + a * s, middle + b * c, middle + b * s)
            pen.line(ends, fill=faint, width=max(zoom, round(thick * 0.6)))
    elif name == "moon":
        pen.ellipse(around(radius), fill=255)
        bite, far = radius * rng.uniform(0.7, 1.0), radius * rng.uniform(0.35, 1.0)
        angle = rng.uniform(0, 2 * math.pi)
        pen.ellipse(around(bite, far * math.cos(angle), far * math.sin(angle)), fill=0)
    elif name == "=":
        far, half = radius * rng.uniform(0.3, 0.6), radius
        for y in (-far, far):
            pen.line(
                (middle - half, middle + y, middle + half, middle + y),
                255,
                min(thick, round(far * 1.4)),
            )
    elif name == "x":
        for sign in (-1, 1):
            ends = (
                middle - radius,
                middle - sign * radius,
                middle + radius,
                middle + sign * radius,
            )
            pen.line(ends, fill=255, width=thick)
    else:  # a bar, as a 1 or as a piece of a line
        pen.rectangle(
            (middle - thick / 2, middle - radius, middle + thick / 2, middle + radius), 255
        )
    small = sheet.resize((side, side), Image.Resampling.BOX)
    return np.asarray(small, np.float32) / 255


def sample(fonts: list[list[Path]], rng: random.Random) -> tuple[Array, int, int] | None:
    """Return a patch, the index of its class, and whether it is struck out."""
    path = rng.choice(rng.choice(fonts))
    height = round(math.exp(rng.uniform(math.log(7), math.log(44))))
    size = max(8, round(height / 0.72))
    name = CLASSES[rng.randrange(10)] if rng.random() < 0.68 else rng.choice(CLASSES[10:])
    ink = drawn(name, path, size, height, rng)
    if ink is None:
        return None
    struck = (name.isdigit() or name == "pair") and rng.random() < 0.15
    if struck:
        strike(ink, rng)
    ink = spoilt(ink, rng)
    if name == "junk" and rng.random() < 0.45:
        box = inked(ink, rng)
        if box is None:
            return None
        ink = cut(ink, box, rng)
    box = inked(ink, rng)
    if box is None or box[2] - box[0] < 1 or box[3] - box[1] < 2:
        return None
    return patch_of(ink, box), CLASSES.index(name), int(struck)


def drawn(name: str, path: Path, size: int, height: int, rng: random.Random) -> Grey | None:
    if name.isdigit():
        if name == "1" and rng.random() < 0.06:
            return shape("bar", height, rng)
        return written(name, path, size, rng)
    if name == "pair":
        space = rng.choice(("", "", "", "\u200a")) if rng.random() < 0.1 else ""
        return written(space.join(rng.choices("0123456789", k=2)), path, size, rng)
    if name == "junk":
        which = rng.random()
        if which < 0.15:
            return scribble(height, rng)
        if which < 0.55:
            return written(rng.choice("0123456789"), path, size, rng)  # to be cut
        return written("".join(rng.choices(JUNK, k=rng.choice((1, 1, 1, 2, 3)))), path, size, rng)
    if name in ("=", "x") and rng.random() < 0.5:
        return written(rng.choice(SIGNS[name]), path, size, rng)
    if rng.random() < 0.2:
        return written(rng.choice(SIGNS[name]), path, size, rng)
    return shape(name, height, rng)


def scribble(height: int, rng: random.Random) -> Grey:
    """Pieces of lines: corners, crossings, dashes."""
    side = height + 2 * (height // 2 + 6)
    sheet = np.zeros((side, side), np.uint8)
    for _ in range(rng.randrange(1, 4)):
        ends = [(rng.randrange(side // 4, side), rng.randrange(side // 4, side)) for _ in range(2)]
        if rng.random() < 0.6:
            ends[1] = (ends[0][0], ends[1][1]) if rng.random() < 0.3 else (ends[1][0], ends[0][1])
        cv2.line(sheet, ends[0], ends[1], rng.randrange(90, 255), rng.randrange(1, 3), cv2.LINE_AA)
    return sheet.astype(np.float32) / 255


def strike(ink: Grey, rng: random.Random) -> None:
    """Draw a line through a number, across or aslant."""
    rows, cols = np.nonzero(ink > 0.4)
    if not len(rows):
        return
    top, bottom, left, right = rows.min(), rows.max(), cols.min(), cols.max()
    over = (bottom - top) * rng.uniform(0.0, 0.25)
    kind = rng.random()
    middle = top + (bottom - top) * rng.uniform(0.42, 0.68)
    y0, y1 = (middle, middle) if kind < 0.5 else (bottom + over, top - over)
    if kind > 0.85:
        y0, y1 = y1, y0
    ends = (round(left - over), round(y0)), (round(right + over), round(y1))
    layer = np.zeros(ink.shape, np.uint8)
    cv2.line(
        layer,
        *ends,
        rng.randrange(140, 256),
        max(1, round((bottom - top) / rng.uniform(8, 18))),
        cv2.LINE_AA,
    )
    np.maximum(ink, layer.astype(np.float32) / 255, out=ink)


def spoilt(ink: Grey, rng: random.Random) -> Grey:
    """Turn, shear, thicken, blur, shade, make noisy and compress."""
    tall, wide = ink.shape
    high = max(4.0, float(np.ptp(np.nonzero(ink > 0.3)[0])) if (ink > 0.3).any() else 4.0)
    if rng.random() < 0.6:
        angle, shear = math.radians(rng.gauss(0, 3.5)), rng.gauss(0, 0.06)
        stretch = math.exp(rng.gauss(0, 0.06))
        turn = np.array([[math.cos(angle) * stretch, -math.sin(angle) + shear],
                         [math.sin(angle), math.cos(angle)]])  # fmt: skip
        middle = np.array([wide / 2, tall / 2])
        shift = middle - turn @ middle + [rng.random(), rng.random()]
        ink = cv2.warpAffine(ink, np.column_stack([turn, shift]), (wide, tall)).astype(np.float32)
    if high > 12 and rng.random() < 0.25:
        kernel = np.ones((2, 2), np.uint8)
        ink = cv2.erode(ink, kernel) if rng.random() < 0.5 else cv2.dilate(ink, kernel)
    if rng.random() < 0.65:
        ink = cv2.GaussianBlur(ink, (0, 0), 0.25 + high * min(0.1, abs(rng.gauss(0, 0.045))))
    if rng.random() < 0.15:  # moved while exposed
        length = max(2, round(high * rng.uniform(0.06, 0.16)))
        kernel = np.zeros((length, length), np.float32)
        cv2.line(kernel, (0, rng.randrange(length)), (length - 1, rng.randrange(length)), 1.0)
        ink = cv2.filter2D(ink, -1, kernel / kernel.sum())
    if high > 14 and rng.random() < 0.3:  # photographed small, then enlarged
        factor = max(7 / high, rng.uniform(0.35, 0.9))
        less = cv2.resize(ink, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        ink = cv2.resize(less, (wide, tall), interpolation=cv2.INTER_LINEAR)
    if rng.random() < 0.6:
        contrast, paper = rng.uniform(60, 225), rng.uniform(0, 1)
        grey = 255 - contrast * ink - (255 - contrast) * paper
        if rng.random() < 0.7:
            grey = grey + np.random.normal(0, rng.uniform(0, 9), grey.shape)
        code = np.clip(grey, 0, 255).astype(np.uint8)
        if rng.random() < 0.6:
            quality = [cv2.IMWRITE_JPEG_QUALITY, rng.randrange(25, 95)]
            packed_code = cv2.imencode(".jpg", code, quality)[1]
            code = np.asarray(cv2.imdecode(packed_code, cv2.IMREAD_GRAYSCALE), np.uint8)
        ink = (np.median(code) - code.astype(np.float32)) / contrast
    return np.clip(ink, 0, 1).astype(np.float32)


def cut(ink: Grey, box: tuple[int, int, int, int], rng: random.Random) -> Grey:
    """Keep only a part of a character."""
    left, top, right, bottom = box
    share, ink = rng.uniform(0.3, 0.6), ink.copy()
    side = rng.randrange(4)
    if side == 0:
        ink[:, : round(left + share * (right - left))] = 0
    elif side == 1:
        ink[:, round(right - share * (right - left)) :] = 0
    elif side == 2:
        ink[: round(top + share * (bottom - top))] = 0
    else:
        ink[round(bottom - share * (bottom - top)) :] = 0
    return ink


def inked(ink: Grey, rng: random.Random) -> tuple[int, int, int, int] | None:
    """Return the box of the ink, a pixel more or less, without specks."""
    level = rng.uniform(0.3, 0.5) * float(ink.max(initial=0))
    mask = (ink > max(level, 0.15)).astype(np.uint8)
    number, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    if number < 2:
        return None
    largest = stats[1:, cv2.CC_STAT_AREA].max()
    boxes = [row[:4] for row in stats[1:] if row[cv2.CC_STAT_AREA] > 0.08 * largest]
    left, top = min(b[0] for b in boxes), min(b[1] for b in boxes)
    right, bottom = max(b[0] + b[2] for b in boxes), max(b[1] + b[3] for b in boxes)
    if bottom - top > 10:
        left, right = (int(v) + rng.choice((-1, 0, 0, 0, 0, 1)) for v in (left, right))
        top, bottom = (int(v) + rng.choice((-1, 0, 0, 0, 0, 1)) for v in (top, bottom))
    return max(0, int(left)), max(0, int(top)), int(right), int(bottom)


Samples = tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.float32]]


def samples(fonts: list[list[Path]], number: int, rng: random.Random) -> Samples:
    patches = np.zeros((number, SIDE, SIDE), np.uint8)
    labels, struck = np.zeros(number, np.int64), np.zeros(number, np.float32)
    k = 0
    while k < number:
        try:
            made = sample(fonts, rng)
        except OSError:  # a font without that size
            continue
        if made is not None:
            patches[k], labels[k], struck[k] = made[0] * 255, made[1], made[2]
            k += 1
    return patches, labels, struck


class Network(torch.nn.Module):  # type: ignore[misc, unused-ignore]
    """Three convolutions, each followed by the largest of 2 x 2; two full layers."""

    def __init__(self) -> None:
        super().__init__()
        layers: list[torch.nn.Module] = []
        for before, after in ((1, 12), (12, 32), (32, 48)):
            layers += [
                torch.nn.Conv2d(before, after, 3, padding=1, bias=False),
                torch.nn.BatchNorm2d(after),
                torch.nn.ReLU(),
                torch.nn.MaxPool2d(2),
            ]
        self.seeing = torch.nn.Sequential(*layers)
        self.full = torch.nn.Linear(9 * 48, 112)
        self.last = torch.nn.Linear(112, len(CLASSES) + 1)
        self.drop = torch.nn.Dropout(0.2)

    def forward(self, patches: torch.Tensor) -> torch.Tensor:
        seen = self.seeing(patches[:, None] - 0.5).permute(0, 2, 3, 1).flatten(1)
        result: torch.Tensor = self.last(self.drop(torch.relu(self.full(seen))))
        return result


def learn(train: Samples, test: Samples, epochs: int) -> Network:
    network, size = Network(), 256
    number = len(train[1])
    steps = epochs * (number // size)
    moving = torch.optim.AdamW(network.parameters(), lr=3e-3, weight_decay=1e-3)
    rate = torch.optim.lr_scheduler.OneCycleLR(moving, 6e-3, total_steps=steps)
    for epoch in range(epochs):
        network.train()
        order = np.random.permutation(number)[: number // size * size].reshape(-1, size)
        total = 0.0
        for batch in order:
            moving.zero_grad()
            wrong = loss(network, train, batch)
            wrong.backward()
            moving.step()
            rate.step()
            total += float(wrong.detach())
        print(
            f"epoch {epoch + 1}: loss {total / len(order):.4f}; {judged(network, test)}", flush=True
        )
    network.eval()
    return network


def loss(network: Network, data: Samples, batch: NDArray[np.int64]) -> torch.Tensor:
    outputs = network(torch.from_numpy(data[0][batch]).float() / 255)
    labels = torch.from_numpy(data[1][batch])
    result = torch.nn.functional.cross_entropy(outputs[:, :-1], labels, label_smoothing=0.01)
    digits = labels < 10
    struck = torch.from_numpy(data[2][batch])[digits]
    return result + 0.2 * torch.nn.functional.binary_cross_entropy_with_logits(
        outputs[digits, -1], struck
    )


def judged(network: Network, test: Samples) -> str:
    network.eval()
    with torch.no_grad():
        outputs = torch.cat(
            [
                network(torch.from_numpy(test[0][k : k + 1000]).float() / 255)
                for k in range(0, len(test[0]), 1000)
            ]
        )
    guess, labels = outputs[:, :-1].argmax(1).numpy(), test[1]
    digits = labels < 10
    right = guess == labels
    struck = ((outputs[:, -1].numpy() > 0) == (test[2] > 0.5))[digits]
    return (
        f"unseen fonts: {right.mean():.4f} right, digits {right[digits].mean():.4f},"
        f" struck {struck.mean():.4f}"
    )


def packed(network: Network) -> bytes:
    """Fold the normalisation into the weights, and store these in one byte each."""
    arrays: dict[str, NDArray[np.float32]] = {}
    modules = list(network.seeing)
    for k, (conv, norm) in enumerate(zip(modules[::4], modules[1::4], strict=True), 1):
        assert isinstance(conv, torch.nn.Conv2d)
        assert isinstance(norm, torch.nn.BatchNorm2d)
        assert norm.running_var is not None
        assert norm.running_mean is not None
        factor = (norm.weight / torch.sqrt(norm.running_var + norm.eps)).detach()
        kernel = conv.weight.detach() * factor[:, None, None, None]
        arrays[f"conv{k}"] = kernel.permute(2, 3, 1, 0).reshape(-1, kernel.shape[0]).numpy()
        arrays[f"conv{k}.bias"] = (norm.bias - norm.running_mean * factor).detach().numpy()
    for name in ("full", "last"):
        layer: torch.nn.Linear = getattr(network, name)
        arrays[name] = layer.weight.detach().T.numpy()
        arrays[f"{name}.bias"] = layer.bias.detach().numpy()
    stored: dict[str, Any] = {}
    for name, array in arrays.items():
        if name.endswith(".bias"):
            stored[name] = array.astype(np.float32)
            continue
        scale = np.abs(array).max(axis=0) / 127
        stored[name] = np.rint(array / scale).astype(np.int8)
        stored[f"{name}.scale"] = scale.astype(np.float32)
    file = io.BytesIO()
    np.savez_compressed(file, **stored)
    return file.getvalue()


if __name__ == "__main__":
    main()
