"""The place that a late contestant gets, as the page shows it."""

from scorer.events.free_places import free_place
from scorer.events.models import Event
from scorer.events.selectors.movement import Assignment
from scorer.events.selectors.people import rows_by_number


def assignments_in_free_place(event: Event) -> list[Assignment]:
    """Return where a late contestant plays in each round, and against whom. Empty if no place is free."""
    free, present = free_place(event), rows_by_number(event.contestants.filter(left_after=None))
    return [
        Assignment(half.round, half.as_sitting(), [present[one] for one in half.numbers if one in present])
        for half in (free.halves if free else ())
    ]
