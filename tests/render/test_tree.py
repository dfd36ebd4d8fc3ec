"""`solve --tree`: the nodes of a search, both values, and where it failed."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path

import pytest

import nonairo as nn
from commands import Output, run
from nonairo.render import tree as module
from nonairo.render.shapes import Glyph
from nonairo.render.text_layout import write_line
from nonairo.render.tree import LEGEND, OPEN, Node, SearchTree, tree_scene

BOARD = nn.parse("binairo:..0.1./....../1..1../..1.../....../.1...0")
ENGINES = ("guess:cell=first", "guess:propagate=lines", "zones+guess", "patterns+guess")


def nodes(node: Node) -> Iterator[Node]:
    yield node
    for child in node.children:
        yield from nodes(child)


def grown(engine: str, limit: int | None = None) -> tuple[SearchTree, nn.Result]:
    tree = SearchTree(BOARD)
    return tree, nn.solve(BOARD, engine, limit=limit, seed=3, observer=tree)


@pytest.mark.parametrize("engine", ENGINES)
def test_the_tree_has_the_nodes_the_failures_and_the_solutions_of_the_search(
    engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_NODES", 1000)
    tree, result = grown(engine)
    found = list(nodes(tree.root))
    assert len(found) == tree.number == result.stats.nodes
    assert sum(node.end.startswith("fails: ") for node in found) == result.stats.backtracks
    solutions = [node.grid for node in found if node.end.startswith("solution")]
    assert solutions == result.solutions
    for node in found:
        if node.children:
            one, other = node.children
            assert one.guess
            assert other.guess
            assert (one.guess[0], one.guess[1], other.guess[1]) == (other.guess[0], "0", "1")
            assert node.grid[one.guess[0]] == "."
            assert node.end == ""
            assert all(node.grid.fits(child.grid) for child in node.children)
        else:
            assert node.end


def test_a_value_that_was_not_tried_is_drawn_as_such() -> None:
    tree, _ = grown("guess:cell=first", limit=1)
    before = tree.number
    scene = tree_scene(tree)
    ends = [node.end for node in nodes(tree.root)]
    assert ends.count("solution 1") == 1
    assert OPEN in ends
    assert len(ends) == before + ends.count(OPEN)
    assert scene.width > scene.height / 10


def test_givens_are_bold_at_the_root_before_anything_is_filled() -> None:
    def pens(grid: nn.Grid) -> list[float]:
        shapes = module._board(BOARD, Node(grid)).shapes
        return [shape.pen for shape in shapes if isinstance(shape, Glyph)]

    light, *heavy = pens(BOARD.givens.fill({nn.Cell(0, 0): "0"}))
    assert pens(BOARD.givens) == heavy
    assert len(heavy) == 7
    assert light < min(heavy)


def test_the_legend_is_there_if_a_cell_is_guessed_and_no_level_is_higher_than_its_texts() -> None:
    tree, _ = grown("guess:cell=first", limit=1)
    deep, board = tree_scene(tree), module._board(BOARD, tree.root)
    legend = write_line(LEGEND, module.GAP, module.GAP / 2, module.LETTERS)
    assert legend in deep.shapes
    alone = SearchTree(BOARD)
    scene = tree_scene(alone)
    assert legend not in scene.shapes
    assert scene.height <= board.height + module.LABEL + 2 * module.GAP + 1


def test_the_picture_is_written_by_solve(capsys: Output, tmp_path: Path) -> None:
    path = tmp_path / "tree.svg"
    words = ["solve", BOARD.id, "--tree", str(path), "--engine", "guess:cell=first"]
    code, out, err = run(capsys, *words)
    assert (code, err) == (0, "")
    assert out.startswith("multiple")
    root = ElementTree.fromstring(path.read_text(encoding="utf-8"))
    assert "search tree of binairo" in str(root[0].text).lower()
    assert run(capsys, "solve", "binairo:../..", "--tree", str(path))[0] == 0, (
        "guess is the default"
    )


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("{board} --tree {folder}/x.gif", "expected a file that ends in .svg, .png or .pdf"),
        ("{board} --tree {folder}/no/x.svg", "No such file or directory"),
        (
            "{board} --tree {folder}/x.svg --engine zones",
            "patterns+guess, not of zones",
        ),
        ("{board} --tree {folder}/x.svg --engine sat", "zones+guess or patterns+guess, not of sat"),
        ("{blank12} --tree {folder}/x.svg", "boards of at most 100 cells, found 12x12"),
    ],
)
def test_what_cannot_be_drawn_is_one_line(
    capsys: Output, tmp_path: Path, words: str, told: str
) -> None:
    blanks = {f"blank{n}": nn.KINDS["binairo"].blank(n, n, "standard").id for n in (12,)}
    filled = words.format(board=BOARD.id, folder=tmp_path, **blanks)
    code, out, err = run(capsys, "solve", *filled.split())
    assert (code, out) == (2, "")
    assert told in err
    assert len(err.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_the_answer_is_shown_without_a_tree_that_is_too_large(
    capsys: Output, tmp_path: Path
) -> None:
    blank = nn.KINDS["binairo"].blank(4, 4, "standard").id
    path = tmp_path / "x.svg"
    path.write_text("old")
    code, out, err = run(capsys, "solve", blank, "--all", "--tree", str(path))
    assert code == 2
    assert out.startswith("multiple\n")
    assert out.count("\n\n") == 71
    assert err.startswith("nonairo: --tree draws at most 64 nodes, found 143; ")
    assert len(err.splitlines()) == 1
    assert path.read_text() == "old"


def test_nothing_is_collected_past_the_largest_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_NODES", 5)
    tree, result = grown("guess:cell=first")
    assert tree.number == result.stats.nodes > 5
    assert len(list(nodes(tree.root))) == 5


@pytest.mark.parametrize(
    ("puzzle", "engine"),
    [("binairo:0..0/..0./..../.1.0", "walk"), ("nonogram:1,1/3/1;1/2/2", "rows")],
)
def test_a_search_that_tries_has_a_node_for_every_try(puzzle: str, engine: str) -> None:
    board = nn.parse(puzzle)
    tree = SearchTree(board)
    events: list[nn.Event] = []

    def observe(event: nn.Event) -> None:
        events.append(event)
        tree(event)

    result = nn.solve(board, engine, limit=None, observer=observe)
    found = list(nodes(tree.root))
    assert len(found) == tree.number == result.stats.nodes
    refused = [event for event in events if event.valid is False and event.cells]
    assert sum(node.end.startswith("fails: ") for node in found) == len(refused) > 0
    assert [node.grid for node in found if node.end.startswith("solution")] == result.solutions
    for node in found:
        for child in node.children:
            assert child.grid == node.grid.fill(dict(child.tried))
    assert tree_scene(tree).width > 0
