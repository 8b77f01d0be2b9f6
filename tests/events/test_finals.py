"""What is carried into a final: in percent, in proportion to the deals, by teams, and on contestants' own phones."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.test import Client

from scorer.club.models import Membership, Player
from scorer.events import services
from scorer.events.links import Holder, path_of
from scorer.events.models import Applicant, Event
from scorer.events.results.event_results import EventResults
from scorer.transfer.event_export import export_event
from tests.events.conftest import MakeEvent, choose, faults_of_events, play_round
from tests.events.test_evenings import ranked_by_command, ranked_here
from tests.events.test_individuals import lines_of
from tests.events.test_pages import address
from tests.events.test_sessions import carried, make_final, next_session, play_to_the_end, scores, totals
from tests.factories import ClubFactory
from tests.transfer.test_tables import take

LogIn = Callable[[Membership], Client]


@pytest.fixture
def pairs(make_event: MakeEvent) -> Event:
    """Six pairs at matchpoints, after one round of two deals."""
    return play_to_the_end(make_event("bridge", 6, rounds=2, per_round=2), "round_robin")


@pytest.fixture
def teams(make_event: MakeEvent) -> Event:
    """Four teams at victory points, after one round of two boards."""
    return play_to_the_end(make_event("bridge", 4, competes="teams", per_round=2), "round_robin")


def percents(event: Event) -> dict[str, Fraction]:
    people = {contestant.number: str(contestant) for contestant in event.contestants.all()}
    places = EventResults(event).ranking.places
    return {people[row.standing.contestant]: row.standing.percent or Fraction(0) for row in places}


def test_a_percentage_is_raised_by_what_is_carried_however_many_deals_the_final_has(pairs: Event) -> None:
    qualifying = percents(pairs)
    final = make_final(pairs, 1, 6, 50)
    choose(final, "round_robin")
    for _round in range(2):
        play_round(final, Random(3))
    services.finish(final, by=None)
    with_carry = percents(final)
    final.rulings.all().delete()
    assert with_carry == {name: percent + (qualifying[name] - 50) / 2 for name, percent in percents(final).items()}


def test_what_is_carried_counts_whole_in_a_final_of_two_sessions_that_are_averaged(
    pairs: Event, ada: Membership, client_of: LogIn
) -> None:
    final = play_to_the_end(make_final(pairs, 1, 6, 50), "round_robin", seed=3)
    second = play_to_the_end(next_session(final, added_up="mean"), "round_robin", seed=5)
    field, bring, last = totals(second).field, carried(final), percents(second)
    client = client_of(ada)
    page = client.get(address(second, "sessions")).content.decode()
    header, *rows = client.get(address(second, "download", "sessions", "csv")).content.decode("utf-8-sig").splitlines()
    final.rulings.all().delete()
    first = percents(final)
    for row in field.standings:
        name = str(row.contestant)
        assert row.percent == pytest.approx(float((first[name] + last[name]) / 2 + bring[name]))
        assert [worth for _session, worth in row.rounds] == pytest.approx([float(first[name]), float(last[name])])
        assert row.besides == pytest.approx(float(bring[name]))
    assert "The mean of the percentages, and what was carried over." in page
    assert "<h2>Qualifying</h2>" in page
    assert f"{float(max(bring.values())):+.2f}" in page
    assert header == "Place,Name,S1,S2,Carried over,%"
    figures = [float(cell.strip('"')) for cell in rows[0].rsplit(",", 4)[1:]]
    assert sum(figures[:2]) / 2 + figures[2] == pytest.approx(figures[3], abs=0.02)


def test_a_share_of_the_mean_is_carried_however_long_its_sessions_were(
    make_event: MakeEvent, django_capture_on_commit_callbacks: Any
) -> None:
    first = play_to_the_end(make_event("bridge", 6, rounds=2, per_round=1), "round_robin", seed=2)
    second = next_session(first, added_up="mean")
    services.change_event(second, per_round=5, by=None)
    play_to_the_end(second, "round_robin", seed=5)
    final = make_final(second, 1, 6, 50)
    one, other = percents(first), percents(second)
    assert carried(final) == {name: ((one[name] + other[name]) / 2 - 50) / 2 for name in one}
    assert len(set(carried(final).values())) > 1
    with django_capture_on_commit_callbacks(execute=True):
        services.change_event(second, added_up="sum", by=None)
    assert carried(final) == {name: ((one[name] + 5 * other[name]) / 6 - 50) / 2 for name in one}
    assert not faults_of_events()


def test_the_command_ranks_a_final_as_the_site_does(pairs: Event, tmp_path: Path) -> None:
    final = play_to_the_end(make_final(pairs, 1, 6, 50), "round_robin", seed=3)
    assert ranked_here(final) == ranked_by_command(final, tmp_path / "lines", lines=lines_of(final))
    assert any(line.get("unit") == "percent" for line in lines_of(final))


def test_whoever_comes_to_the_final_without_the_qualifying_starts_at_the_average(
    pairs: Event, players: list[Player]
) -> None:
    final = make_final(pairs, 1, 3, 50)
    services.sign_up(final, [players[40], players[41]], by=None)
    play_to_the_end(final, "round_robin")
    assert str(final.contestants.last()) not in carried(final)
    assert not faults_of_events()


def test_whoever_waited_for_the_final_or_looked_for_a_partner_brings_what_is_carried(pairs: Event) -> None:
    everybody = carried(make_final(pairs, 1, 6, 50))
    final = make_final(pairs, 1, 3, 50)
    Event.objects.filter(pk=final.pk).update(limit=3)
    others = [pair for pair in pairs.contestants.with_players() if str(pair) not in carried(final)]
    waiting, looking = ([row.person for row in pair.players.all()] for pair in others[:2])
    number = Applicant.objects.get(pk=services.apply(final, waiting, by=None).pk).number
    services.let_in(final, number, by=None)
    alone = [services.apply(final, [player], looking=True, by=None) for player in looking]
    services.match_partners(final, alone[0].number, alone[1].number, by=None)
    for pair in others[:2]:
        assert carried(final)[str(pair)] == everybody[str(pair)]
    assert not faults_of_events()


def test_imps_are_carried_in_proportion_to_the_deals(make_event: MakeEvent) -> None:
    event = make_event("bridge", 6, rounds=2, per_round=2, comparison="cross_imps")
    qualifying = scores(play_to_the_end(event, "round_robin"))
    final = make_final(event, 1, 6, 50, carried_deals=6)
    assert carried(final) == {name: 3 * score / 2 for name, score in qualifying.items()}
    services.set_carried(final, carried_percent=50, carried_deals=None, figures={}, by=None)
    assert carried(final) == {name: score / 2 for name, score in qualifying.items()}


def test_only_where_it_makes_a_difference_the_director_says_how_many_deals_the_final_has(
    pairs: Event, teams: Event, ada: Membership, client_of: LogIn, make_event: MakeEvent
) -> None:
    client = client_of(ada)
    doppelkopf = play_to_the_end(make_event("doppelkopf", 8, rounds=1, per_round=4), "draw")
    asked = [client.get(address(event, "make_final")).context["form"] for event in (pairs, doppelkopf, teams)]
    assert ["carried_deals" in form.fields for form in asked] == [False, False, True]
    assert asked[2].initial["carried_deals"] == 2
    typed = {"name": "Final", "day": "2026-11-01", "first": 1, "last": 2, "carried_percent": 50, "carried_deals": 4}
    wrong = client.post(address(teams, "make_final"), typed | {"carried_deals": 0})
    assert (wrong.status_code, list(wrong.context["form"].errors)) == (422, ["carried_deals"])
    client.post(address(teams, "make_final"), typed)
    final = Event.objects.get(name="Final")
    page = client.get(address(final, "carried"))
    assert page.context["form"].initial["carried_deals"] == 4
    client.post(address(final, "carried"), {"carried_percent": 50, "carried_deals": 2})
    final.refresh_from_db()
    assert final.carried_deals == 2


def test_teams_play_sessions_and_qualify_for_a_final(teams: Event, players: list[Player]) -> None:
    second = next_session(teams)
    services.sign_off(second, second.contestants.get(number=1).own_entry, by=None)
    four = [row.person for row in teams.contestants.get(number=1).players.all()]
    services.sign_up(second, [*four[:3], players[40]], name="Team 1", by=None)
    assert {person.entry for person in second.contestants.all()} == {person.entry for person in teams.contestants.all()}
    play_to_the_end(second, "round_robin", seed=4)
    final = make_final(second, 1, 4, 50, carried_deals=2)
    first, last = scores(teams), scores(second)
    assert carried(final) == {name: (first[name] + last[name]) / 4 for name in first}
    play_to_the_end(final, "round_robin")
    assert not faults_of_events()


def test_a_contestants_phone_says_what_it_carries_and_its_place_so_far(pairs: Event, client: Client) -> None:
    final = make_final(pairs, 1, 6, 50)
    second = next_session(pairs, added_up="mean")
    best = final.contestants.get(number=1)
    figure = carried(final)[str(best)]
    page = client.get(path_of(final, Holder.CONTESTANT, best.number)).content.decode()
    assert f"Carry-over: {'+' if figure > 0 else ''}{float(figure):.2f}\N{NO-BREAK SPACE}%" in page
    in_second = second.contestants.get(entry=best.entry)
    path = path_of(second, Holder.CONTESTANT, in_second.number)
    assert "Sessions so far: <b>Place 1 of 6" in client.get(path).content.decode()
    play_to_the_end(second, "round_robin", seed=5)
    page = client.get(path)
    (standing,) = page.context["own_totals"]
    assert f"All sessions: <b>Place {standing.place} of 6 · {standing.percent:.2f}" in page.content.decode()
    assert "<h2>All sessions</h2>" in page.content.decode()


def test_a_phone_does_not_tell_what_the_running_session_adds(pairs: Event, client: Client) -> None:
    second = next_session(pairs)
    path = path_of(second, Holder.CONTESTANT, 1)
    before = client.get(path).context["total"]
    choose(second, "round_robin")
    play_round(second, Random(5))
    assert client.get(path).context["total"] == before


def test_all_sessions_are_downloaded(pairs: Event, ada: Membership, client_of: LogIn) -> None:
    second = play_to_the_end(next_session(pairs, added_up="mean"), "round_robin", seed=5)
    client = client_of(ada)
    path = address(second, "download", "sessions", "csv")
    assert path in client.get(address(second, "sessions")).content.decode()
    header, *rows = client.get(path).content.decode("utf-8-sig").splitlines()
    assert header == "Place,Name,S1,S2,%"
    assert len(rows) == 6
    assert rows[0].startswith("1,")


def test_a_session_and_a_final_that_come_one_by_one_belong_together(pairs: Event) -> None:
    second = play_to_the_end(next_session(pairs), "round_robin", seed=5)
    final = make_final(second, 1, 6, 50)
    elsewhere = ClubFactory(name="Elsewhere")
    for event in (final, second, pairs):
        content = "".join(export_event(event)).encode()
        take(elsewhere, content)
    moved = elsewhere.events.get(name="Final")
    assert carried(moved) == carried(final)
    assert (moved.qualifying, moved.carried_percent) == (final.qualifying, 50)
    assert not faults_of_events()
