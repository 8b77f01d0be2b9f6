"""A concours: pairs who are drawn winners against winners, a final with a consolation, and a mêlée."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone

from scorer.club.models import Club, Membership
from scorer.contest.draws import partnerships
from scorer.events import services
from scorer.events.models import Event, Sitting
from scorer.events.results.event_results import EventResults
from scorer.events.services.sessions import standing_by_entry
from scorer.play.models import Seat
from tests.events.by_posts import play_evening
from tests.events.conftest import MakeEvent, choose, faults_of_events, play_round
from tests.events.test_evenings import ranked_by_command, ranked_here
from tests.events.test_individuals import lines_of
from tests.events.test_pages import address
from tests.events.test_sessions import make_final, play_to_the_end

LogIn = Callable[[Membership], Client]


@pytest.fixture
def concours(make_event: MakeEvent) -> Event:
    """Seven pairs after two rounds, of which the second was drawn winners against winners."""
    event = make_event("belote", 7, rounds=2, per_round=2)
    choose(event, "swiss")
    play_round(event, Random(7))
    services.draw_round(event, by=None)
    play_round(event, Random(8))
    services.finish(event, by=None)
    event.refresh_from_db()
    return event


def sittings_of(event: Event) -> list[tuple[int, tuple[int, ...]]]:
    return [
        (planned.number, sitting.numbers)
        for planned in event.planned_rounds.all()
        for sitting in planned.sittings.with_contestants()
    ]


def test_nobody_meets_again_or_rests_twice_and_a_bye_is_a_win(concours: Event) -> None:
    met = Counter(frozenset(numbers) for _round, numbers in sittings_of(concours))
    assert max(met.values()) == 1
    byes = EventResults(concours).byes
    assert len({bye.contestant for bye in byes}) == 2
    scores = dict(zip(EventResults(concours).extras, EventResults(concours).ranking.extras, strict=True))
    assert [scores[bye] for bye in byes] == [2, 2]


@pytest.mark.parametrize("pairs", [24, 60])
def test_a_whole_concours_by_posts(pairs: int, club: Club, ada: Membership, client_of: LogIn) -> None:
    typed = {"preset": "house", "comparison": "wins", "rounds": "4", "per_round": "2"}
    names = [f"First {number} & Second {number}" for number in range(1, pairs + 1)]
    event = play_evening(client_of(ada), club, "belote", typed, names, "swiss")
    met = Counter(frozenset(numbers) for _round, numbers in sittings_of(event))
    assert (len(met), max(met.values())) == (4 * pairs // 2, 1)
    wins = Counter[int]()
    for sitting in Sitting.objects.filter(round__event=event).with_contestants():
        first, second = Seat.objects.filter(table=sitting.table_id, position__in=(1, 2)).order_by("position")
        one, other = (sum(seat.scores.values_list("points", flat=True)) for seat in (first, second))
        ahead = (one > other) - (one < other)
        wins.update(dict(zip(sitting.numbers, (1 + ahead, 1 - ahead), strict=True)))
    assert {place.standing.contestant: place.standing.score for place in EventResults(event).ranking.places} == dict(
        wins
    )


def test_the_second_bye_goes_to_the_last_in_the_ranking_who_has_not_rested(make_event: MakeEvent) -> None:
    event = make_event("belote", 7, rounds=2, per_round=2)
    choose(event, "swiss")
    play_round(event, Random(7))
    (rested,) = (bye.contestant for bye in EventResults(event).byes)
    last = next(
        row.standing.contestant
        for row in reversed(EventResults(event).ranking.places)
        if row.standing.contestant != rested
    )
    services.draw_round(event, by=None)
    playing = {number for round_, numbers in sittings_of(event) if round_ == 2 for number in numbers}
    assert set(range(1, 8)) - playing == {last}


def test_all_others_play_a_consolation_that_is_made_in_the_same_step(concours: Event) -> None:
    final = make_final(concours, 1, 4, 0, consolation="Consolante")
    consolation = Event.objects.get(name="Consolante")
    places = standing_by_entry(concours)
    for event, those in (
        (final, [entry for entry, place in places.items() if place <= 4]),
        (consolation, [entry for entry, place in places.items() if place > 4]),
    ):
        assert [contestant.entry for contestant in event.contestants.order_by("number")] == those
        play_to_the_end(event, "knockout")
    assert not faults_of_events()


def test_without_others_there_is_no_consolation_and_no_final(concours: Event) -> None:
    with pytest.raises(ValidationError, match="Nobody has a place below these") as refused:
        make_final(concours, 1, 7, 0, consolation="Consolante")
    assert list(refused.value.message_dict) == ["consolation"]
    assert Event.objects.count() == 1


def test_the_director_makes_both_by_one_post_and_each_page_leads_to_the_other(
    concours: Event, ada: Membership, client_of: LogIn
) -> None:
    client = client_of(ada)
    day = timezone.localdate().isoformat()
    typed = {"name": "Finale", "day": day, "first": 1, "last": 4, "carried_percent": 0, "consolation": "on"}
    too_many = client.post(address(concours, "make_final"), typed | {"last": 7})
    assert (too_many.status_code, list(too_many.context["form"].errors)) == (422, ["consolation"])
    page = client.post(address(concours, "make_final"), typed, follow=True).content.decode()
    assert "The final and the consolation are there." in page
    final, consolation = Event.objects.get(name="Finale"), Event.objects.get(name="Tuesday, consolation")
    assert final.contestants.count() + consolation.contestants.count() == 7
    for event, other in ((final, consolation), (consolation, final)):
        page = client.get(address(event, "sessions")).content.decode()
        assert "Other finals" in page
        assert other.name in page
        assert concours.name in page


def test_the_command_ranks_a_concours_with_a_limit_and_points_for_sitting_out_as_the_site_does(
    make_event: MakeEvent, tmp_path: Path
) -> None:
    for comparison, settings in (("wins", {"by": "points", "most": 300, "bye_points": 200}), ("points", {"most": 250})):
        event = make_event("belote", 5, rounds=2, per_round=3, comparison=comparison, comparison_settings=settings)
        play_to_the_end(event, "draw")
        options = [part for name, value in settings.items() for part in ("--set", f"{name}={value}")]
        ranked = ranked_by_command(event, tmp_path / comparison, *options, lines=lines_of(event))
        assert ranked == ranked_here(event)


@pytest.mark.parametrize("format_", ["individual", "individual_standing"])
def test_in_a_melee_nobody_has_a_partner_twice_and_players_are_ranked(
    format_: str, make_event: MakeEvent, tmp_path: Path
) -> None:
    event = make_event("belote", 10, rounds=3, per_round=1, competes="players")
    choose(event, format_)
    for number in range(3):
        play_round(event, Random(number))
        if format_ != "individual" and number < 2:
            services.draw_round(event, by=None)
    services.finish(event, by=None)
    event.refresh_from_db()
    partners = Counter(both for _round, numbers in sittings_of(event) for both in partnerships(numbers))
    assert len(partners) == 12
    assert max(partners.values()) == 1
    rests = Counter(bye.contestant for bye in EventResults(event).byes)
    assert sorted(rests.values()) == [1] * 6
    assert ranked_here(event) == ranked_by_command(event, tmp_path / "lines", lines=lines_of(event))
    assert not faults_of_events()
