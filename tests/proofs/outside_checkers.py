"""Checkers of proofs that others have written, where they are at hand.

`acl2` is the LRAT checker of Heule, Hunt and Kaufmann, whose soundness is proved in ACL2 (Debian:
`apt-get install acl2 acl2-books-source`); `dratify` is a package of Python (`pip install dratify`);
the others are programs on the PATH.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path

PATIENCE = 300  # seconds
DRATIFY = """
import sys
from dratify import check_proof, parse_dimacs
clauses, proof = (open(name, encoding="ascii").read() for name in sys.argv[1:])
print(check_proof(parse_dimacs(clauses), proof).report())
"""
# Debian's sources of the books come without the packages of their documentation.
PACKAGES = """
(defpkg "XDOC" (union-eq '(b* value defxdoc defxdoc-raw defsection macro-libraries)
  (union-eq *acl2-exports* *common-lisp-symbols-from-main-lisp-package*)))
(defpkg "STD" (union-eq *acl2-exports* *common-lisp-symbols-from-main-lisp-package*))
"""


def books() -> Path | None:
    """Where ACL2's checker is kept."""
    if shutil.which("acl2") is None:
        return None
    found = sorted(Path("/usr/share").glob("acl2*/books/projects/sat/lrat"))
    return found[-1] if found else None


def by_acl2(paths: Sequence[Path]) -> list[bool]:
    """Whether each proof, by its name without an ending, holds; all in one process."""
    kept = books()
    assert kept is not None
    run = kept / "list-based" / "run"
    words = [
        "" if run.with_suffix(".cert").exists() else PACKAGES,
        f'(ld "{kept}/portcullis.acl2")',
        f'(include-book "{run}")',
        *(
            f'(cw "proof {at}~%")\n'
            f"(er-let* ((told (verify-lrat-proof {_text(path, '.cnf')} {_text(path, '.lrat')})))"
            ' (prog2$ (cw "holds: ~x0~%" told) (value :invisible)))'
            for at, path in enumerate(paths)
        ),
    ]
    told = subprocess.run(["acl2"], input="\n".join(words), capture_output=True, text=True,
                          timeout=PATIENCE, check=True).stdout  # fmt: skip
    parts = re.split(r"\bproof \d+\n", told)[1:]
    return [_verdict(part) for part in parts]


def _verdict(told: str) -> bool:
    """What the checker says of a proof; it stops at a step that does not follow."""
    found = re.search(r"holds: (T|NIL)|HARD ACL2 ERROR in LRAT::", told)
    assert found is not None, told
    return found[1] == "T"


def _text(path: Path, ending: str) -> str:
    return f'"{path}{ending}"'


def by_program(words: Sequence[str], ending: str) -> Callable[[Sequence[Path]], list[bool]]:
    """A program that reads the clauses and the proof, and prints its verdict."""

    def check(paths: Sequence[Path]) -> list[bool]:
        verdicts = []
        for path in paths:
            asked = [*words, f"{path}.cnf", f"{path}{ending}"]
            told = subprocess.run(asked, capture_output=True, text=True, timeout=PATIENCE,
                                  check=False).stdout  # fmt: skip
            verdicts.append(is_verified(told))
        return verdicts

    return check


def is_verified(told: str) -> bool:
    """Whether a program accepts a proof: `lrat-check` says so in a comment, the others do not."""
    accepted = re.search(r"^(s VERIFIED\b.*|c VERIFIED)$", told, re.MULTILINE)
    return accepted is not None and "NOT VERIFIED" not in told


PACKAGE = "dratify"
PROGRAMS = {"lrat-check": ".lrat", "cake_lpr": ".lrat", "drat-trim": ".drat"}
CHECKERS: dict[str, tuple[str, Callable[[Sequence[Path]], list[bool]]]] = {
    "acl2": (".lrat", by_acl2),
    PACKAGE: (".drat", by_program([sys.executable, "-c", DRATIFY], ".drat")),
    **{name: (ending, by_program([name], ending)) for name, ending in PROGRAMS.items()},
}


def missing(name: str) -> str | None:
    """Why a checker cannot be asked."""
    if name == PACKAGE:
        here = find_spec(name) is not None
    else:
        here = (books() if name == "acl2" else shutil.which(name)) is not None
    return None if here else f"{name} is not installed"
