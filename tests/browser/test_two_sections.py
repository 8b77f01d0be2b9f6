"""A Mitchell in two sections, in cross-IMPs divided by the results: chosen and judged by taps, and ranked as worked out
here from what the tables have in the ledger.
"""

from collections import defaultdict
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from scorer.club.models import Membership
from scorer.contest.ranking import Ranked
from scorer.events.links import Holder, path_of
from scorer.events.models import Event
from scorer.events.results.event_results import EventResults
from tests.browser.conftest import DESK, PHONE, Visit
from tests.browser.rankings import rankings_everywhere, two_decimals
from tests.browser.test_evenings import button, enter_board, sittings
from tests.contest.comparing.naive_imps import imps
from tests.events.conftest import play_all
from tests.events.test_evenings import played

pytestmark = pytest.mark.django_db(transaction=True)

PAIRS = "\n".join(f"Ada {number} & Boris {number}" for number in range(1, 21))


def recalculated(lines: list[dict[str, Any]]) -> dict[int, Fraction]:
    """What each pair has: its IMPs against every other result of its boards, divided by the results of the board."""
    scores: defaultdict[int, Fraction] = defaultdict(Fraction)
    for line in lines:
        of_board = [other["points"][0] for other in lines if other["deal"] == line["deal"]]
        won = sum(imps(Fraction(line["points"][0] - points)) for points in of_board)  # 0 against itself
        for contestant, sign in zip(line["contestants"], (1, -1), strict=True):
            scores[contestant] += Fraction(sign * won, len(of_board))
    return scores


def with_sign(score: Fraction) -> str:
    figure = two_decimals(abs(score))
    return figure if not score else ("+" if score > 0 else "−") + figure


def ranked_as_recalculated(event: Event) -> tuple[Ranked, ...]:
    lines = played(event)
    assert len(lines) == 2 * 10 * 2
    scores = recalculated(lines)
    places = EventResults(Event.objects.get()).ranking.places
    assert {place.standing.contestant: place.standing.score for place in places} == scores
    for field in (1, 2):
        ranked = [place for place in places if place.standing.field == field]
        assert [scores[place.standing.contestant] for place in ranked] == sorted(
            (scores[place.standing.contestant] for place in ranked), reverse=True
        )
        assert len(ranked) == 10
    return places


def test_20_pairs_play_a_mitchell_in_two_sections_in_cross_imps(visit: Visit, ada: Membership) -> None:
    director, club = visit(ada, size=PHONE), ada.club.pk
    page = director.open(reverse("events:create", args=[club, "bridge"]))
    page.locator("summary", has_text="Everything else").click()
    for name in ("rounds", "per_round"):
        page.locator(f"[name={name}]").fill("2")
    page.locator("[name=comparison][value=cross_imps]").check(force=True)
    page.locator("summary", has_text="More settings").click()
    expect(page.locator("[name=butler_drop]")).to_be_hidden()
    expect(page.locator("[name=cross_imps_cap]")).to_be_visible()
    page.locator("[name=cross_imps_divide][value=results]").check(force=True)
    assert director.faults() == []
    button(page, "Create the event")
    page.get_by_role("link", name="Sign up from a list").click()
    page.locator("[name=names]").fill(PAIRS)
    button(page, "Show what the list says")
    button(page, "^Sign up$")
    page.get_by_role("link", name="Plan the rounds").click()
    others = page.get_by_text("other plan").first
    expect(others).to_be_visible()
    assert director.faults() == []
    others.click()
    page.get_by_role("button", name="Choose Mitchell, 2 sections", exact=True).click()
    event = Event.objects.get()
    assert (event.comparison_settings, event.winners, event.one_field) == ({"divide": "results"}, 2, True)

    phone, random = visit(), Random(20)
    phone.open(path_of(event, Holder.STATION, 1))
    for number in (1, 2):
        button(page, f"^Start round {number}$")
        expect(page.get_by_role("heading", name=f"Round {number} of 2")).to_be_visible()
        for sitting in sittings(event):
            assert sitting.table
            if (number, sitting.station) != (1, 1):
                play_all(sitting.table, random)
                continue
            phone.page.wait_for_url(f"**{reverse('play:table', args=[sitting.table_id])}")
            for deal in sitting.deals:
                enter_board(phone, deal, level=3, offline=False)
            expect(phone.page.locator("#rows [id^=hand-]")).to_have_count(2)
        expect(page.get_by_text("complete")).to_have_count(10)
        assert director.faults() == []
        button(page, f"^End round {number}$")
    button(page, "^Finish the event")

    places = ranked_as_recalculated(event)
    desk = visit(ada, size=DESK)
    for name in ("traveller", "scorecard"):
        desk.open(reverse(f"events:{name}", args=[club, event.pk, 1]))
        assert desk.faults() == [], name
    desk.open(reverse("events:event", args=[club, event.pk]))
    assert desk.faults() == []
    people = {contestant.number: str(contestant) for contestant in event.contestants.all()}
    expected = {people[one.standing.contestant]: (one.place, with_sign(one.standing.score)) for one in places}
    for shown in rankings_everywhere(visit, event, ada):
        assert shown == expected
