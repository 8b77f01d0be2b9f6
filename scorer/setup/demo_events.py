"""Made-up events for the demo: of pairs, teams and single players over the same deals, and one drawn every round."""

from collections.abc import Sequence
from datetime import time, timedelta
from random import Random
from typing import Any

from django.db import connection, transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from scorer.club.models import Club, Player
from scorer.club.services import add_player, change_player
from scorer.contest.offer import GameEvents
from scorer.events import services
from scorer.events.models import Contestant, Event
from scorer.events.planning.proposals import proposals
from scorer.events.planning.words import usual_name
from scorer.events.results.event_results import comparison_of
from scorer.events.services.copies import random_entries
from scorer.play import services as play
from scorer.play.models import Table
from scorer.registry import GameConfig, all_games
from scorer.setup.demo import NAMES
from scorer.standings.championship_forms import USUAL_POINTS
from scorer.standings.models import Championship
from scorer.standings.services import leave_out, save_championship

ROUNDS, PER_ROUND = 3, 2
DEALS_OF_TEAMS, ROUNDS_OF_PLAYERS, ROUNDS_OF_DRAWS = 4, 5, 4
PAIRS, FINALISTS, TEAMS, SINGLE_PLAYERS = 11, 4, 4, 12
PARTNERSHIPS = (1, 2), (3, 4), (5, 6)
"""The places of a team's players, by partnership."""
INVITED, START = 6, time(19, 30)
CARRIED = 50
"""Percent."""
FEDERATION_NUMBER = 104_000
"""Those of the players are this and more, and of no federation."""
COUNTING = 3
"""How many events count in the championship."""
DEALT = 32
"""Deals that come with their cards, which are more than an event plays."""


@transaction.atomic
def fill_events(club: Club, *, seed: int = 1) -> list[Event]:
    """Play events with the same deals at all tables to their end, and one of single players up to its last round."""
    players = [club.players.named(name) or add_player(club, name, by=None) for name in NAMES]
    offering = [(game, game.events) for game in all_games() if game.events]
    events: list[Event] = []
    if connection.vendor == "postgresql":  # which takes new tables for empty ones, and goes through all rows for each
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
    for game, offer in offering:
        if offer.comparisons[0].by_deal:
            events += FinishedEvents(club, game, offer, players, seed).play()
            break
    for game, offer in offering:
        if not offer.comparisons[0].by_deal and _is_for_individuals(game):
            events.append(_last_round(club, game, offer, players, seed))
            break
    events += [_next_evening(club, game, offer, players, weeks) for weeks, (game, offer) in enumerate(offering[:2], 1)]
    _add_championship(club, events)
    return [Event.objects.get(pk=event.pk) for event in events]  # with their states


def _next_evening(club: Club, game: GameConfig, offer: GameEvents, players: Sequence[Player], weeks: int) -> Event:
    """An evening in so many weeks that is full. Somebody waits, and of pairs, two players look for a partner."""
    event = _make(club, game, offer, -7 * weeks)
    invited: dict[str, Any] = {"starts_at": START, "place": _("Club house"), "limit": INVITED, "sign_off_hours": 24}
    services.set_invitation(event, announced=True, names_shown=False, **invited, by=None)
    event.refresh_from_db()
    size = event.fewest_players
    for start in range(0, (INVITED + 1) * size, size):
        services.apply(event, players[start : start + size], by=None)
    if event.of_pairs:
        for player in players[-2:]:
            services.apply(event, [player], looking=True, by=None)
    return event


def _add_championship(club: Club, events: Sequence[Event]) -> None:
    """Add one of the open season, of players and of pairs, unless there is one already. A final does not count."""
    if not club.championships.exists():
        season = club.seasons.open().get()
        rule = {"of": Championship.Of.BOTH, "points": USUAL_POINTS, "best": COUNTING}
        new = Championship(club=club, name=_("Club championship"), season=season, **rule)
        championship = save_championship(new, by=None)
        leave_out(championship, [event for event in events if event.qualifying], by=None)


def _is_for_individuals(game: GameConfig) -> bool:
    return len(game.rules.sides(game.seat_counts[0])[0]) == 1


def _last_round(club: Club, game: GameConfig, offer: GameEvents, players: Sequence[Player], seed: int) -> Event:
    """An event of today whose tables are drawn every round, with all results of the last one."""
    event = _make(club, game, offer, 0, rounds=ROUNDS_OF_DRAWS, per_round=PER_ROUND)
    _sign_up(event, players, len(players))
    services.set_wish(event, 2, Contestant.Wish.TABLE, by=None)
    _plan(event, seed)
    random = Random(seed)  # noqa: S311  # plays cards
    for _round in range(event.planned_rounds.count() - 1):
        _play_round(event, random)
        services.end_round(event, by=None)
    _play_round(event, random)
    return event


class FinishedEvents:
    """Events of the last weeks with the same deals at all tables, as far as the game has them."""

    def __init__(self, club: Club, game: GameConfig, offer: GameEvents, players: Sequence[Player], seed: int) -> None:
        self.club, self.game, self.offer, self.players, self.seed = club, game, offer, players, seed
        self.random = Random(seed)  # noqa: S311  # plays cards

    def play(self) -> list[Event]:
        events = self.sessions_and_final()
        if self.offer.formats_for(Event.Competes.TEAMS):
            events.append(self.teams())
        if self.offer.formats_for(Event.Competes.PLAYERS):
            events.append(self.single_players())
        return events

    def sessions_and_final(self) -> list[Event]:
        first = _make(self.club, self.game, self.offer, 16, rounds=ROUNDS, per_round=PER_ROUND)
        _sign_up(first, self.players, PAIRS)
        services.set_wish(first, 2, Contestant.Wish.TABLE, by=None)
        self._finish(first)
        added_up = Event.AddedUp.MEAN if comparison_of(first).in_percent else Event.AddedUp.SUM
        named = _named(self.club, self.game, 9)
        second, _left_out = services.next_session(first, **named, added_up=added_up, by_standing=False, by=None)
        self._finish(second)
        named = _named(self.club, self.game, 2) | {"name": _("Final")}
        final, _left_out = services.make_final(
            second, **named, first=1, last=FINALISTS, carried_percent=CARRIED, by=None
        )
        self._finish(final)
        return [first, second, final]

    def teams(self) -> Event:
        of_teams = {"competes": Event.Competes.TEAMS, "rounds": ROUNDS, "per_round": DEALS_OF_TEAMS}
        event = _make(self.club, self.game, self.offer, 12, **of_teams)
        size = sum(map(len, PARTNERSHIPS))
        for start in range(0, TEAMS * size, size):
            players = self.players[start : start + size]
            services.sign_up(event, players, name=_("Team %(name)s") % {"name": players[0].name}, by=None)
        self._finish(event)
        return event

    def single_players(self) -> Event:
        for_players = {"competes": Event.Competes.PLAYERS, "rounds": ROUNDS_OF_PLAYERS, "per_round": PER_ROUND}
        event = _make(self.club, self.game, self.offer, 5, **for_players)
        for number, player in enumerate(self.players[:SINGLE_PLAYERS], start=FEDERATION_NUMBER):
            change_player(
                player,
                name=player.name,
                federation_number=str(number),
                guest=player.guest,
                active=player.active,
                by=None,
            )
        _sign_up(event, self.players, SINGLE_PLAYERS)
        self._finish(event)
        return event

    def _finish(self, event: Event) -> None:
        """Plan the event, play its rounds, and finish it."""
        _plan(event, self.seed)
        if self.game.hand_records:
            records = {deal: self.game.random_cards(self.random) for deal in range(1, DEALT + 1)}
            services.set_hand_records(event, records, by=None)
            event.refresh_from_db(fields=["hand_records"])
        for number in range(event.planned_rounds.count()):
            if event.of_teams:
                _line_up(event, PARTNERSHIPS[number % len(PARTNERSHIPS)])
            _play_round(event, self.random)
            services.end_round(event, by=None)
        services.finish(event, by=None)
        _date_back(event)


def _date_back(event: Event) -> None:
    """Let an event that has just been played be over since its day. The log knows when its hands were made."""
    back = timezone.localdate() - event.day
    Event.objects.filter(pk=event.pk).update(finished_at=F("finished_at") - back)
    event.planned_rounds.update(started_at=F("started_at") - back, ended_at=F("ended_at") - back)


def _line_up(event: Event, resting: tuple[int, ...]) -> None:
    playing = (partnership for partnership in PARTNERSHIPS if partnership != resting)
    line_up = dict(enumerate(playing, start=1))
    for contestant in event.contestants.all():
        services.set_line_up(event, contestant.number, line_up, by=None)


def _named(club: Club, game: GameConfig, days_ago: int, competes: str = Event.Competes.SIDES) -> dict[str, Any]:
    today = timezone.localdate()
    day = max(today - timedelta(days=days_ago), min(club.seasons.open().get().starts, today))
    return {"name": usual_name(game, day, competes=competes), "day": day}


def _make(club: Club, game: GameConfig, offer: GameEvents, days_ago: int, **values: Any) -> Event:
    """Create an event with the usual rules and comparison, so many days ago if the season had started by then."""
    competes = values.get("competes", Event.Competes.SIDES)
    usual = {"preset": game.default_variant, "comparison": offer.comparisons_for(competes)[0].name}
    return services.create_event(club, game, **_named(club, game, days_ago, competes), **usual, **values, by=None)


def _sign_up(event: Event, players: Sequence[Player], most: int) -> None:
    size = event.fewest_players
    for start in range(0, min(most * size, len(players) - size + 1), size):
        services.sign_up(event, players[start : start + size], by=None)


def _plan(event: Event, seed: int) -> None:
    """Choose a plan of all rounds, with one winner if possible. Lots may decide those that are drawn later."""
    offered = proposals(event, event.contestants.count(), seed)
    whole = (proposal for proposal in offered if len(proposal.plan.rounds) == proposal.rounds)
    services.choose_plan(event, min(whole, key=lambda proposal: proposal.winners), by=None)


def _play_round(event: Event, random: Random) -> None:
    started = services.start_round(event, by=None)
    for sitting in started.sittings.select_related("table"):
        if sitting.table:
            for entry in entries_of(event, sitting.table, random):
                play.record_hand(sitting.table, entry, by=None, key=None)


def entries_of(event: Event, table: Table, random: Random) -> list[Any]:
    """Return a hand for each deal, such as its cards may lead to if they are known."""
    if event.hand_records and table.deals:
        return [table.config.random_result(random, deal, event.hand_records[str(deal)]) for deal in table.deals]
    return list(random_entries(table, random))
