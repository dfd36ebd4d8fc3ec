"""How often an address may ask: on average, with some requests at once.

For each address one time is kept: when it will have paid for all its requests, each at its price of
1/rate seconds. That time may be no further ahead than a burst costs (the generic cell rate
algorithm). It is kept in shared memory, so that the limit is that of all processes together.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Collection
from functools import lru_cache
from hashlib import blake2b
from ipaddress import IPv4Address, IPv6Address, ip_address

from nonairo.serving.shared import ADDRESSES, Shared

WITH_PORT = re.compile(r"\[([^\]]*)\](?::\d+)?|([\d.]+):\d+")
AT_ONCE = 5.0  # seconds: the requests of as long may come at once


class RateLimit:
    """So many requests a second from each address.

    >>> now = 100.0
    >>> limit = RateLimit(Shared(1, 1), 2, clock=lambda: now)
    >>> [limit.wait("192.0.2.1") for _ in range(11)][-2:]
    [0.0, 0.5]
    >>> limit.wait("192.0.2.2")
    0.0
    """

    def __init__(
        self, shared: Shared, rate: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._times = shared.times
        self._price = 1 / rate
        self._credit = max(AT_ONCE, self._price) - self._price
        self._clock = clock
        self._place = lru_cache(maxsize=4096)(lambda address: _place(shared.key, address))

    def wait(self, address: str) -> float:
        """Count a request; return 0, or the seconds after which it may come again."""
        place, now = self._place(address), self._clock()
        paid = max(self._times[place], now)
        late = paid - now - self._credit
        if late > 1e-9:
            return late
        self._times[place] = paid + self._price
        return 0.0


def _place(key: bytes, address: str) -> int:
    """Where the time of an address is; all of a network of IPv6 (64 bits) share one."""
    try:
        found = _plain(address)
        known = found.packed[:8] if isinstance(found, IPv6Address) else found.packed
    except ValueError:
        known = address.encode()
    return int.from_bytes(blake2b(known, key=key, digest_size=4).digest()) % ADDRESSES


def _plain(address: str) -> IPv4Address | IPv6Address:
    """An address; one of IPv4 also where a socket of IPv6 reports it (::ffff:192.0.2.1)."""
    found = ip_address(address)
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return found if mapped is None else mapped


def client_of(peer: str, forwarded: str, proxies: Collection[str]) -> str:
    """The address that a request comes from; a proxy of ours says for whom it asks.

    >>> client_of("10.0.0.2", "198.51.100.7, 192.0.2.1", {"10.0.0.2"})
    '192.0.2.1'
    >>> client_of("192.0.2.9", "198.51.100.7", {"10.0.0.2"})
    '192.0.2.9'

    Where a proxy names no address, the proxy itself is the client.
    """
    client = _written(peer) or peer
    path = forwarded.split(",")
    while path and client in proxies and (named := _written(path.pop().strip())):
        client = named
    return client


def _written(address: str) -> str | None:
    """An address as `--proxy` has it, without the port that some proxies add; None for no address.

    Otherwise a client would be another one with each of its ports.
    """
    if match := WITH_PORT.fullmatch(address):
        address = match[1] or match[2]
    try:
        return str(_plain(address))
    except ValueError:
        return None
