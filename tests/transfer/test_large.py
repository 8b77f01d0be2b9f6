"""A club with more contestants, players and seats than SQLite allows levels of an expression, which is 1,000."""

import pytest
from django.urls import reverse

from scorer.club.models import Club, Membership, Player
from scorer.contest.plan import Plan, Round, Sitting
from scorer.events import services
from scorer.events.models import Contestant, ContestantPlayer
from scorer.events.services.plans import store_rounds
from scorer.registry import get_game
from tests.factories import ClubFactory
from tests.transfer.test_events import LogIn, check_ledger
from tests.transfer.test_tables import take

EVENTS, AT_EACH = 3, 368


@pytest.fixture
def large(club: Club) -> Club:
    """Three events of tarot, in the first round of each of which everybody sits at a table of four."""
    stations = range(AT_EACH // 4)
    sittings = tuple(Sitting(at + 1, tuple(range(4 * at + 1, 4 * at + 5))) for at in stations)
    for day in range(EVENTS):
        event = services.create_event(
            club, get_game("tarot"), name=f"Tuesday {day}", preset="house", comparison="total", by=None
        )
        numbers = range(1, AT_EACH + 1)
        players = Player.objects.bulk_create(Player(club=club, name=f"Player {day}-{number}") for number in numbers)
        contestants = Contestant.objects.bulk_create(Contestant(event=event, number=number) for number in numbers)
        ContestantPlayer.objects.bulk_create(
            ContestantPlayer(contestant=contestant, place=1, player=player)
            for contestant, player in zip(contestants, players, strict=True)
        )
        store_rounds(event, Plan((Round(1, sittings),)), per_round=None, seed=1)
        services.start_round(event, by=None)
    return club


def test_a_large_club_is_checked_exported_and_imported(large: Club, ada: Membership, client_of: LogIn) -> None:
    assert check_ledger() == "276 tables, 0 hands: the ledger is correct.\n"
    page = client_of(ada).get(reverse("transfer:export_tables", args=[large.pk]))
    content = b"".join(page.streaming_content)
    elsewhere = ClubFactory(name="Elsewhere")
    take(elsewhere, content)
    assert (elsewhere.events.count(), elsewhere.players.count(), elsewhere.tables.count()) == (3, 1_104, 276)
    assert take(elsewhere, content).existing == 276
