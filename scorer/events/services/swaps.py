"""Correct what went wrong at a sitting and was noticed later: who sat where, and which deals were played.

The services of play change the sheets, so that sheet, ledger and event agree. The same swap again undoes each.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from scorer.club.models import User
from scorer.events.models import Contestant, Event, Round, Ruling, Sitting, SittingSide, deal_range
from scorer.events.results.event_results import EventResults
from scorer.events.results.played import ResultLine
from scorer.events.services.plans import exchange_at_half_tables, exchange_places
from scorer.events.services.shared import as_validation_errors, lock_for, log_change, refuse_absent, set_seals, where_of
from scorer.play import services as play
from scorer.play.models import Hand, Table


@transaction.atomic
def swap_sides(event: Event, sitting: Sitting, deal: int | None = None, *, by: User | None) -> None:
    """Swap two contestants who sat on each other's side, for one deal or for the whole round."""
    event, sitting, table = _lock(event, "swap_sides", sitting)
    rulings = sitting.rulings.in_force().filter(**{} if deal is None else {"deal": deal})
    _refuse_ruled(filter(_says_sides, rulings))
    since, until = 1, None
    if deal is not None:
        since = until = _hand_of(table, deal).number
    sides = table.config.rules.sides(table.size)
    with as_validation_errors():
        for position, other in zip(*sides, strict=True):
            play.swap_seats(table, position, other, since=since, until=until, by=by, why=_("Sides were swapped"))
    log_change(event, "swap_sides", by, **where_of(sitting), deal=deal)


@transaction.atomic
def swap_deals(event: Event, sitting: Sitting, deal: int, other: int, *, by: User | None) -> None:
    """Swap two deals of a sitting that were entered under each other's number."""
    event, sitting, table = _lock(event, "swap_deals", sitting)
    _refuse_ruled(sitting.rulings.in_force().filter(deal__in=(deal, other)))
    _refuse_ruled(_rulings_on_whole(event, (deal, other)))
    hands = {hand.deal: hand for hand in table.hands.counted().filter(deal__in=(deal, other))}
    if deal == other or not {deal, other} <= set(sitting.deals) or not hands:
        raise ValidationError(_("Choose two different numbers."))
    why = _("Entered under each other’s number")
    with as_validation_errors():
        aside = hands.get(deal)
        if aside and len(hands) > 1:  # otherwise a deal would be on the sheet twice for a moment
            play.void_hand(aside, by=by, why=why)
        for entered, played in ((other, deal), (deal, other)):
            if entered in hands:
                play.correct_hand(hands[entered], _entry_with(hands[entered], played), by=by, why=why)
        if aside and len(hands) > 1:
            play.restore_hand(aside, by=by, why=why)
    set_seals(event, by)
    log_change(event, "swap_deals", by, **where_of(sitting), deals=[deal, other])


@transaction.atomic
def change_deals(event: Event, sitting: Sitting, first_deal: int, *, by: User | None) -> None:
    """Change a sitting to the other deals of the event that were really played there. Rulings move to these deals."""
    event, sitting, table = _lock(event, "change_deals", sitting)
    if first_deal not in other_deals(sitting):
        raise ValidationError(_("Choose other numbers of this event."))
    _refuse_ruled(_rulings_on_whole(event, [*sitting.deals, *deal_range(first_deal, sitting.deal_count)]))
    step, before, repeats = first_deal - sitting.deals[0], sitting.deals_text, _repeats(event)
    with as_validation_errors():
        play.change_deals(table, first_deal, by=by, why=_("Something else was played"))
    sitting.rulings.update(deal=F("deal") + step)
    sitting.first_deal = first_deal
    sitting.save(update_fields=["first_deal"])
    _refuse_repeats(event, repeats)
    set_seals(event, by)
    log_change(event, "change_deals", by, **where_of(sitting), before=before, deals=sitting.deals_text)


@transaction.atomic
def swap_contestants(
    event: Event, sitting: Sitting, contestant: Contestant, other: Contestant, *, by: User | None
) -> None:
    """Swap two contestants who sat in each other's places in a round. One of them may have been resting."""
    event, sitting, table = _lock(event, "swap_contestants", sitting)
    refuse_absent((contestant, other), sitting.round)
    places = {place.contestant_id: place for place in sitting.sides.filter(contestant__in=(contestant, other))}
    if contestant.pk not in places or contestant.pk == other.pk:
        raise ValidationError(_("Choose two different contestants."))
    why = _("Sat in each other’s places")
    elsewhere = SittingSide.objects.select_related("sitting__table").filter(sitting__round=sitting.round_id)
    opposite = elsewhere.filter(contestant=other).first()
    with as_validation_errors():
        if other.pk in places:
            sides = event.sides(table.size)
            ours, theirs = (sides[places[pk].side - 1] for pk in (contestant.pk, other.pk))
            _refuse_ruled(filter(_says_sides, sitting.rulings.in_force()))
            for position, opponent in zip(ours, theirs, strict=True):
                play.swap_seats(table, position, opponent, since=1, by=by, why=why)
        else:
            rulings = Ruling.objects.in_force().filter(sitting__sides__contestant__in=(contestant, other))
            _refuse_ruled(rulings.filter(sitting__round=sitting.round_id, line__has_key="contestants"))
            number, repeats = sitting.round.number, _repeats(event)
            if event.of_teams:
                _swap_teams(sitting.round, contestant, other, by)
            else:
                players = zip(contestant.players_in(number), other.players_in(number), strict=True)
                exchanged = {left.pk: came.pk for left, came in players}
                there = opposite.sitting.table if opposite else None
                play.exchange_players(table, there, exchanged, by=by, why=why)
                places[contestant.pk].contestant = other
                places[contestant.pk].save(update_fields=["contestant"])
                if opposite:
                    opposite.contestant = contestant
                    opposite.save(update_fields=["contestant"])
            exchange_at_half_tables(sitting.round, contestant.number, other.number)
            _refuse_repeats(event, repeats)
    log_change(event, "swap_contestants", by, **where_of(sitting), contestants=[contestant.number, other.number])


def _swap_teams(running: Round, team: Contestant, other: Contestant, by: User | None) -> None:
    """Let two teams of different matches, one of which may rest, play in each other's places, at all their tables.

    This takes tables without hands: once something has been played, each of a team's two tables may have had others.
    """
    places = list(
        SittingSide.objects.filter(sitting__round=running, contestant__in=(team, other))
        .select_related("sitting__table", "contestant")
        .order_by("side")
    )
    if Hand.objects.filter(table__in=[place.sitting.table_id for place in places]).exists():
        raise ValidationError(
            _("Something has been entered there, and a team plays at two tables. Correct the seats at each of them.")
        )
    event, number = running.event, running.number
    theirs = {place.side: place for place in places if place.contestant_id == other.pk}
    for place in places:
        if place.contestant_id != team.pk:
            continue
        opposite = theirs.get(place.side)
        came = opposite or SittingSide(contestant=other, side=place.side, line_up=other.places_on(event, place.side))
        leaving, coming = (those.players_of(event, number).values() for those in (place, came))
        exchanged = {left.pk: player.pk for left, player in zip(leaving, coming, strict=True)}
        table: Any = place.sitting.table
        there = opposite.sitting.table if opposite else None
        play.exchange_players(table, there, exchanged, by=by, why=_("Sat in each other’s places"))
    exchange_places(places, team, other)


def other_deals(sitting: Sitting) -> list[int]:
    """Return the first number of each other set of deals that could have been played at a sitting."""
    same = Sitting.objects.filter(round__event=sitting.round.event_id, deal_count=sitting.deal_count)
    firsts = same.order_by("first_deal").values_list("first_deal", flat=True).distinct()
    own, count = sitting.first_deal or 0, sitting.deal_count or 0
    return [first for first in firsts if first and abs(first - own) >= count]


def _lock(event: Event, action: str, sitting: Sitting) -> tuple[Event, Sitting, Table]:
    progress = lock_for(event, action, sitting=sitting.pk)
    return progress.event, progress.sitting, progress.sitting.table


def _hand_of(table: Table, deal: int) -> Hand:
    hand = table.hands.counted().filter(deal=deal).first()
    if hand is None:
        raise ValidationError(_("Not entered there: %(deal)s") % {"deal": table.config.named_deals([deal])})
    return hand


def _entry_with(hand: Hand, deal: int) -> Any:
    config = hand.table.config
    return replace(config.hand_model.objects.get(hand=hand).entry, **config.rules.deal_fields(deal))


def _refuse_ruled(rulings: Iterable[Ruling]) -> None:
    for ruling in rulings:
        raise ValidationError(
            _("First withdraw the ruling on %(deal)s.") % {"deal": ruling.event.config.named_deals([ruling.deal or 0])}
        )


def _rulings_on_whole(event: Event, deals: Sequence[int]) -> Iterable[Ruling]:
    """Return the rulings on whole deals, which say where these were played with other cards."""
    return event.rulings.in_force().filter(sitting=None, deal__in=deals)


def _says_sides(ruling: Ruling) -> bool:
    """Whether a ruling means something else once its contestants have changed sides."""
    return {"average", "not_played"}.isdisjoint(ruling.line)


def _repeats(event: Event) -> dict[tuple[int, int | None], ResultLine]:
    """Return the results that do not count because a contestant has had the deal before, by sitting and deal."""
    return {(line.sitting.pk, line.result.deal): line for line in EventResults(event).lines if line.again}


def _refuse_repeats(event: Event, before: Collection[tuple[int, int | None]]) -> None:
    """Raise a ValidationError if there are more than `before`: it has to be said which of the two results counts."""
    for key, line in _repeats(event).items():
        if line.again and key not in before:
            said = {"number": line.again.contestant, "deal": event.config.named_deals([line.result.deal or 0])}
            said |= {"one": line.again.round, "other": line.sitting.round.number}
            raise ValidationError(
                _(
                    "Contestant %(number)s would play %(deal)s twice, in rounds %(one)s and %(other)s. "
                    "First mark it as spoiled in one of them."
                )
                % said
            )
