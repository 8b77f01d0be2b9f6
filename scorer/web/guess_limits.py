"""How often somebody may guess the code of a table, or a password.

Each address has a stock of 60 wrong guesses, and gets one back in so many seconds: forty people behind one address may
all be wrong at the beginning of an evening, and half of them once more. The network around it has ten times as much,
for whoever has many addresses. Nothing is counted for everybody: one is refused only after wrong guesses from one's
own address, or from ten others beside it.

What that leaves to guess, for somebody who tries day and night for a year:

- A code is one of 32^6, a thousand million. At a site where eighty are open all that time, a guess a minute (526,000
  in a year) meets one of them with a chance of 3.8 %, and a whole network with one of 32 %. In fifty evenings of four
  hours, since codes end with their tables, 15,000 guesses meet one with a chance of 0.1 %. It opens one table.
- A password has eight characters or more and is not one of the 20,000 most usual. A guess in five minutes for all
  logins together makes 105,000 in a year, and a million from a network. A password that is one of ten million is met
  with a chance of 1 % and of 10 %; one of four random words (2^44) with one of 1 in 160 million and 1 in 16 million.

Counted in this process: several of them allow so many times more, and a start forgets. No address is written anywhere.
"""

from collections import OrderedDict
from threading import Lock
from time import monotonic

from django.http import HttpRequest

from scorer.web.address import client_address, client_network

MAX_GUESSES = 60
NETWORK_FACTOR = 10
"""Times as many as from an address."""

MAX_REMEMBERED = 100_000


class TokenBuckets:
    """One for each owner, of `size` things; what was taken comes back, one in so many seconds."""

    def __init__(self, size: int, seconds: float) -> None:
        self._most, self._seconds = size, seconds
        self._full_at: OrderedDict[str, float] = OrderedDict()
        """When an owner's stock is whole again; who took last comes last, and is forgotten last."""
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
        """Until an address may be wrong once more."""
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
