"""Words that are longer than a phone is wide, and letters of twice the usual size, widen no page."""

from random import Random

import pytest
from django.urls import reverse

from scorer.club.models import Club, Membership, Player, Season
from scorer.events import links, services
from scorer.events.links import Holder
from scorer.events.models import Event
from tests.browser.conftest import PHONE, Visit
from tests.browser.test_every_page import FRAGMENTS, open_all
from tests.browser.test_small_screens import LARGEST_LETTERS, set_letters
from tests.events.conftest import MakeEvent, choose, make_event, play_round, players
from tests.pages import an_evening, pages

__all__ = ["make_event", "players"]

pytestmark = pytest.mark.django_db(transaction=True)

LONG = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen"


def lengthen_names() -> None:
    """Give everybody and everything a name that has no place to break."""
    for number, player in enumerate(Player.objects.all()):
        player.name = f"{LONG}{number}"
        player.save()
    Club.objects.update(name=LONG)
    for number, season in enumerate(Season.objects.all()):
        season.name = f"{LONG[:30]}{number}"
        season.save()
    Event.objects.update(name=LONG)


def too_wide(visit: Visit, ada: Membership, addresses: dict[str, str], letters: int | None = None) -> list[str]:
    visitor = visit(ada, size=PHONE)
    if letters:
        set_letters(visitor, letters)
    found = []
    for name, address in addresses.items():
        visitor.open(address)
        open_all(visitor)
        if visitor.overflow() > 0:
            found.append(f"{name}: {visitor.overflow()} px")
    return found


def test_long_words_widen_no_page(visit: Visit, ada: Membership) -> None:
    addresses = pages(ada, an_evening(ada))
    lengthen_names()
    addresses = {name: address for name, address in addresses.items() if not name.startswith((*FRAGMENTS, "admin:"))}
    assert "\n".join(too_wide(visit, ada, addresses)) == ""


@pytest.mark.usefixtures("players")
def test_letters_of_twice_the_size_widen_no_page_of_results(
    visit: Visit, ada: Membership, make_event: MakeEvent
) -> None:
    events = [make_event("bridge", 6, rounds=2, per_round=2), make_event("doppelkopf", 8, rounds=2, per_round=2)]
    for event, format_ in zip(events, ("mitchell", "draw"), strict=True):
        choose(event, format_)
        for number in range(2):
            play_round(event, Random(number))
        services.finish(event, by=None)
    club = ada.club
    addresses = {name: reverse(f"standings:{name}", args=[club.pk]) for name in ("home", "all_games")}
    for event in events:
        own = links.path_of(event, Holder.CONTESTANT, 1)
        player = event.contestants.get(number=1).players.all()[0].player_id
        addresses |= {
            f"board {event.game}": reverse("standings:board", args=[club.pk, event.game]),
            f"player {event.game}": reverse("standings:player", args=[club.pk, player]),
            f"event {event.game}": reverse("events:event", args=[club.pk, event.pk]),
            f"scorecard {event.game}": reverse("events:scorecard", args=[club.pk, event.pk, 1]),
            f"own {event.game}": own,
            f"own results {event.game}": f"{own}results/",
        }
    addresses["traveller"] = reverse("events:traveller", args=[club.pk, events[0].pk, 1])
    addresses["own traveller"] = f"{links.path_of(events[0], Holder.CONTESTANT, 1)}deals/1/"
    assert "\n".join(too_wide(visit, ada, addresses, LARGEST_LETTERS)) == ""
