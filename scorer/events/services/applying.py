"""Who signs up by the invitation, waits or looks for a partner, and what the invitation says."""

from collections.abc import Sequence
from datetime import time

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from scorer.club.models import Player, User
from scorer.events.models import Applicant, Contestant, Event
from scorer.events.services.carrying import carry_over
from scorer.events.services.shared import lock_for, log_change
from scorer.events.services.signing_off import remove_listed
from scorer.events.services.signing_up import (
    add_applicant,
    add_contestant,
    add_newcomers,
    admit,
    applicants_among,
    has_room,
    move_up,
    refuse_misfits,
)
from scorer.events.states import Phase


@transaction.atomic
def apply(
    event: Event,
    players: Sequence[Player],
    *,
    name: str = "",
    squad: str = "",
    looking: bool = False,
    by: User | None,
) -> Contestant | Applicant:
    """Sign up as players do themselves. Where there is no room, they wait; one without a partner may look for one.

    Whoever looks for a partner and comes with one looks no more. `name` and `squad` are as in `sign_up`. `by` is a
    director who does it for them.
    """
    event = lock_for(event, "apply").event
    new, self_signed = add_newcomers(players, by), by is None
    for applicant in applicants_among(event, players):
        if not applicant.looking:
            raise ValidationError(_("%(name)s: already on the waiting list.") % {"name": applicant})
        if looking:
            raise ValidationError(_("%(name)s is already looking for a partner.") % {"name": applicant})
    said = {"players": [player.pk for player in players], **new, **({"self_signed": True} if self_signed else {})}
    if looking or not has_room(event):
        refuse_misfits(event, players, name=name, size=1 if looking else event.side_size)
        applicant = add_applicant(event, players, name=name, squad=squad, looking=looking, self_signed=self_signed)
        log_change(event, "apply", by, looking=looking, **said)
        return applicant
    contestant = add_contestant(event, players, name=name, squad=squad, self_signed=self_signed)
    carry_over(event, by=by)
    log_change(event, "sign_up", by, contestant=contestant.number, **said)
    return contestant


@transaction.atomic
def let_in(event: Event, number: int, *, by: User | None) -> Contestant:
    """Let somebody in who waits, even beyond the limit."""
    event = lock_for(event, "let_in").event
    applicant = _applicant(event, number)
    if applicant.looking:
        raise ValidationError(_("%(name)s has no partner yet.") % {"name": applicant})
    return admit(event, [applicant], by, "let_in")


@transaction.atomic
def match_partners(event: Event, number: int, other: int, *, by: User | None) -> Contestant:
    """Make a pair of two players who look for a partner, and let it in, even beyond the limit."""
    event = lock_for(event, "match_partners").event
    applicants = [_applicant(event, one) for one in (number, other)]
    for applicant in applicants:
        if not applicant.looking:
            raise ValidationError(_("%(name)s is not looking for a partner.") % {"name": applicant})
    return admit(event, applicants, by, "match")


@transaction.atomic
def remove_applicant(event: Event, number: int, *, by: User | None) -> None:
    """Take somebody off the list who waits or looks for a partner."""
    event = lock_for(event, "remove_applicant").event
    applicant = _applicant(event, number)
    players = [row.player_id for row in applicant.players.all()]
    applicant.delete()
    remove_listed(event, players, by)
    log_change(event, "remove_applicant", by, players=players)


@transaction.atomic
def set_invitation(
    event: Event,
    *,
    announced: bool,
    starts_at: time | None,
    place: str,
    limit: int | None,
    sign_off_hours: int | None,
    names_shown: bool,
    by: User | None,
) -> Event:
    """Change what the invitation says. If there is more room now, those move up who have waited longest."""
    progress = lock_for(event, "set_invitation")
    event = progress.event
    if announced and event.rehearsal:
        raise ValidationError({"announced": _("A rehearsal cannot be announced.")})
    values = {
        "announced": announced,
        "starts_at": starts_at,
        "place": place,
        "limit": limit,
        "sign_off_hours": sign_off_hours,
        "names_shown": names_shown,
    }
    for name, value in values.items():
        setattr(event, name, value)
    event.save(update_fields=[*values])
    log_change(event, "invitation", by, **values | {"starts_at": starts_at and starts_at.isoformat("minutes")})
    if progress.phase is Phase.SIGNING_UP:
        move_up(event, by)
    return event


def _applicant(event: Event, number: int) -> Applicant:
    applicant = event.applicants.not_in().filter(number=number).first()
    if applicant is None:
        raise ValidationError(_("Nobody with this number is waiting or looking for a partner."))
    return applicant
