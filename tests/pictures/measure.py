"""How well pictures are read: before the proof, after it, and how much goes wrong unnoticed.

    python tests/pictures/make.py --count 400 --seed 77 -o DIR
    python tests/pictures/measure.py DIR [--failures]

A picture is read whole if every puzzle on it has all its givens and signs or clues and nothing
else. `silently wrong` is a wrong puzzle that the reader is sure of. Where entries look like givens,
both a puzzle with and one without them counts as right.
"""

from __future__ import annotations

import argparse
import json
import re
import resource
import sys
import time
from collections import Counter
from multiprocessing import Pool
from pathlib import Path
from typing import Any

import nonairo as nn
from nonairo.photo.decoding import pixels_of
from nonairo.photo.posing import pose
from nonairo.photo.proving import SECONDS, prove
from nonairo.photo.readings import seen

ROWS = ("read whole, before the proof", "read whole, after it", "of these, asks to look at them",
        "wrong or not found, and says so", "wrong silently")  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--failures", action="store_true", help="list what was not read")
    parser.add_argument("--first", type=int, help="only so many pictures")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    options = parser.parse_args()
    tables: dict[str, Counter[str]] = {"screenshots": Counter(), "photographs": Counter()}
    times: dict[str, list[float]] = {"screenshots": [], "photographs": []}
    lines = (options.folder / "truth.jsonl").read_text(encoding="utf-8").splitlines()
    tasks = [(options.folder, line) for line in lines[: options.first]]
    most = 0.0
    with Pool(options.jobs) as pool:
        for k, (record, outcome, detail, seconds, memory) in enumerate(pool.imap(one, tasks), 1):
            group = "photographs" if record["photo"] else "screenshots"
            times[group].append(seconds)
            tables[group].update(["all", *outcome])
            most = max(most, memory)
            if options.failures and (ROWS[1] not in outcome or ROWS[4] in outcome):
                about = [record[name] for name in ("file", "drawn", "look", "font", "zoom")]
                kind = record["puzzles"][0]["kind"]
                print(*about, kind, "|", ", ".join(outcome), "|", detail, flush=True)
            if sys.stderr.isatty():
                sys.stderr.write(f"\r{k} of {len(tasks)}")
    report(tables, times)
    print(f"\nmost memory of a process: {most:.0f} MB")
    return 0


def one(task: tuple[Path, str]) -> tuple[dict[str, Any], list[str], str, float, float]:
    """One picture: its record, what became of it, and what that took."""
    folder, line = task
    record = json.loads(line)
    begin = time.process_time()
    outcome, detail = judged((folder / record["file"]).read_bytes(), record)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return record, outcome, detail, time.process_time() - begin, memory


def judged(data: bytes, record: dict[str, Any]) -> tuple[list[str], str]:
    """Which rows of the table a picture belongs to."""
    sightings = seen(pixels_of(data))
    share = SECONDS / max(1, len(sightings))  # as the reader does
    proofs = [prove(each, seconds=share) for each in sightings]
    before = after = sure = True
    wrong_silently = False
    details = []
    free = list(zip(sightings, proofs, strict=True))
    for truth in record["puzzles"]:
        pair = nearest(truth, free)
        if pair is None:
            before = after = sure = False
            details.append("not found")
            continue
        free.remove(pair)
        sighting, proved = pair
        first = likeliest(proved)
        right = proved.best is not None and same(proved.best.puzzle, truth)
        before &= first is not None and same(first, truth)
        after &= right
        sure &= proved.sure
        wrong_silently |= proved.sure and not right
        if not right or not proved.sure:
            details.append(
                f"{sighting.height}x{sighting.width} {proved.why} "
                f"confidence {proved.confidence:.4f} tried {proved.tried}"
            )
    for sighting, proved in free:  # what is no puzzle, but taken for one
        if proved.sure:
            wrong_silently = True
            details.append(f"imagined {sighting.kind} {sighting.height}x{sighting.width}")
    outcome = [ROWS[0]] * before + [ROWS[1]] * after + [ROWS[2]] * (after and not sure)
    outcome += [ROWS[4]] * wrong_silently + [ROWS[3]] * (not after and not wrong_silently)
    return outcome, "; ".join(details)


def nearest(truth: dict[str, Any], free: list[Any]) -> Any:
    """The sighting whose cells lie where the truth says."""

    def middle(quad: Any) -> tuple[float, float]:
        return sum(p[0] for p in quad) / 4, sum(p[1] for p in quad) / 4

    x, y = middle(truth["quad"])
    reach = max(abs(a[0] - b[0]) + abs(a[1] - b[1]) for a in truth["quad"] for b in truth["quad"])
    near = [
        (abs(mx - x) + abs(my - y), k)
        for k, (sighting, _) in enumerate(free)
        for mx, my in [middle(sighting.corners)]
    ]
    near = [each for each in near if each[0] < reach / 3]
    return free[min(near)[1]] if near else None


def likeliest(proved: Any) -> nn.Puzzle | None:
    """What it looks like, without the proof."""
    try:
        values = [spot.options[0].value for spot in proved.spots]
        return pose(proved.sighting, values, proved.rules)
    except nn.PuzzleError:
        return None


def same(puzzle: nn.Puzzle, truth: dict[str, Any]) -> bool:
    """Whether it is the puzzle in the picture: colours may be shades of the same ones."""
    wanted = nn.parse(truth["id"])
    if plain(puzzle.id) == plain(wanted.id):
        return True
    if truth["kind"] not in ("binairo", "tango") or truth["differ"]:
        return False
    full = ["".join(e if g == "." else g for g, e in zip(*pair, strict=True))
            for pair in zip(truth["givens"], truth["entries"], strict=True)]  # fmt: skip
    return plain(puzzle.id) == plain(wanted.with_givens("/".join(full)).id)


def plain(text: str) -> str:
    """An id without rules and shades: colours are named in the order in which they occur."""
    body = text.partition(":")[2]
    if "@a=" not in text:
        return body
    names: dict[str, str] = {}
    return re.sub("[a-z]", lambda found: names.setdefault(found[0], "abcdefgh"[len(names)]), body)


def report(tables: dict[str, Counter[str]], times: dict[str, list[float]]) -> None:
    groups = [name for name, table in tables.items() if table["all"]]
    print("| | " + " | ".join(f"{name} ({tables[name]['all']})" for name in groups) + " |")
    print("| --- |" + " ---: |" * len(groups))
    for row in ROWS:
        shares = (f"{tables[name][row] / tables[name]['all']:.1%}" for name in groups)
        print(f"| {row} | " + " | ".join(shares) + " |")
    for what, pick in (("median", 0.5), ("slowest", 1.0)):
        values = (sorted(times[name])[int(pick * (len(times[name]) - 1))] for name in groups)
        print(f"| processor time, {what} | " + " | ".join(f"{v:.2f} s" for v in values) + " |")


if __name__ == "__main__":
    raise SystemExit(main())
