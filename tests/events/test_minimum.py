"""Whoever has played too few deals is listed after the others, without a place, and it is said why."""

from pathlib import Path
from random import Random

import pytest
from django.urls import reverse

from scorer.club.models import Membership
from scorer.contest.ranking import Ranked
from scorer.events import services
from scorer.events.contestants import contestants_by_number
from scorer.events.files import event_lines
from scorer.events.models import Event
from scorer.events.results.event_results import EventResults
from scorer.standings.event_results import read_event_results
from tests.events.conftest import MakeEvent, choose, play_round
from tests.events.test_evenings import ranked_by_command, ranked_here
from tests.events.test_pages import LogIn, address
from tests.events.test_sessions import next_session

WHY = "no place: 1 played, at least 2 needed"


@pytest.fixture
def event(make_event: MakeEvent) -> Event:
    """Six pairs play three rounds of one board each; pair 1 leaves after the first."""
    event = make_event("bridge", 6, rounds=3, per_round=1, minimum_percent=50)
    choose(event, "round_robin")
    play_round(event, Random(7))
    services.leave(event, 1, by=None)
    for _round in range(2):
        play_round(event, Random(7))
    event.refresh_from_db()
    return event


def own(event: Event, number: int = 1) -> Ranked:
    return next(ranked for ranked in EventResults(event).ranking.places if ranked.standing.contestant == number)


def test_it_is_listed_last_and_others_have_places_as_if_it_were_not_there(event: Event) -> None:
    places = EventResults(event).ranking.places
    assert (places[-1].standing.contestant, places[-1].place, places[-1].standing.deals) == (1, None, 1)
    assert places[0].place == 1
    event.minimum_percent = 0
    assert own(event).place is not None


def test_as_long_as_deals_are_still_to_be_played_everybody_has_a_place(make_event: MakeEvent) -> None:
    event = make_event("bridge", 5, rounds=3, per_round=1, minimum_percent=100)
    choose(event, "mitchell")
    play_round(event, Random(7))
    event.refresh_from_db()
    assert EventResults(event).sealed_deals
    assert all(ranked.place for ranked in EventResults(event).ranking.places)


def test_the_boards_of_all_sessions_count_for_a_place_in_their_total(
    event: Event, ada: Membership, client_of: LogIn
) -> None:
    services.finish(event, by=None)
    second = next_session(event)
    choose(second, "round_robin")
    for _round in range(3):
        play_round(second, Random(5))
    services.finish(second, by=None)
    page = client_of(ada).get(address(second, "sessions")).content.decode()
    assert "no place: 1 played, at least 3 needed" in page
    rows = client_of(ada).get(address(second, "download", "sessions", "csv")).content.decode().splitlines()
    assert rows[-1].startswith('"no place: 1 played, at least 3 needed"')
    assert rows[1].startswith("1,")
    (result,) = read_event_results([sitting.table.pk for sitting in EventResults(second).sittings if sitting.table])
    assert len(result.contestants) == 5


def test_pages_screen_and_file_say_why(event: Event, ada: Membership, client_of: LogIn) -> None:
    services.set_prizes(event, entry_fee=500, prize_shares="50 50", by=None)
    services.finish(event, by=None)
    director = client_of(ada)
    for page in ("event", "screen"):
        assert WHY in director.get(address(event, page)).content.decode()
    assert WHY in director.get(address(event, "scorecard", 1)).content.decode()
    assert f',"{WHY}",1,' in director.get(address(event, "download", "ranking", "csv")).content.decode()
    services.change_event(event, minimum_percent=0, by=None)
    assert WHY not in director.get(address(event)).content.decode()


def test_it_counts_on_no_leaderboard(event: Event) -> None:
    services.finish(event, by=None)
    tables = [sitting.table_id for sitting in EventResults(event).sittings if sitting.table_id]
    (result,) = read_event_results(tables)
    assert sorted(result.contestants) == [2, 3, 4, 5, 6]


def test_the_command_ranks_the_file_as_the_site_does(event: Event, tmp_path: Path) -> None:
    lines = list(event_lines(EventResults(event), contestants_by_number(event)))
    found = ranked_by_command(
        event, tmp_path / "lines", "--set", f"winners={event.winners}", "--minimum", "50", lines=lines
    )
    assert found == ranked_here(event)
    assert (None, 1) in [(place, number) for place, number, _score in found]


def test_half_of_the_boards_is_usual_where_boards_are_compared(
    ada: Membership, client_of: LogIn, make_event: MakeEvent
) -> None:
    director = client_of(ada)
    event = make_event("bridge", 4)
    assert event.minimum_percent == 0  # as in events from before there was a minimum
    pages = {
        game: director.get(reverse("events:create", args=[event.club_id, game])) for game in ("bridge", "doppelkopf")
    }
    assert pages["bridge"].context["form"]["minimum_percent"].value() == 50
    assert "minimum_percent" not in pages["doppelkopf"].context["form"].fields
