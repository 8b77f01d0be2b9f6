"""How often somebody may guess. Counted in this process: several of them allow so many times more."""

from django.core.cache import cache
from django.http import HttpRequest

MINUTES = 10
MOST_FROM_AN_ADDRESS = 30
"""A whole club may come from one address."""

MOST = 300
"""From all addresses: whoever has a thousand of them learns nothing either."""


def too_many(request: HttpRequest) -> bool:
    return any(cache.get(key, 0) >= most for key, most in _counts(request))


def count_wrong(request: HttpRequest) -> None:
    for key, _most in _counts(request):
        cache.add(key, 0, MINUTES * 60)
        cache.incr(key)


def _counts(request: HttpRequest) -> tuple[tuple[str, int], ...]:
    # Behind a proxy that uvicorn trusts this is the reader's own address too.
    return (f"guesses:{request.META.get('REMOTE_ADDR', '')}", MOST_FROM_AN_ADDRESS), ("guesses", MOST)
