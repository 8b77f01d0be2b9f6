"""What went wrong at a sitting is put right: sides, deals and contestants are swapped, and swapped back."""

import json
from collections.abc import Callable
from dataclasses import replace
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.db import connection
from django.db.models import F
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from scorer.audit.check import faults_of
from scorer.club.models import Membership, Player
from scorer.events import links, services
from scorer.events.contestants import contestants_by_number
from scorer.events.files import event_lines
from scorer.events.models import Contestant, Event, Sitting
from scorer.events.results.event_results import EventResults
from scorer.history.models import Revision
from scorer.play import services as play
from scorer.play.models import Hand, Score, Seat, Table
from tests.events.conftest import MakeEvent, choose, faults_of_events, play_all, play_round
from tests.events.test_evenings import ranked_here
from tests.events.test_pages import LogIn, address


@pytest.fixture
def event(make_event: MakeEvent) -> Event:
    """Ten pairs after three of four rounds of two boards, each side ranked by itself."""
    event = make_event("bridge", 10, rounds=4, per_round=2)
    choose(event, "mitchell")
    random = Random(7)
    for _round in range(3):
        play_round(event, random)
    event.refresh_from_db()
    assert event.winners == 2
    return event


@pytest.fixture
def early(make_event: MakeEvent) -> Event:
    """Nine pairs after one round: nobody has a deal that another had in an earlier round."""
    event = make_event("bridge", 9, rounds=4, per_round=2)
    choose(event, "mitchell")
    play_round(event, Random(7))
    event.refresh_from_db()
    return event


@pytest.fixture
def tournament(make_event: MakeEvent) -> Event:
    """Nine players of Doppelkopf, at a table of four and one of five, after two of three rounds."""
    event = make_event("doppelkopf", 9, rounds=3, per_round=4)
    choose(event, "draw")
    random = Random(7)
    for _round in range(2):
        play_round(event, random)
    event.refresh_from_db()
    return event


def sitting_of(event: Event, number: int, station: int) -> Sitting:
    sittings = Sitting.objects.select_related("round__event", "table")
    return sittings.get(round__event=event, round__number=number, station=station)


def everything(event: Event) -> list[dict[str, Any]]:
    """The lines that go out, in any order."""
    return sorted(event_lines(EventResults(event), contestants_by_number(event)), key=json.dumps)


def rows() -> tuple[Any, ...]:
    seats = Seat.objects.order_by("table", "position", "since").values_list(
        "table", "position", "player", "since", "until"
    )
    scores = Score.objects.order_by("hand", "player").values_list("hand", "player", "points")
    hands = Hand.objects.order_by("pk").values_list("pk", "deal", "dealer", "voided")
    return list(seats), list(scores), list(hands)


def points_of(event: Event, number: int, contestant: int, deal: int | None = None) -> list[int]:
    """What a contestant has of a round, or of a deal in it."""
    return [
        int(line.result.points[line.result.contestants.index(contestant)])
        for line in EventResults(event).lines
        if line.result.round == number and contestant in line.result.contestants
        if line.result.points and deal in {None, line.result.deal}
    ]


@pytest.fixture
def agrees(tmp_path: Path) -> Callable[[Event], None]:
    """Check that the command ranks what goes out as the site does, and that sheets, ledger, log and event agree."""

    def check(event: Event) -> None:
        event.refresh_from_db()
        path, out = tmp_path / "event.jsonl", StringIO()
        lines = event_lines(EventResults(event), contestants_by_number(event))
        path.write_text("\n".join(map(json.dumps, lines)))
        settings = ["--set", f"winners={event.winners}"] if event.comparison == "matchpoints" else []
        call_command("rank", event.game, event.comparison, str(path), *settings, stdout=out)
        found = [json.loads(line) for line in out.getvalue().splitlines()]
        ranked = [(line["place"], line["contestant"], line["score"]) for line in found if "place" in line]
        assert ranked == ranked_here(event)
        assert list(faults_of(Table.objects.all())) == []
        assert faults_of_events() == []

    return check


Agrees = Callable[[Event], None]


@pytest.mark.postgres
def test_a_pair_that_sat_the_other_way_at_a_deal_has_the_result_of_the_other_side(event: Event, agrees: Agrees) -> None:
    sitting = sitting_of(event, 1, 1)
    (ns, ew), deal = sitting.numbers, sitting.deals[0]
    before, stored, ranked = points_of(event, 1, ns), rows(), ranked_here(event)
    others = points_of(event, 2, ns)
    services.swap_sides(event, sitting, deal, by=None)
    assert points_of(event, 1, ns, deal) == [-before[0]]
    assert points_of(event, 1, ew, deal) == [before[0]]
    assert points_of(event, 1, ns, sitting.deals[1]) == before[1:]
    assert points_of(event, 2, ns) == others
    player = Contestant.objects.get(event=event, number=ns).players.all()[0].player
    assert Score.objects.get(hand__table=sitting.table, hand__deal=deal, player=player).points == -before[0]
    agrees(event)
    services.swap_sides(event, sitting, deal, by=None)
    assert (rows(), ranked_here(event)) == (stored, ranked)
    agrees(event)


def test_whoever_sat_the_other_way_in_the_first_round_is_ranked_on_its_side_at_once(
    make_event: MakeEvent, agrees: Agrees
) -> None:
    event = make_event("bridge", 10, rounds=4, per_round=2)
    choose(event, "mitchell")
    play_round(event, Random(7))
    event.refresh_from_db()
    fields = {one.standing.contestant: one.standing.field for one in EventResults(event).ranking.places}
    sitting = sitting_of(event, 1, 1)
    services.swap_sides(event, sitting, by=None)
    services.rule_result(event, sitting, sitting.deals[0], {"average": [60, 40]}, why="Slow", by=None)
    assert {one.standing.contestant: one.standing.field for one in EventResults(event).ranking.places} == fields
    agrees(event)


@pytest.mark.parametrize("number", [1, 3])
def test_whoever_sat_the_other_way_is_still_ranked_on_the_side_of_the_plan(
    event: Event, number: int, agrees: Agrees
) -> None:
    fields = {one.standing.contestant: one.standing.field for one in EventResults(event).ranking.places}
    stored = rows()
    sitting = sitting_of(event, number, 1)
    services.swap_sides(event, sitting, by=None)
    line = next(line for line in EventResults(event).lines if line.sitting.pk == sitting.pk)
    assert line.result.contestants == sitting.numbers[::-1]
    assert {one.standing.contestant: one.standing.field for one in EventResults(event).ranking.places} == fields
    agrees(event)
    services.swap_sides(event, sitting, by=None)
    assert rows() == stored


@pytest.mark.postgres
def test_two_deals_under_each_others_number_change_places(event: Event, agrees: Agrees) -> None:
    sitting = sitting_of(event, 2, 2)
    one, other = sitting.deals
    hands = {hand.deal: hand.pk for hand in Hand.objects.filter(table=sitting.table)}
    stored = rows()
    services.swap_deals(event, sitting, one, other, by=None)
    after = {hand.deal: hand.pk for hand in Hand.objects.filter(table=sitting.table)}
    assert after == {one: hands[other], other: hands[one]}
    agrees(event)
    services.swap_deals(event, sitting, one, other, by=None)
    assert rows() == stored
    agrees(event)


def test_a_deal_that_is_alone_on_the_sheet_gets_its_right_number(event: Event, agrees: Agrees) -> None:
    started = services.start_round(event, by=None)
    sitting = sitting_of(event, started.number, 1)
    one, other = sitting.deals
    table: Any = sitting.table
    with pytest.raises(ValidationError, match="two different numbers"):
        services.swap_deals(event, sitting, one, other, by=None)
    entry = replace(table.config.rules.EXAMPLES[0].entry, **table.config.rules.deal_fields(one))
    hand = play.record_hand(table, entry, by=None, key=None).hand
    services.swap_deals(event, sitting, one, other, by=None)
    hand.refresh_from_db()
    assert (hand.deal, hand.voided) == (other, False)
    agrees(event)


def test_other_deals_than_planned_were_played(early: Event, agrees: Agrees) -> None:
    sitting, stored = sitting_of(early, 1, 1), rows()
    services.rule_result(early, sitting, sitting.deals[1], {"not_played": True}, why="Fouled", by=None)
    ranked = everything(early)
    before, (first, *_more) = sitting.first_deal, services.other_deals(sitting)
    services.change_deals(early, sitting, first, by=None)
    sitting = sitting_of(early, 1, 1)
    assert [hand.deal for hand in Hand.objects.filter(table=sitting.table)] == [first, first + 1]
    assert sitting.rulings.get().deal == first + 1
    assert sitting.table
    assert sitting.table.first_deal == first
    agrees(early)
    assert before
    services.change_deals(early, sitting, before, by=None)
    assert (rows(), everything(early)) == (stored, ranked)
    with pytest.raises(ValidationError, match="other numbers of this event"):
        services.change_deals(early, sitting_of(early, 1, 1), 40, by=None)


def test_pairs_that_sat_in_each_others_places_get_each_others_results(event: Event, agrees: Agrees) -> None:
    sitting, elsewhere = sitting_of(event, 2, 1), sitting_of(event, 2, 3)
    one, other = (event.contestants.get(number=each.numbers[0]) for each in (sitting, elsewhere))
    own, others, stored = points_of(event, 2, one.number), points_of(event, 2, other.number), rows()
    services.swap_contestants(event, sitting, one, other, by=None)
    assert points_of(event, 2, one.number) == others
    assert points_of(event, 2, other.number) == own
    player = other.players.all()[0].player
    assert set(Score.objects.filter(player=player, table=sitting.table).values_list("points", flat=True)) == set(own)
    agrees(event)
    services.swap_contestants(event, sitting_of(event, 2, 1), other, one, by=None)
    assert rows() == stored
    agrees(event)


def test_pairs_of_different_sides_that_sat_in_each_others_places_stay_in_their_field(
    event: Event, agrees: Agrees
) -> None:
    fields = {one.standing.contestant: one.standing.field for one in EventResults(event).ranking.places}
    sitting, elsewhere = sitting_of(event, 1, 1), sitting_of(event, 1, 5)
    one, other = event.contestants.get(number=sitting.numbers[0]), elsewhere.numbers[1]
    services.swap_contestants(event, sitting, one, event.contestants.get(number=other), by=None)
    assert {one.standing.contestant: one.standing.field for one in EventResults(event).ranking.places} == fields
    agrees(event)


def test_a_pair_that_was_to_rest_played_for_another(early: Event, agrees: Agrees) -> None:
    sitting = sitting_of(early, 1, 1)
    playing = {number for each in Sitting.objects.filter(round=sitting.round) for number in each.numbers}
    (rests,) = set(range(1, 10)) - playing
    one, other = early.contestants.get(number=sitting.numbers[0]), early.contestants.get(number=rests)
    own, stored = points_of(early, 1, one.number), rows()
    services.swap_contestants(early, sitting, one, other, by=None)
    assert points_of(early, 1, one.number) == []
    assert points_of(early, 1, rests) == own
    agrees(early)
    services.swap_contestants(early, sitting_of(early, 1, 1), other, one, by=None)
    assert rows() == stored


def test_nobody_gets_two_results_of_a_deal(event: Event, agrees: Agrees) -> None:
    """The two sat in each other's places in round 1, and one of them has played those deals in round 2."""
    sitting, elsewhere = sitting_of(event, 1, 1), sitting_of(event, 1, 2)
    one, other = (event.contestants.get(number=each.numbers[0]) for each in (sitting, elsewhere))
    stored, (deal, second) = rows(), elsewhere.deals
    with pytest.raises(ValidationError, match=f"would play Board {deal} twice, in rounds 1 and 2"):
        services.swap_contestants(event, sitting, one, other, by=None)
    assert rows() == stored
    for number in (deal, second):
        services.rule_result(event, sitting_of(event, 2, 1), number, {"not_played": True}, why="Known", by=None)
    services.swap_contestants(event, sitting, one, other, by=None)
    agrees(event)


@pytest.mark.parametrize(
    "apart",
    [pytest.param(False, id="at one table"), pytest.param(True, id="at two tables", marks=pytest.mark.postgres)],
)
def test_players_of_a_tournament_that_sat_in_each_others_places(tournament: Event, apart: bool, agrees: Agrees) -> None:
    sitting = sitting_of(tournament, 1, 1)
    elsewhere = sitting_of(tournament, 1, 2) if apart else sitting
    one = tournament.contestants.get(number=sitting.numbers[0])
    other = tournament.contestants.get(number=elsewhere.numbers[2])
    own, others = points_of(tournament, 1, one.number), points_of(tournament, 1, other.number)
    stored, ranked = rows(), ranked_here(tournament)
    services.swap_contestants(tournament, sitting, one, other, by=None)
    assert points_of(tournament, 1, one.number) == others
    assert points_of(tournament, 1, other.number) == own
    agrees(tournament)
    first, second = (other, one) if apart else (one, other)
    services.swap_contestants(tournament, sitting_of(tournament, 1, 1), first, second, by=None)
    assert (rows(), ranked_here(tournament)) == (stored, ranked)
    agrees(tournament)


def test_a_ruling_that_says_who_sat_where_is_withdrawn_first(event: Event) -> None:
    sitting = sitting_of(event, 1, 1)
    deal = sitting.deals[0]
    ruling = services.rule_result(event, sitting, deal, {"points": 420}, why="Revoke", by=None)
    with pytest.raises(ValidationError, match=f"withdraw the ruling on Board {deal}"):
        services.swap_sides(event, sitting, deal, by=None)
    services.swap_sides(event, sitting, sitting.deals[1], by=None)
    services.withdraw_ruling(event, ruling.pk, by=None)
    services.swap_sides(event, sitting, deal, by=None)


def test_a_ruling_on_a_deal_at_which_they_sat_the_other_way_is_by_who_sat_where(event: Event, agrees: Agrees) -> None:
    sitting = sitting_of(event, 1, 1)
    (ns, ew), deal = sitting.numbers, sitting.deals[0]
    services.swap_sides(event, sitting, deal, by=None)
    ruling = services.rule_result(event, sitting, deal, {"points": 420}, why="Revoke", by=None)
    assert (points_of(event, 1, ew, deal), points_of(event, 1, ns, deal)) == ([420], [-420])
    assert ruling.line["contestants"] == [ew, ns]
    agrees(event)


def test_nothing_is_swapped_at_a_sitting_that_has_not_started(event: Event) -> None:
    sitting = sitting_of(event, 4, 1)
    with pytest.raises(ValidationError, match="has not started"):
        services.swap_sides(event, sitting, by=None)


def test_a_director_sees_what_a_swap_changes_and_confirms_it(
    event: Event, ada: Membership, client_of: LogIn, agrees: Agrees
) -> None:
    client, sitting = client_of(ada), sitting_of(event, 1, 1)
    page, deal = address(event, "swap", sitting.pk), sitting.deals[0]
    assert page in client.get(address(event, "traveller", deal)).content.decode()
    assert page in client.get(address(event, "movement")).content.decode()
    assert client.get(page).status_code == 200
    stored, ranked, logged = rows(), ranked_here(event), Revision.objects.count()
    typed = {"kind": "sides", "deal": str(deal)}
    shown = client.post(page, typed)
    assert (rows(), ranked_here(event), Revision.objects.count()) == (stored, ranked, logged)
    effect = shown.context["effects"][0]
    (change,) = effect.results
    assert [(one.number, points) for one, points in change.before.points] == [
        (one.number, -points) for one, points in reversed(change.after.points)
    ] or change.before.points[0][1] == change.after.points[0][1]
    expected = {one.contestant.number: (one.before.place, one.after.place) for one in effect.places}
    assert client.post(page, typed | {"confirm": shown.context["fingerprint"]}).status_code == 302
    assert rows() != stored
    was = {contestant: place for place, contestant, _score in ranked}
    now = {contestant: place for place, contestant, _score in ranked_here(event)}
    assert expected.items() <= {number: (was[number], now[number]) for number in now}.items()
    assert {number for number in now if was[number] != now[number]} <= set(expected)
    assert Revision.objects.of("event", event.pk).latest("pk").action == "swap_sides"
    agrees(event)


def test_a_swap_is_shown_again_if_the_sheet_has_changed_meanwhile(
    event: Event, ada: Membership, client_of: LogIn
) -> None:
    client, sitting = client_of(ada), sitting_of(event, 1, 1)
    page, typed = address(event, "swap", sitting.pk), {"kind": "sides"}
    state = client.post(page, typed).context["fingerprint"]
    services.swap_deals(event, sitting, *sitting.deals, by=None)
    stored = rows()
    again = client.post(page, typed | {"confirm": state})
    assert (again.status_code, rows()) == (409, stored)
    assert "has changed in the meantime" in again.content.decode()
    assert client.post(page, typed | {"confirm": again.context["fingerprint"]}).status_code == 302


def test_what_cannot_be_swapped_is_said(event: Event, ada: Membership, client_of: LogIn) -> None:
    client, sitting = client_of(ada), sitting_of(event, 1, 1)
    page, stored = address(event, "swap", sitting.pk), rows()
    one = sitting.deals[0]
    for typed, status, said in (
        ({"kind": "deals", "one": one}, 422, "Please choose."),
        ({"kind": "deals", "one": one, "other": one}, 409, "Choose two different numbers."),
        ({"kind": "other_deals", "first_deal": 99}, 422, ""),
        ({"kind": "contestants", "contestant": sitting.numbers[0]}, 422, "Please choose."),
        ({"kind": "sides", "deal": 99}, 422, ""),
        ({"kind": "everything"}, 422, ""),
        ({}, 422, ""),
    ):
        answer = client.post(page, typed)
        assert (answer.status_code, said in answer.content.decode()) == (status, True), typed
    assert rows() == stored
    waiting = sitting_of(event, 4, 1)
    assert client.get(address(event, "swap", waiting.pk)).status_code == 404


def test_what_another_director_changes_while_a_confirmed_swap_waits_for_its_turn_is_shown_first(
    event: Event, ada: Membership, client_of: LogIn
) -> None:
    client, sitting = client_of(ada), sitting_of(event, 1, 1)
    page, typed = address(event, "swap", sitting.pk), {"kind": "sides"}
    confirm, overtaken = client.post(page, typed).context["fingerprint"], []

    def overtake(execute: Any, sql: str, *rest: Any) -> Any:
        if sql.startswith("SAVEPOINT") and not overtaken:
            overtaken.append(Event.objects.filter(pk=event.pk).update(version=F("version") + 1))
        return execute(sql, *rest)

    stored = rows()
    with connection.execute_wrapper(overtake):
        assert client.post(page, typed | {"confirm": confirm}).status_code == 409
    assert rows() == stored


def test_at_a_table_of_players_there_are_no_sides_to_swap(tournament: Event, ada: Membership, client_of: LogIn) -> None:
    client, sitting = client_of(ada), sitting_of(tournament, 1, 1)
    page = address(tournament, "swap", sitting.pk)
    assert "swapped" not in client.get(page).content.decode()
    assert client.post(page, {"kind": "sides"}).status_code == 422
    one, other = sitting.numbers[:2]
    shown = client.post(page, {"kind": "contestants", "contestant": one, "instead": other})
    assert shown.status_code == 200
    assert {each.contestant.number for each in shown.context["effects"][0].places} >= {one, other}


def test_a_spoiled_deal_is_one_tap_with_its_reason(
    event: Event, ada: Membership, client_of: LogIn, agrees: Agrees
) -> None:
    client, sitting = client_of(ada), sitting_of(event, 1, 1)
    spoiled = address(event, "spoiled", sitting.pk, sitting.deals[0])
    assert spoiled in client.get(address(event, "swap", sitting.pk)).content.decode()
    assert client.post(spoiled, {"why": "mixed"}).status_code == 302
    ruling = sitting.rulings.in_force().get()
    assert (ruling.line, ruling.why) == ({"not_played": True}, "The cards were mixed up")
    agrees(event)
    assert client.post(spoiled, {"why": "bored"}).status_code == 404
    assert client.post(address(event, "spoiled", sitting.pk, 99), {"why": "mixed"}).status_code == 404


def test_a_round_that_was_started_by_mistake_is_taken_back_and_started_again(
    event: Event, ada: Membership, client_of: LogIn, agrees: Agrees
) -> None:
    client, ranked = client_of(ada), ranked_here(event)
    started = services.start_round(event, by=None)
    table: Any = sitting_of(event, started.number, 1).table
    path = links.path_of(event, links.Holder.STATION, 1)
    phone = Client()
    phone.post(path)
    taken_back = address(event, "take_back_round")
    assert taken_back in client.get(address(event)).content.decode()
    assert client.post(taken_back).status_code == 302
    table.refresh_from_db()
    assert table.state == Table.State.CANCELLED
    assert "Round 4 has not started yet" in phone.get(path).content.decode()
    assert phone.get(reverse("play:table", args=[table.pk])).status_code in {302, 403}
    assert ranked_here(event) == ranked
    agrees(event)
    again = services.start_round(event, by=None)
    assert again.number == started.number
    other: Any = sitting_of(event, again.number, 1).table
    assert other.pk != table.pk
    assert phone.post(path)["Location"] == reverse("play:table", args=[other.pk])
    agrees(event)


def test_the_first_round_taken_back_lets_the_plan_be_discarded(make_event: MakeEvent, agrees: Agrees) -> None:
    event = make_event("doppelkopf", 8, rounds=2, per_round=2)
    choose(event, "draw")
    services.start_round(event, by=None)
    services.take_back_round(event, by=None)
    event.refresh_from_db()
    assert event.state == Event.State.SIGNING_UP
    agrees(event)
    services.discard_plan(event, by=None)
    with pytest.raises(ValidationError, match="No round is running"):
        services.take_back_round(event, by=None)


@pytest.mark.parametrize("voided", [False, True])
def test_a_round_in_which_a_hand_was_entered_is_not_taken_back(
    tournament: Event, ada: Membership, client_of: LogIn, voided: bool
) -> None:
    started = services.start_round(tournament, by=None)
    table: Any = sitting_of(tournament, started.number, 2).table
    play_all(table, Random(7), 1)
    if voided:
        for hand in table.hands.all():
            play.void_hand(hand, by=None)
    refused = client_of(ada).post(address(tournament, "take_back_round"))
    assert refused.status_code == 409
    assert "A hand has been entered at table 2" in refused.content.decode()
    assert tournament.planned_rounds.running().get() == started
    assert not Table.objects.filter(state=Table.State.CANCELLED).exists()


@pytest.mark.parametrize(("apart", "most"), [("swap", 22), ("effect", 75)])
def test_the_page_asks_as_often_for_many_contestants_as_for_few(
    apart: str,
    most: int,
    make_event: MakeEvent,
    ada: Membership,
    client_of: LogIn,
    players: list[Player],
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    client, counts = client_of(ada), []
    few = make_event("bridge", 6, rounds=2, per_round=2)
    many = services.create_event(
        few.club, few.config, name="B", preset="duplicate", comparison="matchpoints", rounds=2, per_round=2, by=None
    )
    for number in range(7):
        services.sign_up(many, players[12 + 2 * number : 14 + 2 * number], by=None)
    for event in (few, many):
        choose(event, "mitchell")
        play_round(event, Random(7))
        page = address(event, "swap", sitting_of(event, 1, 1).pk)
        with django_assert_max_num_queries(most) as asked:
            answer = client.get(page) if apart == "swap" else client.post(page, {"kind": "sides"})
            assert answer.status_code == 200
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_a_deal_is_marked_as_spoiled_on_its_traveller_and_on_the_console(
    make_event: MakeEvent, ada: Membership, boris: Membership, client_of: LogIn
) -> None:
    event, client = make_event("bridge", 4, rounds=2, per_round=2), client_of(ada)
    choose(event, "howell")
    play_round(event, Random(7))
    services.start_round(event, by=None)
    first, now = (Sitting.objects.get(round__event=event, round__number=number, station=1) for number in (1, 2))
    for sitting, page in ((first, address(event, "traveller", first.deals[0])), (now, address(event))):
        spoil = address(event, "spoiled", sitting.pk, sitting.deals[0])
        assert f'formaction="{spoil}"' in client.get(page).content.decode()
        assert spoil not in client_of(boris).get(page).content.decode()
        assert client.post(spoil, {"why": "seen"}).status_code == 302
        ruling = sitting.rulings.get()
        assert (ruling.line, ruling.why) == ({"not_played": True}, "Cards were seen too early")
    assert (
        f'formaction="{address(event, "spoiled", first.pk, first.deals[0])}"'
        not in client.get(address(event, "traveller", first.deals[0])).content.decode()
    )
