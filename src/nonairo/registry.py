"""Lists of named things, each in a module that is imported when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, MutableMapping
from importlib import import_module
from typing import Generic, TypeVar

from nonairo.plain import one_of, table

Item = TypeVar("Item")


def told(items: Mapping[str, object]) -> str:
    """Names and summaries as a table, for whoever types the name of a list."""
    return table((name, str(getattr(item, "summary", ""))) for name, item in items.items())


def unknown(name: object, items: Mapping[str, object]) -> KeyError:
    """What to say of a name that is not in a list; the likeliest one is guessed."""
    return KeyError(one_of("a name", items, name))


class Listing(dict[str, Item], Generic[Item]):
    """A dictionary of named things that shows itself as a table."""

    def __missing__(self, name: str) -> Item:
        raise unknown(name, self)

    def __repr__(self) -> str:
        return told(self)


class Register(MutableMapping[str, Item], Generic[Item]):
    """Names and what they stand for: `{"zones+guess": "guess.ZONES_AND_GUESS"}` of a package.

    What the list says of a thing beside its name, `complete` fills in when it is loaded. A program
    may add things of its own; they are then found like those that are listed.
    """

    def __init__(
        self,
        package: str,
        listed: Mapping[str, str],
        complete: Callable[[str, Item], Item] | None = None,
    ) -> None:
        self._package = package
        self._listed = dict(listed)
        self._complete = complete
        self._loaded: dict[str, Item] = {}

    def __getitem__(self, name: str) -> Item:
        if name not in self._loaded:
            if name not in self._listed:
                raise unknown(name, self)
            module, _, constant = self._listed[name].partition(".")
            item: Item = getattr(import_module(f"{self._package}.{module}"), constant)
            self._loaded[name] = self._complete(name, item) if self._complete else item
        return self._loaded[name]

    def __setitem__(self, name: str, item: Item) -> None:
        self._listed.setdefault(name, "")
        self._loaded[name] = item

    def __delitem__(self, name: str) -> None:
        del self._listed[name]
        self._loaded.pop(name, None)

    def __iter__(self) -> Iterator[str]:
        return iter(self._listed)

    def __repr__(self) -> str:
        return told(self)

    def __len__(self) -> int:
        return len(self._listed)

    def __contains__(self, name: object) -> bool:
        return name in self._listed
