"""What is packaged is what git has, and where the core cannot be compiled that is said plainly."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
from fnmatch import fnmatch
from pathlib import Path

import pytest

import nonairo as nn

ROOT = Path(__file__).parents[1]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]
LEFT_OUT = (".ci/", ".github/", "bench/results/")
BUILD_SDIST = (
    "import sys; from scikit_build_core.build import build_sdist; build_sdist(sys.argv[1])"
)


def _tracked() -> list[str]:
    """The files that git has, or will have."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return [name for name in told.stdout.split("\0") if name and (ROOT / name).is_file()]


def test_the_version_is_cited_and_has_an_entry_in_the_changelog() -> None:
    assert f"\nversion: {nn.__version__}\n" in (ROOT / "CITATION.cff").read_text()
    assert f"\n## {nn.__version__} - 20" in (ROOT / "CHANGELOG.md").read_text()


def test_the_sdist_has_what_git_has(tmp_path: Path) -> None:
    tree, out = tmp_path / "tree", tmp_path / "out"
    names = _tracked()
    for name in names:
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, tree / name)
    left_behind = (  # what `make test` leaves, with folders of the same names as ours
        *(".venv/lib/numpy/_core/include/x.h", ".venv/core/y.py", "build/core/CMakeLists.txt"),
        *(
            "build/x/core/z.o",
            "dist/a.whl",
            "src/nonairo/_core.so",
            "src/nonairo/__pycache__/a.pyc",
        ),
    )
    for name in left_behind:
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_text("")
    subprocess.run([sys.executable, "-c", BUILD_SDIST, str(out)], cwd=tree, check=True)
    (archive,) = out.iterdir()
    with tarfile.open(archive) as sdist:
        packed = {name.partition("/")[2] for name in sdist.getnames()}
    assert packed - {"PKG-INFO"} == {name for name in names if not name.startswith(LEFT_OUT)}


def test_the_core_says_in_a_sentence_which_compilers_it_needs(tmp_path: Path) -> None:
    """A compiler without 128-bit integers stands for MSVC."""
    told = subprocess.run(
        ["cmake", "-S", str(ROOT), "-B", str(tmp_path), "-DNONAIRO_TESTS=ON"],
        env=os.environ | {"CXXFLAGS": "-D__int128=struct"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode != 0
    said = " ".join(told.stderr.split())
    assert "lacks 128-bit integers or vector extensions" in said
    assert "Use GCC or Clang for a 64-bit processor (not MSVC), or install without the core" in said


@pytest.mark.parametrize(
    ("wheel", "built"),
    [
        ("cp313-manylinux_x86_64", True),
        ("cp313-manylinux_aarch64", True),
        ("cp311-macosx_arm64", True),
        ("cp313-win_amd64", False),
        ("cp312-win_arm64", False),
        ("cp311-win32", False),
        ("cp311-manylinux_i686", False),
    ],
)
def test_wheels_are_built_where_the_core_compiles(wheel: str, built: bool) -> None:
    wheels = SETTINGS["cibuildwheel"]
    chosen = any(fnmatch(wheel, pattern) for pattern in wheels["build"].split())
    skipped = any(fnmatch(wheel, pattern) for pattern in wheels["skip"].split())
    assert (chosen and not skipped) is built
