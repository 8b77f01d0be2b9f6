"""A duplicate of tarot: everybody is compared with those who held the same cards."""

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from scorer.club.models import Club, Membership
from scorer.events import services
from scorer.events.models import Event, Sitting
from scorer.events.planning.proposals import proposals
from scorer.events.results.event_results import EventResults, Viewer
from scorer.play.models import Hand, Score
from tests.events.by_posts import play_evening
from tests.events.conftest import MakeEvent, choose, faults_of_events, play_all, play_round

LogIn = Callable[[Membership], Client]


def address(event: Event, name: str, *args: Any) -> str:
    return reverse(f"events:{name}", args=[event.club_id, event.pk, *args])


@pytest.fixture
def duplicate(make_event: MakeEvent) -> Event:
    """Twenty at five tables, two rounds of two deals; five sets go from table to table."""
    event = make_event("tarot", 20, rounds=2, per_round=2, comparison="seat_matchpoints")
    choose(event, "duplicate")
    return event


def percents(event: Event) -> dict[int, Fraction]:
    """Worked out from the ledger: what each has of the tops of its deals."""
    by_seat: defaultdict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    for sitting in Sitting.objects.filter(round__event=event, table__isnull=False).with_contestants():
        numbers = sitting.numbers
        scores = Score.objects.filter(table=sitting.table_id, hand__kind=Hand.Kind.PLAYED)
        for deal, position, points in scores.values_list("hand__deal", "seat__position", "points"):
            by_seat[deal, position].append((numbers[position - 1], points))
    won: defaultdict[int, int] = defaultdict(int)
    tops: defaultdict[int, int] = defaultdict(int)
    for results in by_seat.values():
        for number, points in results:
            won[number] += sum(2 * (points > other) + (points == other) for _who, other in results) - 1
            tops[number] += 2 * (len(results) - 1)
    return {number: Fraction(100 * won[number], tops[number]) for number in tops if tops[number]}


def test_each_is_compared_with_those_at_the_same_seat(duplicate: Event) -> None:
    for number in range(2):
        play_round(duplicate, Random(number))
    services.finish(duplicate, by=None)
    ranking = EventResults(duplicate).ranking
    found = {ranked.standing.contestant: ranked.standing.percent for ranked in ranking.places if ranked.standing.top}
    assert found == percents(duplicate)
    assert any(percent != 50 for percent in found.values())
    assert faults_of_events() == []


def test_a_deal_stays_sealed_until_every_table_has_played_it(duplicate: Event) -> None:
    play_round(duplicate, Random(1))
    sealed = EventResults(duplicate, Viewer()).sealed_deals
    assert sealed
    assert set(Sitting.objects.filter(round__number=1).values_list("table__sealed", flat=True)) == {True}
    assert {line.result.deal for line in EventResults(duplicate, Viewer()).lines}.isdisjoint(sealed)


def test_only_a_duplicate_has_numbered_deals_and_its_own_plan(make_event: MakeEvent) -> None:
    libre, duplicate = make_event("tarot", 20, per_round=4), None
    assert {proposal.format for proposal in proposals(libre, 20)} == {"draw"}
    assert not libre.numbers_deals
    services.change_event(libre, comparison="seat_difference", by=None)
    duplicate = Event.objects.get()
    assert {proposal.format for proposal in proposals(duplicate, 20)} == {"duplicate"}
    assert duplicate.numbers_deals
    assert duplicate.side_names == ["N", "E", "S", "W"]
    choose(duplicate, "duplicate")
    with pytest.raises(ValidationError, match="Discard the plan first"):
        services.change_event(duplicate, comparison="total", by=None)
    services.change_event(duplicate, comparison="seat_matchpoints", by=None)


def test_a_table_types_the_deals_that_it_was_given(duplicate: Event, ada: Membership, client_of: LogIn) -> None:
    services.start_round(duplicate, by=None)
    sitting = Sitting.objects.filter(round__event=duplicate, round__number=1).select_related("table")[1]
    assert sitting.table
    client = client_of(ada)
    page = client.get(reverse("play:table", args=[sitting.table.pk]))
    form = page.context["form"]
    assert form.deal_keys == "deal"
    assert form["deal"].value() == sitting.deals[0] == 3
    play_all(sitting.table, Random(1))
    deals = sitting.table.hands.order_by("number").values_list("deal", flat=True)
    assert list(deals) == list(sitting.deals)


def of_seats(kind: str, *values: int) -> dict[str, str]:
    return {"kind": kind} | {f"{kind}_{seat}": str(value) for seat, value in enumerate(values, start=1)}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (of_seats("average", 60, 50, 50, 40), "60 % – 50 % – 50 % – 40 %"),
        (of_seats("points", -126, 42, 42, 42), "assigned: −126 – 42 – 42 – 42"),
        (of_seats("not_played"), "not played"),
    ],
    ids=["average", "points", "not played"],
)
@pytest.mark.parametrize("comparison", ["seat_matchpoints", "seat_difference"])
def test_a_director_rules_on_a_deal(
    line: dict[str, str], said: str, comparison: str, duplicate: Event, ada: Membership, client_of: LogIn
) -> None:
    services.change_event(duplicate, comparison=comparison, by=None)
    play_round(duplicate, Random(1))
    play_round(duplicate, Random(2))
    client, sitting = client_of(ada), Sitting.objects.filter(round__event=duplicate, round__number=1)[0]
    path = address(duplicate, "rule_result", sitting.pk, 1)
    assert client.get(path).status_code == 200
    answer = client.post(path, {**line, "why": "Spoiled"})
    assert answer.status_code == 302
    ruling = EventResults(duplicate).rulings[0]
    assert ruling.text == said
    card = client.get(address(duplicate, "scorecard", 1)).content.decode()
    assert said in card
    traveller = client.get(address(duplicate, "traveller", 1)).content.decode()
    assert said in traveller
    assert faults_of_events() == []


def test_a_ruling_needs_all_four(duplicate: Event, ada: Membership, client_of: LogIn) -> None:
    play_round(duplicate, Random(1))
    sitting = Sitting.objects.filter(round__event=duplicate, round__number=1)[0]
    path = address(duplicate, "rule_result", sitting.pk, 1)
    typed = {"kind": "points", "points_1": "-126", "points_2": "42", "points_3": "", "average_1": "200", "why": "x"}
    answer = client_of(ada).post(path, typed)
    assert answer.status_code == 422
    assert answer.context["form"].errors.keys() == {"points_3", "points_4"}


@pytest.mark.parametrize("contestants", [24, 60])
def test_a_whole_event_by_posts(contestants: int, ada: Membership, client_of: LogIn, club: Club) -> None:
    typed = {"preset": "house", "comparison": "seat_matchpoints", "rounds": "2", "per_round": "2"}
    names = [f"Guest {number}" for number in range(1, contestants + 1)]
    event = play_evening(client_of(ada), club, "tarot", typed, names, "duplicate")
    ranking = EventResults(event).ranking
    found = {ranked.standing.contestant: ranked.standing.percent for ranked in ranking.places if ranked.standing.top}
    assert found == percents(event)
