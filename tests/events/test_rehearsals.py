"""A rehearsal is played like an event, and nothing of it counts."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.urls import reverse

from scorer.club.models import Club, Membership
from scorer.events import services
from scorer.events.models import Event
from scorer.play.models import Table
from tests.events.conftest import MakeEvent, choose
from tests.events.test_evenings import ranked_here
from tests.events.test_pages import LogIn, address


@pytest.mark.parametrize(("game", "contestants", "format_"), [("bridge", 6, "mitchell"), ("doppelkopf", 8, "draw")])
def test_a_director_rehearses_an_evening_with_imagined_results(
    game: str,
    contestants: int,
    format_: str,
    make_event: MakeEvent,
    club: Club,
    ada: Membership,
    boris: Membership,
    client_of: LogIn,
) -> None:
    event, client = make_event(game, contestants, rounds=2, per_round=2), client_of(ada)
    assert "Rehearse" in client.get(address(event)).content.decode()
    client.post(address(event, "rehearse"))
    copy = Event.objects.get(rehearsal=True)
    assert (copy.name, copy.rounds, copy.contestants.count()) == ("Tuesday (rehearsal)", 2, contestants)
    choose(copy, format_)
    for _round in range(2):
        client.post(address(copy, "start_round"))
        assert "Imagine the results" in client.get(address(copy)).content.decode()
        client.post(address(copy, "imagine_round"))
        page = client.get(address(copy))
        assert all(station.is_done for station in page.context["stations"])
        client.post(address(copy, "end_round"))
    client.post(address(copy, "finish"))
    assert len(ranked_here(copy)) == contestants
    assert set(Table.objects.values_list("sealed", flat=True)) == {True}
    reader = client_of(boris)
    for page_ in ("standings:home", "standings:all_games", "play:tables"):
        assert "Player 1<" not in reader.get(reverse(page_, args=[club.pk])).content.decode()
    board = reader.get(reverse("standings:board", args=[club.pk, game])).content.decode()
    assert "Player 1" not in board
    assert event.contestants.count() == contestants
    out = StringIO()
    call_command("check_ledger", stdout=out)
    assert "the ledger is correct" in out.getvalue()


def test_results_of_an_event_that_counts_are_never_imagined(
    make_event: MakeEvent, ada: Membership, client_of: LogIn
) -> None:
    event = make_event("bridge", 4, rounds=2, per_round=1)
    choose(event, "mitchell")
    services.start_round(event, by=None)
    answer = client_of(ada).post(address(event, "imagine_round"))
    assert answer.status_code == 409
    assert "No round of a rehearsal is running." in answer.content.decode()
    assert not Table.objects.exclude(hands=None).exists()
