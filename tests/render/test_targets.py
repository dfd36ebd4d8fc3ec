"""Targets and themes: to be listed is to write every scene, in every theme."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from scenes import SCENES, STRANGE, available, paints

from nonairo.grid import Grid
from nonairo.kinds import KINDS
from nonairo.plain import visible
from nonairo.render import TARGETS
from nonairo.render.scene import Scene, grid_scene, puzzle_scene
from nonairo.render.shapes import Circle, Glyph, Path, Rectangle, Text
from nonairo.render.svg import draw
from nonairo.render.themes import LIGHT, ROLES, THEMES, Theme

COLOURED = ("svg", "png", "pdf", "html", "gif")  # another may have no colours at all
MANY = 1000  # shapes, which take long to be painted as pixels
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
@pytest.mark.parametrize("name", TARGETS)
def test_every_target_writes_every_scene_in_every_theme(
    name: str, theme: Theme, full: bool
) -> None:
    target = available(name)
    assert target.name == name
    assert re.fullmatch(r"\.[a-z]+", target.suffix)
    assert target.summary
    for number, scene in enumerate(SCENES.values()):
        if target.binary and number % 6 and not full:
            continue  # what differs between scenes was looked at before they become bytes
        large = len(scene.shapes) >= MANY
        if large and target.binary and theme is not THEMES["light"] and not full:
            continue
        written = target.write(scene, theme)
        assert written
        if not large:
            assert written == target.write(scene, theme), "a pure function"
        if not target.binary:
            assert written.decode()


def test_no_two_targets_share_a_suffix() -> None:
    suffixes = [target.suffix for target in TARGETS.values()]
    assert len(set(suffixes)) == len(suffixes)


@pytest.mark.parametrize("name", TARGETS)
def test_a_theme_changes_what_is_written(name: str) -> None:
    scene = SCENES["binairo"]
    written = {available(name).write(scene, theme) for theme in THEMES.values()}
    assert len(written) == len(THEMES) or (name not in COLOURED and len(written) == 1)


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
@pytest.mark.parametrize("scene", SCENES.values(), ids=list(SCENES))
def test_svg_is_well_formed_and_has_one_element_a_shape(scene: Scene, theme: Theme) -> None:
    picture = draw(scene, theme)
    root = ElementTree.fromstring(picture)
    assert root.get("viewBox") == f"0 0 {scene.width:g} {scene.height:g}"
    (title, group) = root
    assert title.tag == f"{SVG}title"
    tags = {Rectangle: "rect", Circle: "circle", Path: "path", Glyph: "path", Text: "path"}
    assert [each.tag for each in group] == [SVG + tags[type(s)] for s in scene.shapes]
    colours = {each.get(key) for each in group for key in ("fill", "stroke")} - {None, "none"}
    assert colours | {group.get("stroke")} == {theme.colour(p) for p in paints(scene) | {"ink"}}
    assert "<text" not in picture, "no fonts"


def test_titles_are_escaped_and_freed_of_what_xml_forbids() -> None:
    picture = draw(SCENES["strange title"])
    title = ElementTree.fromstring(picture)[0].text
    assert title == f"binairo 2x2: {visible(STRANGE)}"
    assert STRANGE[:3] not in picture


def test_svg_writes_shapes_as_they_are() -> None:
    scene = Scene(
        9,
        8.5,
        "a & b",
        (
            Rectangle(x=0, y=1, width=2, height=3, fill="#c00000", stroke="ink", pen=1 / 3),
            Circle(x=4, y=5, radius=0.25, fill="made"),
            Path(strokes=(("M", (1, 2)), ("Q", (3, 4, 5, 6))), stroke="wrong", pen=1),
            Glyph(text="7", x=1, y=2.5, across=0.5, down=1, stroke="ink", pen=2),
        ),
    )
    assert draw(scene, LIGHT) == (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 8.5" width="9" height="8.5"'
        ' role="img"><title>a &amp; b</title><g fill="none" stroke="#111"'
        ' stroke-linecap="round" stroke-linejoin="round">'
        '<rect x="0" y="1" width="2" height="3" fill="#c00000" stroke-width="0.33"/>'
        '<circle cx="4" cy="5" r="0.25" fill="#ffe58a" stroke="none"/>'
        '<path d="M1 2Q3 4 5 6" stroke="#c00"/>'
        '<path d="M0 0L2 0L0.7 6" transform="translate(1 2.5)" stroke-width="2"/>'
        "</g></svg>"
    )


def test_the_old_doors_lead_to_the_same_pictures() -> None:
    grid = Grid.parse("01/1.")
    puzzle = KINDS["nonogram"].pose(Grid.parse("01/11"), "standard")
    assert grid._repr_svg_() == draw(grid_scene(grid))
    assert puzzle._repr_svg_() == draw(puzzle_scene(puzzle))


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_a_theme_colours_every_role_and_can_be_read(theme: Theme) -> None:
    assert list(theme.colours) == list(ROLES)
    assert THEMES[theme.name] is theme
    for paint in ROLES:
        assert re.fullmatch("#(?:[0-9a-f]{3}){1,2}", theme.colour(paint))
    for ground in ("paper", "used", "seen", "made"):
        assert contrast(theme, "ink", ground) >= 4.5
    assert contrast(theme, "quiet", "paper") >= 4.5
    for sign, ground in (("frame", "made"), ("wrong", "seen"), ("wrong", "made")):
        assert contrast(theme, sign, ground) >= 3
    assert contrast(theme, "stripe", "seen") >= 2


def contrast(theme: Theme, one: str, other: str) -> float:
    """The contrast ratio of two colours, as WCAG defines it: from 1 to 21."""
    darker, lighter = sorted(luminance(theme.colour(paint)) for paint in (one, other))
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    digits = colour.lstrip("#")
    digits = digits if len(digits) == 6 else "".join(2 * digit for digit in digits)
    parts = [int(digits[k : k + 2], 16) / 255 for k in (0, 2, 4)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return sum(k * part for k, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
