"""Rate limits by address: for guessing codes, passwords and names, and for signing up without a login.

Each client address has 60 wrong guesses, and gets one back after a number of seconds. So forty people behind one
address can all be wrong at the beginning of an evening, and half of them once more. The network around an address has
ten times as many guesses, in case somebody has many addresses. There is no limit for all clients together: people are
only refused after wrong guesses from their own address, or from ten others near it.

The code on the wall of an event has 40 bits and no limit: a million guesses a day find one in a thousand years or more.
So nobody can end it for the others behind the same address.

What somebody can achieve who guesses day and night for a year:

- A code is one of 32^6, about a thousand million. At a site with eighty open tables all that time, one guess a minute
  (526,000 in a year) finds a code with a probability of 3.8 %, and a whole network finds one with 32 %. But codes end
  with their tables: in fifty evenings of four hours, 15,000 guesses find one with 0.1 %. A code opens one table.
- A password has at least eight characters and is not one of the 20,000 most common ones. One guess in five minutes for
  all logins together makes 105,000 a year, and a million from a network. They find a password that is one of ten
  million with 1 % and 10 %, and one of four random words (2^44) with 1 in 160 million and 1 in 16 million.

Guesses are counted in this process: several processes allow that many times more, and a restart forgets them. Addresses
are neither stored nor logged.
"""

from collections import OrderedDict
from threading import Lock
from time import monotonic

from django.http import HttpRequest

from scorer.server.addresses import client_address, client_network

MAX_GUESSES = 60
NETWORK_FACTOR = 10
"""A network has this many times as many guesses as an address."""

MAX_SIGN_UPS = 100
"""Contestants who sign up themselves from one address: sixty people in a hall within a minute, and more after them."""
MAX_NAMES = 200
"""Wrong names from one address, at such a sign-up: three for each of them."""

MAX_REMEMBERED = 100_000


class TokenBuckets:
    """A bucket of `size` tokens for each owner. Every `seconds`, a token that was taken comes back."""

    def __init__(self, size: int, seconds: float) -> None:
        self._most, self._seconds = size, seconds
        self._full_at: OrderedDict[str, float] = OrderedDict()
        """When the bucket of each owner will be full again. The owner who took last is the last to be forgotten."""
        self._lock = Lock()

    def is_empty(self, owner: str) -> bool:
        with self._lock:
            return self._full_at.get(owner, 0.0) - monotonic() > (self._most - 1) * self._seconds

    def take(self, owner: str) -> None:
        with self._lock:
            self._full_at[owner] = max(self._full_at.get(owner, 0.0), monotonic()) + self._seconds
            self._full_at.move_to_end(owner)
            if len(self._full_at) > MAX_REMEMBERED:
                self._full_at.popitem(last=False)


class AddressLimit:
    """What it is counted `at` may be named: each has a count of its own."""

    def __init__(self, seconds: float, most: int = MAX_GUESSES) -> None:
        """`seconds` until an address gets one back."""
        self._limits = (
            (client_address, TokenBuckets(most, seconds)),
            (client_network, TokenBuckets(most * NETWORK_FACTOR, seconds / NETWORK_FACTOR)),
        )

    def is_exceeded(self, request: HttpRequest, at: int | None = None) -> bool:
        return any(buckets.is_empty(f"{owner(_host(request))} {at}") for owner, buckets in self._limits)

    def count(self, request: HttpRequest, at: int | None = None) -> None:
        for owner, buckets in self._limits:
            buckets.take(f"{owner(_host(request))} {at}")


def _host(request: HttpRequest) -> str:
    host: str = request.META.get("REMOTE_ADDR", "")
    return host


CODES = AddressLimit(seconds=60)
PASSWORDS = AddressLimit(seconds=300)
NAMES = AddressLimit(10, MAX_NAMES)
SIGN_UPS = AddressLimit(10, MAX_SIGN_UPS)
