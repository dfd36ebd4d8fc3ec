"""All tables of the benchmark: on the corpus beside the checkout where there is one.

python bench/run.py [TABLE ...] [--sample N] [--json]
"""

import sys
from pathlib import Path

from nonairo.cli import main

CORPUS = Path(__file__).parents[2] / "shared" / "corpus"

if __name__ == "__main__":
    corpus = ["--corpus", str(CORPUS)] if CORPUS.is_dir() and "--corpus" not in sys.argv else []
    sys.exit(main(["bench", *corpus, *sys.argv[1:]]))
