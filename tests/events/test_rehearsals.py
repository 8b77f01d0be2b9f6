"""A rehearsal is played like an event, and nothing of it counts."""

from datetime import date
from io import StringIO

import pytest
from django.core.management import call_command
from django.urls import reverse

from scorer.audit.check import site_faults
from scorer.club.models import Club, Membership, Player
from scorer.events import services
from scorer.events.contestants import last_partner
from scorer.events.models import Event
from scorer.play.models import Hand, Table
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
        assert "Fill in made-up results" in client.get(address(copy)).content.decode()
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
    assert "This event is not a rehearsal." in answer.content.decode()
    assert not Table.objects.exclude(hands=None).exists()


@pytest.mark.postgres
def test_a_rehearsal_is_deleted_with_everything_in_it(
    make_event: MakeEvent, club: Club, ada: Membership, boris: Membership, client_of: LogIn
) -> None:
    event = make_event("bridge", 6, rounds=3, per_round=2)
    choose(event, "mitchell")
    services.start_round(event, by=None)
    kept = set(Table.objects.values_list("pk", flat=True))
    copy = services.rehearse(event, by=None)
    choose(copy, "mitchell")
    services.start_round(copy, by=None)
    services.imagine_round(copy, by=None)
    sitting = copy.planned_rounds.get(number=1).sittings.earliest("station")
    services.call_director(sitting, by=ada.user)
    services.rule_result(copy, sitting, sitting.deals[0], {"not_played": True}, why="Seen", by=None)
    client, delete = client_of(ada), address(copy, "delete_rehearsal")
    assert delete in client.get(address(copy)).content.decode()
    assert client_of(boris).post(delete).status_code == 403
    answer = client.post(delete, follow=True)
    assert "The rehearsal is deleted." in answer.content.decode()
    assert copy.name not in answer.content.decode()
    assert client.get(address(copy)).status_code == 404
    assert list(Event.objects.all()) == [event]
    assert set(Table.objects.values_list("pk", flat=True)) == kept
    assert event.contestants.count() == 6
    assert not Hand.objects.exists()
    assert list(site_faults()) == []
    out = StringIO()
    call_command("check_ledger", stdout=out)
    assert "the ledger is correct" in out.getvalue()


def test_an_event_that_counts_is_never_deleted(make_event: MakeEvent, ada: Membership, client_of: LogIn) -> None:
    event, client = make_event("bridge", 4), client_of(ada)
    assert "Delete the rehearsal" not in client.get(address(event)).content.decode()
    assert client.post(address(event, "delete_rehearsal")).status_code == 409
    assert Event.objects.get() == event


def test_partners_of_a_rehearsal_have_not_played_together(make_event: MakeEvent, players: list[Player]) -> None:
    past = make_event("bridge", 1, day=date(2026, 1, 5))
    tried = make_event("bridge", 0, name="Tried")
    services.sign_up(tried, [players[0], players[2]], by=None)
    Event.objects.filter(pk=tried.pk).update(rehearsal=True)
    following = make_event("bridge", 0, name="Next")
    assert past.contestants.count() == 1
    assert last_partner(following, players[0]) == players[1]
