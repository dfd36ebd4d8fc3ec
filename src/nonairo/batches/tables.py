"""Shards with a table on one side: rows of Parquet, or records that become rows of it.

Boards go from the column of their cells to the core and come back as columns. Only rows that the
core leaves open become records, with a puzzle each.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from nonairo.batches import parquet
from nonairo.batches.boards import CELLS_MARK, ID_MARK, MARK, unique_text
from nonairo.batches.plan import Plan, Worked, answers_of, count, without_answer
from nonairo.batches.records import ADDED, Record, record_of_row, records_of
from nonairo.batches.sources import ROWS, Shard
from nonairo.batches.tally import Tally
from nonairo.batches.tasks import FAILED, Answered
from nonairo.batches.valid_json import as_json
from nonairo.board_columns import (
    ColumnAnswers,
    RowAnswer,
    filled,
    free_name,
    solve_columns,
    statuses,
    typed_columns,
)
from nonairo.column_shapes import BoardGroup
from nonairo.many_boards import UNIQUE
from nonairo.results import Status

AS_IT_IS = r"^[ !#-\[\]-~]*$"  # text that JSON writes as it is
DECIDED = (Status.UNIQUE, Status.MULTIPLE, Status.NONE)  # so that the count is known


def worked_on_table(shard: Shard, plan: Plan) -> Worked:
    """Answer a shard of rows, or one whose records become rows."""
    arrow = parquet.pyarrow(shard.name)
    table, records_at, boards = _given(arrow, shard, plan)
    typed = plan.is_lean and plan.suffix == "parquet"
    if plan.is_quick:
        answers = solve_columns(arrow, table, plan.each, only=boards)
    else:
        answers = ColumnAnswers.none(arrow, table.num_rows)
    if not typed:  # a result has two solutions, or says why there is none
        unique = arrow.compute.equal(answers.counts, UNIQUE)
        answers = replace(answers, counts=arrow.compute.if_else(unique, answers.counts, None))
    is_open = answers.counts.is_null()
    records = records_at(arrow.compute.indices_nonzero(is_open).to_pylist())
    others = answers_of(records, plan)
    tally = Tally()
    found = statuses(arrow, answers.counts).drop_null().value_counts().to_pylist()
    tally.statuses.update({each["values"]: each["counts"] for each in found})
    complaints = count(tally, records, others)
    kept = table.select([name for name in table.column_names if name not in ADDED])
    if typed and plan.task == "solve":
        rows = [_row_answer(each) for each in others]
        columns = typed_columns(arrow, answers, is_open, rows)
    elif typed:
        columns = _columns_of(arrow, others)
    else:
        texts = _texts(arrow, shard.name, table, answers, plan.is_lean)
        results = [as_json(each.result) for each in others]
        columns = {
            "status": filled(
                arrow, statuses(arrow, answers.counts), is_open, [each.status for each in others]
            ),
            "result": filled(arrow, texts, is_open, results),
        }
    if plan.suffix != "parquet":
        return Worked(_as_lines(shard.name, kept, columns), tally, complaints)
    for name, values in columns.items():
        kept = kept.append_column(free_name(kept.column_names, name), values)
    text = parquet.written_table(shard.name, kept) if kept.num_rows else b""
    return Worked(text, tally, complaints)


def _given(
    arrow: Any, shard: Shard, plan: Plan
) -> tuple[Any, Callable[[list[int]], list[Record]], Any]:
    """The table of a shard; a function that makes records of some rows; which rows are boards.

    The last is None where the table itself says it.
    """
    if shard.way == ROWS:
        table = shard.table()

        def read(rows: list[int]) -> list[Record]:
            some = parquet.records_in(shard.name, table.take(arrow.array(rows, arrow.int64())))
            return [
                record_of_row(row, f"{shard.name}: row {shard.start + number + 1}")
                for number, row in zip(rows, some, strict=True)
            ]

        return table, read, None
    records = list(records_of(shard, boards=plan.is_quick))
    boards = arrow.array([record.board is not None for record in records], arrow.bool_())
    for record in records:  # now, and not when all the work is done
        record.restore()
        record.data = parquet.flat(record.data)
    table = parquet.tabled(shard.name, [without_answer(record.data) for record in records])

    def pick(rows: list[int]) -> list[Record]:
        some = [records[row] for row in rows]
        for record in some:
            if record.board is not None:
                record.pose()
        return some

    return table, pick, boards


def _row_answer(answered: Answered) -> RowAnswer:
    """The columns of a record that was solved alone."""
    result = answered.result
    if answered.status == FAILED:
        return RowAnswer(FAILED, error=str(result.get("error")))
    found = result["solutions"]
    assert isinstance(found, list)
    first = found[0] if found else None
    if answered.status not in DECIDED:
        return RowAnswer(answered.status, first, None, str(result.get("reason")))
    return RowAnswer(answered.status, first, len(found))


def _columns_of(arrow: Any, answers: Sequence[Answered]) -> dict[str, Any]:
    """A column for each value of the results; what has no type of Parquet is JSON text."""
    results = [parquet.flat(each.result) for each in answers]
    names = dict.fromkeys(name for result in results for name in result)
    columns = {"status": arrow.array([each.status for each in answers], arrow.string())}
    return columns | {
        name: parquet.column(arrow, [result.get(name) for result in results]) for name in names
    }


def _texts(arrow: Any, name: str, table: Any, answers: ColumnAnswers, is_lean: bool) -> Any:
    """The results of boards with one solution as JSON text; null for all other rows."""
    texts = arrow.nulls(table.num_rows, arrow.string())
    for group in answers.groups:
        unique = answers.counts.is_valid()
        unique = unique if group.mask is None else arrow.compute.and_(unique, group.mask)
        everywhere = arrow.compute.all(unique, min_count=0).as_py()
        rows = table if everywhere else table.filter(unique)
        solutions = answers.solutions if everywhere else answers.solutions.filter(unique)
        text = unique_text(group.shape, answers.seconds, is_lean)
        pieces = {
            ID_MARK: None if is_lean else _ids(arrow, name, rows, group),
            CELLS_MARK: solutions,
        }
        constants = MARK.split(text)
        columns = [pieces[mark] for mark in MARK.findall(text)]
        joined = [part for both in zip(constants, columns, strict=False) for part in both]
        made = arrow.compute.binary_join_element_wise(*joined, constants[-1], "")
        texts = made if everywhere else arrow.compute.replace_with_mask(texts, unique, made)
    return texts


def _ids(arrow: Any, name: str, rows: Any, group: BoardGroup) -> Any:
    """The ids of rows as JSON: their own, or one-line ids."""
    compute, types = arrow.compute, arrow.types
    if "id" in rows.column_names:
        own = rows["id"].combine_chunks()
        if types.is_integer(own.type) and not own.null_count:
            return own.cast(arrow.string())
        plain = types.is_string(own.type) and not own.null_count
        if plain and compute.all(compute.match_substring_regex(own, AS_IT_IS), min_count=0).as_py():
            return compute.binary_join_element_wise('"', own, '"', "")
        given = [row.get("id") for row in parquet.records_in(name, rows.select(["id"]))]
    else:
        given = [None] * rows.num_rows
    fields = rows.select(group.shape.columns).to_pylist()
    return arrow.array(
        [
            as_json(group.shape.id_of(row) if own is None else own)
            for own, row in zip(given, fields, strict=True)
        ],
        arrow.string(),
    )


def _as_lines(name: str, kept: Any, columns: dict[str, Any]) -> bytes:
    """Rows as JSON Lines, with their answers behind them."""
    rows = parquet.records_in(name, kept)
    found = zip(columns["status"].to_pylist(), columns["result"].to_pylist(), strict=True)
    lines = []
    for row, (status, result) in zip(rows, found, strict=True):
        start = as_json(row | {"status": status})
        lines.append(f'{start[:-1]}, "result": {result}}}\n')
    return "".join(lines).encode()
