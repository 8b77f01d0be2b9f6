"""Made-up events for the demo: every kind of competition that the installed games have, once."""

from collections.abc import Callable, Sequence
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
from scorer.events.planning.families import round_count
from scorer.events.planning.house_rules import presets_of
from scorer.events.planning.proposals import proposals
from scorer.events.planning.words import usual_name
from scorer.events.results.comparisons import comparison_of
from scorer.events.services.copies import random_entries
from scorer.play import services as play
from scorer.play.models import Table
from scorer.registry import GameConfig, all_games
from scorer.setup.demo import NAMES
from scorer.standings.championship_forms import USUAL_POINTS
from scorer.standings.models import Championship
from scorer.standings.services import leave_out, save_championship

ROUNDS, PER_ROUND = 3, 2
DEALS_OF_TEAMS, ROUNDS_OF_PLAYERS = 4, 5
PAIRS, FINALISTS, TEAMS, SINGLE_PLAYERS, FEW, UNEVEN = 11, 4, 4, 12, 8, 10
SQUAD, SQUADS_OF_LEAGUE = 4, 4
"""Members of a squad, and squads that meet on a league day."""
PARTNERSHIPS = (1, 2), (3, 4), (5, 6)
"""The places of a team's players, by partnership."""
INVITED, START = 6, time(19, 30)
FORFEIT = 500
"""Points for whoever plays against somebody who does not come."""
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
    """Play the competitions of all games. All but one, which is in its last round today, are over."""
    players = [club.players.named(name) or add_player(club, name, by=None) for name in NAMES]
    if connection.vendor == "postgresql":  # which takes new tables for empty ones, and goes through all rows for each
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
    games = [EventsOfGame(club, game, game.events, players, seed) for game in all_games() if game.events]
    events: list[Event] = []
    left = list(COMPETITIONS)
    for game in games:
        suited = next(((suits, play) for suits, play in left if suits(game)), None)
        if suited:
            left.remove(suited)
            events += suited[1](game)
    events += [game.next_evening(weeks) for weeks, game in enumerate(games[:2], 1)]
    _add_championship(club, events)
    return [Event.objects.get(pk=event.pk) for event in events]  # with their states


def _add_championship(club: Club, events: Sequence[Event]) -> None:
    """Add one of the open season, of players and of pairs, unless there is one already. A final does not count."""
    if not club.championships.exists():
        season = club.seasons.open().get()
        rule = {"of": Championship.Of.BOTH, "points": USUAL_POINTS, "best": COUNTING}
        new = Championship(club=club, name=_("Club championship"), season=season, **rule)
        championship = save_championship(new, by=None)
        leave_out(championship, [event for event in events if event.qualifying], by=None)


class EventsOfGame:
    def __init__(self, club: Club, game: GameConfig, offer: GameEvents, players: Sequence[Player], seed: int) -> None:
        self.club, self.game, self.offer, self.players, self.seed = club, game, offer, players, seed
        self.random = Random(seed)  # noqa: S311  # plays cards
        self.formats = {format_.name: format_ for format_ in offer.formats_for(Event.Competes.SIDES)}
        self.of_individuals = len(game.rules.sides(game.seat_counts[0])[0]) == 1

    def over_the_same_deals(self) -> list[Event]:
        """Events of the last weeks with the same deals at all tables, of all whom the game lets compete."""
        events = self.sessions_and_final()
        if self.offer.formats_for(Event.Competes.TEAMS):
            events.append(self.teams())
        if self.offer.formats_for(Event.Competes.PLAYERS):
            events.append(self.single_players())
        return events

    def duplicate(self) -> list[Event]:
        """One in which each player is compared with those who held the same cards."""
        comparison = next(known.name for known in self.offer.comparisons if known.by_deal)
        event = self._make(11, rounds=ROUNDS, per_round=1, comparison=comparison)
        self._sign_up(event, FEW)
        self._finish(event)
        return [event]

    def league(self) -> list[Event]:
        """One whose results are settlements of a record, where the game keeps one."""
        rules, meant = self.game.rules, next(known for known in self.formats.values() if known.comparison)
        records = (name for name in presets_of(self.game) if not rules.result_unit(rules.PRESETS[name]).is_points)
        preset = next(records, self.game.default_variant)
        event = self._make(7, rounds=ROUNDS, per_round=PER_ROUND, comparison=meant.comparison, preset=preset)
        self._sign_up(event, UNEVEN)
        self._finish(event, meant.name)
        return [event]

    def concours(self) -> list[Event]:
        """One in which winners meet winners, and a pair that came late forfeits its first round."""
        event = self._make(14, rounds=ROUNDS, per_round=PER_ROUND)
        self._sign_up(event, FEW)
        self._play(event, "swiss")
        late = event.contestants.get(number=FEW)
        services.rule_contestant(event, late, {"forfeit": FORFEIT, "round": 1}, why=_("Came late"), by=None)
        self._finish_on_its_day(event)
        return [event]

    def squads(self) -> list[Event]:
        """One of today for squads, whose tables are drawn every round, with all results of the last one."""
        event = self._make(0, rounds=ROUNDS, per_round=PER_ROUND)
        self._sign_up(event, len(self.players), Event.Squads.SUM)
        services.set_wish(event, event.contestants.get(number=2).own_entry, Contestant.Wish.TABLE, by=None)
        self._plan(event)
        for number in range(ROUNDS):
            if number:
                services.end_round(event, by=None)
            self._play_round(event)
        return [event]

    def league_day(self) -> list[Event]:
        event = self._make(4, rounds=PER_ROUND, per_round=PER_ROUND)
        self._sign_up(event, SQUAD * SQUADS_OF_LEAGUE, Event.Squads.MATCH_POINTS)
        self._finish(event, "draw-league")
        return [event]

    def next_evening(self, weeks: int) -> Event:
        """An evening in so many weeks that is full. Somebody waits, and of pairs, two players look for a partner."""
        event = self._make(-7 * weeks)
        invited: dict[str, Any] = {"starts_at": START, "place": _("Club house"), "limit": INVITED, "sign_off_hours": 24}
        services.set_invitation(event, announced=True, names_shown=False, **invited, by=None)
        event.refresh_from_db()
        size = event.fewest_players
        for start in range(0, (INVITED + 1) * size, size):
            services.apply(event, self.players[start : start + size], by=None)
        if event.of_pairs:
            for player in self.players[-2:]:
                services.apply(event, [player], looking=True, by=None)
        return event

    def sessions_and_final(self) -> list[Event]:
        first = self._make(16, rounds=ROUNDS, per_round=PER_ROUND)
        self._sign_up(first, PAIRS)
        services.set_wish(first, first.contestants.get(number=2).own_entry, Contestant.Wish.TABLE, by=None)
        self._finish(first)
        added_up = Event.AddedUp.MEAN if comparison_of(first).in_percent else Event.AddedUp.SUM
        named = self._named(9)
        second, _left_out = services.next_session(first, **named, added_up=added_up, by_standing=False, by=None)
        self._finish(second)
        named = self._named(2) | {"name": _("Final")}
        final, _left_out = services.make_final(
            second, **named, first=1, last=FINALISTS, carried_percent=CARRIED, by=None
        )
        self._finish(final)
        return [first, second, final]

    def teams(self) -> Event:
        event = self._make(12, competes=Event.Competes.TEAMS, rounds=ROUNDS, per_round=DEALS_OF_TEAMS)
        size = sum(map(len, PARTNERSHIPS))
        for start in range(0, TEAMS * size, size):
            players = self.players[start : start + size]
            services.sign_up(event, players, name=_("Team %(name)s") % {"name": players[0].name}, by=None)
        self._finish(event)
        return event

    def single_players(self) -> Event:
        event = self._make(5, competes=Event.Competes.PLAYERS, rounds=ROUNDS_OF_PLAYERS, per_round=PER_ROUND)
        for number, player in enumerate(self.players[:SINGLE_PLAYERS], start=FEDERATION_NUMBER):
            change_player(
                player,
                name=player.name,
                federation_number=str(number),
                guest=player.guest,
                active=player.active,
                by=None,
            )
        self._sign_up(event, SINGLE_PLAYERS)
        self._finish(event)
        return event

    def _named(self, days_ago: int, competes: str = Event.Competes.SIDES) -> dict[str, Any]:
        """Return name and day of an event so many days ago, if the season had started by then."""
        today = timezone.localdate()
        day = max(today - timedelta(days=days_ago), min(self.club.seasons.open().get().starts, today))
        return {"name": usual_name(self.game, day, competes=competes), "day": day}

    def _make(self, days_ago: int, **values: Any) -> Event:
        """Create an event with the usual rules and comparison, unless others are given."""
        competes = values.get("competes", Event.Competes.SIDES)
        usual = {"preset": self.game.default_variant, "comparison": self.offer.comparisons_for(competes)[0].name}
        return services.create_event(self.club, self.game, **usual | self._named(days_ago, competes) | values, by=None)

    def _sign_up(self, event: Event, most: int, squads: str = "") -> None:
        """Sign up so many at most; those of a squad one after the other, if squads are ranked."""
        if squads:
            services.set_squads(event, squads, best=SQUAD, names={}, by=None)
            event.refresh_from_db()
        size = event.fewest_players
        for start in range(0, min(most * size, len(self.players) - size + 1), size):
            first = self.players[start // SQUAD * SQUAD]
            squad = _("Team %(name)s") % {"name": first.name} if squads else ""
            services.sign_up(event, self.players[start : start + size], squad=squad, by=None)

    def _plan(self, event: Event, key: str = "") -> None:
        """Choose the plan with this key, or one of all rounds, with one winner if possible.

        Lots may decide those that are drawn later.
        """
        offered = proposals(event, event.contestants.count(), self.seed)
        suited = (
            proposal
            for proposal in offered
            if (proposal.key == key if key else len(proposal.plan.rounds) == proposal.rounds)
        )
        services.choose_plan(event, min(suited, key=lambda proposal: proposal.winners), by=None)
        event.refresh_from_db()

    def _play_round(self, event: Event) -> None:
        started = services.start_round(event, by=None)
        for sitting in started.sittings.select_related("table"):
            if sitting.table:
                play.record_hands(sitting.table, entries_of(event, sitting.table, self.random), by=None)

    def _finish(self, event: Event, key: str = "") -> None:
        self._play(event, key)
        self._finish_on_its_day(event)

    def _play(self, event: Event, key: str = "") -> None:
        """Plan the event and play its rounds."""
        self._plan(event, key)
        if self.game.hand_records:
            records = {deal: self.game.random_cards(self.random) for deal in range(1, DEALT + 1)}
            services.set_hand_records(event, records, by=None)
            event.refresh_from_db(fields=["hand_records"])
        for number in range(round_count(event, event.planned_rounds.count())):
            if number >= event.planned_rounds.count():
                services.draw_round(event, seed=self.seed, by=None)
            if event.of_teams:
                _line_up(event, PARTNERSHIPS[number % len(PARTNERSHIPS)])
            self._play_round(event)
            services.end_round(event, by=None)

    def _finish_on_its_day(self, event: Event) -> None:
        """Finish an event that has just been played as if on its day. The log knows when its hands were made."""
        services.finish(event, by=None)
        back = timezone.localdate() - event.day
        Event.objects.filter(pk=event.pk).update(finished_at=F("finished_at") - back)
        event.planned_rounds.update(started_at=F("started_at") - back, ended_at=F("ended_at") - back)


def _line_up(event: Event, resting: tuple[int, ...]) -> None:
    playing = (partnership for partnership in PARTNERSHIPS if partnership != resting)
    line_up = dict(enumerate(playing, start=1))
    for contestant in event.contestants.all():
        services.set_line_up(event, contestant.number, line_up, by=None)


def entries_of(event: Event, table: Table, random: Random) -> list[Any]:
    """Return a hand for each deal, such as its cards may lead to if they are known."""
    if event.hand_records and table.deals:
        return [table.config.random_result(random, deal, event.hand_records[str(deal)]) for deal in table.deals]
    return list(random_entries(table, random))


COMPETITIONS: tuple[tuple[Callable[[EventsOfGame], bool], Callable[[EventsOfGame], list[Event]]], ...] = (
    (lambda game: game.offer.comparisons[0].by_deal, EventsOfGame.over_the_same_deals),
    (lambda game: any(format_.numbered for format_ in game.formats.values()), EventsOfGame.duplicate),
    (lambda game: any(format_.comparison for format_ in game.formats.values()), EventsOfGame.league),
    (lambda game: not game.of_individuals and "swiss" in game.formats, EventsOfGame.concours),
    (lambda game: game.of_individuals, EventsOfGame.squads),
    (lambda game: game.of_individuals and SQUAD in game.game.seat_counts, EventsOfGame.league_day),
)
"""Which games have a kind of competition, and how it is played. Each is shown for the first game that has it, a game
for the first of them that is left."""
