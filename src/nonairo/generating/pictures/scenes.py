"""Pictures of things, drawn by chance from parts: a house with a tree, a cat, a boat.

Every part is a shape on a canvas of 1000 x 1000 points, whatever the grid, and a cell is filled if
its middle lies in a shape. Parts are numbered, so that a coloured picture has a colour for each.
All numbers are whole, so that a picture is the same on every machine.

    (0, 0)   /\\        roof   the later part lies over the earlier ones;
            /  \\              part 0 takes cells away again
           |  []|      body, window
           |____|  (1000, 1000)
"""

from __future__ import annotations

from bisect import bisect, bisect_left
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from math import isqrt
from typing import TypeAlias

from nonairo.generating.random_draws import Draws
from nonairo.grid import ALPHABET, Grid

FULL = 1000
SMALL = 9  # cells a side below which most things look the same every time
SHIFT = 50  # thousandths by which the edges of a frame move at most
MOST_IN_A_ROW = 8  # things side by side
ROOMY = 13  # cells a side from which on there is room for a second thing
WRITTEN = ALPHABET.encode().ljust(256)  # the symbol of each part
Point: TypeAlias = tuple[int, int]


@dataclass(slots=True)
class Canvas:
    """Cells of a grid, each with the number of the part that covers it, or 0.

    Shapes are given in thousandths of the frame: a part of the grid, as large as all of it first.
    """

    height: int
    width: int
    draws: Draws
    frame: tuple[int, int, int, int] = (0, 0, FULL, FULL)  # left, top, right, bottom
    cells: list[int] = field(default_factory=list)
    # The middles of the columns, in thousandths of the frame, and those of the rows.
    _across: tuple[int, ...] = field(init=False)
    _down: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        self.cells = self.cells or [0] * (self.height * self.width)
        left, top, right, bottom = self.frame
        self._across = _middles(self.width, left, right)
        self._down = _middles(self.height, top, bottom)

    def inside(self, left: int, top: int, right: int, bottom: int) -> Canvas:
        """Return a canvas for a part of the same cells."""
        return Canvas(self.height, self.width, self.draws, (left, top, right, bottom), self.cells)

    @property
    def rows(self) -> int:
        """How many rows of cells the frame has, about."""
        return self.height * (self.frame[3] - self.frame[1]) // FULL

    def box(self, part: int, left: int, top: int, right: int, bottom: int) -> None:
        """Give a part the cells whose middles it covers, as all shapes do."""
        begin, end = bisect_left(self._across, left), bisect_left(self._across, right)
        for row in range(bisect_left(self._down, top), bisect_left(self._down, bottom)):
            self._fill(part, row, begin, end)

    def disc(self, part: int, x0: int, y0: int, across: int, down: int) -> None:
        """An ellipse around a point, with its half axes."""
        for row in range(bisect_left(self._down, y0 - down), bisect(self._down, y0 + down)):
            up = self._down[row] - y0
            reach = isqrt((across * down) ** 2 - (up * across) ** 2) // down
            begin, end = bisect_left(self._across, x0 - reach), bisect(self._across, x0 + reach)
            self._fill(part, row, begin, end)

    def polygon(self, part: int, *corners: Point) -> None:
        """A polygon, filled by the rule of odd crossings."""
        crossed: dict[int, list[int]] = {}  # of each row, the first cells not left of an edge
        x1, y1 = corners[-1]
        for x2, y2 in corners:
            rows = bisect_left(self._down, min(y1, y2)), bisect_left(self._down, max(y1, y2))
            for row in range(*rows):
                x = x1 - (self._down[row] - y1) * (x1 - x2) // (y2 - y1)
                crossed.setdefault(row, []).append(bisect_left(self._across, x))
            x1, y1 = x2, y2
        for row, cells in crossed.items():
            cells.sort()
            for begin, end in zip(cells[::2], cells[1::2], strict=True):
                self._fill(part, row, begin, end)

    def _fill(self, part: int, row: int, begin: int, end: int) -> None:
        """Give a part some cells of a row, if there are any."""
        if begin < end:
            first = row * self.width
            self.cells[first + begin : first + end] = [part] * (end - begin)

    def twice(self, shape: Callable[..., None], part: int, *numbers: int) -> None:
        """A shape and its mirror image; the numbers of `disc`, or of `box`."""
        shape(part, *numbers)
        x0, y0, third, last = numbers
        if shape == self.disc:
            shape(part, FULL - x0, y0, third, last)
        else:
            shape(part, FULL - third, y0, FULL - x0, last)

    def dot(self, part: int, x: int, y: int) -> None:
        """The one cell at a point."""
        left, top, right, bottom = self.frame
        col = (left + x * (right - left) // FULL) * self.width // FULL
        row = (top + y * (bottom - top) // FULL) * self.height // FULL
        if 0 <= row < self.height and 0 <= col < self.width:
            self.cells[row * self.width + col] = part

    def stem(self, part: int, x: int, top: int, bottom: int) -> None:
        """A line down, never thinner than a cell; two cells in the middle of an even width."""
        thick = FULL * FULL // (self.width * (self.frame[2] - self.frame[0])) + 1
        columns = (x, x - thick // 2) if x == FULL // 2 and self.width % 2 == 0 else (x,)
        for y in range(top, bottom, 20):
            for at in columns:
                self.dot(part, at, y)

    def between(self, least: int, most: int) -> int:
        """A random number of thousandths."""
        return least + self.draws.below(most - least + 1)


def _middles(number: int, begin: int, end: int) -> tuple[int, ...]:
    """Where the middles of so many cells are, in thousandths from `begin` to `end`."""
    return tuple((middle - begin) * FULL // (end - begin) for middle in _all_middles(number))


@lru_cache(maxsize=128)
def _all_middles(number: int) -> tuple[int, ...]:
    return tuple((2 * k + 1) * FULL // (2 * number) for k in range(number))


def house(c: Canvas) -> str:
    top, side = c.between(330, 450), c.between(80, 160)
    c.polygon(2, (500, -20), (1020, top + 20), (-20, top + 20))
    if c.draws.coin():
        c.box(2, 720, 30, 860, top)
    c.box(1, side, top, FULL - side, FULL)
    c.box(0, 420, 700, 590, FULL)
    if c.rows >= 9:
        c.twice(c.box, 0, side + 100, top + 90, side + 240, top + 260)
    return "a house"


def fir(c: Canvas) -> str:
    c.box(2, 420, 800, 580, FULL)
    steps = 3 if c.rows >= 12 else 2
    for k in range(steps):
        low = 250 + 600 * (k + 1) // steps
        c.polygon(1, (500, -30 + 500 * k // steps), (560 + 400 * (k + 1) // steps, low),
                  (440 - 400 * (k + 1) // steps, low))  # fmt: skip
    return "a fir tree"


def tree(c: Canvas) -> str:
    c.box(2, 420, 550, 590, FULL)
    c.disc(1, 500, 330, 480, 360)
    if c.rows >= 10:
        for x, y in ((330, 300), (620, 230), (560, 480)):
            if c.draws.coin():
                c.dot(0, x, y)
    return "a tree"


def boat(c: Canvas) -> str:
    deck = c.between(700, 760)
    mast = c.between(440, 540)
    c.polygon(2, (mast - 60, 20), (mast - 60, deck - 70), (40, deck - 70))
    c.polygon(3, (mast + 90, 120), (mast + 90, deck - 70), (960, deck - 70))
    c.box(1, mast - 30, 0, mast + 50, deck)
    c.polygon(1, (-20, deck), (1020, deck), (820, 1010), (180, 1010))
    return "a sailing boat"


def cup(c: Canvas) -> str:
    top = 320 if c.rows >= 8 else 150
    c.disc(2, 760, (top + 880) // 2, 240, 230)
    c.disc(0, 760, (top + 880) // 2, 130, 120)
    c.box(1, 40, top, 760, 780)
    c.polygon(1, (40, 770), (760, 770), (640, 910), (160, 910))
    c.box(1, 0, 920, 860, FULL)
    if c.rows >= 8:
        for x in (200, 400, 600)[: 2 + c.draws.below(2)]:
            c.box(3, x - 20, 150, x + 50, top - 60)
            c.box(3, x + 40, 0, x + 110, 150)
    return "a cup of tea"


def face(c: Canvas) -> str:
    c.disc(1, 500, 500, 510, 510)
    c.twice(c.box, 0, 270, 260, 400, 430)
    if c.draws.coin():
        c.disc(0, 500, 600, 300, 250)
        c.disc(1, 500, 530, 300, 190)
        c.box(1, 200, 350, 800, 560)
        c.twice(c.box, 0, 270, 260, 400, 430)
        return "a smiling face"
    c.box(0, 300, 640, 700, 760)
    return "a face"


def invader(c: Canvas) -> str:
    """A creature of chance whose left half is that of its right."""
    wide, tall = 11 if c.width >= 11 else 8 - c.width % 2, 8 if c.rows >= 8 else 5
    half = (wide + 1) // 2
    filled = {(r, k) for r in range(tall) for k in range(half) if c.draws.chance(0.5)}
    filled |= {(r, k) for r in range(2, tall - 2) for k in range(half - 3, half)}
    filled |= {(1, half - 1), (1, half - 2), (2, half - 3), (tall - 2, half - 2)}
    filled -= {(2, half - 2)}
    filled |= {(0, max(half - 4, 0)), (1, max(half - 3, 0)), (tall - 1, max(half - 4, 0))}
    for r, k in filled:
        for at in (k, wide - 1 - k):
            c.box(1, at * FULL // wide, r * FULL // tall, (at + 1) * FULL // wide,
                  (r + 1) * FULL // tall)  # fmt: skip
    return "a space invader"


def cat(c: Canvas) -> str:
    tip = c.between(0, 40)
    c.polygon(1, (60, tip), (420, 330), (80, 560))
    c.polygon(1, (940, tip), (580, 330), (920, 560))
    c.disc(1, 500, 610, 450, 400)
    c.twice(c.box, 0, 260, 460, 390, 600)
    c.polygon(0, (410, 680), (590, 680), (500, 790))
    if c.rows >= 14:
        c.twice(c.box, 2, -10, 660, 140, 720)
        c.twice(c.box, 2, -10, 800, 140, 860)
    return "a cat"


def fish(c: Canvas) -> str:
    c.polygon(2, (690, 500), (1010, 120), (1010, 880))
    if c.rows >= 10:
        c.polygon(3, (320, 260), (620, 40), (640, 300))
    c.disc(1, 400, 510, 410, 330)
    c.dot(0, 210, 420)
    if c.rows >= 10:
        c.box(0, 430, 380, 500, 660)
    return "a fish"


def mushroom(c: Canvas) -> str:
    c.disc(1, 500, 540, 510, 540)
    c.box(0, -10, 540, 1010, FULL + 10)
    c.box(2, 360, 540, 650, FULL)
    if c.rows >= 8:
        c.disc(0, 290, 330, 100, 100)
        c.disc(0, 650, 240, 110, 100)
        c.disc(0, 760, 440, 80, 70)
    return "a mushroom"


def heart(c: Canvas) -> str:
    c.twice(c.disc, 1, 270, 290, 270, 280)
    c.polygon(1, (20, 400), (500, 250), (980, 400), (500, 1010))
    if c.rows >= 12:
        c.disc(0, 240, 240, 70, 80)
    return "a heart"


def car(c: Canvas) -> str:
    roof = c.between(200, 280)
    c.polygon(1, (230, roof), (690, roof), (860, 520), (120, 520))
    c.box(1, 0, 500, FULL, 760)
    c.polygon(0, (300, roof + 90), (430, roof + 90), (430, 500), (210, 500))
    c.polygon(0, (530, roof + 90), (640, roof + 90), (760, 500), (530, 500))
    for x in (230, 770):
        c.disc(2, x, 780, 150, 160)
        c.dot(0, x, 800)
    return "a car"


def rocket(c: Canvas) -> str:
    c.polygon(2, (300, 520), (300, 800), (30, 850))
    c.polygon(2, (700, 520), (700, 800), (970, 850))
    c.polygon(1, (500, -40), (700, 300), (700, 790), (300, 790), (300, 300))
    c.disc(0, 500, 350, 90, 80)
    c.polygon(3, (330, 830), (670, 830), (500, 1030))
    return "a rocket"


def umbrella(c: Canvas) -> str:
    c.disc(1, 500, 560, 510, 560)
    c.box(0, -10, 520, 1010, 1010)
    for x in (160, 500, 840):
        c.disc(0, x, 540, 120, 90)
    c.stem(2, 500, 300, FULL)
    for x in range(500, 780, 20):
        c.dot(2, x, FULL - 10)
    c.stem(2, 770, 820, FULL)
    return "an umbrella"


def flower(c: Canvas) -> str:
    low = c.between(430, 500)
    c.polygon(1, (180, 0), (340, 190), (500, 0), (660, 190), (820, 0), (820, low - 130),
              (680, low), (320, low), (180, low - 130))  # fmt: skip
    c.stem(2, 500, low, FULL)
    c.polygon(2, (500, 980), (60, 620), (180, 900))
    c.polygon(2, (500, 900), (940, 560), (820, 820))
    return "a tulip"


def snowman(c: Canvas) -> str:
    c.disc(1, 500, 760, 400, 260)
    c.disc(1, 500, 370, 270, 200)
    c.box(2, 300, 0, 700, 170)
    c.box(2, 180, 140, 820, 210)
    for x in (400, 600):
        c.dot(0, x, 340)
    for y in (660, 800):
        c.dot(0, 500, y)
    if c.rows >= 11:
        c.polygon(2, (0, 480), (180, 650), (150, 700), (0, 560))
        c.polygon(2, (FULL, 480), (820, 650), (850, 700), (FULL, 560))
    return "a snowman"


def castle(c: Canvas) -> str:
    c.box(1, 100, 420, 900, FULL)
    teeth = 5 if c.width >= 14 else 3
    for k in range(teeth):
        left = 300 + 400 * 2 * k // (2 * teeth - 1)
        c.box(1, left, 330, left + 400 // (2 * teeth - 1), 430)
    c.twice(c.box, 2, 0, 170, 290, FULL)
    for left in (0, 190):
        c.twice(c.box, 2, left, 60, left + 100, 180)
    c.disc(0, 500, 720, 130, 140)
    c.box(0, 370, 720, 630, FULL)
    c.twice(c.box, 0, 110, 340, 190, 480)
    return "a castle"


def butterfly(c: Canvas) -> str:
    c.twice(c.disc, 1, 220, 330, 230, 290)
    c.twice(c.disc, 1, 270, 750, 180, 220)
    c.twice(c.disc, 0, 210, 330, 90, 110)
    c.box(0, 400, 0, 600, FULL)
    c.stem(2, 500, 220, 950)
    for x, y in ((420, 120), (580, 120), (340, 30), (660, 30)):
        c.dot(2, x, y)
    return "a butterfly"


def apple(c: Canvas) -> str:
    c.twice(c.disc, 1, 320, 600, 310, 370)
    c.box(1, 320, 300, 680, 930)
    c.polygon(0, (350, 200), (650, 200), (500, 400))
    c.polygon(2, (460, 350), (560, 350), (640, 60), (540, 60))
    c.disc(3, 780, 130, 170, 90)
    if c.draws.coin():
        c.disc(0, 220, 480, 60, 110)
    return "an apple"


def crown(c: Canvas) -> str:
    c.polygon(1, (0, 200), (270, 520), (500, 60), (730, 520), (1000, 200), (900, 740), (100, 740))
    c.box(2, 90, 800, 910, FULL)
    for x, y in ((20, 130), (500, 40), (975, 130)):
        c.disc(3, x, y, 80, 90)
    return "a crown"


def robot(c: Canvas) -> str:
    c.box(2, 460, 0, 550, 130)
    c.box(1, 220, 100, 780, 440)
    c.twice(c.box, 0, 310, 190, 430, 290)
    c.box(0, 360, 350, 640, 400)
    c.box(2, 430, 430, 570, 500)
    c.box(1, 180, 490, 820, 810)
    c.twice(c.box, 2, 0, 500, 110, 780)
    c.twice(c.box, 2, 100, 500, 200, 600)
    c.twice(c.box, 2, 250, 800, 410, FULL)
    if c.draws.coin():
        c.box(0, 400, 600, 600, 700)
    return "a robot"


def ghost(c: Canvas) -> str:
    c.disc(1, 500, 450, 470, 460)
    c.box(1, 30, 450, 970, FULL)
    for x in (190, 500, 810):
        c.polygon(0, (x - 110, 1010), (x + 110, 1010), (x, 820))
    look = c.between(-40, 40)
    for x in (320, 660):
        c.disc(0, x + look, 400, 110, 140)
    return "a ghost"


def moon(c: Canvas) -> str:
    c.disc(1, 480, 500, 480, 500)
    c.disc(0, 730, 430, 420, 440)
    for x, y in ((640, 300), (820, 520)):
        c.box(2, x - 30, y - 110, x + 50, y + 130)
        c.box(2, x - 110, y - 30, x + 130, y + 50)
    return "the moon and stars"


def star(c: Canvas) -> str:
    c.polygon(1, (500, -40), (625, 350), (1030, 350), (700, 600), (830, 1010), (500, 760),
              (170, 1010), (300, 600), (-30, 350), (375, 350))  # fmt: skip
    return "a star"


THINGS: dict[Callable[[Canvas], str], int] = {  # and the side from which on each is recognised
    house: 7, fir: 7, tree: 5, boat: 8, cup: 7, face: 7, invader: 5, cat: 8, fish: 7, mushroom: 5,
    heart: 5, car: 11, rocket: 7, umbrella: 9, flower: 9, snowman: 9, castle: 10, butterfly: 13,
    apple: 12, crown: 7, robot: 10, ghost: 7, moon: 10, star: 9,
}  # fmt: skip
BESIDE = (tree, fir, house, flower, mushroom, snowman)  # what stands on the same ground
LEAST_SIDE = min(THINGS.values())  # of a scene


def draw_scene(height: int, width: int, draws: Draws) -> tuple[Grid, str]:
    """Return a picture over its parts (1, 2, 3; 0 is empty), and what it shows.

    No side is below `LEAST_SIDE`.

    >>> picture, name = draw_scene(5, 5, Draws(6))
    >>> name, picture.rows()
    ('a mushroom', ('01110', '11111', '11111', '00200', '00200'))
    """
    canvas = Canvas(height, width, draws)
    things = [thing for thing, least in THINGS.items() if min(height, width) >= least]
    thing = draws.choice(things)
    if min(height, width) < SMALL and draws.coin():
        thing = invader  # of which there are many
    if width >= 2 * height:
        name = _row(canvas, things, min(width // height, MOST_IN_A_ROW))
    elif thing in BESIDE and min(height, width) >= ROOMY and draws.coin():
        name = _beside(canvas, thing)
    else:
        name = thing(_shifted(canvas) if min(height, width) >= SMALL else canvas)
    if draws.coin():  # looks to the other side
        rows = [canvas.cells[k : k + width][::-1] for k in range(0, height * width, width)]
        canvas.cells = [part for row in rows for part in row]
    return Grid(height, width, bytes(canvas.cells).translate(WRITTEN).decode()), name


def _shifted(canvas: Canvas) -> Canvas:
    """Return a frame a little narrower or wider than the grid: no two pictures need be the same."""
    left, top, right, low = (canvas.between(-SHIFT, SHIFT) for _ in range(4))
    return canvas.inside(left, top, FULL + right, FULL + low)


def _beside(canvas: Canvas, thing: Callable[[Canvas], str]) -> str:
    """Draw a thing on the ground, a smaller one beside it, and perhaps the sun."""
    others = [other for other in BESIDE if other is not thing]
    other = canvas.draws.choice(others)
    wall, ground = canvas.between(560, 640), FULL - FULL // canvas.height
    name = thing(canvas.inside(0, 150, wall, ground))
    named = other(canvas.inside(wall + 40, canvas.between(420, 500), FULL, ground))
    canvas.box(3, 0, ground, FULL, FULL)
    if canvas.draws.coin():
        canvas.disc(3, 860, 140, 110, 110)
        return f"{name} and {named} in the sun"
    return f"{name} and {named}"


def _row(canvas: Canvas, things: list[Callable[[Canvas], str]], number: int) -> str:
    """Draw several things side by side."""
    names = []
    for k in range(number):
        part = canvas.inside(FULL * k // number + 10, 0, FULL * (k + 1) // number - 10, FULL)
        thing = canvas.draws.choice(things)
        names.append((invader if canvas.height < SMALL and canvas.draws.coin() else thing)(part))
    return ", ".join(names)
