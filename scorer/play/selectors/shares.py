"""The points of a hand, told for all seats that get the same."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scorer.play.table_context import Seating
from scorer.registry import words
from scorer.scoring import Outcome, Reason

MANY = 3
"""From this number of seats on, those who get the same are called "the others"."""


@dataclass(frozen=True, slots=True)
class Share:
    """The points that several seats get from a hand for the same reasons."""

    name: str
    points: int
    reasons: tuple[tuple[str, int], ...]
    mirrors: bool
    """Whether another share has the same reasons with the opposite sign."""
    seats: int
    """The number of seats that share it."""


def shares_of(players: Seating, outcome: Outcome) -> list[Share]:
    """Return the shares of an outcome, which group seats with the same reasons."""
    seats_by_reasons: dict[tuple[Any, ...], list[int]] = {}
    for position in range(1, players.size + 1):
        if not outcome.scores(position):
            continue
        reasons = tuple(
            (reason.code, reason.points, tuple(sorted(reason.params.items())))
            for reason in outcome.reasons
            if reason.seat == position
        )
        seats_by_reasons.setdefault(reasons, []).append(position)
    shares = []
    shown: list[tuple[Any, ...]] = []
    for reasons, positions in sorted(seats_by_reasons.items(), key=lambda item: -outcome.points[item[1][0] - 1]):
        opposite = tuple((code, -points, params) for code, points, params in reasons)
        shares.append(
            Share(
                _name_of(players, positions),
                outcome.points[positions[0] - 1],
                tuple((_reason_text(players, reason, positions[0]), reason[1]) for reason in reasons),
                mirrors=bool(reasons) and opposite in shown,
                seats=len(positions),
            )
        )
        shown.append(reasons)
    return shares


def gains(shares: Sequence[Share]) -> list[tuple[str, int]]:
    """Return the name and the points of each share, for a single line without room for many names."""
    others = next((share for share in shares if share.seats >= MANY and len(shares) > 1), None)
    named = [(share.name, share.points) for share in shares if share is not others]
    return [*named, (_("the others"), others.points)] if others else named


def _reason_text(players: Seating, reason: tuple[Any, ...], seat: int) -> str:
    code, points, params = reason
    return words.reason_text(players.game, Reason(code, seat, points, dict(params)), players.seat_name)


def _name_of(players: Seating, positions: list[int]) -> str:
    for side, name in players.sides:
        if list(side) == positions:
            return name
    if len(positions) == players.size > 1:
        return _("All")
    return ", ".join(players.seat_name(position) for position in positions)
