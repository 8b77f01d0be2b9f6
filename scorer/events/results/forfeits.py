"""Which rounds a contestant may forfeit, and what the other side gets for that."""

from scorer.contest.plan import SIDES
from scorer.contest.results import meetings
from scorer.events.models import Contestant, Event, Sitting
from scorer.events.results.comparisons import comparison_of
from scorer.events.results.event_results import EventResults


def has_forfeits(event: Event) -> bool:
    """Whether two sides play against each other, and the results of deals are not compared."""
    sides = event.config.rules.sides(event.config.seat_counts[0])
    return len(sides) == SIDES and not comparison_of(event).names_deals


def rounds_to_forfeit(event: Event, contestant: Contestant) -> list[int]:
    """Return the rounds that have started in which a contestant plays."""
    if not has_forfeits(event):
        return []
    played = Sitting.objects.filter(round__event=event, sides__contestant=contestant).exclude(table=None)
    return list(played.order_by("round__number").values_list("round__number", flat=True))


def suggested_points(event: Event) -> int | None:
    """Return the target of its rounds, once for each game to be won.

    Without one, return the mean of the most points in each meeting that nobody has forfeited, or None if there is none.
    """
    if event.per_round is None and event.target:
        return event.target * (event.games or 1)
    met, _index = meetings([line.result for line in EventResults(event).lines if line.ruling is None])
    best = [max(points.values()) for meeting in met for points in list(meeting.seen.values())[:1]]
    return round(sum(best) / len(best)) if best else None
