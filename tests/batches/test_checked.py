"""Workers of a cluster that come and go, without a cluster: who gets work, and who is refused."""

from __future__ import annotations

from collections.abc import Generator
from concurrent.futures import CancelledError
from contextlib import suppress
from threading import Event
from typing import Any

import pytest

from nonairo.batches.dask_cluster import Crew
from nonairo.batches.dask_executor import SILENT, Checked
from nonairo.workers.jobs import workers_of


class Given:
    """A future of Dask; it ends when the test says so."""

    def __init__(self, workers: list[str], key: str) -> None:
        self.workers = set(workers)
        self.key = key
        self.waiting: Any = None
        self.outcome: object = None
        self.kept = False  # whether there is a result that does not arrive

    def __await__(self) -> Generator[None, None, object]:
        yield
        if isinstance(self.outcome, BaseException):
            raise self.outcome
        return self.outcome

    def end(self, outcome: object) -> None:
        self.outcome = outcome
        with suppress(StopIteration):
            self.waiting.send(None)

    def done(self) -> bool:
        return self.outcome is not None

    @property
    def status(self) -> str:
        return "finished" if self.kept else "pending"

    def cancel(self) -> None:
        self.end(CancelledError())


class Cluster:
    """What a client of Dask is to us."""

    def __init__(self, **threads: int) -> None:
        self.threads = threads
        self.given: list[Given] = []
        self.answers: dict[str, object] = {}
        self.loop = self
        self.beats: dict[str, float] = {}
        self.held: dict[str, list[str]] = {}

    def scheduler_info(self, n_workers: int) -> dict[str, Any]:
        beats = self.beats
        return {
            "workers": {
                worker: {"nthreads": number, "last_seen": beats.get(worker, 0.0)}
                for worker, number in self.threads.items()
            }
        }

    def processing(self, workers: list[str]) -> dict[str, list[str]]:
        return {worker: self.held.get(worker, []) for worker in workers}

    def submit(self, fn: Any, *args: Any, pure: bool, workers: Any = ()) -> Given:
        self.given.append(Given(workers, f"key-{len(self.given)}"))
        return self.given[-1]

    def add_callback(self, fn: Any, call: Any, given: Given) -> None:
        given.waiting = fn(call, given)
        given.waiting.send(None)

    def run(self, fn: Any, files: Any, workers: list[str], on_error: str) -> dict[str, object]:
        return {worker: self.answers.get(worker, fn(files)) for worker in workers}


def test_a_newcomer_is_asked_and_a_bad_one_gets_nothing() -> None:
    dask = Cluster(a=1)
    dask.answers = {"old": ("0.0", []), "bare": ModuleNotFoundError("no nonairo"), "b": OSError()}
    pool = Checked(dask, Crew(dask, []).why_not)
    dask.threads |= {"old": 8, "bare": 8, "b": 2}
    pool.look()
    pool.submit(int)
    assert dask.given[-1].workers == {"a"}
    assert sorted(pool.refused) == ["bare", "old"]
    assert "worker old is not used: it has nonairo 0.0" in pool.refused["old"]
    assert "ModuleNotFoundError: no nonairo" in pool.refused["bare"]
    del dask.answers["b"]  # it could not be reached; now it can
    pool.look()
    pool.submit(int)
    assert dask.given[-1].workers == {"a", "b"}
    assert workers_of(pool) == 3, "and more is handed out at a time"


def test_a_newcomer_that_does_not_see_what_the_others_see_is_refused(tmp_path: Any) -> None:
    dask = Cluster(a=1)
    crew = Crew(dask, [str(tmp_path / "in.jsonl")])
    (tmp_path / "in.jsonl").touch()
    pool = Checked(dask, crew.why_not)
    assert crew.shared
    dask.threads["far"] = 1
    version = crew.why_not(["a"])
    assert version == {"a": None}
    from nonairo import __version__

    dask.answers["far"] = (__version__, [-1])
    pool.look()
    assert pool.refused == {"far": "worker far is not used: it does not see files of this machine"}


def test_a_call_whose_workers_have_all_gone_is_handed_out_again() -> None:
    dask = Cluster(a=1)
    pool = Checked(dask, Crew(dask, []).why_not)
    call = pool.submit(int)
    dask.threads = {}
    pool.look()
    later = pool.submit(int)
    beacon = dask.given.pop(1)
    assert beacon.workers == set(), "so that a cluster that grows with its work sees some"
    assert len(dask.given) == 1, "nobody is there; anybody would be wrong"
    dask.threads = {"b": 1}
    pool.look()
    assert [given.workers for given in dask.given] == [{"a"}, {"b"}, {"b"}]
    for number, given in enumerate(dask.given[1:]):
        given.end(number)
    assert {call.result(0), later.result(0)} == {0, 1}


def test_what_the_cluster_cancels_is_cancelled() -> None:
    dask = Cluster(a=1)
    pool = Checked(dask, Crew(dask, []).why_not)
    call = pool.submit(int)
    dask.given[0].cancel()
    with pytest.raises(CancelledError):
        call.result(0)
    failing = pool.submit(int)
    dask.given[1].end(KeyError("x"))
    with pytest.raises(KeyError):
        failing.result(0)


def test_after_the_end_nobody_hears_of_what_is_still_done() -> None:
    dask = Cluster(a=1)
    pool = Checked(dask, Crew(dask, []).why_not)
    pool.watch(lambda _: None)
    call = pool.submit(int)
    pool.shutdown(cancel_futures=True)
    dask.given[0].end(1)
    assert call.cancelled()


def test_what_nobody_wants_any_more_is_cancelled_on_the_cluster() -> None:
    dask = Cluster(a=1)
    pool = Checked(dask, Crew(dask, []).why_not)
    pool.submit(int).cancel()
    assert isinstance(dask.given[0].outcome, CancelledError)


def test_what_a_silent_worker_holds_is_given_to_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """By heartbeats: `a` is frozen, `b` goes on; then `a` comes back, too late."""
    clock = 0.0
    monkeypatch.setattr("nonairo.batches.dask_executor.monotonic", lambda: clock)
    dask = Cluster(a=1, b=1)
    pool = Checked(dask, Crew(dask, []).why_not)
    calls = [pool.submit(int) for _ in range(3)]
    dask.held = {"a": ["key-0"], "b": ["key-1"]}
    dask.given[2].kept = True  # by `a`
    clock = SILENT + 1
    dask.beats = {"b": 1.0}
    pool.look()
    assert pool.remarks() == [
        f"worker a has sent no heartbeat for {SILENT:g} s: other workers do its work"
    ]
    assert pool.remarks() == [], "which is said once"
    assert [given.workers for given in dask.given[3:]] == [{"b"}, {"b"}]
    pool.look()
    assert len(dask.given) == 5, "and handed out once"
    dask.given[1].end("b")
    dask.given[4].end("again")
    dask.given[3].end("again")
    assert isinstance(dask.given[0].outcome, CancelledError)
    assert [str(call.result(0)) for call in calls] == ["again", "b", "again"]
    dask.beats = {"a": 5.0, "b": 5.0}
    pool.look()
    pool.submit(int)
    assert dask.given[-1].workers == {"a", "b"}


def test_who_is_waited_for_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = 0.0
    monkeypatch.setattr("nonairo.batches.dask_executor.monotonic", lambda: clock)
    monkeypatch.setattr("nonairo.batches.dask_cluster.ANSWER", 0.01)
    dask = Cluster()
    pool = Checked(dask, Crew(dask, []).why_not)
    assert pool.remarks() == ["the scheduler has no workers; waiting for some"]
    assert not pool.ready
    frozen = Event()
    real = dask.run

    def run(*arguments: Any, **options: Any) -> dict[str, object]:
        frozen.wait()
        return real(*arguments, **options)

    monkeypatch.setattr(dask, "run", run)
    dask.threads = {"a": 1}
    pool.look()
    assert pool.remarks() == ["waiting for worker a, which does not answer"]
    frozen.set()
    monkeypatch.setattr("nonairo.batches.dask_cluster.ANSWER", 60)
    while not pool.ready:
        pool.look()
    assert pool.remarks() == []
    clock = SILENT + 1
    pool.look()
    told = f"waiting for worker a, which has sent no heartbeat for {SILENT:g} s"
    assert pool.remarks() == [told]


def test_a_call_that_ends_while_it_is_handed_out_again_is_not_submitted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    dask = Cluster(a=1)
    pool = Checked(dask, Crew(dask, []).why_not)
    call = pool.submit(int)
    give = pool._give

    def late(given: Any) -> None:
        dask.given[0].end(7)  # after the list of late calls was made
        give(given)

    monkeypatch.setattr(pool, "_give", late)
    dask.threads = {"b": 1}
    pool.look()
    assert len(dask.given) == 1
    assert call.result(0) == 7
