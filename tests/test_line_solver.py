"""Exact work on lines: equal to brute force, equal with and without the compiled module."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from pathlib import Path
from random import Random
from typing import ClassVar

import pytest
from hypothesis import given

from nonairo import native
from nonairo.candidates import Masks, line_of, masks_of
from nonairo.kinds.kakurasu import Total
from nonairo.kinds.nonogram import clue_of
from nonairo.line_solver import CompiledKernel, LineKernel, Machine, any_machine, kernel
from nonairo.rules import Anything, Balanced, LineRule, Runs, State
from strategies import ruled_lines

needs_core = pytest.mark.skipif(native.compiled is None, reason="installed without a compiler")

TABLE = (Path(__file__).parent / "data" / "lines.txt").read_text(encoding="utf-8")
CASES = [line.split() for line in TABLE.splitlines() if line and not line.startswith("#")]
SHORT = 12  # blanks that brute force fills in all ways


@dataclass(frozen=True, slots=True)
class Table:
    """An automaton written down: where a 0 and a 1 lead from each state, and where to end."""

    next: tuple[tuple[int | None, ...], ...]
    ends: frozenset[int]
    start: ClassVar[State] = (0,)

    def step(self, state: State, symbol: str) -> State | None:
        target = self.next[state[0]][int(symbol)]
        return None if target is None else (target,)

    def accepts(self, state: State) -> bool:
        return state[0] in self.ends


def rule_of(text: str) -> LineRule:
    """The rule of a case: `runs:3,1`, `balanced:3/3/2`, `anything`, `table:0,1/1,0;0`."""
    kind, _, arguments = text.partition(":")
    if kind == "runs":
        return Runs(() if arguments == "0" else tuple(map(int, arguments.split(","))))
    if kind == "balanced":
        return Balanced(*map(int, arguments.split("/")))
    if kind == "anything":
        return Anything()
    states, _, ends = arguments.partition(";")
    targets = (
        tuple(None if target == "-" else int(target) for target in state.split(","))
        for state in states.split("/")
    )
    return Table(tuple(targets), frozenset(map(int, filter(None, ends.split(",")))))


def obeys(rule: LineRule, word: str) -> bool:
    """Whether a finished line obeys, told without the rule's automaton where there is a way."""
    if isinstance(rule, Runs):
        return clue_of(word) == rule.clue
    if isinstance(rule, Balanced):
        runs = [symbol * (rule.longest + 1) in word for symbol in "01"]
        return (word.count("0"), word.count("1")) == (rule.zeros, rule.ones) and not any(runs)
    state: State | None = rule.start
    for symbol in word:
        state = None if state is None else rule.step(state, symbol)
    return state is not None and rule.accepts(state)


def kernels_of(rule: LineRule, length: int) -> Iterator[LineKernel]:
    yield LineKernel(rule, length)
    if native.compiled is not None and isinstance(rule, (Runs, Balanced)):
        yield kernel(rule, length)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]:.20} {case[1]:.20}")
def test_a_line_of_the_shared_table_is_squeezed_and_counted(case: list[str]) -> None:
    rule, line = rule_of(case[0]), case[1]
    squeezed, count = None if case[2] == "-" else case[2], int(case[3])
    for tool in kernels_of(rule, len(line)):
        masks = tool.squeeze(masks_of(line))
        assert (None if masks is None else line_of(masks, len(line))) == squeezed
        assert tool.count(masks_of(line)) == count
        assert tool.possible(masks_of(line)) == (count > 0)
    if line.count(".") <= SHORT:
        fitting = product(*("01" if cell == "." else cell for cell in line))
        words = [word for word in map("".join, fitting) if obeys(rule, word)]
        cells = zip(*words, strict=True)
        shared = "".join(cell[0] if len({*cell}) == 1 else "." for cell in cells)
        assert (shared if words else None, len(words)) == (squeezed, count)


def words(length: int) -> list[str]:
    """All finished lines of a length, in order."""
    return ["".join(cells) for cells in product("01", repeat=length)]


def every_line(length: int) -> list[str]:
    """All lines of a length; a line comes after all that it can become."""
    return ["".join(cells) for cells in product("01.", repeat=length)]


@lru_cache(maxsize=1)
def becomes(length: int) -> list[tuple[int, int] | None]:
    """For every line, the two lines that its first blank leads to; None without blanks."""
    lines = every_line(length)
    number = {line: k for k, line in enumerate(lines)}
    return [
        (number[line.replace(".", "0", 1)], number[line.replace(".", "1", 1)])
        if "." in line
        else None
        for line in lines
    ]


def brute_force(accepted: set[str], length: int) -> tuple[list[Masks | None], list[int]]:
    """What squeeze and count must give for every line: by putting both symbols for a blank.

    A line without blanks is its own only completion, or has none; a line with one has the
    completions of both lines that it can become.
    """
    zeros: list[int] = []
    ones: list[int] = []
    counts: list[int] = []
    for line, pair in zip(every_line(length), becomes(length), strict=True):
        if pair is None:
            zero, one = masks_of(line) if line in accepted else (0, 0)
            zeros.append(zero)
            ones.append(one)
            counts.append(line in accepted)
        else:
            a, b = pair
            zeros.append(zeros[a] | zeros[b])
            ones.append(ones[a] | ones[b])
            counts.append(counts[a] + counts[b])
    pairs = zip(zeros, ones, strict=True)
    return [both if any(both) else None for both in pairs], counts


def all_rules(length: int) -> Iterator[tuple[LineRule, set[str]]]:
    """Every clue of a length and every quota, each with the lines that obey it."""
    by_clue: dict[tuple[int, ...], set[str]] = {}
    for word in words(length):
        by_clue.setdefault(clue_of(word), set()).add(word)
    for clue, lines in by_clue.items():
        yield Runs(clue), lines
    for ones in range(length + 1):
        even = [w for w in words(length) if w.count("1") == ones]
        lines = {word for word in even if "000" not in word and "111" not in word}
        yield Balanced(length - ones, ones), lines


def compare_with_brute_force(tool: type[LineKernel], length: int) -> None:
    lines = every_line(length)
    masks = [masks_of(line) for line in lines]
    for rule, accepted in all_rules(length):
        assert isinstance(rule, (Runs, Balanced))
        made = kernel(rule, length) if tool is CompiledKernel else LineKernel(rule, length)
        squeezed, counts = brute_force(accepted, length)
        found = [made.squeeze(each) for each in masks], [made.count(each) for each in masks]
        if found != (squeezed, counts):
            wrong = [k for k in range(len(lines)) if found[0][k] != squeezed[k]]
            wrong += [k for k in range(len(lines)) if found[1][k] != counts[k]]
            pytest.fail(f"{rule}: wrong on {[lines[k] for k in wrong[:5]]}")


@pytest.mark.parametrize(
    "length",
    [
        *range(1, 7),
        *(pytest.param(n, marks=[pytest.mark.slow, pytest.mark.full]) for n in (7, 8)),
    ],
)
def test_squeeze_and_count_equal_brute_force_in_python(length: int) -> None:
    compare_with_brute_force(LineKernel, length)


@needs_core
@pytest.mark.parametrize(
    "length",
    [
        *range(1, 8),
        pytest.param(8, marks=pytest.mark.slow),
        *(pytest.param(n, marks=[pytest.mark.slow, pytest.mark.full]) for n in (9, 10)),
    ],
)
def test_squeeze_and_count_equal_brute_force_in_the_core(length: int) -> None:
    compare_with_brute_force(CompiledKernel, length)


@pytest.mark.parametrize("length", range(1, 7))
def test_completions_are_all_lines_that_fit_greatest_first(length: int) -> None:
    for rule, lines in all_rules(length):
        tool = LineKernel(rule, length)
        for line in every_line(length):
            fitting = [
                word
                for word in lines
                if all(a in (".", b) for a, b in zip(line, word, strict=True))
            ]
            assert list(tool.completions(masks_of(line))) == sorted(fitting, reverse=True)
            assert tool.possible(masks_of(line)) == bool(fitting)


def random_case(rng: Random) -> tuple[LineRule, str]:
    """A rule and a long line: blanks punched into a line that obeys, perhaps then spoilt."""
    length = rng.choice((rng.randint(9, 70), rng.randint(9, 200), 63, 64, 65, 127, 128, 129))
    rule: LineRule
    if rng.random() < 0.5:
        density = rng.random()
        word = "".join("1" if rng.random() < density else "0" for _ in range(length))
        rule = Runs(clue_of(word))
    else:
        word = ""
        while len(word) < length:
            other = "01".replace(word[-1:], "") if word[-2:] in ("00", "11") else "01"
            word += rng.choice(other)
        rule = Balanced(word.count("0"), word.count("1"))
    share = rng.choice((0.0, 0.5, 0.8, 0.95, 1.0))
    line = ["." if rng.random() < share else symbol for symbol in word]
    if rng.random() < 0.2:
        line[rng.randrange(length)] = rng.choice("01")
    return rule, "".join(line)


@needs_core
@pytest.mark.parametrize("number", [500, pytest.param(2_000, marks=pytest.mark.slow)])
def test_the_core_equals_python_on_long_lines(number: int, full: bool) -> None:
    rng = Random(f"{number} long lines")
    number = 100_000 if full and number == 2_000 else number
    solvable = 0
    for turn in range(number):
        rule, line = random_case(rng)
        assert isinstance(rule, (Runs, Balanced))
        fast, plain = kernel(rule, len(line)), LineKernel(rule, len(line))
        masks = masks_of(line)
        answer = plain.squeeze(masks)
        solvable += answer is not None
        assert fast.squeeze(masks) == answer, (rule, line)
        assert fast.possible(masks) == plain.possible(masks) == (answer is not None)
        if full or turn % 10 == 0:
            assert fast.count(masks) == plain.count(masks), (rule, line)
    assert 0 < solvable < number, "both lines with and without completions were met"


@needs_core
def test_the_core_takes_lines_of_512_cells() -> None:
    for rule in (Balanced(256, 256), Runs((3, 5, 8, 13, 21, 34, 55, 89))):
        line = "1.0." + "." * 508
        fast, plain = kernel(rule, len(line)), LineKernel(rule, len(line))
        assert fast.squeeze(masks_of(line)) == plain.squeeze(masks_of(line))
        assert fast.count(masks_of("." * len(line))) == plain.count(masks_of("." * len(line)))


class Plain(LineKernel):
    """A kernel that knows nothing of a rule but its automaton."""

    __slots__ = ()

    @property
    def machine(self) -> Machine:
        if self._machine is None:
            self._machine = any_machine(self.rule, self.length)
        return self._machine


@given(ruled_lines(max_size=14))
def test_the_handmade_machines_agree_with_the_bare_automaton(ruled: tuple[LineRule, str]) -> None:
    rule, line = ruled
    masks = masks_of(line)
    handmade, bare = LineKernel(rule, len(line)), Plain(rule, len(line))
    assert handmade.squeeze(masks) == bare.squeeze(masks)
    assert handmade.possible(masks) == bare.possible(masks)
    assert list(handmade.completions(masks)) == list(bare.completions(masks))
    assert handmade.count(masks) == bare.count(masks) == len(list(bare.completions(masks)))


@needs_core
def test_the_core_is_used_where_it_is_installed() -> None:
    assert isinstance(kernel(Runs((1,)), 5), CompiledKernel)
    assert isinstance(kernel(Balanced(3, 3), 6), CompiledKernel)


@pytest.mark.usefixtures("no_core")
def test_without_the_core_the_python_kernel_is_used() -> None:
    assert type(kernel(Runs((1,)), 5)) is LineKernel


def test_counting_in_python_polls_on_the_way() -> None:
    polls = 0

    def poll() -> None:
        nonlocal polls
        polls += 1

    assert LineKernel(Balanced(50, 50), 100).count(masks_of("." * 100), poll) > 10**20
    assert polls == 100


def test_a_full_line_is_judged_without_the_states_of_all_lines() -> None:
    for line, right in (("110000", True), ("100010", False), ("000000", False)):
        tool = LineKernel(Total(3), 6)
        assert tool.possible(masks_of(line)) is right
        assert tool._machine is None


@needs_core
def test_what_an_impossible_line_needs_cannot_be_left_out() -> None:
    tool = kernel(Runs((2, 1)), 6)
    assert isinstance(tool, CompiledKernel)
    for text in map("".join, product("01.", repeat=6)):
        masks = masks_of(text, tool.symbols)
        if tool.possible(masks):
            continue
        known = [k for k, each in enumerate(text) if each != "."]
        kept = set(known) - set(tool.needless(masks, known, None))

        def impossible(some: set[int], text: str = text) -> bool:
            less = "".join([each if k in some else "." for k, each in enumerate(text)])
            return not tool.possible(masks_of(less, tool.symbols))

        assert impossible(kept)
        assert not any(impossible(kept - {k}) for k in kept)
