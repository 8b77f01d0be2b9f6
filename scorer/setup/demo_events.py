"""Made-up events for the demo: one over the same deals at all tables, and one whose tables are drawn every round."""

from random import Random

from django.db import transaction
from django.utils.translation import gettext as _

from scorer.club.models import Club
from scorer.club.services import add_player
from scorer.events import services
from scorer.events.models import Contestant, Event
from scorer.events.planning.proposals import proposals
from scorer.events.services.copies import random_entries
from scorer.play import services as play
from scorer.registry import GameConfig, all_games
from scorer.setup.demo import NAMES

ROUNDS, PER_ROUND = 4, 2


@transaction.atomic
def fill_events(club: Club, *, seed: int = 1) -> list[Event]:
    """Play one event with the same deals at all tables to its end, and one of individuals up to its last round."""
    random = Random(seed)  # noqa: S311  # plays cards
    offering = [(game, game.events.comparisons[0]) for game in all_games() if game.events]
    same_deals = next((game for game, usual in offering if usual.by_deal), None)
    individuals = next((game for game, usual in offering if not usual.by_deal and _is_for_individuals(game)), None)
    events = [_make(club, game, seed) for game in (same_deals, individuals) if game]
    for event in events:
        for _round in range(event.planned_rounds.count() - 1):
            _play_round(event, random)
            services.end_round(event, by=None)
        _play_round(event, random)
    if events:
        services.end_round(events[0], by=None)
        services.finish(events[0], by=None)
    return [Event.objects.get(pk=event.pk) for event in events]  # with their states


def _is_for_individuals(game: GameConfig) -> bool:
    return len(game.rules.sides(game.seat_counts[0])[0]) == 1


def _make(club: Club, game: GameConfig, seed: int) -> Event:
    """Return an event for which everybody has signed up, with the usual plan."""
    players = [club.players.named(name) or add_player(club, name, by=None) for name in NAMES]
    comparison = game.events.comparisons[0].name if game.events else ""
    name = _("Club evening: %(game)s") % {"game": game.title}
    event = services.create_event(
        club,
        game,
        name=name,
        preset=game.default_variant,
        comparison=comparison,
        rounds=ROUNDS,
        per_round=PER_ROUND,
        by=None,
    )
    size = event.side_size
    for start in range(0, len(players) - size + 1, size):
        services.sign_up(event, players[start : start + size], by=None)
    services.set_wish(event, 2, Contestant.Wish.TABLE, by=None)
    services.choose_plan(event, proposals(event, event.contestants.count(), seed)[0], by=None)
    return event


def _play_round(event: Event, random: Random) -> None:
    started = services.start_round(event, by=None)
    for sitting in started.sittings.select_related("table"):
        if sitting.table:
            for entry in random_entries(sitting.table, random):
                play.record_hand(sitting.table, entry, by=None, key=None)
