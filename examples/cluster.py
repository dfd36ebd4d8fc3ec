"""A batch on a Dask cluster: here one of two processes on this machine.

For a cluster elsewhere put its address in the place of LocalCluster: Client("tcp://scheduler:8786").
Needs the extra cluster: pip install '.[cluster]' in a checkout.
"""

import tempfile
from collections import Counter
from pathlib import Path

from distributed import Client, LocalCluster

import nonairo as nn
from nonairo.cli import main

MANY = Path(__file__).parent / "many.jsonl"


def run() -> None:
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        puzzles = (nn.generate_binairo(6, seed=seed) for seed in range(200))
        results = nn.solve_many(puzzles, executor=client.get_executor(), ordered=False)
        print("in Python:", dict(Counter(result.status.value for result in results)))
        with tempfile.TemporaryDirectory() as folder:
            out = f"{folder}/grades.jsonl"
            words = ["batch", str(MANY), "-o", out, "--task", "grade"]
            print("on the command line: nonairo", *words, "--dask", cluster.scheduler_address)
            main([*words, "--dask", cluster.scheduler_address])


if __name__ == "__main__":  # the processes of LocalCluster import this file, too
    run()
