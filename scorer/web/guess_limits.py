"""Rate limits for guessing the codes of tables, and passwords.

Each client address has 60 wrong guesses, and gets one back after a number of seconds. So forty people behind one
address can all be wrong at the beginning of an evening, and half of them once more. The network around an address has
ten times as many guesses, in case somebody has many addresses. There is no limit for all clients together: people are
only refused after wrong guesses from their own address, or from ten others near it.

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

from scorer.web.address import client_address, client_network

MAX_GUESSES = 60
NETWORK_FACTOR = 10
"""A network has this many times as many guesses as an address."""

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


class GuessLimit:
    def __init__(self, seconds: float) -> None:
        """`seconds` until an address gets a guess back."""
        self._limits = (
            (client_address, TokenBuckets(MAX_GUESSES, seconds)),
            (client_network, TokenBuckets(MAX_GUESSES * NETWORK_FACTOR, seconds / NETWORK_FACTOR)),
        )

    def is_exceeded(self, request: HttpRequest) -> bool:
        return any(buckets.is_empty(owner(_host(request))) for owner, buckets in self._limits)

    def count_wrong_guess(self, request: HttpRequest) -> None:
        for owner, buckets in self._limits:
            buckets.take(owner(_host(request)))


def _host(request: HttpRequest) -> str:
    host: str = request.META.get("REMOTE_ADDR", "")
    return host


CODES = GuessLimit(seconds=60)
PASSWORDS = GuessLimit(seconds=300)
