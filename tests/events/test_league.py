"""A league: tables that keep a record, ranked by league points, and rounds that go by standing after the first ones."""

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import chain, combinations
from random import Random
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from scorer.club.models import Club, Membership
from scorer.contest.draws import Draw
from scorer.contest.earlier_rounds import EarlierRounds
from scorer.contest.families import Task
from scorer.contest.plan import Plan
from scorer.db.ids import IdConverter
from scorer.events import services
from scorer.events.links import Holder, path_of
from scorer.events.models import Event, Sitting
from scorer.events.results.event_results import EventResults
from scorer.play import services as play
from scorer.play.models import Reply, Seat
from tests.contest.comparing.test_league import league_points
from tests.events.by_posts import play_evening
from tests.events.conftest import MakeEvent, choose, faults_of_events, play_all, play_round
from tests.events.test_from_paper import sent_by
from tests.events.test_house_rules import posted, typed

LogIn = Callable[[Membership], Client]
LEAGUE = {"preset": "bule", "comparison": "league"}


@pytest.fixture
def league(make_event: MakeEvent) -> Event:
    """Seven at tables of three and of four, three rounds."""
    event = make_event("preferans", 7, rounds=3, per_round=6, **LEAGUE)
    choose(event, "league_rounds")
    return event


def address(event: Event, name: str, *args: Any) -> str:
    return reverse(f"events:{name}", args=[event.club_id, event.pk, *args])


def settlements(event: Event) -> list[dict[int, int]]:
    """What everybody at each table has, by the number of the contestant, as the seats have it."""
    found = []
    for sitting in Sitting.objects.filter(round__event=event, table__hands__number=1).with_contestants():
        seats = Seat.objects.filter(table=sitting.table_id).order_by("position")
        found.append(dict(zip(sitting.numbers, [seat.result or 0 for seat in seats], strict=True)))
    return found


def expected(event: Event) -> dict[int, tuple[Fraction, int]]:
    worth: Counter[int] = Counter()
    settled: Counter[int] = Counter()
    for table in settlements(event):
        shares = league_points(list(table.values()))
        for number, share, result in zip(table, shares, table.values(), strict=True):
            worth[number] += share
            settled[number] += result
    return {number: (Fraction(worth[number]), settled[number]) for number in worth}


def standings(event: Event) -> Mapping[int, tuple[Fraction, ...]]:
    return {ranked.standing.contestant: ranked.standing.ranks_by for ranked in EventResults(event).ranking.places}


def test_tables_are_ranked_by_their_settlements(league: Event) -> None:
    for number in range(3):
        play_round(league, Random(number))
    assert all(sum(table.values()) == 0 for table in settlements(league))
    assert any(any(table.values()) for table in settlements(league))
    assert standings(league) == expected(league)
    assert faults_of_events() == []


def test_an_adjustment_counts_once_and_a_voided_hand_no_longer(league: Event) -> None:
    services.start_round(league, by=None)
    sitting = Sitting.objects.filter(round__event=league).with_contestants()[0]
    assert sitting.table
    play_all(sitting.table, Random(1), hands=3)
    play.record_adjustment(sitting.table, [30, -30, 0], why="Misdeal", by=None, key=None)
    assert standings(league) == expected(league)
    before = settlements(league)
    play.void_hand(sitting.table.hands.filter(kind="played").latest("number"), by=None)
    assert settlements(league) != before
    assert standings(league) == expected(league)


@pytest.mark.parametrize("comparison", ["total", "places"])
def test_a_record_may_be_added_up_or_ranked_at_each_table(make_event: MakeEvent, comparison: str) -> None:
    event = make_event("preferans", 6, rounds=1, per_round=6, preset="bule", comparison=comparison)
    choose(event, "draw")
    play_round(event, Random(3))
    if comparison == "total":
        summed = {number: (Fraction(result),) for table in settlements(event) for number, result in table.items()}
        assert standings(event) == summed


def test_a_comparison_of_points_refuses_a_record(
    club: Club, make_event: MakeEvent, ada: Membership, client_of: LogIn
) -> None:
    with pytest.raises(ValidationError, match="the record is the result"):
        make_event("preferans", 6, preset="bule", comparison="wins")
    event = make_event("preferans", 6, **LEAGUE)
    with pytest.raises(ValidationError, match="the record is the result"):
        services.change_event(event, comparison="wins", by=None)
    values = typed(comparison="wins", **posted(event.config, "bule", event.variant))
    answer = client_of(ada).post(reverse("events:create", args=[club.pk, "preferans"]), values)
    assert answer.status_code == 422
    assert answer.context["form"].errors.keys() == {"comparison"}
    assert Event.objects.count() == 1


def couples(plan: Plan) -> Counter[tuple[int, ...]]:
    tables = (sitting.contestants for planned in plan.rounds for sitting in planned.sittings)
    return Counter(chain.from_iterable(combinations(sorted(there), 2) for there in tables))


def test_the_first_rounds_are_planned_together_and_the_others_go_by_standing(make_event: MakeEvent) -> None:
    event = make_event("preferans", 18, rounds=9, per_round=3, **LEAGUE)
    choose(event, "league_rounds")
    assert event.planned_rounds.count() == 8
    met = Counter(
        couple
        for sitting in Sitting.objects.filter(round__event=event).with_contestants()
        for couple in combinations(sorted(sitting.numbers), 2)
    )
    assert max(met.values()) <= 2
    for number in range(8):
        play_round(event, Random(number))
    services.draw_round(event, by=None)
    order = sorted(standings(event).items(), key=lambda standing: -standing[1][0])
    tables = [set(sitting.numbers) for sitting in Sitting.objects.filter(round__number=9).with_contestants()]
    points = {number: worth[0] for number, worth in standings(event).items()}
    assert len(tables) == 6
    assert max(points[number] for number in tables[-1]) <= min(points[number] for number in tables[0])
    assert order[0][0] in tables[0]
    assert faults_of_events() == []


def test_after_the_first_rounds_somebody_may_meet_again() -> None:
    """Three tables of three: with the same order in each round, the best three always meet."""
    draw = Draw(by="standing", sizes=(3,), together=1)
    first = draw.plan(Task(9, rounds=1))
    earlier = EarlierRounds(first.rounds)
    assert max(couples(draw.plan(Task(9, rounds=2, earlier=earlier))).values()) >= 1


def test_every_page_of_a_league_shows_its_records(
    league: Event, ada: Membership, boris: Membership, client_of: LogIn
) -> None:
    play_round(league, Random(1))
    number = EventResults(league).ranking.places[0].standing.contestant
    sitting = league.planned_rounds.first().sittings.first()
    director, reader = client_of(ada), client_of(boris)
    for client in (director, reader):
        for name in ("event", "screen", "draw"):
            assert client.get(address(league, name)).status_code in {200, 403}
        page = client.get(address(league, "scorecard", number)).content.decode()
        assert "the record of the table" in page
    assert sitting
    assert "The record of the table" in director.get(address(league, "swap", sitting.pk)).content.decode()
    for what, kind in (("ranking", "csv"), ("scorecards", "csv"), ("results", "csv"), ("event", "jsonl")):
        assert director.get(address(league, "download", what, kind)).status_code in {200, 404}


@pytest.mark.parametrize("contestants", [24, 60])
def test_a_whole_league_by_posts(contestants: int, club: Club, ada: Membership, client_of: LogIn) -> None:
    typed = {**LEAGUE, "rounds": "3", "per_round": "6"}
    names = [f"Guest {number}" for number in range(1, contestants + 1)]
    event = play_evening(client_of(ada), club, "preferans", typed, names, "league_rounds")
    met = Counter(chain.from_iterable(combinations(sorted(table), 2) for table in settlements(event)))
    assert set(met.values()) == {1}
    assert standings(event) == expected(event)


def test_hands_of_a_record_are_asked_about_by_a_contestants_own_link_and_corrected_in_one_tap(
    league: Event, ada: Membership, client_of: LogIn
) -> None:
    play_round(league, Random(1))
    sitting = Sitting.objects.filter(round__event=league).with_contestants()[0]
    own, outside = sitting.numbers[0], next(number for number in range(1, 8) if number not in sitting.numbers)
    path = path_of(league, Holder.CONTESTANT, own)
    shown = Client().get(path + "results/").content.decode()
    assert sitting.table
    hands = sitting.table.hands.order_by("number")
    links = [f"{path}tables/{IdConverter().to_url(sitting.table.pk)}/hands/{hand.number}/" for hand in hands]
    assert len(links) == 6
    assert all(link in shown for link in links)
    assert Client().get(links[0].replace(path, path_of(league, Holder.CONTESTANT, outside))).status_code == 404
    before = expected(league)
    page = Client().get(links[0])
    form, said = page.context["form"], page.context["said"]
    typed = {"declarer": "1", "level": "7", "defence": "nobody", "basis": said["basis"].value(), "way": form.way}
    typed |= {name: form[name].value() for name in ("key", "number", "layout")}
    assert Client().post(links[0], typed).status_code == 302
    request = Reply.objects.requests().get()
    director = client_of(ada)
    assert "1 request for a correction" in " ".join(director.get(address(league, "event")).content.decode().split())
    director.post(address(league, "accept_request", sitting.pk, request.pk))
    assert standings(league) == expected(league) != before
    assert "corrected" in Client().get(path + "results/").content.decode()
    assert faults_of_events() == []


def test_hands_of_a_record_are_typed_from_paper_and_listed_there(
    league: Event, ada: Membership, client_of: LogIn
) -> None:
    services.start_round(league, by=None)
    sitting = Sitting.objects.filter(round__event=league).with_contestants()[0]
    client, page = client_of(ada), address(league, "sheet_from_paper", sitting.pk)
    assert "Entered already" not in client.get(page).content.decode()
    hand = {"declarer": "1", "level": "5", "defence": "nobody"}
    first, second = [line.name for line in client.get(page).context["page"].lines][:2]
    answer = client.post(page, sent_by(client.get(page), **{first: hand, second: hand}), follow=True)
    assert "2 hands are saved." in answer.content.decode()
    listed = client.get(page)
    assert [line.line.hand for line in listed.context["lines"]] == [1, 2]
    for line in (1, 2):
        assert reverse("play:correct", args=[sitting.table_id, line]) in listed.content.decode()
    assert "the record of the table" not in listed.content.decode()
    assert standings(league) == expected(league)
