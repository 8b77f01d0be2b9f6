"""The ranking of an event as the console, a contestant's phone and the big screen show it, each read from its page."""

import re
from collections.abc import Iterator
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from django.urls import reverse
from playwright.sync_api import Page, expect

from scorer.club.models import Membership
from scorer.events.links import Holder, path_of
from scorer.events.models import Event
from tests.browser.conftest import DESK, PHONE, Visit

READ = """rows => rows.map(row => [
  row.querySelector("bdi").innerText,
  row.querySelector(".rank").innerText,
  [...row.querySelectorAll("td.num:not(.extra)")].pop().innerText,
])"""

Shown = dict[str, tuple[int, str]]
"""Place and figure by name."""


def rankings_everywhere(visit: Visit, event: Event, director: Membership) -> Iterator[Shown]:
    """Yield what is shown to the director, to the first contestant on a phone, and to the room."""
    of_event = [event.club_id, event.pk]
    console = visit(director, size=DESK).open(reverse("events:event", args=of_event))
    yield _read(console)
    yield _read(visit(size=PHONE).open(path_of(event, Holder.CONTESTANT, 1)))
    screen, whole = visit(director, size=DESK), Shown()
    for view in range(event.contestants.count()):
        whole |= _read(screen.open(f"{reverse('events:screen', args=of_event)}?view={view}&still"))
        if len(whole) == event.contestants.count():
            break
    yield whole


def _read(page: Page) -> Shown:
    expect(page.locator("table.board").first).to_be_visible()
    rows = page.locator("table.board tbody tr").evaluate_all(READ)
    return {name: (int(place), re.sub(r"[^\d.+−]", "", figure)) for name, place, figure in rows}


def two_decimals(score: Fraction | float) -> str:
    exact = Decimal(score.numerator) / score.denominator if isinstance(score, Fraction) else Decimal(score)
    return str(exact.quantize(Decimal("0.01"), ROUND_HALF_UP))


def places(scores: dict[str, Fraction]) -> dict[str, int]:
    """Whoever is level shares the place."""
    return {name: 1 + sum(other > score for other in scores.values()) for name, score in scores.items()}
