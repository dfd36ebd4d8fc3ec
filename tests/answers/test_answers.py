"""Contracts over all answers, for every kind; and what a request can get wrong."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

import nonairo as nn
from nonairo.answers import ANSWERS, AnswerError, Cancelled, Request, answer
from nonairo.answers.describe import MOST_STATES
from nonairo.answers.fields import Json
from nonairo.answers.puzzles import puzzle_in
from nonairo.cli import main
from nonairo.errors import LimitReached
from nonairo.kinds import KINDS
from nonairo.limits import Budget, Limits, supervised

EXAMPLES = {name: kind.example for name, kind in KINDS.items()}
OF_PUZZLES = [name for name, each in ANSWERS.items() if "puzzle" in {f.name for f in each.fields}]
HARD = "binairo:" + "/".join(["." * 40] * 40)  # nobody lists or counts all of its solutions
LARGE = "binairo:" + "/".join(["." * 300] * 300)  # two of them are found in seconds only


def request_for(name: str, puzzle: str) -> Json:
    """The smallest request for an answer about a puzzle."""
    more: dict[str, Json] = {
        "check": {"grid": nn.parse(puzzle).givens.cells},
        "convert": {"to": "id"},
    }
    if puzzle.startswith("trinairo"):
        more["trace"] = {"engine": "guess"}  # a walk has more events than are told
    return {"puzzle": puzzle} | more.get(name, {})


@pytest.mark.parametrize("name", [*ANSWERS])
def test_an_answer_gives_what_it_promises(name: str) -> None:
    found = ANSWERS[name]
    given = answer(name, found.example or {})
    assert set(found.always) <= set(given)
    assert set(given) & set(found.gives)
    json.dumps(given, allow_nan=False)


def test_a_grade_without_a_level_has_nulls_only_where_they_are_promised() -> None:
    given = answer("grade", {"puzzle": "nonogram:1/1;1/1"})
    nulls = {name for name in ANSWERS["grade"].gives if name in given and given[name] is None}
    assert "score" in nulls
    assert all("null" in str(ANSWERS["grade"].gives[name]) for name in nulls)


@pytest.mark.parametrize("kind", [*KINDS])
@pytest.mark.parametrize("name", OF_PUZZLES)
def test_every_answer_takes_every_kind(name: str, kind: str) -> None:
    given = answer(name, request_for(name, EXAMPLES[kind]))
    assert set(ANSWERS[name].always) <= set(given)
    assert given.get("status", "unique") in ("unique", "solved")


@pytest.mark.parametrize("kind", [*KINDS])
def test_every_kind_is_posed_from_a_grid(kind: str) -> None:
    puzzle = nn.parse(EXAMPLES[kind])
    grid = nn.solve(puzzle).solution if KINDS[kind].posed else puzzle.givens
    assert grid is not None
    given = answer("pose", {"kind": kind, "grid": list(grid.rows())})
    full = KINDS[kind].pose(grid, "standard") if KINDS[kind].sparse else puzzle
    assert nn.parse(json.dumps(given)) == full


def test_colours_and_signs_are_posed() -> None:
    colours = "a=ff0000+b=0000ff"
    given = answer("pose", {"kind": "nonogram", "grid": "102/110", "rules": colours})
    assert nn.parse(json.dumps(given)).id == f"nonogram@{colours}:1a,1b/2a;2a/1a/1b"
    signs = "x../.=./.../..x;..../=.../...."
    like = f"binairo@no-distinct:..../..../..../...1;{signs}"
    given = answer("pose", {"kind": "binairo", "grid": "1.../..../..../....", "like": like})
    assert nn.parse(json.dumps(given)).id == f"binairo@no-distinct:1.../..../..../....;{signs}"


def test_the_list_of_kinds_tells_presets_and_options() -> None:
    found = {kind["name"]: kind for kind in answer("kinds", {})["kinds"]}  # type: ignore[attr-defined]
    assert [preset["name"] for preset in found["binairo"]["presets"]] == ["tango", "unruly"]
    asked = {field.name for field in ANSWERS["generate"].fields}
    for name, kind in found.items():
        wanted = [option for option in KINDS[name].options if option in asked]
        assert [option["name"] for option in kind["options"]] == wanted


@pytest.mark.parametrize(
    ("request_", "word"),
    [
        ({"kind": "nonogram", "grid": "1./.."}, "without unknown cells"),
        ({"kind": "nonogram", "grid": "12/00"}, "found '2'"),
        ({"kind": "binairo", "grid": "../..", "like": "trinairo:.../.../..."}, "found a trinairo"),
        ({"kind": "nonsense", "grid": "11/00"}, "a kind"),
        ({"kind": "binairo", "grid": "..."}, "expected"),
    ],
)
def test_what_cannot_be_posed_is_refused(request_: Json, word: str) -> None:
    with pytest.raises(AnswerError, match=word):
        answer("pose", request_)


@pytest.mark.parametrize("size", [6.0, [6.0, 6]])
def test_a_size_of_whole_floats_is_one_of_whole_numbers(size: object) -> None:
    request = {"kind": "binairo", "seed": 1}
    whole = answer("generate", request | {"size": 6})
    assert answer("generate", request | {"size": size}) == whole


@pytest.mark.parametrize("kind", [*KINDS])
def test_every_kind_is_made(kind: str) -> None:
    given = answer("generate", {"kind": kind, "size": 5 if KINDS[kind].posed else 6, "seed": 1})
    assert given["kind"] == kind
    assert answer("solve", {"puzzle": given})["solutions"] == [given["solution"]]


@pytest.mark.parametrize("kind", [*KINDS])
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("solve", ["solve"]),
        ("count", ["count"]),
        ("hint", ["hint"]),
        ("explain", ["explain"]),
        ("grade", ["grade"]),
        ("repair", ["repair"]),
    ],
)
def test_answers_are_what_the_commands_print(
    name: str, words: list[str], kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    main([*words, EXAMPLES[kind], "--json"])
    printed = json.loads(capsys.readouterr().out)
    given = json.loads(json.dumps(answer(name, {"puzzle": EXAMPLES[kind]})))
    for each in (printed, given):
        if name == "solve":
            each["stats"].pop("seconds")
    assert given == printed


def lines(length: int, symbols: str) -> Iterator[str]:
    return map("".join, product(symbols, repeat=length))


@pytest.mark.parametrize("kind", [*KINDS])
def test_tables_say_what_the_rules_say(kind: str) -> None:
    puzzle = nn.parse(EXAMPLES[kind])
    told = answer("describe", {"puzzle": EXAMPLES[kind]})
    tables, symbols = told["tables"], told["symbols"]
    assert isinstance(tables, list)
    assert isinstance(symbols, str)
    for number, rule, length in [
        *zip(told["row_tables"], puzzle.row_rules, [puzzle.width] * puzzle.height, strict=True),  # type: ignore[call-overload]
        *zip(told["col_tables"], puzzle.col_rules, [puzzle.height] * puzzle.width, strict=True),  # type: ignore[call-overload]
    ]:
        table, right = tables[number], []
        for line in lines(length, symbols):
            state, wanted = table["start"], rule.start
            for symbol in line:
                state = -1 if state < 0 else table["next"][state][symbols.index(symbol)]
                wanted = None if wanted is None else rule.step(wanted, symbol)
            accepted = state >= 0 and table["accepts"][state]
            assert accepted == (wanted is not None and rule.accepts(wanted))
            right += [line] if accepted else []
        for k, symbol in enumerate(symbols):
            numbers = {line.count(symbol) for line in right}
            assert table["counts"][k] == (numbers.pop() if len(numbers) == 1 else None)


def test_a_description_tells_the_clues_and_equal_rules_once() -> None:
    told = answer("describe", {"puzzle": "nonogram:1,1/3/0;2/1/2"})
    assert told["labels"] == {"rows": [["1", "1"], ["3"], ["0"]], "cols": [["2"], ["1"], ["2"]]}
    assert told["row_tables"] == [0, 1, 2]
    assert told["col_tables"] == [3, 4, 3]
    assert (told["symbols"], told["glyphs"], told["distinct"]) == ("01", "·█", False)


def test_a_table_that_is_too_large_is_left_out_and_said_to_be() -> None:
    told = answer("describe", {"puzzle": "binairo:" + "/".join(["." * 512] * 512)})
    assert told["tables"] == [None]
    assert told["omitted"] == 1
    many = "nonogram:" + "/".join(str(k) for k in range(1, 401)) + ";" + "/".join(["1"] * 512)
    tables = answer("describe", {"puzzle": many})["tables"]
    assert isinstance(tables, list)
    assert sum(len(table["next"]) for table in tables if table) <= MOST_STATES


@pytest.mark.parametrize(
    ("name", "request_", "status", "code", "word"),
    [
        ("solve", {}, 422, "shape", "either puzzle or puzzle_base64"),
        ("solve", {"puzzle": "1./..", "puzzle_base64": ""}, 422, "shape", "both"),
        ("solve", {"puzzle": 7}, 422, "shape", "puzzle: expected"),
        ("solve", {"puzzle": "1./..", "engin": "walk"}, 422, "shape", "did you mean engine?"),
        ("solve", {"puzzle": "1./..", "time_limit": 61}, 422, "shape", "a number from 0.001 to 60"),
        ("solve", {"puzzle": "1./..", "time_limit": True}, 422, "shape", "a number"),
        ("solve", {"puzzle": "1./..", "limit": 1.5}, 422, "shape", "a whole number"),
        ("solve", {"puzzle": "1./..", "limit": 10**400}, 422, "shape", "a number from 1"),
        ("solve", {"puzzle": "1./..", "engine": "magic"}, 400, "engine", "magic"),
        ("solve", {"puzzle": "1./..", "engine": "x" * 300}, 422, "shape", "200"),
        ("solve", {"puzzle": "binairo:1x/.."}, 400, "format", "r1c2"),
        ("solve", {"puzzle": {"kind": "chess"}}, 400, "format", "kind"),
        ("solve", {"puzzle": "1./..\n\n1./.."}, 400, "format", "found"),
        ("solve", {"puzzle_base64": "%%%"}, 422, "shape", "base64"),
        ("solve", {"puzzle": "1./..", "format": "nope"}, 400, "format", "nope"),
        ("solve", {"puzzle": HARD, "limit": 10_000}, 413, "too-large", "limit"),
        ("solve", {"puzzle": "binairo:" + "/".join(["." * 514] * 2)}, 413, "too-large", "512"),
        ("check", {"puzzle": "1./.."}, 422, "shape", "grid"),
        ("check", {"puzzle": "1./..", "grid": "1"}, 400, "puzzle", "grid: expected"),
        ("check", {"puzzle": "1./..", "grid": [[{}]]}, 422, "shape", "grid"),
        ("hint", {"puzzle": "1./..", "strength": 5}, 422, "shape", "a number from 1 to 4"),
        ("explain", {"puzzle": "1./..", "path": "longest"}, 422, "shape", "easiest"),
        ("explain", {"puzzle": "1./..", "grid": "0./.."}, 400, "puzzle", "the given is 1"),
        ("convert", {"puzzle": "1./..", "to": "non"}, 400, "format", "non"),
        ("generate", {"kind": "binairo", "size": 1000}, 413, "too-large", "at most 100"),
        ("generate", {"kind": "nonogram", "size": [4, 101]}, 413, "too-large", "found 101"),
        ("pose", {"kind": "nonogram", "grid": ["1" * 513]}, 413, "too-large", "found 513"),
        ("pose", {"kind": "nonogram", "grid": ["1"] * 513}, 413, "too-large", "512 rows"),
        ("generate", {"kind": "binairo", "size": [4]}, 422, "shape", "size"),
        ("generate", {"kind": "binairo", "size": 6, "text": "A"}, 400, "puzzle", "text"),
        ("generate", {"kind": "nonogram", "image": "aGVsbG8="}, 400, "format", "image"),
        ("trace", {"puzzle": "1./..", "engine": "core"}, 400, "engine", "trace"),
        ("engines", {"a": 1}, 422, "shape", "fields"),
        ("dance", {}, 404, "not-found", "dance"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said(
    name: str, request_: Json, status: int, code: str, word: str
) -> None:
    with pytest.raises(AnswerError) as caught:
        answer(name, request_)
    assert (caught.value.status, caught.value.code) == (status, code)
    assert word in caught.value.message
    assert "\n" not in caught.value.message


def test_a_request_that_is_no_object_is_refused() -> None:
    with pytest.raises(AnswerError, match="expected a JSON object"):
        answer("solve", ["1./.."])  # type: ignore[arg-type]


def test_no_path_is_opened(tmp_path: object) -> None:
    for text in (__file__, "/etc/passwd", "file:///etc/passwd", "-"):
        with pytest.raises(AnswerError) as caught:
            answer("solve", {"puzzle": text})
        assert caught.value.status == 400


def test_what_people_write_is_noted_and_refused_if_asked_to() -> None:
    text = "Rows: 1 1, 5, 5, 3, 1\nColumns: 2, 4, 4, 4, 2"
    told = answer("describe", {"puzzle": text})
    assert told["note"] == "read as a nonogram, 5 rows and 5 columns"
    for source in ({"puzzle": text}, {"puzzle_base64": base64.b64encode(text.encode()).decode()}):
        with pytest.raises(AnswerError, match="known format"):
            answer("describe", source | {"strict": True})


def test_an_error_tells_line_and_column() -> None:
    with pytest.raises(AnswerError) as caught:
        answer("solve", {"puzzle": '{"kind": "binairo"\n', "format": "jsonl"})
    told = caught.value.to_json()["error"]
    assert isinstance(told, dict)
    assert told["line"] >= 1


@pytest.mark.parametrize(
    ("name", "more", "told"),
    [
        ("solve", {"engine": "walk"}, {"status": "unknown", "limit": "time", "complete": False}),
        ("count", {}, {"exact": False, "limit": "time"}),
        ("trace", {"max_events": 50_000}, {"status": "unknown", "limit": "time"}),
        ("explain", {"time_limit": 0.001}, {"solved": False, "reason": "limit"}),
        ("grade", {"puzzle": LARGE, "time_limit": 0.001}, {"proof": "unknown", "reason": "limit"}),
        ("hint", {"puzzle": LARGE, "time_limit": 0.001}, {"kind": "limit"}),
        ("repair", {}, {"status": "unknown", "limit": "time"}),
    ],
)
def test_a_time_limit_ends_in_an_answer(name: str, more: Json, told: Json) -> None:
    given = answer(name, {"puzzle": HARD, "time_limit": 0.05} | more)
    assert {key: given.get(key) for key in told} == told


def test_a_missed_level_is_unknown() -> None:
    given = answer("generate", {"kind": "binairo", "size": 30, "level": 7, "time_limit": 0.05})
    assert (given["status"], given["limit"]) == ("unknown", "time")


def test_a_trace_is_cut_and_says_so() -> None:
    given = answer("trace", {"puzzle": EXAMPLES["binairo"], "max_events": 10})
    assert given["truncated"] is True
    assert len(given["events"]) == 10  # type: ignore[arg-type]
    whole = answer("trace", {"puzzle": EXAMPLES["binairo"]})
    assert (whole["truncated"], whole["status"]) == (False, "unique")


def test_work_is_stopped_and_tells_how_far_it_is() -> None:
    told: list[Json] = []

    def stop() -> bool:
        return len(told) == 2

    request: Json = {"puzzle": HARD, "engine": "guess", "limit": 1000, "time_limit": 20}
    with pytest.raises(Cancelled):
        answer("solve", request, progress=told.append, stop=stop)
    assert [*told[0]] == ["seconds", "nodes"]


@pytest.mark.usefixtures("no_core")
@pytest.mark.parametrize("kind", [*KINDS])
def test_answers_need_no_core(kind: str) -> None:
    """As in a browser, where there is none."""
    puzzle = EXAMPLES[kind]
    assert answer("solve", {"puzzle": puzzle})["status"] == "unique"
    assert answer("hint", {"puzzle": puzzle})["kind"] == "step"
    assert answer("count", {"puzzle": puzzle})["value"] == "1"
    assert answer("explain", {"puzzle": puzzle})["solved"] is True


def test_the_common_end_holds_for_every_part() -> None:
    with supervised(Limits(100)):
        assert (Budget().seconds_left() or 0) > 90
        assert (Budget(Limits(1)).seconds_left() or 0) <= 1
        assert (Budget(Limits(1000)).child().seconds_left() or 1000) <= 100
    assert Budget().seconds_left() is None
    with supervised(Limits(0)), pytest.raises(LimitReached, match="the limit of 0 s"):
        Budget(Limits(50)).poll()


def test_one_end_inside_another_is_no_later() -> None:
    seen: list[str] = []
    outside = Budget(Limits(1000))
    with supervised(Limits(100), lambda _: seen.append("outer")):
        with supervised(Limits(1000), lambda _: seen.append("inner")):
            assert (Budget().seconds_left() or 1000) <= 100
            assert (outside.child().seconds_left() or 1000) <= 100
            Budget().poll()
        with supervised(Limits(1)):
            assert (outside.child().seconds_left() or 1000) <= 1
    assert seen == ["outer", "inner"]
    assert (outside.child(share=0.5).seconds_left() or 1000) <= 500


@pytest.mark.parametrize(("name", "more"), [("solve", {"limit": 6000}), ("count", {})])
def test_the_core_gets_what_reading_has_left(
    name: str, more: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = time.monotonic

    def slow(asked: Request) -> nn.Puzzle:
        monkeypatch.setattr(time, "monotonic", lambda: clock() + 20)  # as if it had taken long
        return puzzle_in(asked)

    monkeypatch.setattr("nonairo.answers.solve.puzzle_in", slow)
    begin = time.process_time()
    given = answer(name, {"puzzle": HARD, "time_limit": 20} | more)
    assert time.process_time() - begin < 5
    assert given["limit"] == "time"
    assert "20 s" in str(given.get("reason", "20 s"))


def test_answers_need_neither_processes_nor_pictures() -> None:
    program = (
        "import sys, nonairo.answers as a\n"
        "for each in a.ANSWERS.values(): each.run\n"
        "kept_out = {'rich', 'PIL', 'multiprocessing', 'starlette', 'asyncio'}\n"
        "print(sorted(kept_out & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stderr


@pytest.mark.parametrize("engine", ["walk:check=early", "rows", "zones+guess", "guess"])
def test_a_trace_tells_what_is_counted_as_it_grows(engine: str) -> None:
    puzzle = EXAMPLES["nonogram"]
    given: Any = answer("trace", {"puzzle": puzzle, "engine": engine, "counters": True, "limit": 2})
    stats = nn.solve(puzzle, engine).stats
    sums: dict[str, Any] = {}
    for counted in [*(event.get("counted", {}) for event in given["events"]), given["rest"]]:
        for name, more in counted.items():
            if isinstance(more, list):
                into = sums.setdefault(name, [])
                for place, number in more:
                    into += [0] * (place + 1 - len(into))
                    into[place] += number
            else:
                sums[name] = sums.get(name, 0) + more
    wanted = {"nodes": stats.nodes, "backtracks": stats.backtracks} | stats.counters
    assert {name: sums.get(name, 0) for name in wanted} == wanted
    assert given["stats"]["counters"] == stats.counters
    plain: Any = answer("trace", {"puzzle": puzzle, "engine": engine})
    assert "stats" not in plain
    assert not any("counted" in event for event in plain["events"])


def test_an_explanation_goes_on_from_where_somebody_is() -> None:
    whole = nn.explain(EXAMPLES["binairo"])
    grid = nn.parse(EXAMPLES["binairo"]).givens
    for step in whole.steps[:5]:
        grid = grid.fill(dict(step.effects))
    rest = answer("explain", {"puzzle": EXAMPLES["binairo"], "grid": grid.cells})
    assert isinstance(rest["steps"], list)
    assert len(rest["steps"]) == len(whole.steps) - 5
    assert rest["solved"] is True


def test_what_people_type_is_read_unless_the_request_is_strict() -> None:
    typed = {"puzzle": "Rows: 1 1, 3\nColumns: 2, 1, 2"}
    assert answer("describe", typed)["puzzle"] == "nonogram:1,1/3;2/1/2"
    with pytest.raises(AnswerError):
        answer("describe", typed | {"strict": True})
