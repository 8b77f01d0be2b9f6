"""The ranking of an event: what was scored round by round, what decided ties, and percentages of a top."""

import csv
from io import StringIO
from random import Random

import pytest

from scorer.club.models import Membership
from scorer.events import services
from scorer.events.contestants import contestants_by_number
from scorer.events.models import Event
from scorer.events.results.event_results import EventResults, Viewer
from scorer.events.results.ranking import MOST_COLUMNS, Field, fields_of
from tests.events.conftest import MakeEvent, choose, play_round
from tests.events.test_pages import LogIn, address


def played(event: Event, plan: str, rounds: int) -> list[Field]:
    choose(event, plan)
    for number in range(rounds):
        if not event.planned_rounds.not_started().exists():
            services.draw_round(event, by=None)
        play_round(event, Random(number))
    return fields(event)


def fields(event: Event, viewer: Viewer | None = None) -> list[Field]:
    event = Event.objects.get(pk=event.pk)
    results = EventResults(event, viewer) if viewer else EventResults(event)
    return fields_of(results, contestants_by_number(event))


@pytest.mark.parametrize(
    ("game", "contestants", "comparison", "plan"),
    [
        ("doppelkopf", 9, "total", "draw"),
        ("belote", 5, "wins", "round_robin"),
        ("tarot", 8, "places", "draw"),
        ("bridge", 5, "wins", "round_robin"),
    ],
)
def test_what_was_scored_in_each_round_and_besides_adds_up_to_the_total(
    game: str, contestants: int, comparison: str, plan: str, make_event: MakeEvent
) -> None:
    event = make_event(game, contestants, comparison=comparison, rounds=3, per_round=2)
    played(event, plan, 3)
    first = event.contestants.get(number=1)
    services.rule_contestant(event, first, {"carry": 3}, why="Last week", by=None)
    services.rule_contestant(event, first, {"penalty": 2, "unit": "points"}, why="Late", by=None)
    (field,) = fields(event)
    assert field.rounds == (1, 2, 3)
    for standing in field.standings:
        scores = [worth or 0 for _number, worth in standing.rounds]
        assert sum(scores) + (standing.besides or 0) == standing.score
    assert {one.contestant.number: one.besides for one in field.standings if one.besides is not None} == {1: 1}


def test_a_round_that_somebody_sat_out_has_a_dash_or_what_the_bye_is_worth(make_event: MakeEvent) -> None:
    for comparison, worth in (("total", None), ("wins", 2)):
        event = make_event("belote", 5, name=comparison, comparison=comparison, per_round=2)
        (field,) = played(event, "round_robin", 5)
        for standing in field.standings:
            resting = round_sat_out(event, standing.contestant.number)
            assert dict(standing.rounds)[resting] == worth


def round_sat_out(event: Event, number: int) -> int:
    (resting,) = event.planned_rounds.exclude(sittings__sides__contestant__number=number)
    return resting.number


def test_few_rounds_have_columns_and_many_stand_below_the_name(
    make_event: MakeEvent, ada: Membership, client_of: LogIn
) -> None:
    few = make_event("belote", 4, name="Few", comparison="total", rounds=3, per_round=2)
    (field,) = played(few, "draw", 3)
    assert field.columns == (1, 2, 3)
    page = client_of(ada).get(address(few)).content.decode()
    assert page.count(">R3</th>") == 1
    many = make_event("belote", 8, name="Many", comparison="total", per_round=1)
    (field,) = played(many, "round_robin", MOST_COLUMNS + 1)
    assert (len(field.rounds), field.columns) == (MOST_COLUMNS + 1, ())
    page = client_of(ada).get(address(many)).content.decode()
    assert ">R3</th>" not in page
    assert page.count("<span>R3 <b>") == 8


def test_where_deals_are_compared_the_score_is_a_percentage_of_the_top(
    make_event: MakeEvent, ada: Membership, client_of: LogIn
) -> None:
    event = make_event("bridge", 6, rounds=3, per_round=2)
    for field in played(event, "mitchell", 3):
        assert field.rounds == ()
        for standing in field.standings:
            assert standing.top == 4 * 6  # three tables, six deals
            assert standing.percent == pytest.approx(100 * (standing.score or 0) / standing.top)
    assert ">Top</th>" in client_of(ada).get(address(event)).content.decode()


def test_what_broke_a_tie_is_said_with_its_value_and_below_the_ranking_by_which_rule(
    make_event: MakeEvent, ada: Membership, client_of: LogIn
) -> None:
    event = make_event("belote", 4, rounds=1, per_round=2, comparison="wins")
    (field,) = played(event, "draw", 1)
    told = [standing.tie_break for standing in field.standings]
    assert all(text.startswith("by difference: ") for text in told)
    values = [float(text.removeprefix("by difference: ").replace(",", "").replace("−", "-")) for text in told]
    assert values == sorted(values, reverse=True)
    assert sum(values) == 0
    assert (
        "the difference between the points for and against decides"
        in client_of(ada).get(address(event)).content.decode()
    )


def test_whoever_is_level_in_all_shares_the_place_and_that_is_said(make_event: MakeEvent) -> None:
    event = make_event("doppelkopf", 4, rounds=1, per_round=1)
    (field,) = played(event, "draw", 1)
    assert len({standing.place for standing in field.standings}) < 4  # two play against two
    assert field.tie_rule == "Those who are level share the place."
    assert {standing.tie_break for standing in field.standings} == {""}


def test_the_rounds_of_a_ranking_that_is_shown_later_are_not_there_either(make_event: MakeEvent) -> None:
    event = make_event("doppelkopf", 4, rounds=3, per_round=1, ranking_shown="each_round")
    played(event, "draw", 1)
    services.start_round(event, by=None)
    assert [field.rounds for field in fields(event, Viewer())] == [(1,)]
    assert [field.rounds for field in fields(event)] == [(1, 2)]
    Event.objects.filter(pk=event.pk).update(ranking_shown=Event.RankingShown.AT_THE_END)
    assert fields(event, Viewer()) == []


def test_the_file_of_the_ranking_has_the_rounds(make_event: MakeEvent, ada: Membership, client_of: LogIn) -> None:
    event = make_event("doppelkopf", 8, rounds=2, per_round=2)
    played(event, "draw", 2)
    text = client_of(ada).get(address(event, "download", "ranking", "csv")).content.decode("utf-8-sig")
    rows = list(csv.DictReader(StringIO(text)))
    assert len(rows) == 8
    assert all(float(row["R1"]) + float(row["R2"]) == float(row["Score"]) for row in rows)
