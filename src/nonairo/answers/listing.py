"""What is registered, as data: kinds, engines, formats and techniques."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from nonairo.answers.base import Answer
from nonairo.answers.fields import Field, Json, Request
from nonairo.answers.generate import ANSWER as GENERATE
from nonairo.answers.shapes import listed
from nonairo.engines import ENGINES, NO_CORE, OWN_ENGINES
from nonairo.engines.core import ENGINE as CORE
from nonairo.formats import FORMATS
from nonairo.generating.levels_made import measured
from nonairo.grading import NAMES, levels_of
from nonairo.kinds import KINDS, from_id
from nonairo.kinds.base import Kind
from nonairo.techniques import TECHNIQUES


def _all(name: str, summary: str, items: Callable[[], Iterable[Json]]) -> Answer:
    def run(_: Request) -> Json:
        return {name: list(items())}

    return Answer(
        name=name,
        summary=summary,
        run=run,
        gives={name: listed({"type": "object"})},
        always=(name,),
        quick=True,
    )


def kind_to_json(kind: Kind) -> Json:
    """What a page must know to offer a kind: how it is made, and its levels."""
    levels = levels_of(from_id(kind.example))
    aliases = (kind.aliases or {}).items()
    presets = kind.presets or {}  # what an alias stands for besides its rules
    return {
        "name": kind.name,
        "summary": kind.summary,
        "how_to_play": list(kind.how_to_play),
        "special": special_of(kind),
        "example": kind.example,
        "glyphs": kind.glyphs,
        "words": list(kind.words),
        "posed": kind.posed,
        "typed": kind.typed,
        "sizes": list(kind.sizes),
        "unit": kind.unit,
        "aliases": sorted(kind.aliases or ()),
        "presets": [
            {
                "name": name,
                "size": presets.get(name, {}).get("size"),
                "rules": rules,
                "signs": presets.get(name, {}).get("signs"),
            }
            for name, rules in sorted(aliases)
            if rules != "standard"
        ],
        "variants": list(kind.variants),
        "options": [option_to_json(each) for each in GENERATE.fields if each.name in kind.options],
        "levels": [{"level": level, "name": NAMES[level - 1]} for level in levels],
        "made": {
            name.partition("@")[2] or "standard": {str(side): [*made[side]] for side in made}
            for name, made in measured().items()
            if name.partition("@")[0] == kind.name
        },
    }


def special_of(kind: Kind) -> Json:
    """By a rule, or by what puzzles may show: its sentence, which one that replaces, an example."""
    every = {**(kind.rule_examples or {}), **(kind.more_examples or {})}
    return {
        name: {
            "sentence": sentence,
            "replaces": (kind.replaced or {}).get(name),
            "example": example,
        }
        for name, (sentence, example) in every.items()
    }


def option_to_json(field: Field) -> Json:
    """What a page must know to ask for an option of `generate`."""
    return {name: getattr(field, name) for name in ("name", "type", "doc", "least", "most")}


def engines() -> Iterable[Json]:
    """All engines, and what has to be installed first; the core, too, where it was not compiled."""
    if CORE.name not in ENGINES:
        yield CORE.to_json() | {"absent": NO_CORE}
    for engine in (*ENGINES.values(), *OWN_ENGINES.values()):
        yield engine.to_json() | {"absent": engine.absent()}


KINDS_LISTED = _all("kinds", "List the kinds of puzzle.", lambda: map(kind_to_json, KINDS.values()))
ENGINES_LISTED = _all("engines", "List the engines, their options and counters.", engines)
FORMATS_LISTED = _all(
    "formats", "List the file formats.", lambda: (each.to_json() for each in FORMATS.values())
)
TECHNIQUES_LISTED = _all(
    "techniques",
    "List the techniques, easiest first.",
    lambda: (each.to_json() for each in TECHNIQUES.values()),
)
