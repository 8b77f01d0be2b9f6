"""Who signs off before the plan, and who moves up or looks for a partner then."""

from collections.abc import Iterable

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from scorer.club.models import User
from scorer.club.services import remove_players
from scorer.events.models import Applicant, Contestant, Event, Ruling
from scorer.events.services.rulings import drop_rulings
from scorer.events.services.shared import lock_for, log_change
from scorer.events.services.signing_up import add_applicant, move_up
from scorer.history.models import Revision


@transaction.atomic
def sign_off(event: Event, entry: int, place: int | None = None, *, by: User | None) -> None:
    """Take a contestant off the list, or only its player at this place: the other one then looks for a partner.

    It goes by the entry, since the number may be somebody else's by now: a phone may have signed off, too.
    """
    event = lock_for(event, "sign_off").event
    contestant = event.contestants.with_entry(entry).first()
    if contestant is not None:
        _sign_off(event, contestant, place, by)


@transaction.atomic
def sign_off_self(event: Event, contestant: Contestant, place: int | None = None) -> Applicant | None:
    """Do the same by the phone that has signed it up. Return the player who looks for a partner then."""
    event = lock_for(event, "sign_off_self").event
    own = event.contestants.filter(pk=contestant.pk).first()
    if own is None:
        raise ValidationError(_("The list has changed. This is how it is now."))
    return _sign_off(event, own, place, None, self_signed=True)


def _sign_off(
    event: Event, contestant: Contestant, place: int | None, by: User | None, **said: bool
) -> Applicant | None:
    """A player who is left alone has no place to keep: whoever has waited longest moves up at once."""
    rows = contestant.players.all() if place is None else contestant.players.filter(place=place)
    leaving = list(rows.values_list("player", flat=True))
    applicant = None if place is None else _left_alone(event, contestant, place)
    take_off(event, event.contestants.filter(pk=contestant.pk), by)
    log_change(event, "sign_off", by, contestant=contestant.number, players=leaving, **said)
    move_up(event, by)
    return applicant


def _left_alone(event: Event, contestant: Contestant, place: int) -> Applicant:
    """Let the partner of the player at this place look for another one: since the same time, if it looked before."""
    others = list(contestant.players.with_people().exclude(place=place))
    if not event.of_pairs or len(others) != 1:
        raise ValidationError(_("Only one of a pair can sign off alone."))
    player = others[0].person
    came = Applicant.objects.filter(contestant=contestant, looking=True).with_players()
    applicant = next((applicant for applicant in came if applicant.players.all()[0].person == player), None)
    if applicant is None:
        return add_applicant(
            event,
            [player],
            squad=contestant.squad,
            looking=True,
            self_signed=contestant.self_signed,
            partner_left=True,
        )
    applicant.contestant, applicant.partner_left = None, True
    applicant.save(update_fields=["contestant", "partner_left"])
    return applicant


@transaction.atomic
def sign_off_self_signed(event: Event, *, by: User | None) -> None:
    """Take everybody off the lists who signed up by the code on the wall, as when a stranger filled them.

    Whoever the director has put on the list, and has matched with one of them, looks for a partner again.
    """
    event = lock_for(event, "sign_off_self_signed").event
    strangers = event.contestants.filter(self_signed=True)
    matched = event.applicants.filter(contestant__in=strangers, looking=True, self_signed=False)
    matched.update(contestant=None, partner_left=True)
    waiting = event.applicants.filter(contestant=None, self_signed=True)
    players = list(waiting.order_by("number", "players__place").values_list("players__player", flat=True))
    waiting.delete()
    numbers = list(strangers.values_list("number", flat=True))
    players += take_off(event, strangers, by)
    if players:
        log_change(event, "sign_off", by, contestants=numbers, players=players, self_signed=True)
    move_up(event, by)


def take_off(event: Event, contestants: QuerySet[Contestant], by: User | None) -> list[int]:
    """Take contestants off the list, with the rulings on them, and return their players. All others close up.

    Players who came to the roster with this event leave it, unless something else knows them by
    now, or somebody has changed them.
    """
    drop_rulings(Ruling.objects.filter(contestant__in=contestants), by)
    players = list(contestants.order_by("number", "players__place").values_list("players__player", flat=True))
    contestants.delete()
    for number, contestant in enumerate(event.contestants.order_by("number"), start=1):
        if contestant.number != number:
            contestant.number = number
            contestant.save(update_fields=["number"])
    remove_listed(event, players, by)
    return players


BRING_PLAYERS = ("sign_up", "apply", "late", "substitute")
"""The actions with which players may come to the roster."""


def remove_listed(event: Event, players: Iterable[int], by: User | None) -> None:
    came = Revision.objects.of(Revision.Kind.EVENT, event.pk).filter(action__in=BRING_PLAYERS)
    listed = {player for after in came.values_list("after", flat=True) for player in after.get("new", ())}
    listed.intersection_update(players)
    if listed:
        known = Revision.objects.filter(kind=Revision.Kind.PLAYER, object_id__in=listed).exclude(action="add")
        remove_players(event.club, sorted(listed.difference(known.values_list("object_id", flat=True))), by=by)
