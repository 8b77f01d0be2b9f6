"""Rulings: adjusted scores, penalties and bonuses, and what they do to the ranking."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from scorer.club.models import Membership
from scorer.events import services
from scorer.events.links import Holder, path_of
from scorer.events.models import Contestant, Event, Ruling, Sitting
from scorer.events.results import rulings
from scorer.events.results.event_results import EventResults
from scorer.events.results.rulings import line_of
from scorer.history.models import Revision
from scorer.play.models import Table
from tests.events.conftest import MakeEvent, choose, play_all, play_round, play_two_rounds
from tests.events.test_evenings import played, ranked_by_command, ranked_here
from tests.events.test_pages import LogIn, address

WHY = "A revoke that nobody can restore"


@pytest.fixture
def event(make_event: MakeEvent) -> Event:
    """Six pairs after two rounds of two boards: two tables have played each board, so that a top is 2."""
    return play_two_rounds(make_event("bridge", 6, rounds=3, per_round=2))


@pytest.fixture
def sitting(event: Event) -> Sitting:
    return Sitting.objects.select_related("round", "table").get(round__event=event, round__number=1, station=1)


def scores_of(event: Event, sitting: Sitting, deal: int) -> tuple[Any, ...]:
    results = EventResults(event)
    ((_line, scores),) = [
        (line, scores) for line, scores in results.scored if line.sitting.pk == sitting.pk and line.result.deal == deal
    ]
    return tuple(None if score is None else float(score) for score in scores)


def total_of(event: Event, number: int) -> float:
    return next(score for _place, contestant, score in ranked_here(event) if contestant == number)


@pytest.mark.parametrize(
    "line",
    [
        {"average": [60, 40]},
        {"points": 420},
        {"split": [420, -50]},
        pytest.param({"weighted": [["60/100", 420], ["40/100", -50]]}, marks=pytest.mark.postgres),  # the deepest JSON
        {"not_played": True},
    ],
)
def test_the_ranking_with_a_ruling_is_that_of_the_command(
    event: Event, sitting: Sitting, line: dict[str, Any], tmp_path: Path
) -> None:
    deal = sitting.deals[0]
    ruling = services.rule_result(event, sitting, deal, line, why=WHY, by=None)
    contestant = event.contestants.get(number=2)
    penalty = services.rule_contestant(event, contestant, {"penalty": 10, "unit": "top"}, why="Late", by=None)
    ruled = line_of(ruling)
    others = [each for each in played(event) if each["deal"] != deal or each["contestants"] != ruled["contestants"]]
    assert len(others) == len(played(event)) - 1
    lines = [*others, ruled, line_of(penalty)]
    by_command = ranked_by_command(event, tmp_path / "lines", "--set", "winners=2", lines=lines)
    assert ranked_here(event) == by_command


def test_a_ruling_is_read_once_however_often_it_is_ranked(
    event: Event, sitting: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    services.rule_result(event, sitting, sitting.deals[0], {"average": [60, 40]}, why=WHY, by=None)
    services.rule_contestant(event, event.contestants.get(number=2), {"carry": 3}, why="Late", by=None)
    ranked, results = ranked_here(event), EventResults(event)
    for reader in ("read_result", "read_extra"):
        monkeypatch.delattr(rulings, reader)
    for again in (results, EventResults(event, played=results.played)):
        assert [(one.place, one.standing.contestant) for one in again.ranking.places] == [one[:2] for one in ranked]


def test_a_ruling_stands_until_it_is_withdrawn(event: Event, sitting: Sitting, ada: Membership) -> None:
    deal = sitting.deals[0]
    before = ranked_here(event), scores_of(event, sitting, deal)
    ruling = services.rule_result(event, sitting, deal, {"average": [100, 0]}, why=WHY, law="64C", by=ada.user)
    assert scores_of(event, sitting, deal) == (2.0, 0.0)
    services.withdraw_ruling(event, ruling.pk, by=ada.user)
    assert (ranked_here(event), scores_of(event, sitting, deal)) == before
    actions = [revision.action for revision in Revision.objects.of("event", event.pk).order_by("-pk")[:2]]
    assert actions == ["withdraw", "rule"]
    rule = Revision.objects.of("event", event.pk).get(action="rule")
    assert (rule.why, rule.after["law"], rule.actor_id) == (WHY, "64C", ada.user_id)
    with pytest.raises(ValidationError, match="withdrawn already"):
        services.withdraw_ruling(event, ruling.pk, by=ada.user)


def test_a_second_ruling_on_a_result_replaces_the_first(event: Event, sitting: Sitting) -> None:
    deal = sitting.deals[0]
    services.rule_result(event, sitting, deal, {"average": [100, 0]}, why=WHY, by=None)
    services.rule_result(event, sitting, deal, {"average": [0, 100]}, why=WHY, by=None)
    assert scores_of(event, sitting, deal) == (0.0, 2.0)
    assert event.rulings.in_force().count() == 1


def test_a_bonus_is_a_penalty_the_other_way_round(event: Event) -> None:
    one = event.contestants.get(number=1)
    before = total_of(event, 1)
    services.rule_contestant(event, one, {"penalty": -50, "unit": "top"}, why="Helpful", by=None)
    assert total_of(event, 1) == before + 1
    services.rule_contestant(event, one, {"penalty": 100, "unit": "top"}, why="Slow", by=None)
    assert total_of(event, 1) == before - 1


def test_in_a_tournament_of_totals_points_are_taken_away(make_event: MakeEvent) -> None:
    event = make_event("doppelkopf", 8, rounds=1, per_round=3)
    choose(event, "draw")
    play_round(event, Random(7))
    before = total_of(event, 3)
    services.rule_contestant(event, event.contestants.get(number=3), {"penalty": 5, "unit": "points"}, why="x", by=None)
    assert total_of(event, 3) == before - 5
    with pytest.raises(ValidationError):
        services.rule_contestant(
            event, event.contestants.get(number=3), {"penalty": 5, "unit": "top"}, why="x", by=None
        )


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ({"average": [60, 140]}, "average"),
        ({"weighted": [["60/100", 420], ["60/100", -50]]}, "weighted"),
        ({"points": "many"}, "points"),
    ],
)
def test_a_ruling_that_means_nothing_is_refused(
    event: Event, sitting: Sitting, line: dict[str, Any], field: str
) -> None:
    with pytest.raises(ValidationError) as refused:
        services.rule_result(event, sitting, sitting.deals[0], line, why=WHY, by=None)
    assert list(refused.value.message_dict) == [field]
    assert not Ruling.objects.exists()


def test_nothing_is_ruled_before_the_event_starts(make_event: MakeEvent) -> None:
    event = make_event("bridge", 4)
    with pytest.raises(ValidationError, match="has not started"):
        services.rule_contestant(event, event.contestants.get(number=1), {"carry": 3}, why=WHY, by=None)


@pytest.mark.postgres
def test_the_database_keeps_a_ruling_to_one_thing(event: Event, sitting: Sitting) -> None:
    one: Contestant = event.contestants.get(number=1)
    for values in ({}, {"sitting": sitting}, {"sitting": sitting, "deal": 1, "contestant": one}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Ruling.objects.create(event=event, line={}, why=WHY, **values)


def test_a_director_rules_on_the_page(event: Event, sitting: Sitting, ada: Membership, client_of: LogIn) -> None:
    client, deal = client_of(ada), sitting.deals[0]
    page = address(event, "rule_result", sitting.pk, deal)
    assert page in client.get(address(event, "traveller", deal)).content.decode()
    assert client.get(page).status_code == 200
    typed = {"kind": "weighted", "weighted": "60 420\n40% −50", "why": WHY, "law": "12C1"}
    assert client.post(page, typed)["Location"] == address(event)
    shown = client.get(address(event)).content.decode()
    assert "weighted: 60 % × 420, 40 % × −50" in shown.replace("\N{NO-BREAK SPACE}", " ")
    assert WHY in shown
    ruling = Ruling.objects.get()
    client.post(address(event, "withdraw_ruling", ruling.pk))
    assert not Ruling.objects.in_force().exists()


def test_what_is_wrong_with_a_ruling_is_said_next_to_its_field(
    event: Event, sitting: Sitting, ada: Membership, client_of: LogIn
) -> None:
    client = client_of(ada)
    page = address(event, "rule_result", sitting.pk, sitting.deals[0])
    for typed, field in (
        ({"kind": "average", "average_1": "60", "average_2": ""}, "average_2"),
        ({"kind": "points", "points": ""}, "points"),
        ({"kind": "weighted", "weighted": "all of it"}, "weighted"),
        ({"kind": "weighted", "weighted": ""}, "weighted"),
        ({"kind": "weighted", "weighted": "60 420\n60 -50"}, "weighted"),
        ({"kind": "points", "points": "9999999999"}, "points"),
    ):
        answer = client.post(page, typed | {"why": WHY})
        assert answer.status_code == 422, typed
        assert list(answer.context["form"].errors) == [field], typed
    assert list(client.post(page, {"kind": "not_played"}).context["form"].errors) == ["why"]


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ({"kind": "average", "average": "60-40"}, {"average": [60, 40]}),
        ({"kind": "average", "average": "40-40", "average_1": "70"}, {"average": [40, 40]}),
        ({"kind": "average", "average": "other", "average_1": "70", "average_2": "30"}, {"average": [70, 30]}),
        ({"kind": "points", "points": "4♠ S ="}, {"points": 420}),
        ({"kind": "points", "points": "4♠ E ="}, {"points": -420}),
        ({"kind": "points", "points": "−50"}, {"points": -50}),
        ({"kind": "points", "points": "pass"}, {"points": 0}),
        ({"kind": "points", "points": "4♠ S =", "weighted": "all of it"}, {"points": 420}),
        ({"kind": "split", "split_1": "4♠ S =", "split_2": "3NT N -1"}, {"split": [420, -50]}),
        (
            {"kind": "weighted", "weighted": "4♠ S =, 60 %; 3NT N −1, 40 %"},
            {"weighted": [["60/100", 420], ["40/100", -50]]},
        ),
        (
            {"kind": "weighted", "weighted": "60% 4♠ S =\r\n40 -50"},
            {"weighted": [["60/100", 420], ["40/100", -50]]},
        ),
    ],
)
def test_results_are_typed_as_players_write_them(
    event: Event, sitting: Sitting, ada: Membership, client_of: LogIn, typed: dict[str, str], line: dict[str, Any]
) -> None:
    assert sitting.deals[0] == 1  # nobody is vulnerable
    answer = client_of(ada).post(address(event, "rule_result", sitting.pk, 1), typed | {"why": WHY})
    assert answer.status_code == 302
    assert Ruling.objects.get().line == line


def test_the_points_are_those_of_the_board(event: Event, sitting: Sitting, ada: Membership, client_of: LogIn) -> None:
    """N–S are vulnerable on board 2."""
    client_of(ada).post(
        address(event, "rule_result", sitting.pk, 2), {"kind": "points", "points": "4♠ S =", "why": "Misinformation"}
    )
    ruling = Ruling.objects.get()
    assert (ruling.line, ruling.why) == ({"points": 620}, "4♠ S =: Misinformation")


def test_each_wrong_part_is_said(event: Event, sitting: Sitting, ada: Membership, client_of: LogIn) -> None:
    typed = {"kind": "weighted", "weighted": "4♠ =, 60 %; 3NT N, 30 %; something; 7NT N +1, 10 %", "why": WHY}
    answer = client_of(ada).post(address(event, "rule_result", sitting.pk, 1), typed)
    assert answer.context["form"].errors == {
        "weighted": [
            "“4♠ =, 60 %”: After the suit comes who played it, as in 4♠ S = or 4♠ X S −1: N, E, S, W.",
            "“3NT N, 30 %”: At the end comes the result: =, +1, −2, or all the tricks that declarer won.",
            "“something”: Write each result with its percent: 4♠ S =, 60 %; 3NT N −1, 40 %.",
            "“7NT N +1, 10 %”: There are only 13 tricks.",
        ]
    }
    assert "4♠ =, 60 %" in answer.content.decode()


def test_a_penalty_is_given_on_the_scorecard(event: Event, ada: Membership, client_of: LogIn) -> None:
    client = client_of(ada)
    page = address(event, "rule_contestant", 1)
    assert page in client.get(address(event, "scorecard", 1)).content.decode()
    before = total_of(event, 1)
    typed = {"kind": "penalty", "amount": "25", "unit": "top", "why": "Mobile phone"}
    assert client.post(page, typed).status_code == 302
    assert total_of(event, 1) == before - 0.5
    assert client.post(page, typed | {"amount": "lots"}).status_code == 422


def test_a_deal_that_was_not_played_there_cannot_be_ruled(
    event: Event, sitting: Sitting, ada: Membership, boris: Membership, client_of: LogIn
) -> None:
    client = client_of(ada)
    assert client.get(address(event, "rule_result", sitting.pk, 99)).status_code == 404
    waiting = Sitting.objects.get(round__event=event, round__number=3, station=1)
    assert client.get(address(event, "rule_result", waiting.pk, waiting.deals[0])).status_code == 404
    assert client_of(boris).get(address(event, "rule_result", sitting.pk, sitting.deals[0])).status_code == 403


def test_a_table_is_sealed_again_when_the_ruling_that_unsealed_it_is_withdrawn(event: Event) -> None:
    services.start_round(event, by=None)
    last = Sitting.objects.select_related("round", "table").get(round__event=event, round__number=3, station=1)
    earlier = Table.objects.filter(first_deal=last.first_deal).exclude(pk=last.table_id)
    line = {"not_played": True}
    first, second = (services.rule_result(event, last, deal, line, why=WHY, by=None) for deal in last.deals)
    assert set(earlier.values_list("sealed", flat=True)) == {False}
    services.withdraw_ruling(event, second.pk, by=None)
    assert set(earlier.values_list("sealed", flat=True)) == {True}
    assert not first.withdrawn


@pytest.fixture
def station(make_event: MakeEvent, client: Client) -> Sitting:
    """A station in the first of two rounds of two deals, where a phone has entered the first one."""
    event = make_event("bridge", 6, rounds=2, per_round=2)
    choose(event, "mitchell")
    services.start_round(event, by=None)
    sitting = Sitting.objects.select_related("table", "round__event").get(
        round__event=event, round__number=1, station=1
    )
    client.post(path_of(event, Holder.STATION, 1))
    assert sitting.table
    play_all(sitting.table, Random(7), hands=1)
    return sitting


def test_a_deal_that_was_ruled_on_is_done_at_the_table(station: Sitting, client: Client) -> None:
    """The phone is told: the deal is not offered any more, and the sheet says where to go."""
    event, table = station.round.event, Table.objects.get(pk=station.table_id)
    sheet, changes = (reverse(f"play:{name}", args=[table.pk]) for name in ("table", "changes"))
    before = client.get(sheet)
    assert before.context["form"].initial["board"] == station.deals[1]
    assert "After the round" not in before.content.decode()
    ruling = services.rule_result(event, station, station.deals[1], {"average": [60, 40]}, why="Spoiled", by=None)
    assert client.get(changes, {"since": table.version, "form": ""}).status_code == 205
    typing = client.get(changes, {"since": table.version, "typed": ""})
    assert typing.status_code == 200
    after = client.get(sheet).content.decode()
    assert '<form class="card entry"' not in after
    assert "After the round" in after
    assert "Played: 2 of 2" in after
    assert "After the round" in client.get(reverse("events:around", args=[table.pk])).content.decode()
    services.withdraw_ruling(event, ruling.pk, by=None)
    assert client.get(sheet).context["form"].initial["board"] == station.deals[1]


def test_a_deal_that_was_ruled_on_is_not_missing_on_the_console(
    station: Sitting, ada: Membership, client_of: LogIn
) -> None:
    event, director = station.round.event, client_of(ada)
    for other in Sitting.objects.filter(round=station.round).exclude(pk=station.pk).select_related("table"):
        assert other.table
        play_all(other.table, Random(7))

    def console() -> tuple[int, tuple[int, ...], bool, list[int]]:
        page = director.get(address(event))
        shown = next(one for one in page.context["stations"] if one.sitting.pk == station.pk)
        return shown.done, shown.missing, shown.is_done, page.context["unfinished"]

    first, second = station.deals
    assert console() == (1, (second,), False, [1])
    services.rule_result(event, station, first, {"average": [60, 40]}, why="Spoiled", by=None)
    assert console() == (1, (second,), False, [1])
    services.rule_result(event, station, second, {"average": [60, 40]}, why="Spoiled", by=None)
    assert console() == (2, (), True, [])
    assert "is not done" not in director.get(address(event)).content.decode()


def test_a_ruling_that_comes_too_late_says_so_on_its_page(
    make_event: MakeEvent, ada: Membership, client_of: LogIn
) -> None:
    """The round was taken back while the director was writing."""
    event = make_event("bridge", 4, rounds=2, per_round=1)
    choose(event, "mitchell")
    values = {"kind": "penalty", "amount": "10", "unit": "top", "why": "Noise"}
    answer = client_of(ada).post(address(event, "rule_contestant", 1), values)
    assert answer.status_code == 422
    assert "The event has not started." in answer.content.decode()
    assert 'value="Noise"' in answer.content.decode()
