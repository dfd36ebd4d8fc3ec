"""Colours by name: the words of CSS, which X11 shares but for a few, and coloured signs.

The other way round a paint is called by one of few plain words: that of the nearest colour of CSS.
"""

from __future__ import annotations

import re
from functools import lru_cache
from math import cbrt, dist
from typing import TypeAlias

Place: TypeAlias = tuple[float, float, float]  # in OKLab

CSS = """
aliceblue=f0f8ff antiquewhite=faebd7 aqua=00ffff aquamarine=7fffd4 azure=f0ffff beige=f5f5dc
bisque=ffe4c4 black=000000 blanchedalmond=ffebcd blue=0000ff blueviolet=8a2be2 brown=a52a2a
burlywood=deb887 cadetblue=5f9ea0 chartreuse=7fff00 chocolate=d2691e coral=ff7f50
cornflowerblue=6495ed cornsilk=fff8dc crimson=dc143c cyan=00ffff darkblue=00008b darkcyan=008b8b
darkgoldenrod=b8860b darkgray=a9a9a9 darkgreen=006400 darkgrey=a9a9a9 darkkhaki=bdb76b
darkmagenta=8b008b darkolivegreen=556b2f darkorange=ff8c00 darkorchid=9932cc darkred=8b0000
darksalmon=e9967a darkseagreen=8fbc8f darkslateblue=483d8b darkslategray=2f4f4f
darkslategrey=2f4f4f darkturquoise=00ced1 darkviolet=9400d3 deeppink=ff1493 deepskyblue=00bfff
dimgray=696969 dimgrey=696969 dodgerblue=1e90ff firebrick=b22222 floralwhite=fffaf0
forestgreen=228b22 fuchsia=ff00ff gainsboro=dcdcdc ghostwhite=f8f8ff gold=ffd700 goldenrod=daa520
gray=808080 green=008000 greenyellow=adff2f grey=808080 honeydew=f0fff0 hotpink=ff69b4
indianred=cd5c5c indigo=4b0082 ivory=fffff0 khaki=f0e68c lavender=e6e6fa lavenderblush=fff0f5
lawngreen=7cfc00 lemonchiffon=fffacd lightblue=add8e6 lightcoral=f08080 lightcyan=e0ffff
lightgoldenrodyellow=fafad2 lightgray=d3d3d3 lightgreen=90ee90 lightgrey=d3d3d3 lightpink=ffb6c1
lightsalmon=ffa07a lightseagreen=20b2aa lightskyblue=87cefa lightslategray=778899
lightslategrey=778899 lightsteelblue=b0c4de lightyellow=ffffe0 lime=00ff00 limegreen=32cd32
linen=faf0e6 magenta=ff00ff maroon=800000 mediumaquamarine=66cdaa mediumblue=0000cd
mediumorchid=ba55d3 mediumpurple=9370db mediumseagreen=3cb371 mediumslateblue=7b68ee
mediumspringgreen=00fa9a mediumturquoise=48d1cc mediumvioletred=c71585 midnightblue=191970
mintcream=f5fffa mistyrose=ffe4e1 moccasin=ffe4b5 navajowhite=ffdead navy=000080 oldlace=fdf5e6
olive=808000 olivedrab=6b8e23 orange=ffa500 orangered=ff4500 orchid=da70d6 palegoldenrod=eee8aa
palegreen=98fb98 paleturquoise=afeeee palevioletred=db7093 papayawhip=ffefd5 peachpuff=ffdab9
peru=cd853f pink=ffc0cb plum=dda0dd powderblue=b0e0e6 purple=800080 rebeccapurple=663399
red=ff0000 rosybrown=bc8f8f royalblue=4169e1 saddlebrown=8b4513 salmon=fa8072 sandybrown=f4a460
seagreen=2e8b57 seashell=fff5ee sienna=a0522d silver=c0c0c0 skyblue=87ceeb slateblue=6a5acd
slategray=708090 slategrey=708090 snow=fffafa springgreen=00ff7f steelblue=4682b4 tan=d2b48c
teal=008080 thistle=d8bfd8 tomato=ff6347 turquoise=40e0d0 violet=ee82ee wheat=f5deb3 white=ffffff
whitesmoke=f5f5f5 yellow=ffff00 yellowgreen=9acd32
"""
# What paints are called, each word with the colours of CSS that it stands for, and a few more where
# CSS has none.
PLAIN_WORDS = {
    "black": "black 1a1a1a",
    "white": "white snow ghostwhite whitesmoke floralwhite mintcream azure aliceblue seashell"
    " honeydew ivory lavenderblush lavender",
    "grey": "grey 333333 dimgrey 969696 darkgrey slategrey lightslategrey darkslategrey",
    "silver": "silver lightgrey gainsboro",
    "red": "red crimson firebrick indianred tomato orangered",
    "maroon": "maroon darkred",
    "orange": "orange f06020 dc6604 darkorange coral lightsalmon darksalmon sandybrown goldenrod",
    "brown": "brown 4a2c14 saddlebrown sienna chocolate peru rosybrown darkgoldenrod",
    "beige": "beige tan burlywood wheat moccasin navajowhite bisque antiquewhite blanchedalmond"
    " papayawhip linen oldlace cornsilk peachpuff",
    "yellow": "yellow gold khaki lemonchiffon lightyellow lightgoldenrodyellow palegoldenrod",
    "olive": "olive aca204 olivedrab darkolivegreen darkkhaki",
    "lime": "lime limegreen chartreuse lawngreen greenyellow yellowgreen springgreen"
    " mediumspringgreen",
    "green": "green 143614 1c4e34 00b000 darkgreen forestgreen seagreen mediumseagreen darkseagreen"
    " lightgreen palegreen mediumaquamarine",
    "teal": "teal darkcyan cadetblue lightseagreen",
    "cyan": "cyan lightcyan turquoise mediumturquoise darkturquoise paleturquoise aquamarine"
    " powderblue",
    "blue": "blue 7492bc mediumblue royalblue cornflowerblue dodgerblue deepskyblue skyblue"
    " lightskyblue lightblue steelblue lightsteelblue slateblue mediumslateblue darkslateblue",
    "navy": "navy darkblue midnightblue",
    "purple": "purple 9c8ec4 indigo darkviolet blueviolet darkorchid mediumorchid rebeccapurple"
    " mediumpurple darkmagenta thistle plum",
    "pink": "pink f8a8d0 lightpink hotpink deeppink palevioletred mediumvioletred mistyrose"
    " lightcoral salmon",
    "magenta": "magenta violet orchid",
}
LIGHTNESS = 0.5  # its share in how unlike two paints are called
SIGNS = {
    "\N{LARGE RED CIRCLE}\N{LARGE RED SQUARE}": "ff0000",
    "\N{LARGE ORANGE CIRCLE}\N{LARGE ORANGE SQUARE}": "ffa500",
    "\N{LARGE YELLOW CIRCLE}\N{LARGE YELLOW SQUARE}": "ffff00",
    "\N{LARGE GREEN CIRCLE}\N{LARGE GREEN SQUARE}": "008000",
    "\N{LARGE BLUE CIRCLE}\N{LARGE BLUE SQUARE}": "0000ff",
    "\N{LARGE PURPLE CIRCLE}\N{LARGE PURPLE SQUARE}": "800080",
    "\N{LARGE BROWN CIRCLE}\N{LARGE BROWN SQUARE}": "a52a2a",
    "\N{MEDIUM BLACK CIRCLE}\N{BLACK LARGE SQUARE}": "000000",
    "\N{MEDIUM WHITE CIRCLE}\N{WHITE LARGE SQUARE}": "ffffff",
}
_HEX = re.compile(r"#?([0-9a-f]{3}|[0-9a-f]{6})")
_PARTS = re.compile(r"(?:rgb)?\(?([0-9]{1,3})\s*[,\s]\s*([0-9]{1,3})\s*[,\s]\s*([0-9]{1,3})\)?")
_GREY = re.compile(r"gr[ae]y([0-9]{1,3})")


def paint_named(text: str) -> str | None:
    """Six hexadecimal digits for a colour in any usual spelling; None if it is none of them.

    >>> paint_named("Red"), paint_named("#0f0"), paint_named("0, 0, 255"), paint_named("grey50")
    ('ff0000', '00ff00', '0000ff', '7f7f7f')
    """
    text = text.strip().lower()
    found = _HEX.fullmatch(text)
    if found:
        digits = found[1]
        return digits if len(digits) == 6 else "".join(digit * 2 for digit in digits)
    parts = _PARTS.fullmatch(text)
    if parts and all(int(part) < 256 for part in parts.groups()):
        return "".join(f"{int(part):02x}" for part in parts.groups())
    grey = _GREY.fullmatch(text)
    if grey and int(grey[1]) <= 100:
        return f"{int(int(grey[1]) * 2.55 + 0.5):02x}" * 3
    return names().get(text.replace(" ", "").replace("\N{VARIATION SELECTOR-16}", ""))


@lru_cache(maxsize=1)
def names() -> dict[str, str]:
    """The paint of each word and sign."""
    words = (word.partition("=") for word in CSS.split())
    signs = {sign: paint for both, paint in SIGNS.items() for sign in both}
    return {name: paint for name, _, paint in words} | signs


@lru_cache(maxsize=1024)
def nearest_name(paint: str) -> str:
    """The plain word for a paint: that of the colour of CSS which looks most like it.

    >>> nearest_name("ff0000"), nearest_name("555555"), nearest_name("bc7a54")
    ('red', 'grey', 'brown')
    """
    place = _place(paint)
    return min(named_places(), key=lambda named: dist(named[0], place))[1]


def _place(paint: str) -> Place:
    """A paint in OKLab, with less of the lightness: a dark green is a green."""
    light, red, yellow = oklab(paint)
    return light * LIGHTNESS, red, yellow


@lru_cache(maxsize=1)
def named_places() -> tuple[tuple[Place, str], ...]:
    """Where in OKLab each plain word stands; the first of equals wins."""
    paints = names()
    words = PLAIN_WORDS.items()
    return tuple(
        (_place(paints.get(name, name)), word) for word, some in words for name in some.split()
    )


def oklab(paint: str) -> Place:
    """Lightness, green to red and blue to yellow: alike distances look alike (B. Ottosson, 2020).

    >>> [round(part, 3) for part in oklab("ff0000")]
    [0.628, 0.225, 0.126]
    """
    red, green, blue = (_linear(part / 255) for part in bytes.fromhex(paint))
    long = cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    medium = cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    short = cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )


def _linear(part: float) -> float:
    """The light behind a part of an sRGB colour."""
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
