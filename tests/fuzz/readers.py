"""Fuzzing of the readers, and of the answers to requests: any bytes are settled, and quickly.

`python tests/fuzz/readers.py [FORMAT ...] [--seconds N]` runs each reader, and `answers`, for N
seconds (60), guided by coverage where atheris is installed, else with plain mutations of the
samples. What is found is written to `tests/fuzz/found`, which the tests replay.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

HERE = Path(__file__).parent
FOUND = HERE / "found"
NATURAL = HERE.parent / "data" / "natural.txt"
sys.path.insert(0, str(HERE.parent / "formats"))

if "--guided" in sys.argv:  # what is imported here is watched for new branches
    import atheris

    with atheris.instrument_imports(include=["nonairo"]):
        import samples

        import nonairo as nn
        from nonairo.answers import ANSWERS, AnswerError, answer
        from nonairo.formats import FORMATS

        list(FORMATS.values())
        list(ANSWERS.values())
else:
    import samples

    import nonairo as nn
    from nonairo.answers import ANSWERS, AnswerError, answer
    from nonairo.formats import FORMATS

SLOWEST = 2.0  # seconds of the processor for one input, which is far below 1 MB here
ANY = "any"  # the format is found by content
REQUESTS = "answers"  # the name of an answer, a space, and the request as JSON
LARGEST_ANSWER = 10_000_000  # bytes as JSON


def check_message(message: str) -> None:
    """What is told of bad input is short."""
    assert "\n" not in message, "an error of several lines"
    assert len(message) < 500, "a long error"


def try_input(data: bytes, format: str | None) -> None:
    """Read bytes; everything but puzzles and a FormatError of one line is a finding."""
    begin = time.process_time()  # the machine may be busy
    try:
        puzzles = nn.loads(data, format)
        for puzzle in puzzles[:3]:
            assert nn.loads(nn.dumps(puzzle, "id"), "id") == [puzzle], "an id of another puzzle"
    except nn.FormatError as error:
        check_message(str(error))
    assert time.process_time() - begin < SLOWEST, "too slow"


def try_request(data: bytes) -> None:
    """Answer a request; everything but an answer or an AnswerError of one line is a finding."""
    name, _, body = data.decode("utf-8", "replace").partition(" ")
    try:
        request = json.loads(body)
    except (ValueError, RecursionError):
        return  # what serves requests refuses it before
    if not isinstance(request, dict):
        return
    begin = time.process_time()
    try:
        told = answer(name, request | {"time_limit": 0.2} if name not in LISTED else request)
        assert len(json.dumps(told)) < LARGEST_ANSWER, "a long answer"
    except AnswerError as error:
        check_message(str(error))
    assert time.process_time() - begin < SLOWEST, "too slow"


LISTED = {name for name, found in ANSWERS.items() if not found.fields}


def request_seeds() -> list[bytes]:
    """An example of every answer, about a puzzle of every kind."""
    texts = []
    for name, found in ANSWERS.items():
        example = dict(found.example or {})
        texts.append(f"{name} {json.dumps(example)}".encode())
        for kind in nn.KINDS.values() if "puzzle" in example else ():
            texts.append(f"{name} {json.dumps(example | {'puzzle': kind.example})}".encode())
    return texts


def seeds(name: str) -> list[bytes]:
    """Where mutations start: the samples of a format, and what was found before."""
    if name == REQUESTS:
        return request_seeds() + [path.read_bytes() for path in sorted(FOUND.glob(f"{name}-*"))]
    texts = [s.text.encode() for s in samples.SAMPLES if name in (s.format, ANY)]
    if name in ("tolerant", ANY):
        texts += [part.encode() for part in NATURAL.read_text(encoding="utf-8").split("\n== ")]
    if name in ("jap", ANY):
        texts.append(samples.JAP)
    if name in ("image", ANY):
        texts.append(nn.dumpb(samples.K, "image"))
    if name in ("nonograms-org", ANY):
        texts.append(samples.PAGE.encode())
    return texts + [path.read_bytes() for path in sorted(FOUND.glob(f"{name}-*"))]


def mutated(data: bytes, others: list[bytes], rng: random.Random) -> bytes:
    """A few small changes."""
    out = bytearray(data)
    for _ in range(rng.randint(1, 6)):
        at = rng.randint(0, len(out))
        end = min(len(out), at + rng.choice((1, 1, 2, 4, 16)))
        change = rng.randrange(7)
        if change == 0:
            del out[at:end]
        elif change == 1:
            out[at:at] = out[at:end] * rng.choice((1, 2, 50))
        elif change == 2:
            out[at:end] = rng.randbytes(end - at)
        elif change == 3:
            numbers = (b"0", b"\n", b"99999999999", b"-1", b"\xff", b"\xc2\xb2", b" ")
            out[at:at] = rng.choice(numbers)
        elif change == 4:
            other = rng.choice(others)
            start = rng.randint(0, len(other))
            out[at:end] = other[start : start + rng.randint(0, 40)]
        elif change == 5 and out:
            out[at - 1] ^= 1 << rng.randrange(8)
        else:
            del out[at:]
    return bytes(out[:100_000])


def keep(data: bytes, name: str) -> Path:
    """Write down what was found."""
    FOUND.mkdir(exist_ok=True)
    path = FOUND / f"{name}-{hashlib.sha256(data).hexdigest()[:12]}"
    path.write_bytes(data)
    return path


def try_again(data: bytes, name: str) -> None:
    """Try an input of a target."""
    if name == REQUESTS:
        try_request(data)
    else:
        try_input(data, None if name == ANY else name)


def plain(name: str, seconds: float, seed: int) -> int:
    """Mutate until the time is up; the number of inputs tried."""
    rng, starts = random.Random(seed), seeds(name)
    others = starts + seeds(ANY)
    end, count = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        one(mutated(rng.choice(starts), others, rng), name)
        count += 1
    return count


def one(data: bytes, name: str) -> None:
    """Try one input, and keep it if it is a finding."""
    try:
        try_again(data, name)
    except Exception:
        sys.stderr.write(f"{name}: found {keep(data, name)}\n")
        raise


def guided(name: str, seconds: int) -> None:
    """Let atheris look for new branches; it ends the process."""
    folder = HERE.parents[1] / "build" / "fuzz" / name
    folder.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(seeds(name)):
        (folder / f"seed-{number}").write_bytes(data)
    options = [f"-max_total_time={seconds}", "-max_len=20000", "-timeout=60", str(folder)]
    atheris.Setup([sys.argv[0], *options], lambda data: one(data, name))
    atheris.Fuzz()


def main() -> int:
    parser = argparse.ArgumentParser(description="Fuzz the readers.")
    parser.add_argument("names", metavar="FORMAT", nargs="*")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plain", action="store_true", help="mutations without guidance")
    parser.add_argument("--guided", metavar="FORMAT", help="one reader, in this process")
    options = parser.parse_args()
    if options.guided:
        guided(options.guided, options.seconds)
        return 0
    options.plain |= find_spec("atheris") is None
    worst = 0
    for name in options.names or [ANY, REQUESTS, *(n for n, f in FORMATS.items() if f.read)]:
        if options.plain:
            sys.stdout.write(f"{name}: {plain(name, options.seconds, options.seed)} inputs\n")
            continue
        command = [sys.executable, __file__, "--guided", name, "--seconds", str(options.seconds)]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        ran = [line for line in result.stderr.splitlines() if line.startswith("Done ")]
        sys.stdout.write(f"{name}: {ran[-1] if ran else result.stderr[-2000:]}\n")
        sys.stdout.flush()
        worst = max(worst, abs(result.returncode))
    return worst


if __name__ == "__main__":
    sys.exit(main())
