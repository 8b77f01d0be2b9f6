"""What is not for everybody: results of a deal not played yet, those of an old card, and other clubs."""

from collections.abc import Iterator
from dataclasses import replace

from django.test import Client
from django.utils.html import escape

from scorer.club.models import Club
from scorer.events import services
from scorer.events.links import Holder, path_of
from scorer.events.models import Event, Sitting
from scorer.events.planning.proposals import proposals
from scorer.play import services as play
from scorer.play.phones import Link, Phone
from scorer.registry import GameConfig, all_games
from tests.attack.neighbours import neighbours
from tests.bench import Line
from tests.bench.rooms import room

STATIONS = 3
PHONE = Phone(Link.ENTRY)


def game_with_boards() -> GameConfig:
    return next(game for game in all_games() if game.events and game.rules.deal_fields(1))


def spying(club: Club) -> Iterator[Line]:
    event = room(club, STATIONS)
    yield "old-cards.spied", old_cards(event), "pages"
    yield "unplayed-deals.spied", unplayed_deals(event), "pages"
    yield from neighbours(club)


def old_cards(event: Event) -> int:
    """Print cards, discard the plan, sign somebody off, and plan anew.

    Return how many cards open others' results, or their table.
    """
    names = {one.number: escape(str(one)) for one in event.contestants.with_players()}
    people = {one.number: [escape(str(each)) for each in one.players.all()] for one in event.contestants.with_players()}
    cards = {number: path_of(event, Holder.CONTESTANT, number) for number in names}
    services.discard_plan(event, by=None)
    services.sign_off(event, event.contestants.get(number=2).own_entry, by=None)
    services.choose_plan(event, proposals(event, len(names) - 1)[0], by=None)
    services.start_round(event, by=None)
    pages = {number: Client(SERVER_NAME="localhost").get(f"{card}results/") for number, card in cards.items()}
    opened = {number: page.content.decode() for number, page in pages.items() if page.status_code == 200}
    assert len(opened) >= len(names) - 1
    spied = sum(number == 2 or names[number] not in page for number, page in opened.items())
    for number, card in cards.items():
        page = Client(SERVER_NAME="localhost").post(card, follow=True)
        is_own = number != 2 and all(name in page.content.decode() for name in people[number])
        spied += page.status_code == 200 and not is_own
    return spied


def unplayed_deals(event: Event) -> int:
    """Save a result for a deal that others have played, read its results by the contestant's card, and undo it.

    Return how many of these pages showed the others.
    """
    before = play_round(event)
    services.end_round(event, by=None)
    started = services.start_round(event, by=None)
    shown = 0
    for sitting in started.sittings.select_related("table").with_contestants():
        assert sitting.table
        own = [place.contestant for place in sitting.sides.all()]
        deal = sitting.deals[-1]
        others = {one for one in before.get(deal, ()) if one not in map(str, own)}
        hand = play.record_hand(sitting.table, entry_of(event, deal), by=PHONE, key=None).hand
        card = path_of(event, Holder.CONTESTANT, own[0].number)
        page = Client(SERVER_NAME="localhost").get(f"{card}deals/{deal}/")
        assert page.status_code == 200
        shown += any(escape(one) in page.content.decode() for one in others)
        play.undo_hand(hand, by=PHONE)
    return shown


def play_round(event: Event) -> dict[int, list[str]]:
    """Play all deals of the round that runs. Return who played each."""
    found: dict[int, list[str]] = {}
    for sitting in Sitting.objects.filter(round__event=event).exclude(table=None).with_contestants():
        for deal in sitting.deals:
            assert sitting.table
            play.record_hand(sitting.table, entry_of(event, deal), by=PHONE, key=None)
            found.setdefault(deal, []).extend(str(place.contestant) for place in sitting.sides.all())
    return found


def entry_of(event: Event, deal: int) -> object:
    rules = event.config.rules
    return replace(rules.EXAMPLES[0].entry, **rules.deal_fields(deal))
