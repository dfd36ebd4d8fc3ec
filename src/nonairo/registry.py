"""Imports on first use: the members of lists, and pictures of values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, MutableMapping
from importlib import import_module
from threading import RLock
from typing import Generic, TypeVar

from nonairo.plain import one_of, table
from nonairo.plugins import plugins

Item = TypeVar("Item")


def as_table(items: Mapping[str, object]) -> str:
    """Return names and summaries as a table: what a list shows of itself."""
    return table((name, str(getattr(item, "summary", ""))) for name, item in items.items())


def unknown(name: object, items: Mapping[str, object]) -> KeyError:
    """What to say of a name that is not in a list; the likeliest one is guessed."""
    return KeyError(one_of("a name", items, name))


class Listing(dict[str, Item], Generic[Item]):
    """A dictionary of named things that shows itself as a table."""

    def __missing__(self, name: str) -> Item:
        raise unknown(name, self)

    def __repr__(self) -> str:
        return as_table(self)


def list_of(package: str) -> Mapping[str, object]:
    """Return the list of a package, which is named like it: `KINDS` of `nonairo.kinds`."""
    found: Mapping[str, object] = getattr(
        import_module(package), package.rpartition(".")[2].upper()
    )
    return found


def item_of(package: str, name: str) -> object:
    """Return one thing of the list of a package."""
    return list_of(package)[name]


def html_of(value: object) -> str:
    """Return a value as HTML for a notebook."""
    html: str = import_module("nonairo.notebook").html_of(value)
    return html


def picture_of(puzzle: object, grid: object, **options: object) -> str:
    """Return what `nn.draw` returns for a puzzle."""
    svg: str = import_module("nonairo.drawing").draw(puzzle, grid, **options)
    return svg


def svg_of(value: object) -> str:
    """Return a value as a picture for a notebook."""
    svg: str = import_module("nonairo.notebook").svg_of(value)
    return svg


class Register(MutableMapping[str, Item], Generic[Item]):
    """Names and what they stand for: `{"zones+guess": "guess.ZONES_AND_GUESS"}` of a package.

    What the list says of a thing beside its name, `complete` fills in when it is loaded. A program
    may add things of its own; they are then found like those that are listed. Where it is
    `extended_by` a class, so are its instances that other packages bring (see `plugins`), unless
    `try_out` raises an error for them.
    """

    def __init__(
        self,
        package: str,
        listed: Mapping[str, str],
        complete: Callable[[str, Item], Item] | None = None,
        extended_by: type[Item] | None = None,
        try_out: Callable[[Item], object] | None = None,
    ) -> None:
        self._package = package
        self._listed = dict(listed)
        self._complete = complete
        self._loaded: dict[str, Item] = {}
        self._extended_by = extended_by  # until plug-ins have been looked for
        self._try_out = try_out
        self._is_looking = False
        self._looking = RLock()  # a plug-in may ask for the list while it is loaded

    def _look(self) -> None:
        """Take in the plug-ins of other packages, once; other threads wait until they are there."""
        if self._extended_by is None:
            return
        with self._looking:
            wanted, listed = self._extended_by, self._listed
            if wanted is None or self._is_looking:
                return
            self._is_looking = True
            try:
                found = plugins(self._package, wanted, listed, self._try_out)
            finally:
                self._is_looking = False
            self._loaded |= found
            self._listed = listed | dict.fromkeys(found, "")
            self._extended_by = None

    def __getitem__(self, name: str) -> Item:
        try:
            return self._loaded[name]
        except KeyError:
            if name not in self:
                raise unknown(name, self) from None
        if name in self._loaded:  # a plug-in that was just found
            return self._loaded[name]
        module, _, constant = self._listed[name].partition(".")
        item: Item = getattr(import_module(f"{self._package}.{module}"), constant)
        self._loaded[name] = item = self._complete(name, item) if self._complete else item
        return item

    def __setitem__(self, name: str, item: Item) -> None:
        self._listed.setdefault(name, "")
        self._loaded[name] = item

    def __delitem__(self, name: str) -> None:
        del self._listed[name]
        self._loaded.pop(name, None)

    def __iter__(self) -> Iterator[str]:
        self._look()
        return iter(self._listed)

    def __reduce__(self) -> tuple[Callable[[str], Mapping[str, object]], tuple[str]]:
        return list_of, (self._package,)

    def __repr__(self) -> str:
        return as_table(self)

    def __len__(self) -> int:
        self._look()
        return len(self._listed)

    def __contains__(self, name: object) -> bool:
        if name in self._listed:
            return True
        self._look()
        return name in self._listed
