"""Changes of hands whose deals had been opened to their contestants: the director is told of them."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from scorer.club.models import User
from scorer.club.rights import roles_in
from scorer.events.models import Sitting
from scorer.events.results.event_results import EventResults, viewer_with
from scorer.events.results.rows import SittingRow
from scorer.history.models import Revision
from scorer.play.models import Table
from scorer.play.phones import Phone
from scorer.play.selectors.history import Author, authors_of
from scorer.play.services import Actor

CHANGED_AFTER_OPENING = "after_opening"
"""The action in the log."""


@transaction.atomic
def note_change(table: Table, deal: int, *, undone: bool, by: Actor) -> None:
    """Log a change of a hand whose contestants can read what others have made of the deal.

    Called before the change, whose table is locked. So it does not lock the event, which services of events lock before
    its tables, and gives it no new version: the page of the event hears of the table. What a director changes is not
    noted.
    """
    sitting = Sitting.objects.select_related("round__event").filter(table=table).first()
    login, player = (None, by.player) if isinstance(by, Phone) else (by, None)
    if sitting is None or (isinstance(login, User) and viewer_with(roles_in(table.club, login)).directs):
        return
    event = sitting.round.event
    results = EventResults(event)
    played = results.played
    own = next(one for one in results.sittings if one.pk == sitting.pk)
    others = [one for one in results.planned if deal in one.deals and one.pk != sitting.pk]
    is_open = deal in played.over_at(own) if event.played_shown else deal not in results.sealed_deals
    if is_open and any(deal in played.deals_in(one) for one in others):
        after = {"round": sitting.round.number, "station": sitting.station, "deal": deal, "undone": undone}
        Revision.objects.log(
            Revision.Kind.EVENT,
            event,
            CHANGED_AFTER_OPENING,
            login,
            player_id=player.pk if player else None,
            after=after,
        )


@dataclass(frozen=True, slots=True)
class ChangeAfterOpening:
    sitting: SittingRow
    deal: int
    undone: bool
    """Whether the hand does not count any more. Otherwise it was corrected."""
    at: datetime
    by: Author


def changes_after_opening(results: EventResults) -> list[ChangeAfterOpening]:
    """Return those of an event from its log, the latest first. For directors only."""
    if not results.viewer.directs:
        return []
    logged = Revision.objects.of(Revision.Kind.EVENT, results.event.pk).filter(action=CHANGED_AFTER_OPENING)
    found = list(logged.order_by("-pk"))
    sittings = {(sitting.round.number, sitting.station): sitting for sitting in results.sittings}
    authors = authors_of(found, results.event.club_id)
    return [
        ChangeAfterOpening(
            sittings[values["round"], values["station"]],
            values["deal"],
            values["undone"],
            revision.at,
            authors[revision.pk],
        )
        for revision in found
        for values in [revision.after]
        if (values["round"], values["station"]) in sittings
    ]
