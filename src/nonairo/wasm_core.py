"""The core as WebAssembly: the classes and functions of `nonairo._core`, where that is missing.

The module describes itself, so nothing here lists what it has. A request is the number of a
function and its arguments, as `marshal` writes them; objects stay inside the module, and are known
here by a number. A call that fails leaves the module in no good state: the next one is sent to
a new instance, in which objects are made again when they are needed, from what they were made of.
"""

from __future__ import annotations

import os
import threading
from collections import deque, namedtuple
from collections.abc import Callable, Sequence
from marshal import dumps, loads
from typing import ClassVar, NamedTuple, TypeAlias

from nonairo.wasm_hosts import Failed, Host, Instance, find_host

Arguments: TypeAlias = tuple[object, ...]
Request: TypeAlias = tuple[int, Arguments]  # the number of a function, and what it is called with

FORMAT = 2  # the version of marshal that the module reads
DESCRIBE, FORGET = 0, 1
CONSTRUCTOR, PROPERTY, STATIC = "i", "p", "s"  # sorts of members
MOST_CLASSES = 64  # the number of an object tells its class
# Functions that make and read objects of Python's own classes, which the module knows nothing of;
# and batches of nonograms, which begin with such objects.
OF_PYTHON = {
    "answer",
    "clues_of_picture",
    "learn_classes",
    "pack_clue_columns",
    "pack_clues",
    "read_clues",
    "read_rows",
    "read_sides",
    "remember",
    "solve_clues",
}
ERRORS: dict[str, Callable[[str], BaseException]] = {
    "IndexError": IndexError,
    "KeyboardInterrupt": KeyboardInterrupt,
    "MemoryError": MemoryError,
    "RuntimeError": RuntimeError,
    "TimeoutError": TimeoutError,
    "TypeError": TypeError,
    "ValueError": ValueError,
}


def find_core() -> WasmCore | None:
    """Return the core, which starts when it is first used; None where nothing can run it."""
    start = find_host()
    return None if start is None else WasmCore(start)


class Inside:
    """An object of the module; each class of the module is a subclass."""

    __slots__ = ("_age", "_made_by", "_number")
    _core: ClassVar[WasmCore]
    _number: set[int]  # one number, as a set: no other value that crosses is one
    _age: int  # which instance has it
    _made_by: list[Request]  # how to make it again; empty if it cannot be

    def __del__(self) -> None:
        if hasattr(self, "_age"):  # else it was never made
            self._core.forgotten.append((self._age, self._number))


def _plain(value: object) -> object:
    """A value of plain classes only, as `marshal` needs it, which refuses even named tuples."""
    match value:
        case set() | bool() | float() | bytes() | None:
            return value
        case str():
            return str(value)
        case int():
            return int(value)
        case memoryview() | bytearray():
            return bytes(value)
        case Sequence():
            return tuple([_plain(each) for each in value])
    raise TypeError("expected numbers, text, bytes and sequences of them")


class WasmCore:
    """The names of `nonairo._core`, each answered by the module."""

    def __init__(self, start: Callable[[], Host]) -> None:
        self.forgotten: deque[tuple[int, set[int]]] = deque()  # what the module may free
        self._start = start
        self._host: Host | None = None
        self._instance: Instance | None = None
        self._age = 0  # how many instances have failed
        self._lock = threading.RLock()
        self._busy = False
        self._stop = False
        self._classes: list[type[Inside]] = []
        self._records: list[Callable[..., object]] = []
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._after_fork)

    def __getattr__(self, name: str) -> object:
        with self._lock:
            if name.startswith("_") or name in OF_PYTHON or self._classes:
                raise AttributeError(f"the WebAssembly core has no {name}")
            self._load()
        return getattr(self, name)

    def level(self) -> str:
        """What the core runs on, for people."""
        with self._lock:
            return self._running()[0].name

    def request_stop(self, stop: bool) -> None:
        """While true, every search ends with KeyboardInterrupt."""
        self._stop = stop

    def ask(self, number: int, arguments: Arguments) -> object:
        """Return what a function of the module returns."""
        with self._lock:
            answer = self._exchange(number, arguments)
            if isinstance(answer, set):
                (inside,) = answer
                made = object.__new__(self._classes[inside % MOST_CLASSES])
                made._number, made._age = answer, self._age
                of_object = bool(arguments) and isinstance(arguments[0], Inside)
                made._made_by = [] if of_object else [(number, arguments)]
                return made
            if isinstance(answer, dict) and len(answer) == 1:
                ((key, values),) = answer.items()
                if isinstance(key, int):
                    return self._records[key](*values)
            return answer

    def make(self, new: Inside, number: int, arguments: Arguments) -> None:
        """Make an object in the module."""
        with self._lock:
            new._made_by = [(number, arguments)]
            self._make_again(new)

    def _make_again(self, lost: Inside) -> None:
        if not lost._made_by:
            raise RuntimeError("this search ended when another call of the core failed")
        (number, arguments), *changes = lost._made_by
        answer = self._exchange(number, arguments)
        assert isinstance(answer, set)
        lost._number, lost._age = answer, self._age
        for number, arguments in changes:
            self._exchange(number, (lost, *arguments))

    def _exchange(self, number: int, arguments: Arguments) -> object:
        request = (number, *[self._crossing(value) for value in arguments])
        try:
            packed = dumps(request, FORMAT)  # type: ignore[arg-type]
        except ValueError:  # most likely cells, which are named tuples
            packed = dumps(_plain(request), FORMAT)  # type: ignore[arg-type]
        answer: object = loads(self._send(packed))
        return answer

    def _crossing(self, value: object) -> object:
        """A value as it crosses: for an object its number, alone or in a list."""
        if isinstance(value, Inside):
            if value._age != self._age:
                self._make_again(value)
            return value._number
        if value and isinstance(value, list) and isinstance(value[0], Inside):
            return [self._crossing(each) for each in value]
        return value

    def _send(self, request: bytes) -> bytes:
        if self._busy:  # a signal handler runs, in the middle of a call
            raise RuntimeError("the core is already working in this thread")
        _, instance = self._running()
        self._busy = True
        try:
            if self.forgotten:
                self._forget(instance)
            return instance.call(request)
        except Failed as failed:
            self._drop()
            name, _, message = str(failed).partition(": ")
            error = ERRORS.get(name)
            if error is None:
                raise RuntimeError("internal error: the WebAssembly core failed") from None
            raise error(message) from None
        except BaseException:
            self._drop()
            raise
        finally:
            self._busy = False

    def _forget(self, instance: Instance) -> None:
        numbers = []
        while self.forgotten:
            age, number = self.forgotten.popleft()
            if age == self._age:
                numbers.append(number)
        if numbers:
            instance.call(dumps((FORGET, *numbers), FORMAT))

    def _running(self) -> tuple[Host, Instance]:
        if self._host is None:
            self._host = self._start()
        if self._instance is None:
            self._instance = self._host.instance(self._poll)
        return self._host, self._instance

    def _poll(self) -> int:
        return int(self._stop)

    def _drop(self) -> None:
        self._instance = None
        self._age += 1

    def _after_fork(self) -> None:
        """Only the thread that forked is left; the others have left a call in its middle."""
        self._lock = threading.RLock()
        if self._busy:
            self._busy = False
            self._drop()

    def _load(self) -> None:
        """Make the classes and functions that the module describes."""
        described = self._exchange(DESCRIBE, ())
        assert isinstance(described, tuple)
        classes, functions, records = described
        for name, fields in records:
            self._records.append(namedtuple(name, fields))
            setattr(self, name, self._records[-1])
        for each in map(Described._make, functions):
            if not hasattr(WasmCore, each.name):
                setattr(self, each.name, _function(self, each))
        for name, doc, members in classes:
            body = {each.name: _member(self, each) for each in map(Described._make, members)}
            body |= {"__doc__": doc, "__slots__": (), "_core": self}
            self._classes.append(type(name, (Inside,), body))
            setattr(self, name, self._classes[-1])


class Described(NamedTuple):
    """A function or a member of a class, as the module describes it."""

    number: int
    name: str
    sort: str
    changes: bool  # its object is another one afterwards
    names: list[str]  # of the arguments
    fallbacks: list[object]  # for the last of them
    doc: str

    def complete(self, given: Arguments, named: dict[str, object]) -> Arguments:
        """Return all arguments in their order."""
        if not named and len(given) == len(self.names):
            return given
        optional = self.names[len(self.names) - len(self.fallbacks) :]
        values = dict(zip(optional, self.fallbacks, strict=True))
        values |= dict(zip(self.names, given, strict=False)) | named
        if len(given) > len(self.names) or values.keys() != set(self.names):
            raise TypeError(f"{self.name}() takes ({', '.join(self.names)})")
        return tuple([values[name] for name in self.names])


def _function(core: WasmCore, described: Described) -> Callable[..., object]:
    number, complete = described.number, described.complete

    def call(*given: object, **named: object) -> object:
        return core.ask(number, complete(given, named))

    call.__doc__ = described.doc
    return call


def _member(core: WasmCore, described: Described) -> object:
    number, complete = described.number, described.complete

    def construct(self: Inside, *given: object, **named: object) -> None:
        core.make(self, number, complete(given, named))

    def call(self: Inside, *given: object, **named: object) -> object:
        return core.ask(number, (self, *complete(given, named)))

    def change(self: Inside, *given: object, **named: object) -> None:
        arguments = complete(given, named)
        core.ask(number, (self, *arguments))
        self._made_by.append((number, arguments))

    if described.sort == STATIC:
        return staticmethod(_function(core, described))
    if described.sort == PROPERTY:
        return property(call, doc=described.doc)
    made = construct if described.sort == CONSTRUCTOR else change if described.changes else call
    made.__doc__ = described.doc
    return made
