"""The page reads ids by itself, as `describe` does: links open at once, whoever answers."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

import nonairo as nn
from nonairo.answers.describe import describe
from nonairo.kinds import KINDS
from pages import BINAIRO, CUP, KAKURASU, NONOGRAM, TANGO, THREE, OpenPage

pytestmark = pytest.mark.slow
ODD = "binairo@odd-more-ones:" + "/".join(["1....", *["....."] * 4])
SIDES = ("/".join(map(str, range(low, low + 24))) for low in (120, 150))
LARGE = "kakurasu:" + ";".join(SIDES)  # not all of its tables are sent
READING = ("binairo", "nonogram", "kakurasu", "trinairo", "mosaic")  # what the page can read
READ = [
    *(KINDS[name].example for name in READING),
    BINAIRO,
    NONOGRAM,
    NONOGRAM + ";" + "/".join(["1...."] * 5),
    KAKURASU,
    KAKURASU + ";" + "/".join([".0..."] * 5),
    TANGO,
    THREE,
    ODD,
    ODD.replace("@", "@no-distinct+"),
    "binairo:" + "/".join(["." * 14] * 10),
    "trinairo@no-distinct:" + "/".join(["." * 6] * 3),
    "nonogram:0/1,1,1/5;1,1/1/1,1/1/1,1",
    "mosaic:4.3./..../0..4;..../.1../0...",
    LARGE,
    CUP,
    CUP + ";...2/..../....",
    "nonogram@a=bc7a54+b=555555+c=545454:1a,1b,1c/1a,1a/0;2a/1b/1b,1a/1c",
]
LEFT = [
    *(kind.example for name, kind in KINDS.items() if name not in READING),
    "kakurasu:9/0;1/1",
    "mosaic:9./..",
    "binairo@diagonals:" + "/".join(["...."] * 4),
    "constructor:abc",
    "nonogram:1/9;1/1",
    "nonogram:01/1;1/1",
    "binairo:1x/..",
    "binairo:1./.",
    "hello",
    "a:b:c",
]
# Equal languages, for lines of the right length, mean the same rule.
COMPARE = """async cases => {
  const { describeId } = await import('/js/ids/reading.js');
  const same = (a, b, length, symbols) => {
    let pairs = new Map([['', [a.start, b.start]]]);
    for (let k = 0; k < length; k++) {
      const reached = new Map();
      for (const [x, y] of pairs.values()) {
        for (let s = 0; s < symbols; s++) {
          const pair = [x < 0 ? -1 : a.next[x][s], y < 0 ? -1 : b.next[y][s]];
          if (pair[0] >= 0 || pair[1] >= 0) reached.set(pair.join(), pair);
        }
      }
      pairs = reached;
    }
    return [...pairs.values()].every(
      ([x, y]) => (x >= 0 && a.accepts[x]) === (y >= 0 && b.accepts[y]));
  };
  const wrong = [];
  for (const told of cases) {
    const read = describeId(told.puzzle);
    for (const name of Object.keys(told)) {
      if (name.endsWith('tables')) continue;
      const [one, other] = [told[name], read?.[name]].map((value) => JSON.stringify(value));
      if (one !== other) wrong.push([told.puzzle, name]);
    }
    for (const [name, length] of [['row_tables', told.width], ['col_tables', told.height]]) {
      told[name].forEach((number, k) => {
        const [its, mine] = [told.tables[number], read?.tables[read[name][k]]];
        const fine = its && mine ? same(its, mine, length, told.symbols.length) : its === mine;
        if (!fine) wrong.push([told.puzzle, name, k]);
      });
    }
  }
  return wrong; }"""


def test_ids_are_read_as_describe_reads_them(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    told: list[dict[str, Any]] = [describe(nn.parse(id)) for id in READ]
    assert [each["puzzle"] for each in told if each["omitted"]] == [LARGE]
    assert page.evaluate(COMPARE, told) == []


def test_what_is_not_written_as_we_write_it_is_left_to_describe(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    script = """async ids => {
      const { describeId } = await import('/js/ids/reading.js');
      return ids.filter(id => describeId(id) !== null); }"""
    assert page.evaluate(script, LEFT) == []


def test_links_open_while_nobody_answers(open_page: OpenPage) -> None:
    page = open_page(BINAIRO, allow="Failed to load resource")
    page.route("**/api/**", lambda route: route.abort())
    for puzzle in (NONOGRAM, TANGO):
        page.goto(page.url.partition("#")[0] + f"#p={puzzle}")
        page.wait_for_function(
            "n => document.querySelectorAll('.play .viewport .cell').length === n",
            arg=nn.parse(puzzle).height * nn.parse(puzzle).width,
        )


def test_what_is_stored_of_the_kinds_is_current(repository: Path) -> None:
    sys.path.append(str(repository / "tools"))
    from store_kinds import STORED, stored

    assert STORED.read_text(encoding="utf-8") == stored()
