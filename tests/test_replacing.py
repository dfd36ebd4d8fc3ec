"""Files that commands write: what is there is not lost, whatever goes wrong."""

from __future__ import annotations

import os
import resource
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

import nonairo as nn
from commands import Output, run
from nonairo.errors import LimitReached
from nonairo.safe_files import drafted

ID = "binairo:0..0/..0./..../.1.0"
TWO = f"{ID}\nnonogram:1;1\n"
ASKED = (6, 4)  # how many puzzles are asked for, and how many are there before the end

Command = Callable[[Path], list[str]]
WRITERS: dict[str, Command] = {  # each writes to the file named last
    "convert": lambda out: ["convert", ID, "--to", "jsonl", "-o", str(out)],
    "convert picture": lambda out: ["convert", "nonogram:1;1", "--to", "pbm", "-o", str(out)],
    "generate": lambda out: ["generate", "binairo", "4", "--to", "id", "-o", str(out)],
    "generate at once": lambda out: ["generate", "nonogram", "5", "--to", "xml", "-o", str(out)],
    "generate one": lambda out: ["generate", "binairo", "4", "--to", "text", "-o", str(out)],
    "repair": lambda out: ["repair", "nonogram:1/1;1/1", "--to", "id", "-o", str(out)],
    "draw": lambda out: ["draw", ID, "-o", str(out.with_suffix(".svg"))],
    "explain": lambda out: ["explain", ID, "--html", str(out.with_suffix(".html"))],
    "trace": lambda out: ["solve", ID, "--trace", str(out)],
    "practise": lambda out: ["practise", "pair", "--size", "6", "-o", str(out)],
}


def target_of(command: list[str]) -> Path:
    return Path(command[-1])


def files_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_converting_a_file_into_itself_keeps_it_when_a_puzzle_is_refused(
    tmp_path: Path, capsys: Output
) -> None:
    many = tmp_path / "m.ids"
    many.write_text(TWO)
    code, _, err = run(capsys, "convert", str(many), "--to", "non", "-o", str(many))
    assert code == 2
    assert f"{ID}: format non supports only nonograms" in err  # which of them was refused
    assert "m.ids was not changed" in err
    assert "--partial" in err
    assert many.read_text() == TWO
    code, _, err = run(capsys, "convert", str(many), "--to", "non", "-o", str(many), "--partial")
    assert code == 2
    assert "not changed" not in err
    assert [puzzle.kind for puzzle in nn.load(many)] == ["nonogram"]
    assert files_in(tmp_path) == ["m.ids"]


@pytest.mark.parametrize("bad", ["binairo:0../...\n", "nonogram:9;1\n"])
def test_a_record_that_cannot_be_read_keeps_the_output(
    bad: str, tmp_path: Path, capsys: Output
) -> None:
    source, out = tmp_path / "in.ids", tmp_path / "out.jsonl"
    source.write_text(f"{ID}\n{bad}{ID}\n")
    code, _, err = run(capsys, "convert", str(source), "-o", str(out))
    assert code == 2
    assert "not changed" not in err
    assert len(nn.load(out)) == 2  # a new file has the others
    out.write_text("old")
    code, _, err = run(capsys, "convert", str(source), "-o", str(out))
    assert code == 2
    assert "out.jsonl was not changed" in err
    assert out.read_text() == "old"


def test_an_output_is_kept_when_nothing_fits(tmp_path: Path, capsys: Output) -> None:
    out = tmp_path / "a.non"
    out.write_text("old")
    for extra in ([], ["--partial"]):
        code, _, err = run(capsys, "convert", ID, "-o", str(out), *extra)
        assert code == 2
        assert "a.non was not changed" in err
        assert out.read_text() == "old"


def test_a_file_larger_than_a_buffer_is_converted_into_itself(
    tmp_path: Path, capsys: Output
) -> None:
    many = tmp_path / "many.jsonl"
    nn.save([ID] * 2000, many)
    code, _, err = run(capsys, "convert", str(many), "--to", "id", "-o", str(many))
    assert code == 0, err
    assert many.read_text() == f"{ID}\n" * 2000


@pytest.mark.parametrize("name", WRITERS)
def test_a_link_stays_and_its_file_is_replaced(name: str, tmp_path: Path, capsys: Output) -> None:
    command = WRITERS[name](tmp_path / "link.txt")
    link = target_of(command)
    (tmp_path / "there").mkdir()
    real = tmp_path / "there" / "real"
    real.write_text("old")
    real.chmod(0o640)
    link.symlink_to(real)
    assert run(capsys, *command)[0] == 0
    assert link.is_symlink()
    assert real.read_bytes() not in (b"", b"old")
    assert real.stat().st_mode & 0o777 == 0o640
    assert files_in(real.parent) == ["real"]


@pytest.mark.parametrize("name", WRITERS)
def test_a_folder_is_no_file_to_write(name: str, tmp_path: Path, capsys: Output) -> None:
    command = WRITERS[name](tmp_path / "folder.txt")
    target_of(command).mkdir()
    code, _, err = run(capsys, *command)
    assert code == 2
    assert err.strip().endswith("Is a directory")
    assert files_in(tmp_path) == [target_of(command).name]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("name", WRITERS)
def test_a_full_disk_is_one_line(name: str, tmp_path: Path, capsys: Output) -> None:
    command = WRITERS[name](tmp_path / "full.txt")
    target_of(command).symlink_to("/dev/full")
    code, _, err = run(capsys, *command)
    assert code == 2
    assert "No space left on device" in err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("name", ["repair", "generate", "trace"])
def test_a_full_disk_is_reported_once(name: str, capsys: Output) -> None:
    _, _, err = run(capsys, *WRITERS[name](Path("/dev/full")))
    assert err.count("No space left on device") == 1


@pytest.mark.parametrize("name", ["x" * 251 + ".ids", "x." + "y" * 253, "\u00e9" * 125 + ".ids"])
def test_the_longest_names_are_written(name: str, tmp_path: Path) -> None:
    for text in (b"new", b"newer"):
        with drafted(str(tmp_path / name)) as draft:
            draft.write(text)
            assert len(files_in(tmp_path)) == 1 + draft.replaces
        assert (tmp_path / name).read_bytes() == text
    assert files_in(tmp_path) == [name]


@pytest.mark.skipif(not os.access("/dev/shm", os.W_OK), reason="needs /dev/shm")
def test_a_plain_file_below_dev_is_kept_until_the_end() -> None:
    with TemporaryDirectory(dir="/dev/shm") as folder:
        out = Path(folder, "a.ids")
        out.write_text("old")
        with drafted(str(out)) as draft:
            draft.write(b"new")
            draft.flush()
            assert out.read_text() == "old"
        assert out.read_text() == "new"


def test_a_disk_that_fills_up_keeps_the_file(tmp_path: Path) -> None:
    out = tmp_path / "a.jsonl"
    out.write_text("old")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, hard))
    try:
        with pytest.raises(nn.FormatError, match=r"a\.jsonl: File too large"):
            nn.save([ID] * 1000, out)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert out.read_text() == "old"
    assert files_in(tmp_path) == ["a.jsonl"]


def stops(*_: object, error: BaseException, **__: object) -> Iterator[nn.Puzzle]:
    yield from (nn.parse(ID) for _ in range(ASKED[1]))
    raise error


@pytest.mark.parametrize("format", ["id", "jsonl"])
@pytest.mark.parametrize("error", [KeyboardInterrupt(), LimitReached("the limit was reached")])
def test_what_was_made_before_the_end_is_beside_the_old_file(
    format: str,
    error: BaseException,
    tmp_path: Path,
    capsys: Output,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("nonairo.cli.generate.puzzles_of", lambda _: stops(error=error))
    out = tmp_path / "many.ids"
    command = ["generate", "binairo", "4", "--count", str(ASKED[0]), "--seed", "1"]
    command += ["--to", format, "-o", str(out)]
    code, _, err = run(capsys, *command)
    assert code == (130 if isinstance(error, KeyboardInterrupt) else 3)
    assert len(nn.load(out)) == ASKED[1]  # there was no file: what was made is in it
    out.write_text("old")
    for name in ("many.partial.ids", "many.partial-2.ids"):  # the first one is not lost, either
        code, _, err = run(capsys, *command)
        assert code == (130 if isinstance(error, KeyboardInterrupt) else 3)
        assert out.read_text() == "old"
        assert f"many.ids was not changed: what was written so far is in {tmp_path / name}" in err
        assert len(nn.load(tmp_path / name)) == ASKED[1]


def test_a_book_without_some_puzzles_does_not_replace_a_whole_one(
    tmp_path: Path, capsys: Output
) -> None:
    out = tmp_path / "book.pdf"
    out.write_text("old")
    code, _, err = run(capsys, "book", ID, "nonogram:1/1;1/1", "-o", str(out))
    assert code == 2
    assert out.read_text() == "old"
    assert (tmp_path / "book.partial.pdf").read_bytes().startswith(b"%PDF")
    assert "book.partial.pdf" in err


@pytest.mark.parametrize(
    ("option", "name", "during", "begun"),
    [
        ("--trace", "x.txt", "show", "engine walk"),
        ("--tree", "x.svg", "solving.solve", "search tree"),
    ],
)
def test_what_was_interrupted_is_beside_the_old_file(
    option: str,
    name: str,
    during: str,
    begun: str,
    tmp_path: Path,
    capsys: Output,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(f"nonairo.cli.solve.{during}", interrupted)
    out = tmp_path / name
    out.write_text("old")
    code, _, err = run(capsys, "solve", ID, option, str(out))
    assert code == 130
    assert out.read_text() == "old"
    draft = out.with_suffix(f".partial{out.suffix}")
    assert draft.name in err
    assert begun in draft.read_text()


@pytest.mark.parametrize("bad", ["no-such-file.txt", "binairo:x", "bad:x"])
def test_a_trace_of_nothing_leaves_the_files_alone(
    bad: str, tmp_path: Path, capsys: Output
) -> None:
    out = tmp_path / "trace.txt"
    assert run(capsys, "solve", bad, "--trace", str(out))[0] == 2
    assert files_in(tmp_path) == []
    out.write_text("old")
    code, _, err = run(capsys, "solve", bad, "--trace", str(out))
    assert code == 2
    assert out.read_text() == "old"
    assert "trace.txt was not changed: there was nothing to write" in err
    assert files_in(tmp_path) == ["trace.txt"]


def test_a_trace_without_some_puzzles_is_beside_the_old_one(tmp_path: Path, capsys: Output) -> None:
    out = tmp_path / "trace.txt"
    out.write_text("old")
    code, _, err = run(capsys, "solve", ID, "binairo:x", "--trace", str(out))
    assert code == 2
    assert out.read_text() == "old"
    assert "trace.txt was not changed: what was written so far is in" in err
    assert "engine walk" in (tmp_path / "trace.partial.txt").read_text()


def test_a_puzzle_is_not_replaced_by_its_trace_its_picture_or_its_proof(
    tmp_path: Path, capsys: Output
) -> None:
    for name, command in (
        ("a.txt", ["solve", "{}", "--trace", "{}"]),
        ("a.gif", ["solve", "{}", "--gif", "{}"]),
        ("a.svg", ["solve", "{}", "--tree", "{}"]),
        ("a.svg", ["draw", "{}", "-o", "{}"]),
        ("a.html", ["explain", "{}", "--html", "{}"]),
        ("a.pdf", ["book", "{}", "-o", "{}"]),
    ):
        path = tmp_path / name
        path.write_text(ID)
        code, _, err = run(capsys, *(word.format(path) for word in command))
        assert code == 2, command
        assert "is one of the inputs" in err
        assert path.read_text() == ID
    puzzle = tmp_path / "p.json"
    nn.save(ID, puzzle)
    before = puzzle.read_bytes()
    code, _, err = run(capsys, "solve", str(puzzle), "--proof", str(tmp_path / "p"))
    assert code == 2
    assert "p.json: exists and is not a proof" in err
    assert puzzle.read_bytes() == before
    for _ in range(2):  # a proof is replaced by a proof
        assert run(capsys, "solve", str(puzzle), "--proof", str(tmp_path / "q"))[0] == 0
    assert run(capsys, "verify", str(puzzle), str(tmp_path / "q"))[0] == 0


ONE = "binairo:../.."
NUMBERED: dict[str, tuple[str, list[str]]] = {  # the file that is there, and the command
    "generate": ("g-2.txt", ["generate", "binairo", "4", "--count", "2", "-o", "g.txt"]),
    "tree": ("t-2.svg", ["solve", ONE, ONE, "--tree", "t.svg"]),
    "gif": ("t-2.gif", ["solve", ONE, ONE, "--gif", "t.gif"]),
    "repair": ("r-2.txt", ["repair", ONE, ONE, "--pick", "all", "--to", "text", "-o", "r.txt"]),
    "cnf": ("p.cnf", ["solve", ID, "--proof", "p"]),
    "lrat": ("p.lrat", ["solve", ID, "--proof", "p"]),
}


@pytest.mark.parametrize("name", NUMBERED)
def test_only_the_file_that_was_named_is_replaced(
    name: str, tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name == "gif":
        for needed in ("PIL", "resvg_py"):
            pytest.importorskip(needed, reason=f"GIF needs {needed}, of the extra draw")
    monkeypatch.chdir(tmp_path)
    there, command = NUMBERED[name]
    Path(there).write_text("keep")
    code, _, err = run(capsys, *command)
    assert code == 2
    assert Path(there).read_text() == "keep"
    assert err.count(f"{there}: exists") == 1
    Path(there).unlink()
    assert run(capsys, *command)[0] == 0
    assert Path(there).read_bytes() != b"keep"


def test_saving_keeps_the_file_when_it_fails(tmp_path: Path) -> None:
    out = tmp_path / "a.jsonl"
    out.write_text("old")

    def puzzles() -> Iterator[str]:
        yield ID
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        nn.save(puzzles(), out)
    assert out.read_text() == "old"
    assert files_in(tmp_path) == ["a.jsonl"]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write all")
def test_a_file_that_may_not_be_written_is_kept(tmp_path: Path, capsys: Output) -> None:
    out = tmp_path / "a.jsonl"
    out.write_text("old")
    out.chmod(0o400)
    code, _, err = run(capsys, "convert", ID, "-o", str(out))
    assert code == 2
    assert "Permission denied" in err
    assert out.read_text() == "old"


def test_a_folder_that_takes_no_new_file_still_has_its_file_replaced(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "a.ids"
    out.write_text("old")
    real = open

    def refuse(name: str, mode: str = "r") -> object:
        if "x" in mode:
            raise PermissionError(13, "Permission denied")
        return real(name, mode)

    def busy(*_: object) -> None:
        raise OSError(16, "Device or resource busy")

    monkeypatch.setattr("builtins.open", refuse)
    monkeypatch.setattr("os.replace", busy)
    with drafted(str(out)) as draft:
        draft.write(b"new")
    monkeypatch.undo()
    assert out.read_text() == "new"
    assert files_in(tmp_path) == ["a.ids"]
