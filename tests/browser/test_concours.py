"""A concours of belote by taps: winners against winners, matches of games, a forfeit, a final with a consolation."""

import re
from collections.abc import Iterable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from scorer.club.models import Membership
from scorer.events import services
from scorer.events.models import Event
from scorer.events.results.event_results import EventResults
from tests.browser.conftest import DESK, PHONE, Visit, Visitor
from tests.browser.hands import USUAL, fill_in, go_to_table, save
from tests.browser.test_evenings import button, consistent, make_event

pytestmark = pytest.mark.django_db(transaction=True)

PAIRS = "\n".join(f"Ada {number} & Boris {number}" for number in range(1, 5))


def test_four_pairs_play_two_rounds_a_final_and_a_consolation(visit: Visit, ada: Membership) -> None:
    director, phone = visit(ada, size=PHONE), visit()
    page = director.open(reverse("events:events", args=[ada.club.pk]))
    event = make_event(page, ada.club.pk, "belote", PAIRS, rounds="2", per_round="1")
    page.get_by_role("link", name="Plan the rounds").click()
    page.locator("details.fold summary").first.click()
    button(page, "^Choose Swiss$")
    button(page, "^Start round 1$")
    for station in (1, 2):
        at_table = go_to_table(phone, event, station)
        fill_in(at_table, USUAL["belote"])
        save(at_table)
        expect(at_table.locator("#rows [id^=hand-]")).to_have_count(1)
    page.get_by_role("button", name="End round 1").click()
    button(page, "^Draw round 2$")
    button(page, "^Start round 2$")
    won = {row.standing.contestant for row in EventResults(event).ranking.places if row.standing.score == 2}
    met = {frozenset(sitting.numbers) for sitting in event.planned_rounds.get(number=2).sittings.with_contestants()}
    assert frozenset(won) in met
    page.locator("#station-1 summary").first.click()
    assert (director.faults(), director.overflow()) == ([], 0)
    page.locator("#station-1").get_by_role("link", name="Forfeit").first.click()
    expect(page.locator("[name=points]")).to_have_value("95")
    expect(page.locator("[name=amount]")).to_be_hidden()
    assert (director.faults(), director.overflow()) == ([], 0)
    button(page, "Save the ruling")
    expect(page.get_by_text("forfeits round 2: 0 to 95")).to_be_visible()
    page.locator("summary", has_text="End round 2").click()
    with page.expect_navigation():
        page.get_by_role("button", name="Close the tables anyway").click()
    event.refresh_from_db()
    services.finish(event, by=None)
    page.goto(page.url.split("/clubs/")[0] + reverse("events:make_final", args=[event.club_id, event.pk]))
    page.get_by_label("To place").fill("2")
    page.get_by_label("All others play a consolation").check()
    assert (director.faults(), director.overflow()) == ([], 0)
    button(page, "Create the event")
    expect(page.get_by_text("The final and the consolation are there.")).to_be_visible()
    assert Event.objects.count() == 3


def type_hands(phone: Visitor, event: Event, station: int, bidders: Iterable[str]) -> Page:
    """Type a hand for each of these bidders, who make 95 points. Of two that are alike, the page would ask."""
    page = go_to_table(phone, event, station)
    for count, bidder in enumerate(bidders, start=1):
        expect(page.locator("#entry h2")).to_have_text(f"Hand {count}")
        fill_in(page, USUAL["belote"] | {"bidder": bidder})
        save(page)
        expect(page.locator("#rows [id^=hand-]")).to_have_count(count)
    return page


def play_round(page: Page, phones: list[Visitor], event: Event, number: int, bidders: list[str]) -> None:
    """Start a round, type its hands on the phones of its tables, and end it. The first bidder is that of table 1."""
    button(page, f"^Start round {number}$")
    expect(page.get_by_role("heading", name=f"Round {number} of")).to_be_visible()
    for station, (phone, bidder) in enumerate(zip(phones, bidders, strict=True), start=1):
        at_table = type_hands(phone, event, station, bidder)
        expect(at_table.get_by_text("All hands of this table have been played.")).to_be_visible()
        assert not at_table.locator("#entry form.entry").count()
    expect(page.locator(".station .mark.on", has_text="complete")).to_have_count(len(bidders))
    button(page, f"^End round {number}$")


def choose(page: Page, plan: str) -> None:
    page.get_by_role("link", name="Plan the rounds").click()
    page.locator("details.fold summary").first.click()
    button(page, f"^Choose {plan}$")
    expect(page.get_by_role("button", name="Start round 1")).to_be_visible()


def standing(page: Page) -> list[str]:
    """The names of the ranking that a page shows, the best first."""
    return page.locator("table.places tbody th.name bdi").all_inner_texts()


def test_a_whole_concours_whose_hands_are_typed_on_phones(visit: Visit, ada: Membership) -> None:
    director, phones = visit(ada, size=DESK), [visit(), visit()]
    page = director.open(reverse("events:events", args=[ada.club.pk]))
    event = make_event(page, ada.club.pk, "belote", PAIRS, rounds="2", per_round="2")
    event_page = page.url
    choose(page, "Swiss")
    play_round(page, phones, event, 1, ["13", "24"])
    button(page, "^Draw round 2$")
    expect(page.get_by_role("button", name="Start round 2")).to_be_visible()
    play_round(page, phones, event, 2, ["13", "21"])
    page.get_by_role("button", name="Finish the event").click()
    expect(page.get_by_text("Until")).to_be_visible()
    assert (director.faults(), director.overflow()) == ([], 0)
    places = [row.standing.contestant for row in EventResults(event).ranking.places]
    assert standing(page) == [f"Ada {number} & Boris {number}" for number in places]
    for phone in phones:
        expect(phone.page.locator("table.places")).to_be_visible()
        assert (phone.faults(), phone.overflow()) == ([], 0)
    page.get_by_role("link", name="Final").first.click()
    page.get_by_label("To place").fill("2")
    page.get_by_label("All others play a consolation").check()
    button(page, "Create the event")
    expect(page.get_by_text("The final and the consolation are there.")).to_be_visible()
    consolation = Event.objects.get(name__icontains="consolation")
    final = Event.objects.exclude(pk__in=(event.pk, consolation.pk)).get()
    best = {frozenset(row.person.name for row in contestant.players.all()) for contestant in final.contestants.all()}
    assert best == {frozenset({f"Ada {number}", f"Boris {number}"}) for number in places[:2]}
    for other, first_wins in ((final, True), (consolation, False)):
        page.goto(event_page.split("/clubs/")[0] + reverse("events:event", args=[other.club_id, other.pk]))
        choose(page, "Knock-out")
        play_round(page, phones[:1], other, 1, ["13" if first_wins else "24"])
        page.get_by_role("button", name="Finish the event").click()
        expect(page.get_by_text("Until")).to_be_visible()
        expect(page.locator(".bracket b")).to_have_text(f"{1 if first_wins else 2} {standing(page)[0]}")
        assert (director.faults(), director.overflow()) == ([], 0)
        assert consistent(other)
    assert consistent(event)


def test_matches_of_two_games_of_three_until_the_bell(visit: Visit, ada: Membership) -> None:
    """To 100 points each, so that a hand of 162 points in all may win a game."""
    director, phones = visit(ada, size=PHONE), [visit(), visit()]
    page = director.open(reverse("events:create", args=[ada.club.pk, "belote"]))
    with page.expect_response(re.compile("/rules")):
        page.locator("[name=preset][value=parties]").check(force=True)
    page.get_by_text("Rules in detail").click()
    page.locator("[name=target]").fill("100")
    assert (director.faults(), director.overflow()) == ([], 0)
    page.locator("[name=name]").fill("Tuesday")
    page.locator("summary", has_text="Everything else").click()
    page.locator("[name=rounds]").fill("1")
    button(page, "Create the event")
    page.get_by_role("link", name="Sign up from a list").click()
    page.locator("[name=names]").fill(PAIRS)
    button(page, "Show what the list says")
    button(page, "^Sign up$")
    event = Event.objects.get()
    choose(page, "Swiss")
    expect(page.get_by_text("1 round until a side has won 2 games to 100 points")).to_be_visible()
    button(page, "^Start round 1$")
    won = type_hands(phones[0], event, 1, "121")
    expect(won.get_by_text("and the match by two games to one")).to_be_visible()
    expect(won.locator("#entry form.entry")).to_have_count(0)
    ahead = type_hands(phones[1], event, 2, "12")
    expect(ahead.get_by_text("One game each: the belle follows.")).to_be_visible()
    for phone in phones:
        assert (phone.faults(), phone.overflow()) == ([], 0)
    expect(page.locator("#station-2 summary")).to_contain_text("1 : 1")
    expect(page.locator("#station-1 summary")).to_contain_text("2 : 1")
    assert (director.faults(), director.overflow()) == ([], 0)
    page.locator("summary", has_text="End round 1").click()
    expect(page.get_by_text("Table 2 has not finished its match")).to_be_visible()
    with page.expect_navigation():
        page.get_by_role("button", name="Close the tables anyway").click()
    expect(page.get_by_text("A round goes to whoever wins more games.")).to_be_visible()
    assert (director.faults(), director.overflow()) == ([], 0)
    assert sorted(row.standing.score for row in EventResults(event).ranking.places) == [0, 1, 1, 2]
    page.locator("table.places tbody a").first.click()
    expect(page.get_by_text("games won")).to_be_visible()
    assert (director.faults(), director.overflow()) == ([], 0)
    assert consistent(event)
