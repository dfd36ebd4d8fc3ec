"""What runs `core.wasm`: the browser, through Pyodide, or the package `wasmtime`.

A host makes instances of the module; an instance answers a request, bytes with bytes. If a call
fails, `Failed` has what the module wrote about it, and the instance must not be used again.
"""

from __future__ import annotations

import ctypes
import importlib
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    import wasmtime

JsObject: TypeAlias = ModuleType  # whose attributes nobody knows beforehand

MODULE = Path(__file__).with_name("core.wasm")
MOST_ERROR = 1024  # bytes of the text about an error

# The module has one clock, in milliseconds. Wasmtime's is called through WASI, without Python.
CLOCK = """
(module
  (import "wasi_snapshot_preview1" "clock_time_get"
    (func $clock (param i32 i64 i32) (result i32)))
  (memory (export "memory") 1)
  (func (export "now") (result f64)
    (drop (call $clock (i32.const 1) (i64.const 1000) (i32.const 0)))
    (f64.div (f64.convert_i64_u (i64.load (i32.const 0))) (f64.const 1e6))))
"""


class Failed(Exception):
    """A call of the module failed; the text is `NAME: MESSAGE`, or empty."""


class Instance(Protocol):
    """The module with a memory of its own."""

    def call(self, request: bytes) -> bytes:
        """Return the answer to a request."""


class Host(Protocol):
    """Something that runs WebAssembly."""

    name: str

    def instance(self, poll: Callable[[], int]) -> Instance:
        """Return a new instance, which ends its call when `poll` returns 1."""


def find_host() -> Callable[[], Host] | None:
    """Return what starts a host for `core.wasm`; None if there is no host, or no such file."""
    if sys.platform == "emscripten":
        return Pyodide if MODULE.is_file() or Pyodide.given() else None
    return Wasmtime if MODULE.is_file() and find_spec("wasmtime") else None


class Wasmtime:
    """The package `wasmtime`, for any CPython; it keeps what it compiles in its own cache."""

    name = "WebAssembly by wasmtime"

    def __init__(self) -> None:
        from wasmtime import Config, Engine, FuncType, Module, ValType, WasmtimeError

        config = Config()
        try:
            config.cache = True
        except WasmtimeError:  # no folder to keep it in
            config = Config()
        self.engine = Engine(config)
        self.module = Module(self.engine, MODULE.read_bytes())
        self.clock = Module(self.engine, CLOCK)
        self.poll_type = FuncType([], [ValType.i32()])

    def instance(self, poll: Callable[[], int]) -> WasmtimeInstance:
        """Return a new instance."""
        from wasmtime import Func, Linker, Store, WasiConfig

        store, linker = Store(self.engine), Linker(self.engine)
        store.set_wasi(WasiConfig())
        linker.define_wasi()
        clock = linker.instantiate(store, self.clock)
        linker.define(store, "nonairo", "now", clock.exports(store)["now"])
        linker.define(store, "nonairo", "poll", Func(store, self.poll_type, poll))
        return WasmtimeInstance(store, linker.instantiate(store, self.module))


class WasmtimeInstance:
    """An instance run by `wasmtime`."""

    def __init__(self, store: wasmtime.Store, instance: wasmtime.Instance) -> None:
        from wasmtime import Func, Memory

        exports = instance.exports(store)
        self.store = store
        memory, call, room = exports["memory"], exports["call"], exports["room"]
        assert isinstance(memory, Memory)
        assert isinstance(call, Func)
        assert isinstance(room, Func)
        self.memory, self._call, self._room = memory, call, room
        for name in ("_initialize", "start"):
            start = exports[name]
            assert isinstance(start, Func)
            start(store)
        error = exports["error"]
        assert isinstance(error, Func)
        self.error: int = error(store)
        self.address, self.size = 0, -1

    def call(self, request: bytes) -> bytes:
        """Return the answer to a request."""
        from wasmtime import Trap, WasmtimeError

        store = self.store
        try:
            self._reach(len(request))
            ctypes.memmove(self._at(self.address), request, len(request))
            size: int = self._call(store, len(request))
            self._reach(size)
            return ctypes.string_at(self._at(self.address), size)
        except (Trap, WasmtimeError):
            text = ctypes.string_at(self._at(self.error), MOST_ERROR)
            raise Failed(_first_line(text)) from None

    def _reach(self, size: int) -> None:
        if size > self.size:
            self.address, self.size = self._room(self.store, size), size

    def _at(self, address: int) -> int:
        start = ctypes.cast(self.memory.data_ptr(self.store), ctypes.c_void_p).value
        assert start is not None
        return start + address


class Pyodide:
    """The browser, or Node, that Python itself runs in."""

    name = "WebAssembly"

    def __init__(self) -> None:
        self.js = importlib.import_module("js")
        self.ffi = importlib.import_module("pyodide.ffi")
        self.check_interrupt = importlib.import_module("pyodide_js").checkInterrupt
        self.module = self.given() or self.js.WebAssembly.Module.new(
            self.ffi.to_js(MODULE.read_bytes())
        )

    @staticmethod
    def given() -> JsObject | None:
        """Return the module that a page has compiled already."""
        found: JsObject | None = getattr(importlib.import_module("js"), "nonairo_core", None)
        return found

    def instance(self, poll: Callable[[], int]) -> PyodideInstance:
        """Return a new instance."""

        def look() -> int:
            self.check_interrupt()
            return poll()

        js, now = self.js, self.js.performance.now.bind(self.js.performance)
        imports = js.Object.new()
        for each in js.WebAssembly.Module.imports(self.module):
            if not hasattr(imports, each.module):
                setattr(imports, each.module, js.Object.new())
            # What the C library has for files is never called, but must be there.
            found = self.ffi.create_proxy(look) if each.name == "poll" else now
            setattr(getattr(imports, each.module), each.name, found)
        return PyodideInstance(self, js.WebAssembly.Instance.new(self.module, imports))


class PyodideInstance:
    """An instance run by the browser."""

    def __init__(self, host: Pyodide, instance: JsObject) -> None:
        self.failure: type[Exception] = host.ffi.JsException
        self.bytes = host.js.Uint8Array
        self.exports = instance.exports
        self.exports._initialize()
        self.exports.start()
        self.error: int = self.exports.error()
        self.address, self.size = 0, -1
        self.view: JsObject | None = None  # of the place for requests and answers

    def call(self, request: bytes) -> bytes:
        """Return the answer to a request."""
        try:
            self._reach(len(request)).subarray(0, len(request)).assign(request)
            size: int = self.exports.call(len(request))
            found: bytes = self._reach(size).subarray(0, size).to_bytes()
            return found
        except self.failure:
            text: bytes = self.bytes.new(
                self.exports.memory.buffer, self.error, MOST_ERROR
            ).to_bytes()
            raise Failed(_first_line(text)) from None

    def _reach(self, size: int) -> JsObject:
        """The place of requests and answers; a view of it ends when the memory grows."""
        if size > self.size:
            self.address, self.size, self.view = self.exports.room(size), size, None
        view = self.view
        if view is None or not view.byteLength:
            view = self.view = self.bytes.new(
                self.exports.memory.buffer, self.address, max(self.size, 1)
            )
        return view


def _first_line(text: bytes) -> str:
    return text.partition(b"\0")[0].decode(errors="replace")
