"""Who pays whom after a session of any game: with substitutes, adjustments, and players who sit out."""

from decimal import Decimal
from fractions import Fraction

import pytest

from scorer.club.models import Club, Player
from scorer.play import services
from scorer.play.models import Table
from scorer.play.result.settlement import result_of
from scorer.play.table_context import TableContext
from scorer.registry import GameConfig
from scorer.scoring.settlement import Rate
from tests.contract.conftest import sheet_of
from tests.factories import PlayerFactory, make_players, make_table

pytestmark = pytest.mark.django_db

HANDS = 6
CENTS = Rate(Decimal("0.03"), 1, Decimal("0.10"), "€")


def session(club: Club, game: GameConfig, preset: str, seats: int) -> Table:
    """A session in which Zoran takes the second chair after some hands, and the first chair has a penalty."""
    variant = game.rules.PRESETS[preset]
    table = make_table(club, game, variant=variant, players=make_players(club, seats))
    entries = sheet_of(game, variant, seats, HANDS)
    services.record_hands(table, entries[:4], by=None)
    penalty = [-7 if 1 in side else 0 for side in (_side_of(game, seats, seat) for seat in range(1, seats + 1))]
    services.record_adjustment(table, penalty, why="a revoke", by=None, key=None)
    services.substitute(
        table, 2, Player.objects.filter(name="Zoran").first() or PlayerFactory(name="Zoran", club=club), by=None
    )
    services.record_hands(table, entries[4:], by=None)
    return Table.objects.get(pk=table.pk)


def _side_of(game: GameConfig, seats: int, seat: int) -> tuple[int, ...]:
    return next(side for side in game.rules.sides(seats) if seat in side)


def test_everybody_pays_or_gets_what_they_are_above_the_mean(game: GameConfig, preset: str, club: Club) -> None:
    for seats in game.seat_counts:
        table = services.set_rate(session(club, game, preset, seats), CENTS, by=None)
        result = result_of(TableContext(table))
        amounts = {person.name: person.amount for person in result.people}
        assert sum(amounts.values()) == 0
        assert len(result.people) == seats + 1
        above = dict.fromkeys(amounts, Fraction(0))
        context = TableContext(table)
        for hand in table.hands.all():
            points = {chair.position: 0 for chair in context.chairs}
            points |= dict(hand.scores.values_list("seat__position", "points"))
            entry = context.sheet.entry_at(hand.number)
            if entry is not None:
                points |= enumerate(context.sheet.outcome(entry, hand.number).result, start=1)
            elif result.in_games:
                continue
            for chair in context.chairs_at(hand.number):
                name = next(name for name in amounts if chair.player in name)
                times = 2 if result.in_games else 1
                above[name] += times * (points[chair.position] - Fraction(sum(points.values()), seats))
        for name, amount in amounts.items():
            assert abs(Fraction(amount) - above[name] * Fraction(CENTS.amount)) < Fraction(CENTS.rounded_to)


def test_the_payments_of_a_session_make_everybody_even(game: GameConfig, preset: str, club: Club) -> None:
    seats = game.seat_counts[-1]
    result = result_of(TableContext(session(club, game, preset, seats)))
    left = {person.name: person.amount for person in result.people}
    for payment in result.payments:
        left[payment.payer] += payment.amount
        left[payment.payee] -= payment.amount
    assert not any(left.values())
    assert len(result.payments) < max(len([person for person in result.people if person.amount]), 1)
