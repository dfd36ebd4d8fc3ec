"""`nonairo bench`: the tables of the benchmark."""

from __future__ import annotations

import argparse
import sys
from math import inf
from pathlib import Path

from nonairo.cli.base import (
    ANSWERED,
    Command,
    add_json,
    add_limits,
    complain,
    positive,
    print_json,
    whole,
)
from nonairo.errors import FormatError
from nonairo.plain import one_of


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("tables", metavar="TABLE", nargs="*", help="which tables (default: all)")
    parser.add_argument(
        "--corpus", metavar="DIR", help="a folder with binairo/ and nonogram/ JSON Lines files"
    )
    parser.add_argument("--sample", metavar="N", type=positive, default=100, help="puzzles a row")
    parser.add_argument("--seed", metavar="N", type=whole, default=1, help="which sample")
    add_limits(parser, 10.0)
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    from nonairo.bench import TABLES
    from nonairo.bench.base import Options, machine

    corpus = Path(options.corpus) if options.corpus else None
    if corpus and not (corpus / "binairo").is_dir():
        raise FormatError("expected a folder with binairo/ and nonogram/ in it", path=str(corpus))
    for name in options.tables:
        if name not in TABLES:
            raise FormatError(one_of("a table", TABLES, name))
    asked = Options(
        corpus=corpus,
        sample=options.sample,
        seed=options.seed,
        time_limit=inf if options.time_limit is None else options.time_limit,
    )
    if not options.json:
        print(f"{machine()}\n")
    for name in options.tables or TABLES:
        missing = TABLES[name].missing
        if missing:
            complain(f"skipped {name}: it needs {missing}")
            continue
        if sys.stderr.isatty():
            complain(f"measuring {name}: {TABLES[name].summary} ...")
        for table in TABLES[name].measure(asked):
            if options.json:
                print_json({"table": name, "machine": machine()} | table.to_json())
            else:
                print(table.markdown() + "\n", flush=True)
    return ANSWERED


COMMAND = Command(
    name="bench",
    summary="measure the engines, on its own seeded puzzles or on a corpus",
    arguments=arguments,
    run=run,
    examples="  nonairo bench startup\n  nonairo bench engines --sample 5\n"
    "  nonairo bench paper --time-limit 100",
)
