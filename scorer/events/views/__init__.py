"""The pages of events. Who directs the club directs its events; whoever may read the club sees what is open."""

from scorer.events.views import (
    calls,
    console,
    copying,
    draws,
    joining,
    other_cards,
    people,
    phones,
    plans,
    remaining,
    results,
    rulings,
    screen,
    signing_up,
    swaps,
)

__all__ = [
    "calls",
    "console",
    "copying",
    "draws",
    "joining",
    "other_cards",
    "people",
    "phones",
    "plans",
    "remaining",
    "results",
    "rulings",
    "screen",
    "signing_up",
    "swaps",
]
