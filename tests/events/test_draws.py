"""Rounds that are drawn while the event runs: from the results so far, anew, and with contestants exchanged by hand."""

import json
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from scorer.club.models import Membership, Player
from scorer.events import services
from scorer.events.contestants import contestants_by_number
from scorer.events.files import event_lines
from scorer.events.links import Holder, path_of
from scorer.events.models import Event, Sitting
from scorer.events.results.event_results import EventResults
from scorer.events.services.copies import random_entries
from scorer.history.models import Revision
from scorer.play import services as play
from tests.events.conftest import MakeEvent, choose, play_all, play_round
from tests.events.test_pages import LogIn, address

Planned = list[tuple[int, int, tuple[int, ...], tuple[int, ...]]]


def exported(event: Event) -> list[dict[str, Any]]:
    return list(event_lines(EventResults(event), contestants_by_number(event)))


def drawn_by_command(event: Event, lines: list[dict[str, Any]], path: Path, seed: int, *arguments: str) -> Planned:
    """What `plan --past` draws after the export of the event."""
    path.write_text("\n".join(map(json.dumps, lines)))
    out = StringIO()
    last = str(max(contestants_by_number(event)))
    names = [event.game, event.format, "--contestants", last, "--past", str(path), "--seed", str(seed), *arguments]
    call_command("plan", *names, stdout=out, stderr=StringIO())
    planned = [json.loads(line) for line in out.getvalue().splitlines()]
    return [
        (line["round"], line["station"], tuple(line["contestants"]), tuple(line.get("deals", ())))
        for line in planned
        if "station" in line
    ]


def waiting(event: Event) -> Planned:
    return [
        (each.number, sitting.station, sitting.numbers, tuple(sitting.deals))
        for each in event.planned_rounds.not_started()
        for sitting in each.sittings.all()
    ]


@pytest.mark.parametrize(
    ("game", "contestants", "key", "options"),
    [
        ("bridge", 7, "swiss", ["--rank-by", "matchpoints"]),
        ("bridge", 8, "draw-standing", ["--set", "by=standing"]),
        ("belote", 7, "swiss", ["--rank-by", "wins"]),
        ("doppelkopf", 11, "draw-standing", ["--set", "by=standing"]),
    ],
)
def test_what_the_site_draws_is_what_the_command_draws_after_its_export(
    game: str, contestants: int, key: str, options: list[str], make_event: MakeEvent, tmp_path: Path
) -> None:
    event = make_event(game, contestants, per_round=2)
    choose(event, key)
    random = Random(contestants)
    assert event.planned_rounds.count() == 1
    for number in (2, 3, 4):
        play_round(event, random)
        lines = exported(event)
        services.draw_round(event, by=None)
        assert waiting(event) == drawn_by_command(event, lines, tmp_path / "past", event.pk, *options)
        assert {each.number for each in event.planned_rounds.not_started()} == {number}
        services.draw_anew(event, by=None)
        seed = event.planned_rounds.get(number=number).seed
        assert seed not in {None, event.pk}
        assert waiting(event) == drawn_by_command(event, lines, tmp_path / "past", seed or 0, *options)
    play_round(event, random)
    services.finish(event, by=None)


def test_rounds_by_lot_that_have_not_started_are_drawn_anew_together(make_event: MakeEvent, tmp_path: Path) -> None:
    event = make_event("doppelkopf", 16, rounds=4, per_round=1)
    choose(event, "draw")
    first = waiting(event)
    services.draw_anew(event, by=None)
    assert {number for number, *_rest in waiting(event)} == {1, 2, 3, 4}
    assert waiting(event) != first
    play_round(event, Random(7))
    services.draw_anew(event, by=None)
    rounds = list(event.planned_rounds.all())
    lines = [line for line in exported(event) if line.get("round", 1) == 1]
    assert waiting(event) == drawn_by_command(event, lines, tmp_path / "past", rounds[1].seed or 0, "--rounds", "3")
    assert [each.number for each in rounds] == [1, 2, 3, 4]


def test_a_round_is_drawn_while_the_last_results_of_the_one_before_come_in(
    make_event: MakeEvent, ada: Membership, client_of: LogIn
) -> None:
    event, client = make_event("bridge", 6, per_round=1), client_of(ada)
    choose(event, "swiss")
    started = services.start_round(event, by=None)
    table = started.sittings.select_related("table")[0].table
    assert table
    play_all(table, Random(7))
    assert "Draw round 2" in client.get(address(event)).content.decode()
    page = client.get(address(event, "draw")).content.decode()
    assert "Round 1 is still running: a draw now goes by the results that are in so far." in page
    page = client.post(address(event, "draw"), {"do": "draw"}, follow=True).content.decode()
    assert "Round 1 is still running: this draw goes by the results that are in so far." in page
    assert "Start round 2" not in page
    assert {number for number, *_rest in waiting(event)} == {2}
    services.end_round(event, by=None)
    assert "still running" not in client.get(address(event, "draw")).content.decode()


def test_a_late_match_counts_as_a_tie_in_the_draw_and_its_result_replaces_that(
    make_event: MakeEvent, ada: Membership, client_of: LogIn, tmp_path: Path
) -> None:
    event, client = make_event("bridge", 6, per_round=2, comparison="vp"), client_of(ada)
    choose(event, "swiss")
    started = services.start_round(event, by=None)
    early, other, late = started.sittings.select_related("table").order_by("station")
    assert early.table
    assert other.table
    assert late.table
    play_all(early.table, Random(7))
    play_all(other.table, Random(8))
    play_all(late.table, Random(9), hands=1)
    page = client.get(address(event, "draw")).content.decode()
    assert "Count the matches that are not finished as ties" in page
    assert "Table 3. Otherwise the draw goes by what has been entered there so far." in page
    options = ("--rank-by", "vp", "--rank-set", "scale=matchpoints")
    lines = exported(event)
    client.post(address(event, "draw"), {"do": "draw"})
    assert waiting(event) == drawn_by_command(event, lines, tmp_path / "past", event.pk, *options)
    assert not any(line.get("late") for line in exported(event))
    client.post(address(event, "draw"), {"do": "anew", "late": "on"})
    lines = [line for line in exported(event) if line.get("round") == 1]
    assert [line["station"] for line in lines if line.get("late")] == [3]
    seed = event.planned_rounds.get(number=2).seed
    assert waiting(event) == drawn_by_command(event, lines, tmp_path / "past", seed or 0, *options)
    page = client.get(address(event, "draw"))
    shown = {drawn.contestant.number: drawn.points for table in page.context["next"].tables for drawn in table.people}
    assert [shown[number] for number in late.numbers] == [10, 10]
    assert page.context["late"]["late"].initial is True
    assert "counts as a tie" in client.get(address(event)).content.decode()
    services.leave(event, early.numbers[0], by=None)  # which draws once more
    assert Sitting.objects.filter(late=True).get() == late
    services.come_back(event, early.numbers[0], by=None)

    ranked = EventResults(event).ranking.places
    play.record_hand(late.table, list(random_entries(late.table, Random(9)))[1], by=None, key=None)
    assert EventResults(event).ranking.places != ranked
    assert "counts as a tie" not in client.get(address(event)).content.decode()
    assert not any(line.get("late") for line in exported(event))
    shown = {
        drawn.contestant.number: drawn.points
        for table in client.get(address(event, "draw")).context["next"].tables
        for drawn in table.people
    }
    vps = {place.standing.contestant: place.standing.score for place in EventResults(event).ranking.places}
    assert shown == {number: pytest.approx(float(vp)) for number, vp in vps.items()}
    services.end_round(event, by=None)
    play_round(event, Random(3))
    lines = exported(event)
    services.draw_round(event, by=None)
    assert waiting(event) == drawn_by_command(event, lines, tmp_path / "past", event.pk, *options)


def test_what_a_closed_table_has_not_played_is_no_tie(make_event: MakeEvent) -> None:
    event = make_event("bridge", 4, per_round=2)
    choose(event, "swiss")
    services.start_round(event, by=None)
    services.draw_round(event, late=True, by=None)
    assert Sitting.objects.filter(late=True).count() == 2
    assert len(EventResults(event).late) == 2
    services.end_round(event, by=None)
    assert not EventResults(event).late


def test_a_tie_is_taken_back_by_another_draw_and_the_log_names_its_table(make_event: MakeEvent) -> None:
    event = make_event("bridge", 4, per_round=2)
    choose(event, "swiss")
    services.start_round(event, by=None)
    services.draw_round(event, late=True, by=None)
    drawn = Revision.objects.of(Revision.Kind.EVENT, event.pk).get(action="draw")
    assert drawn.after["late"] == [1, 2]
    services.draw_anew(event, late=False, by=None)
    assert not Sitting.objects.filter(late=True).exists()


def test_who_rests_in_the_next_round_has_no_points_for_that_yet(
    make_event: MakeEvent, ada: Membership, client_of: LogIn
) -> None:
    event, client = make_event("bridge", 5, per_round=1, comparison="wins"), client_of(ada)
    choose(event, "swiss")
    play_round(event, Random(7))
    won = {place.standing.contestant: place.standing.score for place in EventResults(event).ranking.places}
    services.draw_round(event, by=None)
    (resting,) = client.get(address(event, "draw")).context["next"].resting
    assert resting.points == won[resting.contestant.number]


def test_a_director_draws_looks_exchanges_and_starts(make_event: MakeEvent, ada: Membership, client_of: LogIn) -> None:
    event, client = make_event("belote", 5, per_round=1), client_of(ada)
    choose(event, "swiss")
    play_round(event, Random(7))
    client.post(address(event, "draw"), {"do": "draw"})
    page = client.get(address(event, "draw"))
    shown = page.context["next"]
    (resting,) = shown.resting
    playing = shown.tables[0].people[0]
    assert all(one.points is not None for table in shown.tables for one in table.people)
    typed = {"do": "exchange", "one": resting.contestant.number, "other": playing.contestant.number}
    client.post(address(event, "draw"), typed)
    page = client.get(address(event, "draw"))
    assert page.context["next"].resting[0].contestant == playing.contestant
    assert page.context["next"].tables[0].people[0].contestant == resting.contestant
    services.start_round(event, by=None)
    assert client.post(address(event, "draw"), typed).status_code == 409


def test_a_director_is_warned_of_who_meets_again(make_event: MakeEvent, ada: Membership, client_of: LogIn) -> None:
    event, client = make_event("bridge", 4, per_round=1), client_of(ada)
    choose(event, "swiss")
    _number, _station, (one, other), _deals = waiting(event)[0]
    play_round(event, Random(7))
    client.post(address(event, "draw"), {"do": "draw"})
    assert "have met before" not in client.get(address(event, "draw")).content.decode()
    (opponent,) = {each for *_where, there, _deals in waiting(event) if one in there for each in there} - {one}
    client.post(address(event, "draw"), {"do": "exchange", "one": opponent, "other": other})
    page = client.get(address(event, "draw")).content.decode()
    assert f"{min(one, other)} and {max(one, other)} have met before" in page


def test_two_at_one_table_exchange_their_sides(make_event: MakeEvent) -> None:
    event = make_event("bridge", 4, per_round=1)
    choose(event, "swiss")
    _number, _station, (one, other), _deals = waiting(event)[0]
    services.exchange(event, one, other, by=None)
    assert waiting(event)[0][2] == (other, one)
    play_round(event, Random(7))


@pytest.mark.parametrize(
    ("posted", "status", "sentence"),
    [
        ({"do": "exchange", "one": "1", "other": "1"}, 409, "Choose two contestants"),
        ({"do": "exchange", "one": "1", "other": "99"}, 422, "Select a valid choice"),
        ({"do": "exchange", "one": "", "other": "2"}, 422, "This field is required"),
        ({"do": "draw"}, 409, "The next round has been drawn already."),
    ],
)
def test_what_cannot_be_drawn_is_refused_with_a_sentence(
    posted: dict[str, str], status: int, sentence: str, make_event: MakeEvent, ada: Membership, client_of: LogIn
) -> None:
    event = make_event("bridge", 4, per_round=1)
    choose(event, "swiss")
    answer = client_of(ada).post(address(event, "draw"), posted)
    assert (answer.status_code, sentence in answer.content.decode()) == (status, True)


def test_a_movement_is_not_drawn(make_event: MakeEvent, ada: Membership, client_of: LogIn) -> None:
    event, client = make_event("bridge", 6, rounds=2, per_round=1), client_of(ada)
    choose(event, "mitchell")
    assert "Draw" not in client.get(address(event)).content.decode()
    assert "The rounds of this event are not drawn." in client.get(address(event, "draw")).content.decode()
    for change in (services.draw_round, services.draw_anew):
        with pytest.raises(ValidationError):
            change(event, by=None)
    with pytest.raises(ValidationError):
        services.exchange(event, 1, 2, by=None)


def test_who_has_left_is_not_drawn_and_who_came_late_is(make_event: MakeEvent, players: list[Player]) -> None:
    event = make_event("bridge", 6, per_round=1)
    choose(event, "swiss")
    play_round(event, Random(7))
    services.leave(event, 3, by=None)
    services.add_late_contestant(event, players[20:22], by=None)
    services.draw_round(event, by=None)
    assert sorted(one for _round, _station, there, _deals in waiting(event) for one in there) == [1, 2, 4, 5, 6, 7]


def test_phones_are_told_that_the_next_round_is_still_to_be_drawn(make_event: MakeEvent, client: Any) -> None:
    event = make_event("bridge", 4, rounds=3, per_round=1)
    choose(event, "swiss")
    services.start_round(event, by=None)
    assert "Round 1 of 3" in client.get(path_of(event, Holder.CONTESTANT, 1)).content.decode()
    services.end_round(event, by=None)
    page = client.get(path_of(event, Holder.CONTESTANT, 1)).content.decode()
    assert "The next round has not been drawn yet." in page


def test_a_sheet_says_that_a_round_was_the_last_only_if_none_will_be_drawn(make_event: MakeEvent) -> None:
    event = make_event("bridge", 4, rounds=2, per_round=1)
    choose(event, "swiss")
    said = []
    for _round in range(2):
        started = services.start_round(event, by=None)
        sitting = started.sittings.select_related("table")[0]
        assert sitting.table
        play_all(sitting.table, Random(7))
        phone = Client()
        phone.post(path_of(event, Holder.STATION, sitting.station))
        page = phone.get(reverse("play:table", args=[sitting.table.pk])).content.decode()
        said.append(("This was the last round." in page, "The next round has not been drawn yet." in page))
        services.end_round(event, by=None)
        if started.number == 1:
            services.draw_round(event, by=None)
    assert said == [(False, True), (True, False)]


def test_the_big_screen_counts_the_rounds_that_are_still_to_be_drawn(
    make_event: MakeEvent, ada: Membership, client_of: LogIn
) -> None:
    event, client = make_event("bridge", 4, rounds=3, per_round=1), client_of(ada)
    choose(event, "swiss")
    services.start_round(event, by=None)
    assert "Round 1 of 3" in client.get(address(event, "screen") + "?still").content.decode()


def test_the_page_of_a_draw_asks_as_often_for_many_as_for_few(
    make_event: MakeEvent, ada: Membership, client_of: LogIn, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client = client_of(ada)
    event = make_event("bridge", 13, per_round=1)
    choose(event, "swiss")
    play_round(event, Random(7))
    services.draw_round(event, by=None)
    with django_assert_max_num_queries(34):
        assert client.get(address(event, "draw")).status_code == 200
