"""`nonairo bench`: the tables of the benchmark."""

from __future__ import annotations

import argparse
import sys
from math import inf
from pathlib import Path

from nonairo.cli.base import ANSWERED, Command
from nonairo.cli.parsing import Parser, positive, whole
from nonairo.cli.terminal_output import complain, print_json
from nonairo.errors import FormatError
from nonairo.plain import one_of


def arguments(parser: Parser) -> None:
    parser.add_argument("tables", metavar="TABLE", nargs="*", help="which tables (default: all)")
    parser.option("--peers", "only the table `peers`: other solvers on the same puzzles")
    parser.option("--corpus DIR", "a folder with binairo/ and nonogram/ JSON Lines files")
    parser.option("--sample N", "puzzles per row (default: 100)", positive, 100)
    parser.option("--seed N", "the seed of the sample", whole, 1)
    parser.limits(10.0)
    parser.json()


def run(options: argparse.Namespace) -> int:
    from nonairo.bench import TABLES
    from nonairo.bench.base import BenchOptions, machine

    corpus = Path(options.corpus) if options.corpus else None
    if corpus and not (corpus / "binairo").is_dir():
        raise FormatError("expected a folder with binairo/ and nonogram/", path=str(corpus))
    for name in options.tables:
        if name not in TABLES:
            raise FormatError(one_of("a table", TABLES, name))
    chosen = BenchOptions(
        corpus=corpus,
        sample=options.sample,
        seed=options.seed,
        time_limit=inf if options.time_limit is None else options.time_limit,
    )
    if not options.json:
        print(f"{machine()}\n")
    tables = [*options.tables, *(["peers"] if options.peers else [])]
    for name in tables or TABLES:
        missing = TABLES[name].missing
        if missing:
            complain(f"skipped {name}: it needs {missing}")
            continue
        if sys.stderr.isatty():
            complain(f"measuring {name}: {TABLES[name].summary} ...")
        for table in TABLES[name].measure(chosen):
            if options.json:
                print_json({"table": name, "machine": machine()} | table.to_json())
            else:
                print(table.markdown() + "\n", flush=True)
    return ANSWERED


COMMAND = Command(
    name="bench",
    arguments=arguments,
    run=run,
    examples="  nonairo bench --peers\n  nonairo bench startup\n"
    "  nonairo bench engines --sample 5\n  nonairo bench paper --time-limit 100",
)
