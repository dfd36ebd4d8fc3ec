"""Techniques on single lines: the table of examples, enumeration, and random lines."""

from __future__ import annotations

import re
from collections import Counter
from itertools import islice, product
from pathlib import Path
from random import Random

import pytest

from nonairo import native
from nonairo.candidates import masks_of
from nonairo.grid import SYMBOLS, UNKNOWN, Line
from nonairo.line_solver import CompiledKernel, LineKernel, completions, kernel
from nonairo.rules import Balanced, Both, ColouredRuns, LineRule, Ones, Runs, Signs, shortest
from nonairo.techniques import LADDERS, TECHNIQUES, ladder_of
from nonairo.techniques.base import NO_SUPPOSING, InLines, Move, Reason, Sample
from nonairo.techniques.shared.blocks import blocks, plain_blocks, starts_of
from nonairo.techniques.shared.checker import fault
from nonairo.techniques.shared.first_seen import NOTHING, SPOILT
from nonairo.techniques.shared.gaps import minimal
from nonairo.techniques.shared.ladder_climb import Climb
from nonairo.techniques.shared.line_reasons import smallest
from nonairo.techniques.shared.position import Position

EVERY = (1 << 32) - 1  # techniques
TABLE = Path(__file__).parents[1] / "data" / "techniques.txt"


def cases() -> list[list[str]]:
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    return [line.split() for line in lines if line and not line.startswith("#")]


def rule_of(text: str, length: int) -> LineRule:
    if "/" in text:
        counts, _, signs = text.partition(":")
        zeros, ones = map(int, counts.split("/"))
        assert zeros + ones == length
        balanced = Balanced(zeros, ones)
        return Both((balanced, Signs(signs))) if signs else balanced
    if text.startswith("="):
        return Ones(int(text[1:]))
    if text[-1].isalpha():
        return ColouredRuns(tuple((int(b[:-1]), symbol_of(b[-1])) for b in text.split(",")))
    return Runs(tuple(int(number) for number in text.split(",") if number != "0"))


def symbol_of(letter: str) -> str:
    """The symbol of a colour: 1 for a."""
    return str("abc".index(letter) + 1)


def moves(technique: str, sample: Sample) -> list[Move]:
    """What a technique sees in the first row of a sample."""
    puzzle = sample.puzzle()
    climb = Climb(Position(puzzle, puzzle.givens), (TECHNIQUES[technique],))
    return [found.move for found in climb.moves(0) if found.line == 0]


def finished(sample: Sample, techniques: int = NO_SUPPOSING) -> Line:
    """The first row of a sample after all techniques that suppose nothing."""
    puzzle = sample.puzzle()
    ladder = [rung for rung in ladder_of(puzzle) if rung.level <= techniques]
    climb = Climb(Position(puzzle, puzzle.givens), ladder)
    list(climb.steps())
    return climb.position.lines[0]


@pytest.mark.parametrize("case", cases(), ids=" ".join)
def test_a_technique_sees_what_the_table_says(case: list[str]) -> None:
    technique, line, clue, after, *beside = case
    symbols = "0123" if clue[-1].isalpha() else SYMBOLS
    sample = Sample(rule_of(clue, len(line)), line, tuple(beside), symbols=symbols)
    found = moves(technique, sample)
    if after == "-":
        assert not found
        return
    assert found
    for move in found:
        for k, symbol in move.effects.items():
            assert line[k] == UNKNOWN
            assert after[k] == symbol
    assert finished(sample) == after


@pytest.mark.parametrize("technique", TECHNIQUES)
def test_every_technique_fires_on_its_samples_with_a_sentence(technique: str) -> None:
    rung = TECHNIQUES[technique]
    assert rung.samples
    for sample in rung.samples:
        puzzle = sample.puzzle()
        below = [other for other in ladder_of(puzzle) if other.level <= NO_SUPPOSING]
        climb = Climb(Position(puzzle, puzzle.givens), (rung, *below))
        step = climb.next_step()
        assert step is not None
        assert step.technique == technique
        assert fault(puzzle, puzzle.givens, step) is None
        assert "{" not in step.text
        assert re.search(r"[\w.)]$", step.text), step.text
        for line in step.text.split("\n"):
            assert not re.search(r"\S  | [,.;:)]|\( |, *,|\bNone\b", line), step.text


@pytest.mark.parametrize("length", range(2, 9))
def test_line_cases_is_exact_for_all_balanced_lines(length: int) -> None:
    rule = Balanced(length // 2, length - length // 2)
    full = list(completions(rule, UNKNOWN * length))
    for cells in product("01.", repeat=length):
        check_line_cases(rule, "".join(cells), full)


@pytest.mark.parametrize("length", range(1, 8))
def test_line_cases_is_exact_for_all_lines_of_blocks(length: int) -> None:
    for clue in clues(length):
        rule = Runs(clue)
        full = list(completions(rule, UNKNOWN * length))
        for cells in product("01.", repeat=length):
            check_line_cases(rule, "".join(cells), full)


@pytest.mark.slow
@pytest.mark.full
def test_line_cases_is_exact_for_blocks_in_eight_cells() -> None:
    for clue in clues(8):
        rule = Runs(clue)
        full = list(completions(rule, UNKNOWN * 8))
        for cells in product("01.", repeat=8):
            check_line_cases(rule, "".join(cells), full)


def clues(length: int) -> list[tuple[int, ...]]:
    """All clues that fit into a line."""
    found: list[tuple[int, ...]] = [()]
    for clue in found:
        for block in range(1, length + 1):
            if shortest((*clue, block)) <= length:
                found.append((*clue, block))
    return found


def check_line_cases(rule: LineRule, line: Line, full: list[Line]) -> None:
    """`line_cases` decides exactly what all completions share."""
    fitting = [
        text for text in full if all(cell in (UNKNOWN, text[k]) for k, cell in enumerate(line))
    ]
    shared = {
        k: fitting[0][k]
        for k, cell in enumerate(line)
        if fitting and cell == UNKNOWN and len({text[k] for text in fitting}) == 1
    }
    finder = TECHNIQUES["line_cases"].find
    assert isinstance(finder, InLines)
    found = list(finder.moves(line, rule, SYMBOLS))
    assert [move.effects for move in found] == ([shared] if shared else []), (rule, line)
    assert all(move.numbers["cases"] == len(fitting) for move in found)


def random_line(rng: Random, longest: int) -> tuple[LineRule, Line, Line]:
    """A rule, a full line that obeys it, and the line with some cells wiped out."""
    length = rng.randrange(4, longest + 1)
    if rng.random() < 0.5:
        ones = length // 2
        rule: LineRule = Balanced(length - ones, ones)
        full = rng.choice(list(completions(rule, UNKNOWN * length)))
    else:
        full = "".join(rng.choice("0011") for _ in range(length))
        rule = Runs(tuple(map(len, full.replace("0", " ").split())))
    share = rng.random()
    return rule, full, "".join(UNKNOWN if rng.random() < share else cell for cell in full)


def test_no_move_contradicts_a_solution_and_few_are_missed(full: bool) -> None:
    """Sound on thousands of lines; on those of blocks the named techniques find nearly all."""
    rng = Random(6)
    complete = blocks = 0
    for number in range(50_000 if full else 4_000):
        rule, answer, line = random_line(rng, 12)
        for technique in LADDERS[type(rule)]:
            if isinstance(technique.find, InLines):
                for move in technique.find.moves(line, rule, SYMBOLS):
                    assert move.effects
                    for k, symbol in move.effects.items():
                        assert (line[k], symbol) == (UNKNOWN, answer[k]), (technique.id, rule, line)
        if number % 8 == 0 and isinstance(rule, Runs):
            blocks += 1
            exact = kernel(rule, len(line)).squeeze(masks_of(line))
            complete += masks_of(finished(Sample(rule, line), 3)) == exact
    assert complete / blocks > 0.97


def test_no_move_in_a_coloured_line_contradicts_a_solution() -> None:
    rng, seen, symbols = Random(7), Counter[str](), "0123"
    for _ in range(3_000):
        length, share = rng.randrange(4, 14), rng.random()
        full = "".join(rng.choice("0012") * rng.randrange(1, 4) for _ in range(length))[:length]
        rule = ColouredRuns(tuple((len(b[0]), b[1]) for b in re.finditer(r"([123])\1*", full)))
        line = "".join(UNKNOWN if rng.random() < share else cell for cell in full)
        follows = kernel(rule, length, symbols).squeeze(masks_of(line, symbols))
        assert follows is not None
        for technique in LADDERS[ColouredRuns]:
            if isinstance(technique.find, InLines):
                for move in technique.find.moves(line, rule, symbols):
                    seen[technique.id] += 1
                    for k, symbol in move.effects.items():
                        left = [s for s, can in zip(symbols, follows, strict=True) if can >> k & 1]
                        assert (line[k], left) == (UNKNOWN, [symbol]), (technique.id, rule, line)
    named = {"cap", "edge", "mercury", "join", "split", "grow", "punctuate"}
    assert min(seen[name] for name in named) > 10, seen


def test_line_cases_is_exact_on_longer_lines() -> None:
    rng = Random(12)
    for _ in range(300):
        rule, _, line = random_line(rng, 12)
        check_line_cases(rule, line, list(completions(rule, UNKNOWN * len(line))))


def test_starts_of_blocks_are_those_of_all_completions() -> None:
    rng = Random(3)
    for _ in range(500):
        rule, _, line = random_line(rng, 12)
        if not isinstance(rule, Runs):
            continue
        seen = [0] * len(rule.clue)
        for text in completions(rule, line):
            at = 0
            for i, block in enumerate(rule.clue):
                at = text.index("1", at)
                seen[i] |= 1 << at
                at += block
        clue = tuple((length, "1") for length in rule.clue)
        assert starts_of(line, clue) == seen, (rule, line)


def test_minimal_counts_are_those_of_all_fillings() -> None:
    rng = Random(4)
    for _ in range(500):
        line = "".join(rng.choice("01..") for _ in range(rng.randrange(1, 9)))
        fillings = [
            text
            for text in map("".join, product("01", repeat=len(line)))
            if all(cell in (UNKNOWN, text[k]) for k, cell in enumerate(line))
            and "000" not in text
            and "111" not in text
        ]
        if not fillings:
            continue
        for symbol in "01":
            put = {
                text: sum(cell == UNKNOWN and text[k] == symbol for k, cell in enumerate(line))
                for text in fillings
            }
            least = min(put.values())
            best = [text for text in fillings if put[text] == least]
            shared = tuple(
                (k, best[0][k])
                for k, cell in enumerate(line)
                if cell == UNKNOWN and len({text[k] for text in best}) == 1
            )
            assert minimal(line, symbol, 2) == (least, shared), (line, symbol)


def test_the_core_reads_a_line_as_python_does() -> None:
    """Where blocks can start, and which cells a move does not need."""
    if native.compiled is None:
        pytest.skip("installed without the core")
    rng = Random(9)
    moves = Counter[str]()
    for _ in range(200):
        length = rng.choice((5, 12, 20, 70))
        full = "".join(rng.choice("0011") for _ in range(length))
        clue = tuple(map(len, full.replace("0", " ").split()))
        wrong = rng.randrange(length)
        line = "".join("." if rng.random() < 0.6 else cell for cell in full)
        for each in (line, line[:wrong] + "1" + line[wrong + 1 :]):
            assert blocks(each, Runs(clue)) == plain_blocks(each, Runs(clue))
        rule = Runs(clue)
        tool, plain = kernel(rule, length), LineKernel(rule, length, SYMBOLS)
        moves += compared(tool, plain, line)
    claims = [each.id for each in LADDERS[Runs] if each.claim is not None]
    assert len(claims) == 7
    assert min(moves[name] for name in claims) > 5


def compared(tool: LineKernel, plain: LineKernel, line: str) -> Counter[str]:
    """How many moves of each technique in a line were found to need the same by both."""
    moves = Counter[str]()
    for technique in LADDERS[type(tool.rule)]:
        if isinstance(technique.find, InLines) and technique.reason is not Reason.AS_FOUND:
            for move in technique.find.moves(line, tool.rule, SYMBOLS)[:2]:
                moves[technique.id] += 1
                needed = smallest(technique, tool, line, move, move.effects)
                assert needed == smallest(technique, plain, line, move, move.effects)
    return moves


def test_the_core_reads_a_balanced_line_as_python_does() -> None:
    if native.compiled is None:
        pytest.skip("installed without the core")
    rng = Random(10)
    moves = Counter[str]()
    for _ in range(100):
        half = rng.choice((3, 5, 7, 10))
        rule = Balanced(half, half, 2)
        tool, plain = kernel(rule, 2 * half), LineKernel(rule, 2 * half, SYMBOLS)
        for full in islice(plain.completions(masks_of("." * 2 * half)), rng.randrange(40), None):
            line = "".join("." if rng.random() < 0.5 else cell for cell in full)
            moves += compared(tool, plain, line)
            break
    assert moves.total() > 50


def test_the_core_sees_where_techniques_see_something() -> None:
    if native.compiled is None:
        pytest.skip("installed without the core")
    ladder = [each for each in LADDERS[Runs] if isinstance(each.find, InLines)]
    assert {each.id: rank for rank, each in enumerate(ladder)} == native.sights()
    rng = Random(11)
    seen = Counter[str]()
    for _ in range(800):
        length, share = rng.choice((5, 10, 20, 30, 70)), rng.choice((0.3, 0.5, 0.75))
        full = "".join("1" if rng.random() < share else "0" for _ in range(length))
        hidden = rng.random()
        line = "".join("." if rng.random() < hidden else cell for cell in full)
        blocks_in = tuple(map(len, full.replace("0", " ").split()))
        tool = kernel(Runs(blocks_in[rng.random() < 0.1 :]), length)
        assert isinstance(tool, CompiledKernel)
        assert tool.first_seen is not None
        if not tool.possible(masks_of(line)):
            assert tool.first_seen(line, EVERY) == SPOILT
            continue
        sees = []
        for number, technique in enumerate(ladder):
            assert isinstance(technique.find, InLines)
            if technique.find.moves(line, tool.rule, SYMBOLS):
                sees.append(number)
            expected = number if number in sees else NOTHING
            assert tool.first_seen(line, 1 << number) == expected, (technique, tool.rule, line)
        assert tool.first_seen(line, EVERY) == (sees[0] if sees else NOTHING)
        seen.update(ladder[number].id for number in sees)
    assert min(seen[each.id] for each in ladder) > 0
