"""Hands that were changed when their contestants could already read what others had made of the deal."""

from dataclasses import dataclass
from datetime import datetime

from scorer.events.openings import CHANGED_AFTER_OPENING
from scorer.events.results import EventResults
from scorer.events.rows import SittingRow
from scorer.history.models import Revision
from scorer.play.selectors.history import UNKNOWN_AUTHOR, Author, authors_of


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
    authors = authors_of(found) if found else {}
    return [
        ChangeAfterOpening(
            sittings[values["round"], values["station"]],
            values["deal"],
            values["undone"],
            revision.at,
            authors.get(revision.pk, UNKNOWN_AUTHOR),
        )
        for revision in found
        for values in [revision.after]
        if (values["round"], values["station"]) in sittings
    ]
