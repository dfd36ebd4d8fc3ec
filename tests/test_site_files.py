"""`nonairo site`: which files a site has, and how they get into a folder."""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import json
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path, PurePosixPath

import pytest

import nonairo as nn
from nonairo.answers import answer
from nonairo.cli import main
from nonairo.errors import FormatError
from nonairo.serving.static import policy
from nonairo.site import folder as folders
from nonairo.site.bytecode import with_bytecode
from nonairo.site.contents import FIRST, MANIFEST, OFFLINE, Files, site_files
from nonairo.site.folder import write_site
from nonairo.site.pyodide import NEEDED, Pyodide, pyodide_at
from nonairo.site.wheel import NAME, pure_wheel

ROOT = Path(__file__).parents[1]
SMALL = Pyodide("314.0.0", {name: name.encode() for name in (*NEEDED, "pyodide.asm.mjs")})
ABOUT = json.dumps({"name": "pyodide", "version": "314.0.0"}).encode()


@pytest.fixture(scope="module")
def site() -> Files:
    return site_files(SMALL)


def everything(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_a_site_is_the_same_twice_and_its_sums_are_right(site: Files) -> None:
    assert site_files(SMALL) == site
    told = json.loads(site[MANIFEST])
    assert told["nonairo"] == nn.__version__
    sums = {path: hashlib.sha256(body).hexdigest() for path, body in site.items()}
    del sums[MANIFEST]
    assert told["files"] == sums
    found = re.search(r"const FILES = (\{.*?\});", site[OFFLINE].decode(), re.DOTALL)
    assert found
    del sums[OFFLINE]
    assert json.loads(found[1]) == sums


def test_what_changes_gets_another_name_and_all_else_keeps_its_own(site: Files) -> None:
    other = site_files(SMALL._replace(files=SMALL.files | {"python_stdlib.zip": b"another"}))
    gone = {path for path in site if path not in other}
    assert {PurePosixPath(path).parts[1].partition("-")[0] for path in gone} == {"pyodide"}
    changed = {path for path in site if path in other and other[path] != site[path]}
    assert changed == {"index.html", OFFLINE, MANIFEST}


def test_every_address_is_relative_and_there(site: Files) -> None:
    index = site["index.html"].decode()
    asked = re.findall(r'(?:href|src)="([^"]*)"', index)
    asked += re.findall(r'name="nonairo-(?:prepared|wheel|core|offline)" content="([^"]+)"', index)
    assert len(asked) > 8
    assert [path for path in asked if path not in site] == []
    (pyodide,) = re.findall(r'name="nonairo-pyodide" content="([^"]*)"', index)
    assert {pyodide + name for name in SMALL.files} <= set(site)
    assert 'name="nonairo-backend" content="worker"' in index
    for path, body in site.items():
        if not path.endswith((".js", ".css", ".html")) or "/pyodide" in path:
            continue
        text = body.decode().replace("http://www.w3.org/", "")
        assert not re.search(r"https?://", text), path
        modules = re.findall(r"""(?:\} from |\bimport\(|^import )["'`]([^"'`]*)""", text, re.M)
        modules += re.findall(r"""url\(["']?([^"')]*)""", text)
        assert [name for name in modules if not name.startswith((".", "#", "${pyodide}"))] == [], (
            path
        )


def test_the_page_says_what_it_may_do(site: Files) -> None:
    index = site["index.html"].decode()
    said = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', index)
    assert said
    assert said[1] == policy(site=True)
    assert "'wasm-unsafe-eval'" in said[1]
    assert "frame-ancestors" not in said[1]
    assert index.index("http-equiv") < index.index("<script")


def test_the_first_puzzle_is_ours_and_answered_beforehand(site: Files) -> None:
    assert [puzzle.id for puzzle in nn.load(ROOT / "examples" / "first.txt")] == [FIRST]
    (path,) = (path for path in site if path.endswith("/prepared.json"))
    known = json.loads(site[path])
    asked = [(each["name"], each["request"].get("puzzle")) for each in known]
    assert {("kinds", None), ("describe", FIRST), ("grade", FIRST)} <= set(asked)
    for each in known:
        assert each["answer"] == json.loads(json.dumps(answer(each["name"], each["request"])))


def test_the_wheel_is_pure_and_recorded() -> None:
    with zipfile.ZipFile(io.BytesIO(pure_wheel())) as archive:
        names = archive.namelist()
        (record,) = (name for name in names if name.endswith(".dist-info/RECORD"))
        rows = list(csv.reader(archive.read(record).decode().splitlines()))
        assert [row[0] for row in rows] == names
        for name, told, size in rows[:-1]:
            body = archive.read(name)
            code = base64.urlsafe_b64encode(hashlib.sha256(body).digest()).decode().rstrip("=")
            assert (told, int(size)) == (f"sha256={code}", len(body))
    assert {Path(name).suffix for name in names if "dist-info" not in name} == {
        ".py",
        ".txt",
        ".typed",
    }


def test_the_wheel_answers_where_nothing_else_is_installed(tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(pure_wheel())
    script = (
        f"import sys; sys.path.insert(0, {str(tmp_path / NAME)!r})\n"
        "from nonairo.serving.beside import reply\n"
        f'print(reply("hint", \'{{"puzzle": "{FIRST}", "strength": 1}}\')[:3])\n'
        'print(reply("solve", \'{"puzzle": "binairo:0./..", "engine": "core"}\'))\n'
        'print(reply("engines", "")[:200])\n'
    )
    command = [sys.executable, "-I", "-S", "-c", script]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    assert told.stderr == ""
    hint, refused, listed = told.stdout.splitlines()
    assert hint == "200"
    assert "engine core is not available" in refused
    assert listed.startswith('200 {"engines":[{"name":"core"')


def test_without_node_there_is_no_bytecode(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert with_bytecode(SMALL, pure_wheel()) is None


def test_progress_is_told_on_the_way() -> None:
    from nonairo.serving.beside import reply

    told: list[str] = []
    hard = '{"puzzle": "binairo:%s", "engine": "guess", "limit": 10000, "time_limit": 0.4}'
    reply("solve", hard % "/".join(["." * 12] * 12), told.append)
    assert told
    assert set(json.loads(told[0])) == {"seconds", "nodes"}


def test_a_site_is_written_anew_over_itself_and_nothing_else_goes(
    site: Files, tmp_path: Path
) -> None:
    target = tmp_path / "a" / "site"
    old = site | {"files/page-old/js/old.js": b"old"}
    sums = json.loads(site[MANIFEST])["files"] | {"files/page-old/js/old.js": "", "../kept": ""}
    old[MANIFEST] = json.dumps({"nonairo": "0.0", "files": sums}).encode()
    write_site(target, old)
    (tmp_path / "a" / "kept").write_text("outside")
    (target / "CNAME").write_text("puzzles.example")
    write_site(target, site)
    assert everything(target) == site | {"CNAME": b"puzzles.example"}
    assert not (target / "files" / "page-old").exists()
    assert (tmp_path / "a" / "kept").read_text() == "outside"


def test_other_folders_are_refused(
    tmp_path: Path, site: Files, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(FormatError, match="expected an empty folder or an earlier site"):
        write_site(tmp_path, site)
    with pytest.raises(FormatError, match="expected a folder, found a file"):
        write_site(tmp_path / "notes.txt", site)
    (tmp_path / MANIFEST).write_text('["something else"]')
    assert main(["site", "-o", str(tmp_path), "--pyodide", "none"]) == 2
    assert "found other files" in capsys.readouterr().err
    assert sorted(everything(tmp_path)) == ["notes.txt", MANIFEST]


@pytest.mark.parametrize("last", [1, 20, -2, -1])
def test_a_failure_leaves_nothing_or_the_former_site(
    site: Files, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, last: int
) -> None:
    former = site_files(SMALL._replace(version="313.0.0", files=SMALL.files | {"pyodide.mjs": b""}))
    write_site(tmp_path / "former", former)
    written = folders._replace
    number = [0]

    def fail_once(target: Path, body: bytes) -> None:
        number[0] += 1
        if number[0] == most:
            raise OSError(28, "No space left on device")
        written(target, body)

    monkeypatch.setattr(folders, "_replace", fail_once)
    changed = [path for path in site if site[path] != former.get(path)]
    for name, before, count in (("new", {}, len(site)), ("former", former, len(changed))):
        number[0], most = 0, last if last > 0 else count + last + 1
        if most > count:
            continue
        with pytest.raises(FormatError, match="No space left"):
            write_site(tmp_path / name, site)
        assert everything(tmp_path / name) == before
        assert (tmp_path / name).exists() == bool(before)


def test_the_command_writes_a_site_from_a_folder_or_an_archive(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    unpacked, archive = tmp_path / "pyodide", tmp_path / "pyodide.tgz"
    unpacked.mkdir()
    with tarfile.open(archive, "w:gz") as packed:
        for name, body in (SMALL.files | {"package.json": ABOUT, "console.html": b"no"}).items():
            (unpacked / name).write_bytes(body)
            entry = tarfile.TarInfo(f"package/{name}")
            entry.size = len(body)
            packed.addfile(entry, io.BytesIO(body))
    assert pyodide_at(str(unpacked)) == pyodide_at(str(archive)) == SMALL
    assert main(["site", "-o", str(tmp_path / "site"), "--pyodide", str(archive)]) == 0
    said = capsys.readouterr()
    assert " files, " in said.out
    assert "no bytecode" in said.err  # these files are no Python that could compile it
    assert everything(tmp_path / "site") == site_files(SMALL)


def test_without_pyodide_it_says_in_one_line_how_to_get_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "broken.tgz").write_bytes(b"\x1f\x8b nothing")
    (tmp_path / "other").mkdir()
    for name in (*NEEDED, "pyodide.asm.js"):
        (tmp_path / "other" / name).write_bytes(b"")
    (tmp_path / "other" / "package.json").write_bytes(b'{"name": "leftpad", "version": "1"}')
    for given in ([], *(["--pyodide", str(tmp_path / name)] for name in
                        ("empty", "broken.tgz", "other", "absent.tgz", "/dev/zero"))):  # fmt: skip
        assert main(["site", "-o", str(tmp_path / "site"), *given]) == 2
        said = capsys.readouterr().err
        assert "npm pack pyodide" in said
        assert len(said.splitlines()) == 1
    assert not (tmp_path / "site").exists()
