"""`nonairo convert`: puzzles from one format to another."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path

from nonairo.cli.base import ANSWERED, BAD_INPUT, Command
from nonairo.cli.drafts import open_bytes
from nonairo.cli.parsing import DEFAULT_SECONDS, Parser
from nonairo.cli.puzzle_arguments import is_id, named_puzzle, puzzles_of
from nonairo.cli.terminal_output import complain, print_note, print_prose
from nonairo.errors import FormatError, NonairoError, blaming
from nonairo.formats import Detection, detect, named_format
from nonairo.formats.base import LARGEST_TEXT, Format
from nonairo.plain import in_words, many, visible
from nonairo.puzzle import Puzzle
from nonairo.reading import standard_input
from nonairo.writing import WRONG, dump_pieces, dumpb, format_for, losses

EXAMPLES = """\
  nonairo convert examples/boat.txt --to xml -o boat.xml
  nonairo convert examples/many.jsonl --to id
  nonairo convert 'nonogram:1,1/3;1/2/1' --to puzzlink
  nonairo convert examples/cat.pbm -o cat.jsonl
  nonairo convert examples/first.txt --explain-format"""


COLLECTION = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js"
PAGES = {  # where the code of a puzzle opens it, behind this address
    "puzzlink": "https://puzz.link/p?",
    "unruly": f"{COLLECTION}/unruly.html#",
    "pattern": f"{COLLECTION}/pattern.html#",
    "mosaic": f"{COLLECTION}/mosaic.html#",
}


def arguments(parser: Parser) -> None:
    parser.puzzles()
    parser.option("--to F", "the format to write (see nonairo formats)")
    parser.option("-o --output OUT", "the file to write")
    parser.option("--address", f"write full web addresses ({', '.join(PAGES)})")
    parser.option("--lossy", "drop what the format cannot store, and report it")
    parser.option("--partial", "replace OUT even if some puzzles could not be written")
    parser.option("--explain-format", "show which format a file has, and why")


def run(options: argparse.Namespace) -> int:
    if not options.to and not options.output:
        if options.explain_format:
            return explain(options.puzzles or ["-"], options.format)
        raise FormatError("choose a format: --to F, or -o with a suffix such as .xml")
    name = options.to or format_for(options.output)
    target = named_format(name)
    if options.explain_format:
        explain([p for p in options.puzzles if p != "-"], options.format, print_note)
    if options.address and target.name not in PAGES:
        raise FormatError(f"--address is for {', '.join(PAGES)}, not for {target.name}")
    page = PAGES[target.name] if options.address else ""
    conversion = Conversion(target, name, options.lossy, options.partial, page)
    puzzles: Iterable[Puzzle] = conversion.wanted(
        puzzles_of(options.puzzles, options.format, strict=options.strict)
    )
    if not target.several:
        puzzles = conversion.only_one(puzzles)
    conversion.write(puzzles, options.output)
    for line in conversion.report():
        complain(line)
    return conversion.code


class Conversion:
    """What is written, what was dropped, and what went wrong on the way."""

    def __init__(
        self, target: Format, name: str, lossy: bool, partial: bool, page: str = ""
    ) -> None:
        self.page = page.encode()  # stands before every puzzle
        self.target = target
        self.name = name  # with its options
        self.lossy = lossy
        self.partial = partial
        self.code = ANSWERED
        self.dropped: Counter[str] = Counter()
        self.solved = 0

    def wanted(self, puzzles: Iterable[Puzzle | NonairoError]) -> Iterator[Puzzle]:
        """The puzzles that can be written; the others are complained about."""
        for puzzle in puzzles:
            if isinstance(puzzle, NonairoError):
                self.complain(puzzle)
                continue
            try:
                if refusal := self.target.refusal(puzzle):
                    raise FormatError(refusal)
                finished = self.finished(puzzle)
                lost = losses(finished, self.target.name)
                if WRONG in lost:
                    lost.remove(WRONG)
                    complain(f"{puzzle.name}: its solution is wrong and was left out")
                dumped = [loss.what for loss in lost if loss.metadata or self.lossy]
                if len(dumped) == len(lost):
                    self.dropped.update(dumped)
                    yield finished
                else:
                    refused = " and ".join(loss.of("its") for loss in lost if not loss.metadata)
                    found = f"{puzzle.name}: format {self.target.name} cannot store {refused}"
                    self.complain(f"{found}; --lossy converts it anyway")
            except NonairoError as error:
                self.complain(f"{puzzle.name}: {error}")

    def complain(self, message: object) -> None:
        complain(message)
        self.code = BAD_INPUT

    def finished(self, puzzle: Puzzle) -> Puzzle:
        """A puzzle with its solution, where the format holds nothing else."""
        if not self.target.needs_solution or puzzle.solution is not None:
            return puzzle
        from nonairo.api import solve

        result = solve(puzzle, limit=1, time_limit=DEFAULT_SECONDS)
        if not result.solutions:
            reason = f"format {self.target.name} stores the finished picture"
            raise FormatError(f"{reason}, and no solution was found ({result.status.value})")
        self.solved += 1
        return replace(puzzle, solution=result.solutions[0])

    def only_one(self, puzzles: Iterable[Puzzle]) -> list[Puzzle]:
        """The puzzle, if there is one; more are too many."""
        found = list(puzzles)
        if len(found) > 1:
            few = f"format {self.target.name} stores one puzzle per file"
            self.complain(f"{few}, found {len(found)}")
            return []
        return found

    def write(self, puzzles: Iterable[Puzzle], path: str | None) -> None:
        """Write the puzzles, one by one where the format allows; no file if there are none.

        A file that is there, perhaps the input, is replaced only if nothing was refused.
        """
        there = path not in (None, "-") and Path(str(path)).is_file()
        puzzles = iter(puzzles)
        first = next(puzzles, None)
        if first is None:
            if there:
                complain(f"{path} was not changed: there was nothing to write")
            return
        puzzles = chain([first], puzzles)
        pieces: Iterator[bytes]
        if self.target.by_line:
            pieces = (self.page + dumpb(each, self.name, lossy=self.lossy) for each in puzzles)
        else:
            pieces = dump_pieces(puzzles, self.name, lossy=self.lossy)
        beginning = next(pieces, b"")  # what is refused leaves the file alone
        with open_bytes(path) as draft:
            for piece in chain([beginning], pieces):
                draft.write(piece)
            draft.flush()
            if draft.replaces and self.code != ANSWERED and not self.partial:
                draft.complete = False
                complain(f"{path} was not changed: some puzzles could not be written"
                         " (--partial replaces it with the others)")  # fmt: skip

    def report(self) -> Iterator[str]:
        if self.solved:
            yield f"solved {in_words(self.solved, 'puzzle')} to get the picture"
        if self.dropped:
            dropped = dict(self.dropped)
            if self.target.name == "id" and "id" in dropped:
                dropped["name"] = dropped.pop("id")  # of a record: the other sort of id is written
            (what, count), *others = sorted(dropped.items())
            counted = [f"{what} ({many(count, 'puzzle')})"]
            counted += [f"{what} ({count:,})" for what, count in others]
            yield f"format {self.target.name} left out what it cannot store: {', '.join(counted)}"


def explain(
    arguments: list[str], format: str | None, show: Callable[[str], None] = print_prose
) -> int:
    """Say for every argument how it is read, why, and what else it might have been."""
    code = ANSWERED
    for argument in arguments:
        try:
            explained = _explained(argument, format)
        except FormatError as error:
            complain(error if error.path else error.at(argument))
            code = BAD_INPUT
            continue
        show(visible(explained))
    return code


def _explained(argument: str, format: str | None) -> str:
    if is_id(argument):
        return f"{argument:.60}: id (starts with the name of a kind)"
    if format is not None:
        return f"{argument}: {named_format(format).name} (chosen with --format)"
    found = _detected(argument)
    other = f"; next best: {found.runner_up.name}" if found.runner_up else "; no other format fits"
    return f"{argument}: {found.format.name} ({found.reason}){other}"


def _detected(argument: str) -> Detection:
    if named_puzzle(argument, None) is not None:
        return detect(argument)
    with blaming(argument):
        if argument == "-":
            return detect(standard_input().read(LARGEST_TEXT))
        with Path(argument).open("rb") as stream:
            return detect(stream.read(LARGEST_TEXT), argument)  # its start is enough


COMMAND = Command(
    name="convert",
    arguments=arguments,
    run=run,
    examples=EXAMPLES,
)
