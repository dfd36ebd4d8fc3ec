"""The public functions that make puzzles: of any kind by its name, and of the two most wanted."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from nonairo.errors import ArgumentError, PuzzleError
from nonairo.generating.boards.board_puzzles import board_puzzle
from nonairo.generating.pictures.image_files import Source, prepared, read_image
from nonairo.generating.pictures.image_puzzles import variants_of
from nonairo.generating.pictures.picture_puzzles import picture_puzzle
from nonairo.generating.pictures.task import PictureRequest
from nonairo.generating.request import Size, seed_of, size_of
from nonairo.kinds import kind_names, named_kind
from nonairo.kinds.base import Kind
from nonairo.limits import Limits, supervised
from nonairo.memory import names_memory
from nonairo.plain import brief, one_of
from nonairo.puzzle import Puzzle
from nonairo.techniques.shared.levels import checked_level

# Options that are used as they are; all others are checked where they are used.
TYPES: dict[str, tuple[type, str]] = {
    "rules": (str, "the names of rules"),
    "text": (str, "words"),
    "font": (str, "the name of a font file"),
    "minimal": (bool, "True or False"),
    "symmetric": (bool, "True or False"),
    "fewest": (bool, "True or False"),
    "dither": (bool, "True or False"),
    "invert": (bool, "True or False"),
    "edges": (bool, "True or False"),
    "longer": (int, "a number of cells"),
}


@names_memory
def generate(
    kind: str,
    size: Size | None = None,
    *,
    level: int | None = None,
    seed: int | None = None,
    memory_limit: object = None,
    **options: object,
) -> Puzzle:
    """Return a puzzle of any kind with one solution; the same for the same seed everywhere.

    `size` is n, (height, width) or a text such as "6x10". Without a `level` (1 to 7, see
    `nn.grade`), it can be solved line by line. The options depend on the kind. All have
    `rules`, `budget`, `time_limit` and `memory_limit` (in bytes). Kinds made from a full board,
    such as Binairo, have `minimal`, `symmetric`, `symmetry`, `givens`, `fewest` and, if they can
    have signs, `signs` (see `generate_binairo`). Kinds made from a picture have `density`, `image`,
    `text`, `threshold`, `dither`, `invert`, `edges`, `longer` and `colours` (see
    `generate_nonogram`).

    >>> generate("kakurasu", 5, seed=1).id
    'kakurasu:6/15/15/0/6;11/5/5/5/11'
    >>> generate("binairo", 6, seed=1) == generate_binairo(6, seed=1)
    True
    """
    chosen, rules = _kind_named(kind)
    preset = (chosen.presets or {}).get(kind, {})
    size = preset.get("size") if size is None else size  # type: ignore[assignment]
    options = {name: value for name, value in preset.items() if name != "size"} | options
    make = picture_puzzle if chosen.posed else board_puzzle
    known = make.__kwdefaults__ or {}
    given = {name: value for name, value in options.items() if value is not None}
    for name, value in given.items():
        if name not in known:
            options_of = ("level", "seed", *known)
            raise PuzzleError(f"{chosen.name}: {one_of('an option', options_of, name)}")
        types, expected = TYPES.get(name, (object, ""))
        if not isinstance(value, types):
            raise ArgumentError(name, f": expected {expected}, found {brief(value)}")
    if rules != "standard":
        given["rules"] = f"{rules}+{given.get('rules', 'standard')}"
    with supervised(Limits.of(given.get("time_limit"), memory_limit=memory_limit)):
        return make(chosen, size, level, seed, **given)  # type: ignore[arg-type]


def _kind_named(name: object) -> tuple[Kind, str]:
    """Return a kind by its name or alias, and the rules that the name stands for."""
    found = named_kind(name) if isinstance(name, str) else None
    if found is None:
        raise PuzzleError(one_of("a kind", kind_names(), name))
    return found


@names_memory
def generate_binairo(
    size: Size,
    *,
    level: int | None = None,
    seed: int | None = None,
    minimal: bool = False,
    symmetric: bool = False,
    symmetry: str | None = None,
    givens: int | None = None,
    fewest: bool = False,
    rules: str = "standard",
    signs: float | None = None,
    budget: int | None = None,
    time_limit: float | None = None,
    memory_limit: int | None = None,
) -> Puzzle:
    """Return a Binairo with one solution; the same for the same seed, on every platform.

    `size` is n or (height, width); `rules` are those of `nn.binairo`.
    By default it can be solved line by line. `minimal`: every given is needed for the
    solution to be unique (such puzzles can be very hard). `level` 1 to 7: solved
    with techniques up to the level and not with those below it; with `minimal`, every given is
    needed for that. `symmetric`: the pattern of givens is the same after a half turn;
    then `minimal` applies to pairs of givens (up to 8x8 usually to single ones, too). `symmetry`
    is "half" for the same, "quarter" for a quarter turn, "mirror" (left and right), "flip" (top and
    bottom) or "diagonal". `givens`: exactly this number, solvable line by line if possible;
    `fewest`: as few as a search within the budget finds.
    `signs`: this share of all neighbours, from 0 to 1, gets a sign between them; then signs and
    givens that are not needed are removed alternately. `generate("tango")` is 6x6 with signs, and
    its lines may be equal.

    The puzzle has its solution, and the seed in `extra`. `budget` (units of search work),
    `time_limit` (seconds) and `memory_limit` (bytes) limit the search for a level; LimitReached
    names the nearest level found.

    >>> puzzle = generate_binairo(6, seed=1)
    >>> puzzle.id, puzzle.extra
    ('binairo:.....1/...0../...0.1/....1./..1.../0..0.0', {'seed': 1})
    """
    return generate(
        "binairo", size, level=level, seed=seed, rules=rules, minimal=minimal,
        symmetric=symmetric, symmetry=symmetry, givens=givens, fewest=fewest, signs=signs,
        budget=budget, time_limit=time_limit, memory_limit=memory_limit,
    )  # fmt: skip


@names_memory
def generate_nonogram(
    size: Size | None = None,
    *,
    image: Source | None = None,
    level: int | None = None,
    seed: int | None = None,
    density: float | None = None,
    colours: int | None = None,
    text: str | None = None,
    font: str | None = None,
    style: str | None = None,
    threshold: int | None = None,
    dither: bool = False,
    invert: bool = False,
    edges: bool = False,
    longer: int | None = None,
    budget: int | None = None,
    time_limit: float | None = None,
    memory_limit: int | None = None,
) -> Puzzle:
    """Return a nonogram with one solution: random, or made from a picture or from words.

    Without a level, it can be solved line by line. (If that would change many cells of a picture
    or of words, the only guarantee is that there is one solution.) The same seed gives the same
    puzzle everywhere. `size` is n or (height, width). A random picture shows an object, which
    `extra["picture"]` names; with `style="blot"`, or a `density` (the share of filled cells), it is
    an ink blot. `image` is a file or its bytes: pixels darker than `threshold` (0 to 255) are
    filled, `dither` turns shades into patterns of cells, `invert` exchanges filled and empty
    cells, `edges` draws only the outlines, and `longer` is the number of cells on the longer side,
    instead of a size; `text` is drawn in a small font, or in that of a `font` file.
    `colours` is the largest number of colours, from the image or random. `budget`, `time_limit`
    (seconds) and `memory_limit` (bytes) limit the work; LimitReached is raised if the level was
    not reached.

    >>> puzzle = generate_nonogram(5, seed=1)
    >>> puzzle.id
    'nonogram:2,2/3/1,1,1/2,2/5;1,3/2,2/2,1/2,2/1,3'
    >>> generate_nonogram(3, seed=1, colours=2).id
    'nonogram@a=000000+b=e6194b:2a,1b/1b/1b;1a,1b/1a/2b'
    >>> generate_nonogram(text="T", seed=1).id
    'nonogram:5/1/1/1/1/1/1;1/1/7/1/1'
    """
    return generate(
        "nonogram", size, level=level, seed=seed, density=density, image=image, text=text,
        font=font, style=style, threshold=threshold, dither=dither, invert=invert,
        edges=edges, longer=longer, colours=colours, budget=budget, time_limit=time_limit,
        memory_limit=memory_limit,
    )  # fmt: skip


def variants(
    image: Source,
    size: Size | None = None,
    level: int | None = None,
    count: int | None = None,
    seed: int | None = None,
    *,
    kind: str = "nonogram",
    rules: str = "standard",
    budget: int | None = None,
    time_limit: float | None = None,
) -> Iterator[Puzzle]:
    """Yield several puzzles of one picture: of different sizes and thresholds, and dithered.

    The likeliest to be good come first: the automatic threshold in every size, then others. No two
    are equal. `budget` and `time_limit` are for each of them; one that fails is skipped, unless all
    do.
    """
    if count is not None and count < 1:
        raise PuzzleError(f"expected a count of at least 1, found {count}")
    chosen, implied = _kind_named(kind)
    rules = rules if implied == "standard" else f"{implied}+{rules}"
    request = PictureRequest(chosen, rules, checked_level(level), seed_of(seed), budget, time_limit)
    wanted = None if size is None else size_of(size)
    return islice(variants_of(prepared(read_image(image)), wanted, request), count)
