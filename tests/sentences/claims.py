"""What must be so of all that a sentence names: a claim for each technique."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations, pairwise, product

from nonairo import Place
from nonairo.automata import ways
from nonairo.rules import Both, Ones, Shares, Signs, balance_of
from sentences.reading import (
    BLOCK,
    CELL,
    CELLS,
    NUMBER,
    STRETCH,
    Read,
    cells_in,
    fits,
    mentioned,
    number,
    places_in,
    result_of,
    starts,
)


def alike_both(read: Read) -> bool:
    """Cells that are all one symbol, and how many the word says they are."""
    where = read.at("C")
    word = {"both": 2}.get(read.match["both"], len(where))
    return read.symbols("C") == {read.match["O"]} and len(where) == word and other(read)


def other(read: Read) -> bool:
    return read.match["O"] != read.value


def pair(read: Read) -> bool:
    where = read.at("C")
    beside = {where[0] - 1, where[-1] + 1}
    return alike_both(read) and len(where) == where[-1] - where[0] + 1 and beside >= {*read.decided}


def sandwich(read: Read) -> bool:
    (gap,) = read.decided
    where = sorted([*read.at("C"), gap])
    inside = where[0] < gap < where[-1]
    return alike_both(read) and inside and len(where) == where[-1] - where[0] + 1


def one_left(read: Read) -> bool:
    symbol, run = read.match["O"], read.at("run")
    needs = read.quota(symbol) - read.line.count(symbol) == 1
    said = read.at("C") == read.decided and read.match["W"] == read.value and other(read)
    alike = read.number("N")
    for k in read.decided:
        cells = list(read.line.replace(".", read.value))
        cells[k] = symbol
        shown = "".join(cell if place in run else "_" for place, cell in enumerate(cells))
        said = said and read.value * alike in shown
    if read.match["in"] == "in":  # just there, and not somewhere among them
        said = said and len(run) == alike
    return needs and said and alike > 2


def gap_quota(read: Read) -> bool:
    """The gaps that are named need so many, the others none, and these are all that are left."""
    fewest = {
        range(*gap.span()): fewest_of(before, gap.end() - gap.start(), after, symbol_of(read))
        for gap, before, after in gaps(read)
    }
    return counted_out(read, fewest) and spoilt_elsewhere(read, fewest)


def symbol_of(read: Read) -> str:
    """The symbol that gaps need."""
    symbol = re.match(rf"{NUMBER} (\d)", read.match["gaps"])
    assert symbol is not None
    return symbol[1]


def gaps(read: Read) -> Iterator[tuple[re.Match[str], str, str]]:
    """Every gap of a line, with the known cells before and after it."""
    for gap in re.finditer(r"\.+", read.line):
        begin, end = gap.span()
        before = read.line[max(begin - 2, 0) : begin].rpartition(".")[2]
        yield gap, before, read.line[end : end + 2].partition(".")[0]


def counted_out(read: Read, fewest: dict[range, int]) -> bool:
    """Whether it is said of just these gaps what they need, and that no more is left."""
    said: dict[range, int] = {}
    first = re.match(rf"({NUMBER}) \d(s?)", read.match["gaps"])
    assert first is not None
    if (first[1] == "one") == bool(first[2]):
        return False
    for many, name in re.findall(rf"({NUMBER}) (?:\ds? )?in ({STRETCH})", read.match["gaps"]):
        cells = sorted(map(read.grid.along(read.place).index, cells_in(name)))
        said[range(cells[0], cells[-1] + 1)] = number(many)
    left = read.quota(symbol_of(read)) - read.line.count(symbol_of(read))
    if not said:  # in its gaps
        return number(first[1]) == read.number("M") == left == sum(fewest.values())
    needs = {gap: many for gap, many in fewest.items() if many}
    return said == needs and read.number("M") == left == sum(needs.values())


def spoilt_elsewhere(read: Read, fewest: dict[range, int]) -> bool:
    """Whether the only symbol of a gap would leave too many others in a row, where that is said."""
    symbol = symbol_of(read)
    if read.match["C"] is None:
        return True
    alike, run = read.number("N"), read.at("run")
    for k in read.at("C"):
        (gap,) = [gap for gap in fewest if k in gap]
        other = read.match["W"]
        cells = [other if at in gap and at != k else own for at, own in enumerate(read.line)]
        cells[k] = symbol
        shown = "".join(cell if place in run else "_" for place, cell in enumerate(cells))
        decided = read.effects.get(read.place.cell(k)) == other
        if fewest[gap] != 1 or other * alike not in shown or not decided:
            return False
    inside = read.match["in"] == "within" or len(run) == alike
    return inside and alike > 2 and read.match["O"] == symbol and read.match["W"] != symbol


@lru_cache(maxsize=1 << 14)
def fewest_of(before: str, size: int, after: str, symbol: str) -> int:
    """The fewest of a symbol in a gap, never three alike in a row."""
    if "000" in before[-3:] or "111" in before[-3:]:
        return 99
    if not size:
        return 99 if re.search("000|111", before[-2:] + after) else 0
    return min(
        (put == symbol) + fewest_of((before + put)[-3:], size - 1, after, symbol) for put in "01"
    )


def sign_copy(read: Read) -> bool:
    (known,), (blank,) = read.at("C"), read.decided
    sign = read.signs[min(known, blank)]
    same = read.match["O"] == read.value
    said = read.at("D") == [blank] and read.symbols("C") == {read.match["O"]}
    return said and abs(known - blank) == 1 and sign == read.match["sign"] == "x="[same]


def sign_equal_edge(read: Read) -> bool:
    first, second = read.decided
    beside = read.at("C")
    touches = sorted([*beside, first, second])
    side_by_side = touches == list(range(touches[0], touches[0] + len(touches)))
    joined = second == first + 1 and read.signs[first] == "="
    return alike_both(read) and joined and side_by_side and len(touches) > 2


def sign_chain(read: Read) -> bool:
    """From the known cell along signs, and across the ends of pairs, to all that is decided."""
    (known,), length = read.at("C"), len(read.line)
    links = {k: sign == "=" for k, sign in enumerate(read.signs) if sign != "."}
    pairs = [k for k, same in links.items() if same]
    links |= {k: False for pair in pairs for k in (pair - 1, pair + 1) if k not in links}
    told = {known: read.line[known]}
    for _ in range(length):
        for k, same in links.items():
            for one, other in ((k, k + 1), (k + 1, k)):
                if one in told and 0 <= other < length:
                    told[other] = told[one] if same else str(1 - int(told[one]))
    decided = {read.place.cell(k): told.get(k) for k in read.decided}
    return decided == read.effects and read.at("D") == read.decided


def sign_quota(read: Read) -> bool:
    fewest = {}
    for gap, before, after in gaps(read):
        begin, end = gap.span()
        signs = read.signs[begin - len(before) : end + len(after) - 1]
        fewest[range(begin, end)] = fewest_signed(
            before, end - begin, after, symbol_of(read), signs
        )
    return counted_out(read, fewest)


@lru_cache(maxsize=1 << 14)
def fewest_signed(before: str, size: int, after: str, symbol: str, signs: str) -> int:
    """The fewest of a symbol in a gap, by all ways to fill it."""
    counts = [99]
    for filling in map("".join, product("01", repeat=size)):
        text = before + filling + after
        pairs = zip(text, text[1:], signs, strict=False)
        kept = all(sign == "." or (one == other) == (sign == "=") for one, other, sign in pairs)
        if kept and not re.search("000|111", text):
            counts.append(filling.count(symbol))
    return min(counts)


def twin_line(read: Read) -> bool:
    (twin,) = [read.grid.line(place) for place in places_in(read.match["Q"])]
    opposite = all(read.effects[read.place.cell(k)] != twin[k] for k in read.decided)
    return read.puzzle.distinct and read.open == 2 and fits(twin, read.line) and opposite


def twin_cases(read: Read) -> bool:
    twins = [read.grid.line(place) for place in places_in(read.match["Q"])]
    taken = {twin for twin in twins if fits(twin, read.line)}
    legal = {twin for twin in taken if ways(read.rule, twin, read.puzzle.symbols)}
    all_said = len(taken) == len(set(twins))
    rest = read.ways() - len(legal)
    grammar = (read.match["rest"] == "the other") == (rest == 1)
    numbers = read.number("N") == read.ways() and read.number("M") == len(legal)
    return all_said and numbers and grammar and read.puzzle.distinct


def counted_ways(read: Read) -> bool:
    if "N" in read.match.groupdict():
        if not enough_signs(read):
            return False
        said = {"both": read.ways() == 2, "all of them": read.ways() > 2}
        every = read.match.groupdict().get("all") or ""
        return read.number("N") == read.ways() and said.get(every, True)
    return sums_listed(read)


def enough_signs(read: Read) -> bool:
    """Whether the signs that are named are there, and the others are not needed."""
    named = re.findall(rf"([=x]) between ({CELL}) and ({CELL})", read.match["signs"] or "")
    signs, along = ["." for _ in read.signs], read.grid.along(read.place)
    for sign, *ends in named:
        one, other = (along.index(cells_in(cell)[0]) for cell in ends)
        if other != one + 1 or read.signs[one] != sign:
            return False
        signs[one] = sign
    balance = balance_of(read.rule)
    if read.match["signs"] == "its signs":
        return bool(read.signs.strip("."))
    if balance is None or not read.signs.strip("."):
        return not named
    rule = Both((balance, Signs("".join(signs))))
    trials = [(k, s) for k in read.decided for s in "01" if read.effects[along[k]] != s]
    return not any(ways(rule, read.line[:k] + s + read.line[k + 1 :]) for k, s in trials)


def sums_listed(read: Read) -> bool:
    """Every way to reach a total with the cells that are named, and no other: what is filled."""
    if many := re.fullmatch(r"in ([a-z]+) ways?", read.match["S"]):
        return number(many[1]) == read.ways()
    said = re.split(", as | or as ", read.match["S"])
    listed = [tuple(map(int, re.findall(r"\d+", way))) for way in said]
    along = read.grid.along(read.place)
    known = {along.index(cell) for cell in mentioned(read.match["with"] or "")}
    line = "".join(cell if k in known else "." for k, cell in enumerate(read.line))
    length, total = len(line), read.number("M")
    every = [
        way
        for number in range(length + 1)
        for way in combinations(range(1, length + 1), number)
        if sum(way) == total and fits("".join("01"[k + 1 in way] for k in range(length)), line)
    ]
    return sorted(listed) == sorted(every) and getattr(read.rule, "total", None) == total


def two_out(read: Read) -> bool:
    """Two symbols, neither of them the one that is left, and cells that rule them out."""
    assert isinstance(read.rule, Shares)
    (k,) = read.decided
    named = {read.match["O"], read.match["W"]}
    for symbol, group, why in (("O", "C", "full"), ("W", "D", "full2")):
        mark = read.match[symbol]
        shown = "".join(s if at in read.at(group) else "." for at, s in enumerate(read.line))
        full = shown.count(mark) == read.rule.counts[int(mark)]
        three = mark * 3 in shown[:k] + mark + shown[k + 1 :]
        if not (full if read.match[why] == "all are placed" else three):
            return False
    return len(named) == 2 and read.value not in named


def crossing(read: Read) -> bool:
    (cell,) = read.effects
    (across,) = places_in(read.match["Q"])
    out = {}
    for place in (read.place, across):
        trials = [(symbol, read.grid.fill({cell: symbol})) for symbol in read.puzzle.symbols]
        rule, symbols = read.puzzle.rule(place), read.puzzle.symbols
        out[place] = [s for s, trial in trials if not ways(rule, trial.line(place), symbols)]
    if "O" not in read.match.groupdict():
        return {*read.puzzle.symbols}.difference(*out.values()) == {read.value}
    said = [read.match["O"]] == out[read.place] and [read.match["W"]] == out[across]
    why = because(read, read.place, "O", "why") and because(read, across, "W", "why2")
    return (
        said and why and {*read.puzzle.symbols} - {read.match["O"], read.match["W"]} == {read.value}
    )


def because(read: Read, place: Place, symbol: str, why: str) -> bool:
    """Whether the cells in brackets are what they are said to be, and rule out a symbol."""
    text, own, rule = read.match[why].strip(" ()"), read.match[symbol], read.puzzle.rule(place)
    if not text:
        return True
    cells = cells_in(text)
    alike = {read.grid[cell] for cell in cells} == {own}
    if match := re.fullmatch(rf"{CELLS} (is its only|are both its|are all its) {own}s?", text):
        word = {1: "is its only", 2: "are both its"}.get(len(cells), "are all its")
        return alike and match[1] == word and len(cells) == rule.counts[int(own)]  # type: ignore
    if match := re.fullmatch(rf"{CELLS} are {own}: no ({NUMBER}) in a row", text):
        return alike and number(match[1]) == rule.longest + 1 == len(cells) + 1  # type: ignore
    return all(read.grid[cell] == value for cell, value in result_of(text).items())


def edge(read: Read) -> bool:
    (filled,), block, room = read.at("F"), read.block(read.match["B"]), read.at("D")
    covers = all(at <= filled < at + read.clue[block] for at in read.starts()[block])
    return (
        read.line[filled] == read.blocks[block][1]
        and covers
        and read.lies_within(block, room[0], room[-1])
    )


def mercury(read: Read) -> bool:
    (filled,), (wall,), block = read.at("F"), read.decided, read.block(read.match["B"])
    beside = {"0" if k in (-1, len(read.line)) else read.line[k] for k in (wall - 1, wall + 1)}
    starts, before = read.starts(), read.clue[:block]
    if filled < wall:
        beyond = all(at > wall for other in starts[block + 1 :] for at in other)
    else:
        ends = [at + n for other, n in zip(starts[:block], before, strict=True) for at in other]
        beyond = all(end <= wall for end in ends)
    covered = list(range(wall, filled) if wall < filled else range(filled + 1, wall + 1))
    ink = {"filled": "1"}.get(read.match["O"], read.match["O"])
    return (
        read.at("C") == [wall]
        and read.at("D") == covered
        and ink == read.line[filled]
        and abs(filled - wall) == read.clue[block]
        and read.line[filled] == read.blocks[block][1]
        and any(cell not in (".", read.blocks[block][1]) for cell in beside)
        and beyond
    )


def overlap(read: Read) -> bool:
    slack = len(read.line) - needed(read)
    blank = "." * len(read.line)
    covering = [
        i
        for i, (size, at) in enumerate(zip(read.clue, starts(blank, read.blocks), strict=True))
        if any(max(at) <= k < min(at) + size for k in read.decided)
    ]
    if re.fullmatch(rf"{NUMBER} blocks", read.match["Bs"]):
        named = number(read.match["Bs"].split()[0]) == len(covering)
    else:
        named = [read.block(name) for name in re.findall(BLOCK, read.match["Bs"])] == covering
    grammar = (len(covering) == 1) == (read.match["is"] == "is")
    return read.number("N") == slack and named and grammar and overlaps_in(blank, read)


def needed(read: Read) -> int:
    """The cells of the tightest line with these blocks."""
    alike = sum(one == other for (_, one), (_, other) in pairwise(read.blocks))
    return sum(read.clue) + alike


def overlap_seen(read: Read) -> bool:
    said = [each for each in read.ranges() if read.lies_within(*each)]
    covered = {
        k
        for block, first, last in said
        for k in range(last - read.clue[block] + 1, first + read.clue[block])
    }
    return said == read.ranges() and covered >= {*read.decided}


def overlaps_in(line: str, read: Read) -> bool:
    """Whether every decided cell is covered by some one block wherever that lies."""
    return all(
        any(
            max(at) <= k < min(at) + size
            for size, at in zip(read.clue, starts(line, read.blocks), strict=True)
        )
        for k in read.decided
    )


def reach(read: Read) -> bool:
    """The blocks on either side of every cell are named, and end before it or start after it."""
    said = {block: (first, last) for block, first, last in read.ranges()}
    true = all(read.lies_within(block, *ends) for block, ends in said.items())
    for k in read.decided:
        before = [block for block, (_, last) in said.items() if last < k]
        after = [block for block, (first, _) in said.items() if first > k]
        here = max(before, default=-1)
        if min(after, default=len(read.clue)) != here + 1:
            return False
    return true


def no_fit(read: Read) -> bool:
    room = read.at("C")
    return room in read.rooms() and not any(read.covering([k]) for k in room)


def join(read: Read) -> bool:
    one, two = read.at("C"), read.at("D")
    between = {*range(one[-1] + 1, two[0])}
    groups = read.is_group("C") and read.is_group("D") and between >= {*read.decided}
    together = not any(
        any(begin <= one[0] < begin + a for begin in mine)
        and any(begin <= two[0] < begin + b for begin in theirs)
        for i, (a, mine) in enumerate(zip(read.clue, read.starts(), strict=True))
        for b, theirs in list(zip(read.clue, read.starts(), strict=True))[i + 1 :]
    )
    block = read.block(read.match["B"])
    covers = all(
        at <= k < at + read.clue[block] for at in read.starts()[block] for k in (*one, *two)
    )
    return groups and together and covers


def split(read: Read) -> bool:
    stretch, (gap,) = read.at("D"), read.decided
    ink = read.line[stretch[0]]
    parts = all(read.line[k] == ink != "0" for k in stretch if k != gap)
    return (
        stretch == list(range(stretch[0], stretch[-1] + 1))
        and stretch[0] < gap < stretch[-1]
        and parts
        and not read.covering(stretch)
    )


def grow(read: Read) -> bool:
    group, least = read.at("C"), read.number("N")
    blocks = read.covering(group)
    room = next(room for room in read.rooms(read.line[group[0]]) if group[0] in room)
    right, left = room[0] + least > group[-1] + 1, room[-1] + 1 - least < group[0]
    first, last = room[-1] + 1 - least, room[0] + least - 1  # filled whichever way it lies
    walls = all(k <= last if k > group[-1] else k >= first for k in read.decided)
    return read.is_group("C") and min(blocks) >= least and walls and right + left > 0


def force(read: Read) -> bool:
    """Just these blocks lie in the room, in every way to finish the line."""
    room = read.at("C")
    inside = [i for i, at in enumerate(read.starts()) if any(begin in room for begin in at)]
    if read.match["M"]:
        named = inside if read.number("M") == len(inside) else []
    else:
        named = [read.block(name) for name in re.findall(BLOCK, read.match["Bs"])]
    whole = all({*read.starts()[i]} <= {*room} for i in named)
    return room in read.rooms() and inside == named and whole and {*room} >= {*read.decided}


def last_cell(read: Read) -> bool:
    short = read.quota(read.value) - read.line.count(read.value) == 1
    return read.open == 1 and read.match["O"] == read.value and short


def count_out(read: Read) -> bool:
    symbol = read.match["O"]
    return read.number("N") == read.line.count(symbol) == read.quota(symbol) and other(read)


def empty_line(read: Read) -> bool:
    return not read.clue


def exact_fit(read: Read) -> bool:
    grammar = (read.match["one"] == "block") == (len(read.clue) == 1)
    grammar = grammar and (read.match["gaps"] is not None) == (needed(read) > sum(read.clue))
    return read.number("N") == len(read.line) == needed(read) and grammar


def line_done(read: Read) -> bool:
    return read.number("N") == inked(read) == sum(read.clue)


def rest_filled(read: Read) -> bool:
    missing = sum(read.clue) - inked(read)
    return read.number("N") == missing and read.number("M") == read.open


def inked(read: Read) -> int:
    return sum(cell not in "0." for cell in read.line)


def all_or_none(read: Read) -> bool:
    size, clue = read.number("N"), read.number("M")
    return size == len(read.line) and clue == ones(read) and read.value == "01"[clue > 0]


def number_reached(read: Read) -> bool:
    return read.number("N") == ones(read) == read.line.count("1") > 0


def rest_needed(read: Read) -> bool:
    missing = ones(read) - read.line.count("1")
    return read.number("N") == read.number("M") == missing == read.open


def two_numbers(read: Read) -> bool:
    """As many of a symbol as the line needs besides those that the other can share are left."""
    other = read.named(read.match["Q"])
    mine, theirs = read.grid.along(read.place), read.grid.along(other)
    symbol, both = read.value, ((read.rule, len(mine)), (read.puzzle.rule(other), len(theirs)))
    needs = [rule.number if symbol == "1" else size - rule.number  # type: ignore[attr-defined]
             for rule, size in both]  # fmt: skip
    most = needs[1] - sum(read.grid[cell] == symbol for cell in theirs if cell not in mine)
    outside = [read.grid[cell] for cell in mine if cell not in theirs]
    left = sum(each in (".", symbol) for each in outside)
    said = read.number("N") == needs[0] and read.number("M") == most
    word = {"filled cell": "1", "empty cell": "0"}.get(read.match["O"], read.match["O"])
    return said and word == symbol and read.number("L") == left == needs[0] - most


def ones(read: Read) -> int:
    assert isinstance(read.rule, Ones)
    return read.rule.number


def closed(read: Read) -> bool:
    """A group, and every block that it can be is as long as it is said to be."""
    group = read.at("C")
    if "B" in read.match.groupdict():
        block = read.block(read.match["B"])
        return read.is_group("C") and read.lies_within(block, group[0], group[-1])
    lengths = {*read.covering(group)}
    return read.is_group("C") and lengths == {read.number("N")} == {len(group)}


CLAIMS: dict[str, Callable[[Read], bool]] = {
    "pair": pair, "sandwich": sandwich, "last_cell": last_cell, "count_out": count_out,
    "one_left": one_left, "gap_quota": gap_quota, "twin_line": twin_line,
    "sign_copy": sign_copy, "sign_equal_edge": sign_equal_edge, "sign_chain": sign_chain,
    "sign_quota": sign_quota, "two_out": two_out,
    "twin_cases": twin_cases, "crossing": crossing, "line_cases": counted_ways,
    "few_ways": counted_ways, "only_way": counted_ways, "empty_line": empty_line,
    "exact_fit": exact_fit, "line_done": line_done, "rest_filled": rest_filled,
    "overlap": overlap, "edge": edge, "mercury": mercury, "reach": reach, "no_fit": no_fit,
    "overlap_seen": overlap_seen, "join": join, "split": split, "grow": grow,
    "all_or_none": all_or_none, "number_reached": number_reached, "rest_needed": rest_needed,
    "two_numbers": two_numbers,
    "cap": closed, "punctuate": closed, "force": force,
}  # fmt: skip
TWO_LINES = {"crossing", "two_numbers"}  # one line alone does not decide
