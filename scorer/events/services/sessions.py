"""The next session of an event, its finals, and what is carried into these."""

from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from operator import itemgetter
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorer.club.models import User
from scorer.contest.draws import MAX_ROUNDS
from scorer.db.ids import random_id
from scorer.events.contestants import contestants_by_number
from scorer.events.models import MAX_SESSIONS, Contestant, Event, Ruling
from scorer.events.results.comparisons import comparison_of
from scorer.events.results.event_results import EventResults
from scorer.events.results.sessions import qualifying_of, read_sessions, sessions_of, unit_refusal
from scorer.events.services.carrying import as_amount, carried_line, carry_over
from scorer.events.services.copies import event_like, sign_up_again
from scorer.events.services.shared import lock_for, log_change

NO_QUALIFYING = gettext_lazy("The qualifying is not here, so its share cannot be changed.")
SAME = ("preset", "comparison", "comparison_settings", "rounds", "per_round")


@transaction.atomic
def next_session(
    event: Event, *, name: str, day: date, added_up: str, by_standing: bool, by: User | None
) -> tuple[Event, int]:
    """Create the next session, with the same contestants and settings. Return it, and how many were left out.

    They keep their numbers, unless their standing in all sessions so far is to give them new ones.
    """
    event = lock_for(event, "next_session").event
    if added_up == Event.AddedUp.MEAN and not comparison_of(event).in_percent:
        raise ValidationError({"added_up": _("The scores of this comparison are no percentages.")})
    _begin_series(event)
    sessions = sessions_of(event)
    if len(sessions) == MAX_SESSIONS:
        raise ValidationError(_("An event has at most %(most)d sessions.") % {"most": MAX_SESSIONS})
    values = {"name": name, "day": day, **{field: getattr(event, field) for field in SAME}}
    values |= {"series": event.series, "session": event.session + 1, "added_up": added_up}
    if event.squads == Event.Squads.MATCH_POINTS:
        values["match_day"] = min(event.match_day + 1, MAX_ROUNDS)
    following = event_like(event, values, by=by)
    contestants = list(event.contestants.filter(left_after=None).with_players())
    if by_standing:
        places = standing_by_entry(event)
        last = len(places)
        contestants.sort(key=lambda contestant: places.get(contestant.entry or 0, last))
    left_out = sign_up_again(following, contestants, by=by)
    log_change(event, "next_session", by, session=following.session)
    return following, left_out


@transaction.atomic
def make_final(
    event: Event,
    *,
    name: str,
    day: date,
    first: int,
    last: int,
    carried_percent: int,
    carried_deals: int | None = None,
    consolation: str = "",
    by: User | None,
) -> tuple[Event, int]:
    """Create an event for those from one place to another, who bring a share of their scores.

    Return it, and how many were left out. They are numbered by their places. Where several fields have these places,
    such as both sides of a Mitchell, all of them come. `consolation` is the name of another event for all below these
    places, who start level in it; empty for none.
    """
    event = lock_for(event, "make_final").event
    _begin_series(event)
    shares = {"carried_percent": carried_percent, "carried_deals": carried_deals}
    final, left_out = _final(event, {"name": name, "day": day, **shares}, standing_by_entry(event, first, last), by)
    if final is None:
        raise ValidationError({"last": _("Nobody has one of these places.")})
    carry_over(final, by=by)
    if consolation:
        others, more_left_out = _final(event, {"name": consolation, "day": day}, standing_by_entry(event, last + 1), by)
        if others is None:
            raise ValidationError({"consolation": _("Nobody has a place below these.")})
        left_out += more_left_out
    log_change(event, "make_final", by, first=first, last=last, carried_percent=carried_percent)
    return final, left_out


def _final(
    event: Event, values: dict[str, Any], places: Mapping[int, int], by: User | None
) -> tuple[Event | None, int]:
    """Create an event for those who have these places, by entry. Return it, and how many were left out.

    Return None if that is nobody.
    """
    by_entry = {contestant.entry: contestant for contestant in _contestants_of(sessions_of(event))}
    chosen = [by_entry[entry] for entry in places]
    if not chosen:
        return None, 0
    same = {field: getattr(event, field) for field in SAME}
    final = event_like(event, {"qualifying": event.series, **same, **values}, by=by)
    return final, sign_up_again(final, chosen, by=by)


@transaction.atomic
def set_carried(
    event: Event,
    *,
    carried_percent: int,
    carried_deals: int | None = None,
    figures: Mapping[int, Fraction | None],
    by: User | None,
) -> None:
    """Set what share is carried over, and what contestants carry instead, by number; None to follow the qualifying."""
    event = lock_for(event, "set_carried").event
    refusal = unit_refusal(event, {}, qualifying_of(event)) if carried_percent else None
    if refusal:
        raise ValidationError({"carried_percent": refusal})
    shares = carried_percent, carried_deals
    if shares != (event.carried_percent, event.carried_deals) and not qualifying_of(event):
        raise ValidationError({"carried_percent": NO_QUALIFYING})
    event.carried_percent, event.carried_deals = shares
    event.save(update_fields=["carried_percent", "carried_deals"])
    contestants = {contestant.number: contestant for contestant in event.contestants.all()}
    changed = dict[str, Any]()
    for number, figure in figures.items():
        if number not in contestants:
            raise ValidationError(_("There is no such contestant."))
        changed[str(number)] = figure if figure is None else as_amount(figure)
        _set_own(event, contestants[number], figure)
    log_change(event, "set_carried", by, carried_percent=carried_percent, figures=changed)
    carry_over(event, by=by)


def _set_own(event: Event, contestant: Contestant, figure: Fraction | None) -> None:
    """Let a contestant carry a figure of the director's own, or follow the qualifying again."""
    rulings = event.rulings.filter(contestant=contestant)
    rulings.filter(carried=False, line__has_key="carry").update(withdrawn=True)
    if figure is None:
        rulings.filter(carried=True).update(withdrawn=False)
        return
    if not rulings.filter(carried=True).exists():
        Ruling.objects.create(
            event=event,
            contestant=contestant,
            line=carried_line(event, Fraction(0)),
            why=_("Carried over"),
            carried=True,
        )
    rulings.filter(carried=True).update(withdrawn=True)
    line = carried_line(event, figure)
    Ruling.objects.create(event=event, contestant=contestant, line=line, why=_("Set by the director"))


def standing_by_entry(event: Event, first: int = 1, last: int | None = None) -> dict[int, int]:
    """Return who has a place from the first to the last, with the place, the best first.

    The places are those in all sessions, or in the only one. There each field has a first place.
    """
    sessions = sessions_of(event)
    if len(sessions) > 1:
        placed = [(total.place, total.entry) for total in read_sessions(sessions, EventResults).totals]
    else:
        people = contestants_by_number(event)
        ranked = EventResults(event).ranking.places
        placed = [(row.place, people[row.standing.contestant].entry) for row in ranked if row.standing.ranks_by]
    found = [(place, entry) for place, entry in placed if place and first <= place <= (last or place)]
    return {entry: place for place, entry in sorted(found, key=itemgetter(0))}


def _begin_series(event: Event) -> None:
    """Give the event a number that others refer to, and its contestants those that they keep."""
    if event.series is None:
        event.series = random_id()
        event.save(update_fields=["series"])
    contestants = list(event.contestants.filter(entry=None))
    for contestant in contestants:
        contestant.entry = contestant.link
    Contestant.objects.bulk_update(contestants, ["entry"])


def _contestants_of(sessions: list[Event]) -> list[Contestant]:
    """Return the contestants of all sessions, those of the last one last."""
    return list(Contestant.objects.filter(event__in=sessions).order_by("event__session", "number").with_players())
