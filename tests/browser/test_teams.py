"""A Swiss evening of 11 teams at bridge: made, signed up and planned by taps, then played and read on a phone."""

from collections import defaultdict
from fractions import Fraction
from random import Random

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from games.bridge.rules import Entry
from scorer.club.models import Club, Membership
from scorer.events import services
from scorer.events.links import Holder, path_by_key
from scorer.events.models import Event, Sitting, SittingSide
from scorer.events.results.event_results import EventResults
from scorer.play import services as play
from tests.browser.conftest import PHONE, Visit, Visitor
from tests.browser.hands import go_to_table, save, tap
from tests.browser.rankings import places, rankings_everywhere, two_decimals
from tests.contest.comparing.naive_imps import imps, naive_victory_points
from tests.events.conftest import play_all, play_round
from tests.events.test_evenings import played

pytestmark = pytest.mark.django_db(transaction=True)

TEAMS = ("Lions", "Tigers", "Bears", "Wolves", "Foxes", "Owls", "Hawks", "Ravens", "Otters", "Badgers", "Stoats")
NAMES = ("Ada", "Boris", "Chloé", "Dirk", "Emma")
BOARDS = (7, 8)
FIGURES = {7: "10", 8: "7"}
"""IMPs of round 4, by Law 78B: 620 or 420 against 140."""


def make_and_plan(visitor: Visitor, club: Club) -> Event:
    page = visitor.open(reverse("events:create", args=[club.pk, "bridge"]))
    page.locator("[name=competes][value=teams]").check(force=True)
    expect(page.locator("[name=comparison][value=imps]")).to_be_attached()
    page.locator("[name=comparison][value=vp]").check(force=True)
    page.get_by_text("Everything else").click()
    page.locator("[name=rounds]").fill("4")
    page.locator("[name=per_round]").fill("2")
    assert visitor.faults() == []
    page.get_by_role("button", name="Create the event").click()
    event = Event.objects.get()
    assert event.of_teams
    for place, name in enumerate(NAMES, start=1):
        page.locator(f"[name=player_{place}]").fill(f"{name} {TEAMS[0]}")
    page.locator("[name=team]").fill(TEAMS[0])
    assert visitor.faults() == []
    page.get_by_role("button", name="Sign up", exact=True).click()
    page.get_by_role("button", name="and sign up").click()
    expect(page.get_by_role("heading", name="1 team")).to_be_visible()
    page.get_by_role("link", name="Sign up from a list").click()
    lines = (f"{team}: {' & '.join(f'{name} {team}' for name in NAMES[:4])}" for team in TEAMS[1:])
    page.get_by_role("textbox").fill("\n".join(lines))
    page.get_by_role("button", name="Show what the list says").click()
    expect(page.get_by_text("Tigers", exact=True)).to_be_visible()
    page.get_by_role("button", name="Sign up", exact=True).click()
    expect(page.get_by_role("heading", name="11 teams")).to_be_visible()
    page.get_by_role("link", name="Plan the rounds").click()
    swiss = page.get_by_role("button", name="Choose Swiss")
    expect(swiss).to_be_visible()
    assert visitor.faults() == []
    swiss.click()
    return event


def test_11_teams_play_a_swiss(visit: Visit, club: Club, ada: Membership) -> None:
    visitor = visit(ada, size=PHONE)
    event, page = make_and_plan(visitor, club), visitor.page
    random = Random(7)
    event.refresh_from_db()
    for number in range(3):
        if number:
            services.draw_round(event, by=None)
        play_round(event, random)
    event.refresh_from_db()
    visitor.open(reverse("events:event", args=[club.pk, event.pk]))
    page.get_by_role("button", name="Draw round 4").click()
    page.get_by_role("button", name="Start round 4").click()
    resting = {extra.contestant for extra in EventResults(event).byes}
    assert len(resting) == 4
    team = next(number for number in range(1, 12) if number not in resting)
    own = path_by_key(event, Holder.CONTESTANT, event.contestants.get(number=team).link)
    phone = visit(size=PHONE)
    change_the_line_up(phone, event, team, own)
    assert phone.page.get_by_role("button", name="Enter hands").count() == 2
    assert phone.faults() == []
    read_everything(visitor, event, team, own)
    other = play_the_match(phone, event, team)
    phone.open(f"{own}matches/4/")
    assert phone.faults() == []
    for board, figure in FIGURES.items():
        row = phone.page.locator("tbody tr").filter(has=phone.page.get_by_role("link", name=str(board), exact=True))
        expect(row.locator("td.num b")).to_have_text([figure, ""])
    expect(phone.page.locator("tfoot td.num")).to_have_text(["+17", "−17"])
    visitor.open(reverse("events:match", args=[club.pk, event.pk, other, 4]))
    expect(page.locator("tfoot td.num")).to_have_text(["−17", "+17"])
    finish(visitor, event, random)
    expected = victory_points(event)
    by_name = {str(team): expected[team.number] for team in event.contestants.all()}
    ranked = {name: (place, two_decimals(by_name[name])) for name, place in places(by_name).items()}
    for shown in rankings_everywhere(visit, event, ada):
        assert shown == ranked


def finish(director: Visitor, event: Event, random: Random) -> None:
    """Fill in the other tables of the last round; the director taps the rest."""
    for sitting in Sitting.objects.filter(round__event=event, round__number=4).select_related("table"):
        assert sitting.table
        if not sitting.table.hands.exists():
            play_all(sitting.table, random)
    page = director.open(reverse("events:event", args=[event.club_id, event.pk]))
    page.get_by_role("button", name="End round 4").click()
    page.get_by_role("button", name="Finish the event").click()
    expect(page.get_by_text("Finished:")).to_be_visible()
    assert director.faults() == []


def victory_points(event: Event) -> dict[int, Fraction]:
    """What each team has by the laws and the printed formula, from what the tables have in the ledger."""
    won: defaultdict[int, Fraction] = defaultdict(Fraction)
    boards: defaultdict[tuple[int, int, int], dict[int, dict[int, int]]] = defaultdict(dict)
    for line in played(event):
        north_south, east_west = line["contestants"]
        match = (line["round"], *sorted((north_south, east_west)))
        boards[match].setdefault(line["deal"], {})[north_south] = line["points"][0]
    for (_round, one, other), results in boards.items():
        margin = sum(imps(Fraction(both[one] - both[other])) for both in results.values())
        points = Fraction(two_decimals(naive_victory_points(margin, len(results), 20)))
        won[one] += points
        won[other] += 20 - points
    for number in range(1, 5):
        playing = {team for round_, *teams in boards if round_ == number for team in teams}
        for resting in set(range(1, len(TEAMS) + 1)) - playing:
            won[resting] += 12
    return won


def change_the_line_up(phone: Visitor, event: Event, team: int, own: str) -> None:
    """The first player goes to the other table, and the third one comes from there."""
    page = phone.open(f"{own}line-up/")
    page.locator("[name=place_1][value='2']").check(force=True)
    page.locator("[name=place_3][value='1']").check(force=True)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("button", name="Enter hands").first).to_be_visible()
    sides = SittingSide.objects.filter(sitting__round__event=event, sitting__round__number=4, contestant__number=team)
    seated = [sorted(side.players_of(event, 4)) for side in sides.with_players().order_by("side")]
    assert seated == [[2, 3], [1, 4]]


def play_the_match(phone: Visitor, event: Event, team: int) -> int:
    """By taps where the team sits N–S, and by the service at the other table. Return the number of the opponents."""
    sittings = Sitting.objects.filter(round__event=event, round__number=4).select_related("table").with_contestants()
    here, there = (next(one for one in sittings if one.numbers[side : side + 1] == (team,)) for side in (0, 1))
    page = go_to_table(phone, event, here.station)
    for board in BOARDS:
        expect(page.locator("#entry h2")).to_have_text(f"Board {board}")
        tap(page, level="4", strain="S", declarer="N", tricks="=")
        save(page)
    expect(page.locator("#rows [id^=hand-]")).to_have_count(len(BOARDS))
    for board in BOARDS:
        assert there.table
        play.record_hand(there.table, Entry(board, 3, "S", "", "N", 9), by=None, key=None)
    return here.numbers[1]


def read_everything(visitor: Visitor, event: Event, team: int, own: str) -> None:
    of_event = [event.club_id, event.pk]
    for path in (
        reverse("events:event", args=of_event),
        reverse("events:matches", args=of_event),
        reverse("events:match", args=[*of_event, team, 1]),
        reverse("events:scorecard", args=[*of_event, team]),
        reverse("events:traveller", args=[*of_event, 1]),
        reverse("events:movement", args=of_event),
        reverse("events:seats", args=of_event),
        reverse("events:screen", args=of_event) + "?still",
        own,
        f"{own}line-up/",
    ):
        visitor.open(path)
        assert visitor.faults() == [], path
        assert visitor.overflow() == 0, path
