"""Deny by default: every view declares who may use it."""

from collections.abc import Iterator
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver


def views(patterns: list[Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            if pattern.app_name != "admin":  # each ModelAdmin has its permissions
                yield from views(pattern.url_patterns, prefix + str(pattern.pattern))
        elif isinstance(pattern, URLPattern):
            yield prefix + str(pattern.pattern), pattern.callback


def names(patterns: list[Any] | None = None, space: str = "") -> Iterator[str]:
    """Yield the name of every URL pattern, except those of the admin site."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        if isinstance(pattern, URLResolver) and pattern.app_name != "admin":
            yield from names(pattern.url_patterns, pattern.namespace or space)
        elif isinstance(pattern, URLPattern):
            yield f"{space}:{pattern.name}"


def test_every_view_has_its_permissions() -> None:
    silent = [address for address, view in views(get_resolver().url_patterns) if not hasattr(view, "who_may")]
    assert silent == []
