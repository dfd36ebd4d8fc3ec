"""`nonairo verify`: whether a proof of uniqueness, or of no solution, holds."""

from __future__ import annotations

import argparse

from nonairo.cli.base import ANSWERED, LIMIT_HIT, VIOLATED, Command, raised_by
from nonairo.cli.parsing import Parser
from nonairo.cli.puzzle_arguments import one_puzzle
from nonairo.cli.terminal_output import complain, print_json, print_prose
from nonairo.errors import LimitReached
from nonairo.proofs.verifying import claimed_status, verify


def arguments(parser: Parser) -> None:
    parser.puzzles(many=False)
    parser.add_argument(
        "proof",
        metavar="X",
        help="the X of solve --proof X (reads X.json, X.cnf and X.lrat or X.drat),"
        " or a file written by explain --json",
    )
    parser.pick(several=False)
    parser.limits(what="the check")
    parser.json()


def run(options: argparse.Namespace) -> int:
    puzzle = one_puzzle(options)
    try:
        faults = verify(puzzle, options.proof, time_limit=options.time_limit)
    except LimitReached as reached:
        complain(f"not checked: {reached}{raised_by(reached.limit)}")
        return LIMIT_HIT
    status = None if faults else claimed_status(options.proof)
    if options.json:
        record = {"id": puzzle.record_id, "holds": not faults, "status": status, "faults": faults}
        print_json(record)
    elif faults:
        for fault in faults:
            print_prose(
                f"the proof does not hold: {fault}", "the proof does not hold", "bad", hang=2
            )
    else:
        number = "one solution and no other" if status == "unique" else "no solution"
        print_prose(f"the proof holds: the puzzle has {number}")
    return VIOLATED if faults else ANSWERED


COMMAND = Command(
    name="verify",
    arguments=arguments,
    run=run,
    examples="  nonairo solve examples/first.txt --proof x && nonairo verify examples/first.txt x\n"
    "  nonairo explain examples/first.txt --json > y && nonairo verify examples/first.txt y",
)
