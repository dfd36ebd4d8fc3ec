"""The file formats. To add one: write `formats/NAME.py` with a `FORMAT`, and list it here.

Formats that are read by the same code share a file: `tatham.PATTERN` is its constant.

The order of the list is the order of detection: of the formats that claim a text, the first gets
it, unless the suffix of its file names another. A format is imported on first use, and a
text is shown only to formats whose head it passes. What several share is in `formats/shared/`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from nonairo.errors import FormatError
from nonairo.formats.base import (
    HEAD,
    MOST_ROWS,
    Claim,
    Format,
    Hints,
    TwoMeanings,
    has_long_lines,
    is_number,
    number_of_lines,
    printable,
    refuse_odd_lines,
)
from nonairo.formats.shared.decoding import narrow, raw_text, text_of
from nonairo.formats.shared.grid_rows import header_of
from nonairo.formats.shared.heads import (
    ALONE,
    BOARD,
    DIGITS,
    JSON,
    LETTERED,
    LETTERS,
    LIST,
    NEVER,
    PICTURE,
    SEPARATED,
    TASK,
    Beginning,
    Head,
    anywhere,
    first_has,
    has,
    line,
    made_of,
    second,
    starts,
    words,
)
from nonairo.kinds import meant_kind
from nonairo.limits import poll_supervision
from nonairo.plain import one_of, shown
from nonairo.registry import Register

TOLERANT = "tolerant"
DRAWN = ("svg", "pdf", "html", "gif")  # formats of pictures that `draw` writes and nothing reads
JPEG = ("\xff\xd8\xff", "\ufffd\ufffd\ufffd")  # its first bytes as they are, and as UTF-8

# Each with its module (or module and constant), its suffixes, and its head: what every text of the
# format passes.
LISTED: dict[str, tuple[str, tuple[str, ...], Head]] = {
    "id": ("ids", (".ids",), starts(*LETTERS) & first_has(":")),
    "drawing": ("drawing", (), anywhere("┌") | anywhere("-+")),
    "pbm": ("pbm", (".pbm",), starts("p1", "p4")),
    "image": (
        "image",
        (".png",),
        starts("gif8", "bm", "p2", "p3", "p5", "p6", "riff", "ii*", "mm\0*", *JPEG)
        | first_has("png"),
    ),
    "jap": ("jap", (".jap",), starts("tls")),
    "xml": ("xml", (".xml", ".pbn"), starts("<") & has("<puzzleset")),
    "freenono": ("freenono.FREENONO", (".nonogram",), starts("<") & has("<freenono")),
    "puzzlekit": ("puzzlekit", (), JSON & has('"data"') & has('"problem"')),
    "tango": ("tango", (), JSON & (starts("[") | has('"gridsize"'))),
    "jsonl": ("jsonl", (".jsonl", ".ndjson", ".json"), JSON & has('"kind"')),
    "sgtsave": ("tatham.SGTSAVE", (".sgt",), starts("savefile:")),
    "pzpr": ("pzpr.PZPR", (".pzpr",), has("pzprv3")),
    "sgriddler": ("sgriddler", (".sgriddler", ".griddler"), starts("mk version")),
    "puzzlink": ("pzpr.PUZZLINK", (), first_has("nonogram/")),
    "unruly": ("tatham.UNRULY", (), starts(*DIGITS) & first_has(":", "#")),
    "pattern": ("tatham.PATTERN", (), starts(*DIGITS) & first_has(":", "#")),
    "mosaic": ("tatham.MOSAIC", (), starts(*DIGITS) & first_has(":", "#")),
    "nonograms-org": ("nonograms_org", (), anywhere("var d")),
    "puzzle-nonograms": ("tasks.NONOGRAMS", (), TASK | ALONE & made_of(DIGITS + "./")),
    "puzzle-binairo": ("tasks.BINAIRO", (), TASK | ALONE & made_of(DIGITS + LETTERS + "|;,=RD")),
    "gno": ("gno", (".gno",), line("[dim")),
    "toml": ("clue_sections.TOML", (".toml",), line("[clues]") & has('"""', "'''")),
    "ini": ("clue_sections.INI", (".ini",), line("[clues]")),
    "janko": ("janko", (), line("[problem]", "[solution]")),
    "gridfile": ("gridfile", (".grid",), starts("grid")),
    "non": ("non", (".non", ".nonpack"), line("rows", "columns")),
    "lp": ("lp", (".lp",), starts("number_of_rows:")),
    "g": ("g", (".g",), line(":")),
    "nnv": ("nnv", (".nnv",), starts("b-", "h-")),
    "dimacs": ("dimacs", (".cnf", ".dimacs"), starts("p cnf", "c nonairo")),
    "csv": ("csv", (".csv", ".tsv"), starts("rows", '"') | SEPARATED & made_of(DIGITS + ',;"')),
    "mk": ("bare_numbers.MK", (".mk",), made_of(DIGITS + ",") & anywhere("#")),
    "nin": ("bare_numbers.NIN", (".nin",), made_of(DIGITS + ",")),
    "cwd": ("bare_numbers.CWD", (".cwd",), made_of(DIGITS) & words(1)),
    "text": ("text", (".txt",), made_of(DIGITS + ".-_?x*,=/") | LETTERED | LIST),
    "oneline": ("oneline", (), made_of("01.-_?") & (ALONE | BOARD | words(2))),
    "nono": ("freenono.NONO", (".nono",), second(DIGITS + ",") & has(",")),
    "chars": ("chars", (), PICTURE),
    TOLERANT: ("tolerant", (), NEVER),  # `reading` tries it where all others fail
}


WORD = re.compile(r"[A-Za-z]{3}")  # a row of cells has no word; names of cells are tolerant's
ANYBODYS = (".txt",)  # suffixes that files of every format may have


def _with_suffixes(name: str, format: Format) -> Format:
    return format._replace(suffixes=LISTED[name][1])


def _of_others() -> Iterator[Format]:
    """The formats that programs and other packages have added; every text is shown to them."""
    return (FORMATS[name] for name in FORMATS if name not in LISTED)


FORMATS: Register[Format] = Register(
    __name__,
    {
        name: module if "." in module else f"{module}.FORMAT"
        for name, (module, _, _) in LISTED.items()
    },
    _with_suffixes,
    extended_by=Format,
)


class UnknownFormat(FormatError):
    """A text that no format claims."""


class Detection(NamedTuple):
    """Which format a text is in, why, and what it might have been otherwise."""

    format: Format
    reason: str
    runner_up: Format | None
    note: str = ""  # if the user named no format: how the text is read, and how to choose
    claimed: bool = True  # False if only the name of the file or the first line speak for it


def named_format(name: str) -> Format:
    """The format of this name."""
    return parse_name(name)[0]


def drawn_only(name: str) -> FormatError:
    """Return the error for a format of pictures from which no puzzle can be read back."""
    message = "nonairo draw writes pictures, nonairo book a PDF of many puzzles"
    return FormatError(f"{name} is not a puzzle format; {message}")


def parse_name(name: str) -> tuple[Format, Hints]:
    """The format of a name such as `oneline:width=6`, and what the name says beside.

    >>> parse_name("puzzle-nonograms:width=7")[1].width
    7
    """
    if not isinstance(name, str):
        raise FormatError(f"expected the name of a format, found {shown(name)}")
    plain, _, options = name.partition(":")
    if plain not in FORMATS:  # a suffix names its format, too: json, txt
        plain = next(with_suffix(f".{plain}"), plain)
    if plain in DRAWN:
        raise drawn_only(plain)
    if plain not in FORMATS:
        raise FormatError(one_of("a format", FORMATS, plain, "formats"))
    format, hints = FORMATS[plain], Hints()
    if not options:
        return format, hints
    encodings = format.encodings() if format.encodings is not None else ()
    expected = ["width=N", "rules=R"] if format.read_hinted is not None else []
    if encodings:
        expected.append(f"encoding={'/'.join(encodings)}")
    if not expected:
        raise FormatError(f"format {plain} has no options, found {printable(options)}")
    for option in options.split(","):
        key, _, value = option.partition("=")
        if key == "encoding" and value in encodings:
            hints = hints._replace(encoding=value)
        elif key == "width" and format.read_hinted and is_number(value) and int(value):
            hints = hints._replace(width=int(value))
        elif key == "rules" and format.read_hinted:
            hints = hints._replace(rules=value)
        else:
            found = printable(option)
            raise FormatError(f"format {plain}: expected {' or '.join(expected)}, found {found}")
    return format, hints


def suffix_of(path: str | None) -> str:
    """The suffix of a file's name, in lower case, with its dot."""
    name = path.replace("\\", "/").rpartition("/")[2] if path else ""
    dot = name.rfind(".")
    return name[dot:].lower() if dot >= 0 else ""


def detect(source: str | bytes, path: str | None = None) -> Detection:
    """Find the format of a text by its content; the suffix of its file breaks ties.

    >>> found = detect("7 4\\n3\\n1 4\\n3 1\\n0\\n0\\n3\\n1 1\\n3\\n1\\n2\\n1\\n")
    >>> found.format.name, found.runner_up.name
    ('nin', 'text')
    """
    if isinstance(source, bytes):
        source = narrow(source)
    claims = _claims(source)
    suffix = suffix_of(path)
    if not claims:
        refuse_odd_lines(source)
        return _by_suffix(source, suffix, named=path is not None)
    chosen = next((each for each in claims if suffix in each[0].suffixes), None)
    if suffix in ANYBODYS and not claims[0][1].doubtful:
        chosen = None  # the content says more than such a suffix
    others = [each for each in claims if each is not chosen]
    if chosen is not None:
        format, claim = chosen
        reason = f"{claim.reason}; the suffix is {suffix}"
        return Detection(format, reason, others[0][0] if others else None, claim.note)
    doubtful = [each for each in claims if each[1].doubtful]
    if claims[0][1].doubtful and len(doubtful) > 1:
        readings = " or ".join(f"{claim.reason} (format {f.name})" for f, claim in doubtful)
        raise TwoMeanings(f"two readings are possible: {readings}", line=1)
    format, claim = claims[0]
    runner_up = claims[1][0] if len(claims) > 1 else None
    return Detection(format, claim.reason, runner_up, claim.note)


def _claims(source: str | bytes) -> list[tuple[Format, Claim]]:
    """Who claims a text, in the order of the list."""
    if not source.strip():
        raise FormatError("expected a puzzle, found nothing", line=1)
    beginning = Beginning(source)
    likely = [FORMATS[name] for name, (_, _, head) in LISTED.items() if head.passes(beginning)]
    likely.extend(_of_others())
    if number_of_lines(source) > MOST_ROWS or has_long_lines(source):
        likely = [format for format in likely if format.any_length]
    for format in likely:
        if format.binary and (claim := format.claims(raw_text(source))):
            return [(format, claim)]  # a signature: no text can have it
    text = text_of(source)
    claims = []
    for format in likely:
        if len(text) > HEAD:
            poll_supervision()
        if not format.binary and (claim := format.claims(text)):
            claims.append((format, claim))
    return claims


def _by_suffix(source: str | bytes, suffix: str, named: bool) -> Detection:
    """Who says what is wrong with a text that nobody claims; `named` if it is that of a file."""
    start = text_of(source)[:HEAD].lstrip()
    words = WORD.search(start.partition("\n")[0]) is not None
    grid = suffix not in ANYBODYS or (any(map(str.isdigit, start)) and not words)
    for name in with_suffix(suffix) if grid else ():  # its reader will say what is wrong
        return Detection(
            FORMATS[name], f"the suffix is {suffix}", None, claimed=suffix not in ANYBODYS
        )
    text = text_of(source).strip()
    if not text:  # such as a byte order mark alone
        raise FormatError("expected a puzzle, found nothing", line=1)
    first, *below = text[:HEAD].splitlines()
    if len(first) > 1 and set("01.").issuperset("".join(first.split())):
        return Detection(FORMATS["text"], "starts with a row of cells", None)
    from nonairo.formats.shared.clue_blocks import likeliest_format  # few get here

    clues = likeliest_format(text)
    if clues is not None:
        return Detection(FORMATS[clues], "sizes, then mostly numbers", None)
    sizes = header_of(first)
    row = next(("".join(line.split()) for line in below if line.strip()), "")
    if sizes and len(row) == sizes[1] > 1 and set("01.").intersection(row):
        return Detection(FORMATS["text"], "starts with a size and a row of cells", None)
    if not named and first == text and any(with_suffix(suffix_of(first))):
        found = f"what looks like a file's name, {printable(first)}"
        raise FormatError(f"expected a puzzle, found {found}; nn.load reads files", line=1)
    found = f"{printable(first)}{meant_kind(first)}"
    raise UnknownFormat(
        f"expected a puzzle in a known format (see nonairo formats), found {found}", line=1
    )


def with_suffix(suffix: str) -> Iterator[str]:
    """The names of the formats that have this suffix."""
    yield from (name for name, (_, suffixes, _) in LISTED.items() if suffix in suffixes)
    yield from (format.name for format in _of_others() if suffix in format.suffixes)
