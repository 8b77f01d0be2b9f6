"""One evening as a state machine: a rule for each action of directors and players, whether it makes sense now or not.

What a rule is given are numbers that choose among what there is: the seventh of three sittings is the first one. So an
evening is a list of short calls, which Hypothesis can shorten when something is wrong.
"""

import json
import secrets
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from datetime import time
from fractions import Fraction
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, TypeVar
from unittest.mock import patch
from urllib.parse import urlencode

from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.test import Client, TestCase
from hypothesis import note
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from scorer.club.models import Player, Role, User
from scorer.contest.families import Impossible
from scorer.contest.lines import plan_lines
from scorer.contest.movements.howell import Howell
from scorer.contest.movements.mitchell import Mitchell
from scorer.db.versioned_cache import VersionedCache
from scorer.events import services
from scorer.events.contestants import contestants_by_number
from scorer.events.models import Contestant, Event, Sitting
from scorer.events.planning import proposals
from scorer.events.planning.house_rules import is_comparable, presets_of, settings_of
from scorer.events.planning.proposal import Proposal
from scorer.events.planning.replanning import remaining_plans
from scorer.events.results.comparisons import comparison_of
from scorer.events.results.effect import EventReader
from scorer.events.results.event_results import EventResults
from scorer.events.results.sessions import qualifying_of, sessions_of
from scorer.events.selectors.requests import requests_of
from scorer.events.services.copies import random_entries
from scorer.play import services as play
from scorer.play.models import Hand, LateHand, Table
from scorer.play.phones import Link, Phone
from scorer.play.sheets.sheet import load_sheet
from scorer.play.table_context import TableContext
from scorer.registry import all_games
from scorer.registry.words import common_text
from scorer.scoring import ResultUnit
from scorer.standings.models import Championship
from scorer.standings.services import save_championship
from scorer.web.previews import ChangePreview
from tests.events.dealt_hands import dealt
from tests.factories import ClubFactory, MembershipFactory, SeasonFactory
from tests.rollback import rolled_back
from tests.unplanned import checks

GAMES = [game for game in all_games() if game.events]
GAMES += [game for game in GAMES if game.rules.deal_fields(1)] * len(GAMES)
"""More goes wrong where deals have numbers."""
WHICH = st.integers(0, 11)
LOTS = st.integers(0, 2**32)
ROSTER = 28
SQUADS = "ABCD"
LEAGUE = 16
"""As many players as a group of four squads has."""
LOW_TARGET = 300
LATE = 12
"""So many changes after the start, an evening may be stopped."""
SMALL_SECTIONS = (2, 8)
"""Sections of two tables, so that small evenings have some."""
BUTTONS = [
    services.start_round,
    services.end_round,
    services.go_back,
    services.take_back_round,
    services.take_back_round,
    services.discard_plan,
    services.discard_plan,
    services.draw_round,
    services.draw_anew,
    partial(services.draw_round, late=True),
    partial(services.draw_anew, late=True),
    services.skip_last_round,
    services.bring_round_back,
    services.hold_round,
    services.release_round,
]
"""What a director does with one tap."""


def entry_of(event: Event, number: int) -> int:
    contestant = event.contestants.filter(number=number).first()
    return contestant.own_entry if contestant else 0


def sign_off(event: Event, number: int, place: int | None = None, *, by: User | None) -> None:
    services.sign_off(event, entry_of(event, number), place, by=by)


def set_wish(event: Event, number: int, wish: str, *, by: User | None) -> None:
    services.set_wish(event, entry_of(event, number), wish, by=by)


BUTTONS_OF_CONTESTANT = [
    services.leave,
    services.come_back,
    sign_off,
    partial(sign_off, place=1),
    partial(services.set_standing, without=True),
    partial(services.set_standing, without=False),
]
"""The same for one contestant."""
ASIDE = [
    services.pause_clock,
    services.resume_clock,
    services.stop_clock,
    services.renew_links,
    services.sign_off_self_signed,
    partial(services.set_following, rounds_follow=True, grace_minutes=0),
    partial(services.set_following, rounds_follow=False, grace_minutes=5),
    partial(services.add_minutes, minutes=5),
    partial(services.remove_minutes, minutes=1),
    partial(services.start_round, clocked=False),
    partial(services.set_hand_records, records={1: dealt().text(), 9_999: dealt().text()}),
    partial(services.set_hand_records, records={}),
    partial(services.set_hand_records, records={1: "no cards"}),
    partial(services.set_squads, squads="sum", best=2, names=dict(enumerate("ABCABCABC", start=1))),
    partial(services.set_squads, squads="sum", names={1: "Ä", 2: "ä", 99: "nobody"}),
    partial(services.set_squads, squads="match_points", day=3, names=dict(enumerate("ABCD" * 4, start=1))),
    partial(services.set_squads, squads="", names={}),
    partial(services.set_prizes, entry_fee=500, prize_shares="50 30", group_shares="junior 10; Guests 5 5"),
]
"""Buttons from which little follows."""
RULINGS: list[dict[str, Any]] = [
    {"average": [60, 40]},
    {"average": [0, 100]},
    {"not_played": True},
    {"points": 420},
    {"split": [50, -420]},
    {"weighted": [["60/100", 620], ["40/100", -100]]},
    {"average": [60, 50, 50, 40]},
    {"points": [120, -40, -40, -40]},
]
EXTRAS: list[dict[str, Any]] = [
    {"penalty": 10, "unit": "points"},
    {"penalty": 25, "unit": "top"},
    {"penalty": -5, "unit": "percent"},
    {"carry": 3.5},
    {"carry": -4, "unit": "percent"},
    {"forfeit": 500, "round": 1},
    {"forfeit": 0, "round": 2},
]

DONE: Counter[str] = Counter()
REFUSED: Counter[str] = Counter()
EVENINGS: Counter[str] = Counter()
PLANNED: Counter[str] = Counter()
"""What was done and refused, by action; how many evenings were played, by game, and planned, by game and format."""

T = TypeVar("T")


def one_of(rows: Iterable[T], which: int) -> T | None:
    found = list(rows)
    return found[which % len(found)] if found else None


def caches() -> Iterator[VersionedCache[Any]]:
    for name, module in list(sys.modules.items()):
        if name.startswith("scorer."):
            yield from (value for value in vars(module).values() if isinstance(value, VersionedCache))


ACTIONS: list[str] = []
"""The names of the actions below; those from which more follows are there several times."""
ARGUMENTS: dict[str, dict[str, st.SearchStrategy[Any]]] = {}


def action(weight: int = 1, **arguments: st.SearchStrategy[Any]) -> Callable[[T], T]:
    """Let an evening have this action, with what it is given.

    Each could be a rule of its own. But Hypothesis leaves out half of the rules on an average evening, and what goes
    wrong takes several kinds of actions.
    """

    def register(method: Any) -> Any:
        ACTIONS.extend([method.__name__] * weight)
        ARGUMENTS[method.__name__] = arguments
        return method

    return register


class Evening(RuleBasedStateMachine):
    """Everything is rolled back in the end."""

    def __init__(self) -> None:
        super().__init__()
        for cache in caches():
            cache.clear()  # since the ids of an earlier evening come again
        self.undoing = ExitStack()
        lots = Random(0)  # the same evening has the same ids, so that it can be repeated
        self.undoing.enter_context(patch.object(secrets, "randbelow", lots.randrange))
        for family in (Mitchell, Howell):
            self.undoing.enter_context(patch.object(family, "section_tables", SMALL_SECTIONS))
        self.undoing.enter_context(rolled_back())
        self.folder = Path(self.undoing.enter_context(TemporaryDirectory()))
        self.club = ClubFactory()
        season = SeasonFactory(club=self.club)
        director = MembershipFactory(club=self.club, role=Role.DIRECTOR)
        member = MembershipFactory(club=self.club, role=Role.MEMBER)
        self.ada = director.user
        self.director, self.member, self.anybody = (Client(SERVER_NAME="localhost") for _reader in range(3))
        self.director.force_login(director.user)
        self.member.force_login(member.user)
        save_championship(
            Championship(club=self.club, name="All", starts=season.starts, of=Championship.Of.BOTH), by=None
        )
        self.players = Player.objects.bulk_create(
            Player(club=self.club, name=f"Player {number}") for number in range(1, ROSTER + 1)
        )
        self.event: Event | Any = None
        self.steps = 0
        self.checked: tuple[int, ...] | None = None

    # --- what is there ------------------------------------------------------------------------------------------

    def number(self, which: int) -> int:
        """The number of a contestant, or of one that there is not."""
        return which % (self.event.contestants.count() + 1) + (which == 11)

    def contestant(self, which: int) -> Contestant | None:
        return one_of(self.event.contestants.with_players(), which)

    def player(self, which: int) -> Player:
        return self.players[which * 5 % ROSTER]

    def comer(self, which: int) -> Player:
        """A player, or at times somebody whom the roster may not know yet."""
        return self.player(which) if which % 6 else Player(club=self.club, name=f"Guest {self.steps % 9}")

    def comers(self, first: int, second: int) -> list[Player]:
        """As many as a contestant has, and at times one more than a pair or a team may have at least."""
        return [self.comer(first), *self.players[-4 - second :]][
            : self.event.fewest_players + (second % 4 == 0) * self.event.of_teams
        ]

    def squad(self, which: int) -> str:
        """The name of a squad as somebody else may type it, if there are any."""
        return SQUADS[which % len(SQUADS)].lower() if self.event.squads else ""

    def sitting(self, which: int) -> Sitting | None:
        sittings = Sitting.objects.filter(round__event=self.event).order_by("round__number", "station")
        return one_of(sittings.select_related("round__event", "table"), which)

    def table(self, which: int) -> Table | None:
        """One of the last tables."""
        return one_of(reversed(checks.tables_of(self.event)), which)

    def hand(self, which: int, table: Table | None) -> Hand | None:
        return one_of(table.hands.filter(closing=False).order_by("-number"), which) if table else None

    # --- how things are done ------------------------------------------------------------------------------------

    def do(self, action: Callable[..., Any], *args: Any, **values: Any) -> Any:
        """Call a service, which either does it or says in a sentence why not."""
        name = getattr(action, "__name__", "") or action.func.__name__
        try:
            with TestCase.captureOnCommitCallbacks(execute=True):
                done = action(*args, **values)
        except ValidationError as error:
            sentences = error.messages
        except play.Conflict as conflict:
            assert action.__module__.startswith("scorer.play"), "a service of events raises ValidationError"
            sentences = [str(conflict.code.label)]
        except play.Refused as refused:
            assert action.__module__.startswith("scorer.play"), "a service of events raises ValidationError"
            sentences = [common_text(problem) for problem in refused.problems]
        else:
            DONE[name] += 1
            note(f"    {name}: done")
            self.event.refresh_from_db()
            return done
        assert sentences
        assert all(sentence.strip() for sentence in sentences)
        REFUSED[name] += 1
        note(f"    {name}: {' '.join(sentences)}")
        return None

    def direct(self, service: Callable[..., Any], *args: Any, **values: Any) -> Any:
        """Do what a director does with the event."""
        return self.do(service, self.event, *args, **values, by=self.ada)

    def change(self, service: Callable[..., Any], *args: Any, **values: Any) -> None:
        """Look at the effect of a change first, as directors do."""
        change = partial(service, self.event, *args, **values, by=self.ada)
        tables = Sitting.objects.filter(round__event=self.event).exclude(table=None).values_list("table", flat=True)
        reader = EventReader(self.event, list(tables), contestants_by_number(self.event))

        def show_effect() -> None:
            ChangePreview(HttpRequest(), reader)(change)

        self.do(show_effect)
        self.do(change)

    def imagined(self, table: Table, deal: int, lots: int) -> Any:
        """A hand as it might be played at the table."""
        rules, sheet = table.config.rules, load_sheet(table)
        entry = rules.random_entry(Random(lots), sheet.entries, sheet.variant, table.size, sheet.turn)
        if table.deals is None:
            return entry
        # mostly a deal of the table, at times one too far
        return replace(entry, **rules.deal_fields(table.deals[0] + deal % (len(table.deals) + (deal == 11))))

    # --- signing up and planning --------------------------------------------------------------------------------

    @initialize(
        game=st.sampled_from(GAMES),
        preset=WHICH,
        comparison=WHICH,
        rounds=st.sampled_from([None, 1, 2, 3, 4]),
        per_round=st.sampled_from([None, 1, 2]),
        shown=st.sampled_from(Event.RankingShown.values),
        contestants=st.sampled_from([6, 4, 7, 8, 5, 3, 9, 10, 6, 4, 7, 8, 2, 1, 20]),
        squads=st.sampled_from(["", *Event.Squads.values, ""]),
        limit=st.sampled_from([None, 3, None]),
        plan=st.integers(0, 40),
        one_field=st.booleans(),
        follows=st.booleans(),
        confirms=st.booleans(),
        kind=WHICH,
        played=st.sampled_from([0, 1, 0, 2]),
    )
    def create(
        self,
        game: Any,
        preset: int,
        comparison: int,
        rounds: int | None,
        per_round: int | None,
        shown: str,
        contestants: int,
        squads: str,
        limit: int | None,
        plan: int,
        one_field: bool,
        follows: bool,
        confirms: bool,
        kind: int,
        played: int,
    ) -> None:
        """Mostly with a plan, and in the middle of the evening."""
        presets = presets_of(game)
        kinds = [whom for whom in Event.Competes.values if game.events.formats_for(whom)]
        competes = kinds[kind % len(kinds)]
        variant = self.house_rules(game, preset)
        offered = [one.name for one in game.events.comparisons_for(competes)]
        names = [name for name in offered if is_comparable(game, variant, name)]
        self.event = services.create_event(
            self.club,
            game,
            name="Tuesday",
            preset=presets[preset % len(presets)],
            variant=variant,
            comparison=names[comparison % len(names)],
            rounds=rounds,
            per_round=None if game.rules.result_unit(variant) is ResultUnit.GAMES else per_round,
            ranking_shown=shown,
            rounds_follow=follows,
            confirms=confirms,
            competes=competes,
            by=self.ada,
        )
        size = self.event.fewest_players + self.event.of_teams  # each team has somebody who rests
        if squads:
            self.direct(services.set_squads, squads=squads, best=plan % 3 or None, day=plan % 5 + 1, names={})
        is_league = self.event.squads == Event.Squads.MATCH_POINTS
        several = min(LEAGUE if is_league else contestants, ROSTER // size)
        lines = [(line, self.players[line * size : (line + 1) * size]) for line in range(several)]
        of_squads = {line: SQUADS[line % len(SQUADS)] for line in range(several)} if self.event.squads else {}
        names = {0: "Lions"} if self.event.of_teams else {}
        self.direct(services.sign_up_all, lines, names=names, squads=of_squads)
        if limit:
            self.invite(limit, plan)
        for number, wish in enumerate(Contestant.Wish.values[: plan % 4], start=1):
            self.direct(set_wish, number, wish)
        EVENINGS[game.slug] += 1
        if plan:
            self.plan(plan, one_field, others=False)
            for number in range(played):
                self.go_on(number, until=4)

    def invite(self, limit: int, lots: int) -> None:
        """Let players come by an invitation, with a partner and without, before there is a plan."""
        self.set_invitation(limit, None, announced=True)
        for number in range(3):
            self.apply(lots + number, number, alone=number < 2)  # who look for each other
        self.applied(lots, lots + 1, what=0)
        self.applied(lots, lots, what=lots % 4)

    def house_rules(self, game: Any, which: int) -> Any:
        """Those of a preset, with one setting changed; at times with a target that a few hands reach."""
        preset = game.rules.PRESETS[presets_of(game)[which % len(presets_of(game))]]
        if game.events.target and which % 2:
            preset = replace(preset, target=LOW_TARGET)
        settings = [(name, choice) for name, choices in settings_of(game).items() for choice in choices]
        return replace(preset, **dict([settings[which % len(settings)]])) if settings else preset

    def some_settings(self, which: int) -> dict[str, Any]:
        """One setting of the comparison, if it has any."""
        comparison = comparison_of(self.event)
        settings = [
            (setting.name, choice)
            for setting in comparison.choosable
            for choice in setting.choices or (setting.least, setting.most)
            if str(choice) != str(getattr(comparison, setting.name))
        ]
        return dict([settings[which % len(settings)]]) if settings else {}

    @action(which=WHICH, first=WHICH)
    def set_line_up(self, which: int, first: int) -> None:
        """Mostly of four players from somewhere in the team, at times with somebody who is not there."""
        places = [(first + step) % 5 + 1 for step in range(4)]
        self.direct(services.set_line_up, self.number(which), {1: places[:2], 2: places[2:]})

    @action(which=WHICH, number=st.sampled_from([None, 1, 2, 3]), shown=st.sampled_from(Event.RankingShown.values))
    def change_event(self, which: int, number: int | None, shown: str) -> None:
        """A few settings at once, of which some may be too late."""
        offered = [comparison.name for comparison in self.event.offer.comparisons_for(self.event.competes)]
        changes: list[dict[str, Any]] = [
            {"rounds": number, "per_round": number},
            {"comparison": offered[which % len(offered)]},
            {"comparison_settings": self.some_settings(which)},
            {
                "ranking_shown": shown,
                "played_shown": bool(number),
                "confirms": bool(which % 2),
                "score_shown": bool(which % 3),
            },
            {"round_minutes": number and 10 * number, "minutes": number and 60 * number},
            {"name": "Final", "correction_minutes": 60, "rounds_follow": bool(number), "grace_minutes": which},
            {"variant": self.house_rules(self.event.config, which), "preset": self.event.preset},
        ]
        self.direct(services.change_event, **changes[which % len(changes)])

    @action(first=WHICH, second=WHICH)
    def sign_up(self, first: int, second: int) -> None:
        self.direct(services.sign_up, self.comers(first, second), squad=self.squad(second))

    def applicant(self, which: int) -> int:
        """The number of somebody who waits or looks for a partner, at times of nobody."""
        numbers = self.event.applicants.order_by("number").values_list("number", flat=True)
        return one_of([*numbers, 99], which) or 99

    @action(2, first=WHICH, second=WHICH, alone=st.booleans())
    def apply(self, first: int, second: int, alone: bool) -> None:
        """By a phone, which adds no names to the roster."""
        players = [self.player(first), *self.players[-4 - second :]][: self.event.fewest_players]
        looking = alone and self.event.of_pairs
        self.do(services.apply, self.event, players[:1] if looking else players, looking=looking, by=None)

    @action(2, which=WHICH, other=WHICH, what=st.integers(0, 3))
    def applied(self, which: int, other: int, what: int) -> None:
        """What becomes of those who wait or look for a partner."""
        if what == 0:
            self.direct(services.match_partners, self.applicant(which), self.applicant(other))
        elif what == 1:
            self.direct(services.let_in, self.applicant(which))
        elif what == 2:
            self.direct(services.remove_applicant, self.applicant(which))
        elif contestant := self.contestant(which):
            self.do(services.sign_off_self, self.event, contestant, other % 3 or None)

    @action(limit=st.sampled_from([None, 1, 3, 6]), hours=st.sampled_from([None, 0, 30]), announced=st.booleans())
    def set_invitation(self, limit: int | None, hours: int | None, announced: bool) -> None:
        values: dict[str, Any] = {"limit": limit, "sign_off_hours": hours, "announced": announced}
        starts_at = None if hours is None else time(19, 30)
        self.direct(services.set_invitation, starts_at=starts_at, place="Here", names_shown=announced, **values)

    @action(which=st.integers(0, 40), one_field=st.booleans(), others=st.booleans(), barometer=st.booleans())
    def plan(self, which: int, one_field: bool, others: bool, barometer: bool = False) -> None:
        """Mostly one of the proposals for those who are there, at times a proposal that was made before others came."""
        contestants = self.event.contestants.count() + (others and which % 4 == 0)
        found = self.proposals(contestants)
        in_sections = [proposal for proposal in found if len(proposal.sizes) > 1]
        proposal = one_of(in_sections if in_sections and which % 2 else found, which // 2)
        proposal = self.own_movement(proposal) if proposal and which % 8 == 0 else proposal
        if proposal and barometer and proposal.can_be_barometer:
            proposal = proposals.proposal_of(self.event, proposal.key, contestants, barometer=True)
        if proposal:
            self.direct(services.choose_plan, proposal, one_field=one_field)
            PLANNED[f"{self.event.game}.{proposal.key}"] += self.event.planned_rounds.exists()

    def own_movement(self, proposal: Proposal) -> Proposal:
        """The same movement as the club's own, where the event can have one."""
        offered = proposals.own_format(self.event)
        lines = "\n".join(map(json.dumps, plan_lines(proposal.plan)))
        try:
            return proposals.own_proposal(self.event, offered, lines, sum(proposal.sizes)) if offered else proposal
        except Impossible:  # such as deals that somebody meets again
            return proposal

    def proposals(self, contestants: int) -> list[Proposal]:
        """Proposals are kept, since drawing an evening takes long."""
        event = self.event
        asked = (
            event.game,
            event.competes,
            event.comparison,
            event.rounds,
            event.per_round,
            event.minutes,
            event.squads,
            event.match_day,
            *sorted(event.squad_of.items() if event.squads else ()),
            contestants,
        )
        if asked not in PROPOSALS:
            PROPOSALS[asked] = proposals.proposals(event, contestants)
        return PROPOSALS[asked]

    @action(which=WHICH, section=st.integers(1, 3))
    def move_to_section(self, which: int, section: int) -> None:
        self.direct(services.move_to_section, self.number(which), section)

    @action(which=WHICH, wish=st.sampled_from(Contestant.Wish.values))
    def set_wish(self, which: int, wish: str) -> None:
        self.direct(set_wish, self.number(which), wish)

    @action(2, one=WHICH, other=WHICH)
    def exchange_numbers(self, one: int, other: int) -> None:
        self.direct(services.exchange_numbers, self.number(one), self.number(other))

    # --- rounds ---------------------------------------------------------------------------------------------------

    @action(6, button=st.sampled_from(BUTTONS))
    def press(self, button: Any) -> None:
        self.direct(button)

    @action(4, which=WHICH, line=st.sampled_from([None, *RULINGS, *EXTRAS]))
    def start_over(self, which: int, line: dict[str, Any] | None) -> None:
        """As directors do who notice after the start that somebody is missing, and have ruled on something by then."""
        self.direct(services.start_round)
        if line in RULINGS:
            self.rule_result(which, which, line)
        elif line:
            self.rule_contestant(which, line)
        self.direct(services.take_back_round)
        self.direct(services.discard_plan)

    @action(button=st.sampled_from(ASIDE))
    def press_aside(self, button: Any) -> None:
        self.direct(button)

    @action()
    def follow(self) -> None:
        """As the clock of the server tries every few seconds."""
        self.do(services.follow_round, self.event)

    @action(button=st.sampled_from([services.finish, services.cancel]))
    def stop(self, button: Any) -> None:
        """Not early, since little happens afterwards."""
        if self.steps > LATE:
            self.direct(button)

    def decide_matches(self) -> None:
        """Name the winners of a knock-out's matches that are level or have no result."""
        for match in (match for matches in EventResults(self.event).bracket[-1:] for match in matches):
            if match.winner is None:
                winner = self.event.contestants.get(number=max(match.contestants))
                self.direct(services.name_winner, winner, match.round, why="Extra deals")

    @action(7, lots=LOTS, until=st.integers(0, 4))
    def go_on(self, lots: int, until: int) -> None:
        """Do what comes next on an evening that goes as planned; at times only until a round has started."""
        if not self.event.planned_rounds.exists():
            self.plan(lots, one_field=until % 2 == 0, others=False, barometer=until == 1)
        elif not self.event.planned_rounds.not_started().exists():
            self.decide_matches()
            self.direct(services.draw_round)
        if not self.event.planned_rounds.running().exists():
            self.direct(services.start_round)
        for table in checks.tables_of(self.event) if until else ():
            if table.is_open and not table.hands.exists():
                for entry in random_entries(table, Random(lots)):
                    self.do(play.record_hand, table, entry, by=None, key=None)
        if until > 1:
            self.direct(services.end_round)

    @action(one=WHICH, other=WHICH)
    def exchange(self, one: int, other: int) -> None:
        self.direct(services.exchange, self.number(one), self.number(other))

    @action(deals=st.integers(0, 4))
    def set_deals(self, deals: int) -> None:
        self.direct(services.set_deals, deals)

    @action(which=WHICH)
    def replan(self, which: int) -> None:
        plan = one_of(remaining_plans(self.event), which)
        self.direct(services.replan, plan.offered.name if plan else "mitchell")

    @action(which=WHICH, how=st.integers(0, 2))
    def call(self, which: int, how: int) -> None:
        sitting = self.sitting(which)
        if how == 2:
            self.direct(services.end_call_of_station, which)
        elif sitting:
            self.do(services.end_call if how else services.call_director, sitting, by=self.ada)

    # --- people -----------------------------------------------------------------------------------------------------

    @action(first=WHICH, second=WHICH, carry=st.sampled_from([None, 2.5]))
    def add_late_contestant(self, first: int, second: int, carry: float | None) -> None:
        if carry and "percent" in comparison_of(self.event).units:
            carry = None  # the form does not ask for it
        self.direct(services.add_late_contestant, self.comers(first, second), squad=self.squad(second), carry=carry)

    @action(3, which=WHICH, button=st.sampled_from(BUTTONS_OF_CONTESTANT))
    def press_for(self, which: int, button: Any) -> None:
        self.direct(button, self.number(which))

    @action(which=WHICH, place=WHICH, player=WHICH, now=st.booleans())
    def substitute(self, which: int, place: int, player: int, now: bool) -> None:
        place = place % self.event.fewest_players + 1
        self.direct(services.substitute, self.number(which), place, self.comer(player), now=now)

    @action(which=WHICH, position=WHICH, player=WHICH)
    def substitute_at(self, which: int, position: int, player: int) -> None:
        """From the menu of an open table."""
        sitting = self.sitting(which)
        if sitting and sitting.table and sitting.table.is_open:
            position = position % sitting.table.size + 1
            try:
                self.do(services.substitute_at, sitting, position, self.player(player), by=self.ada)
            except AssertionError as error:  # whoever sits there does not compete
                assert isinstance(error.__context__, play.Conflict | play.Refused)  # noqa: PT017

    # --- at the tables ----------------------------------------------------------------------------------------------

    @action(2, which=WHICH, deal=WHICH, lots=LOTS)
    def save(self, which: int, deal: int, lots: int) -> None:
        table = self.table(which)
        if table:
            self.do(play.record_hand, table, self.imagined(table, deal, lots), by=None, key=None)

    @action(which=WHICH, lots=LOTS)
    def save_all(self, which: int, lots: int) -> None:
        """All deals of a table."""
        table = self.table(which)
        for entry in random_entries(table, Random(lots)) if table else ():
            self.do(play.record_hand, table, entry, by=None, key=None)

    @action(which=WHICH, deals=st.lists(WHICH, min_size=1, max_size=3), lots=LOTS)
    def type_from_paper(self, which: int, deals: list[int], lots: int) -> None:
        """A hand at each of several tables."""
        hands = [
            services.HandOnPaper(str(number), sitting.pk, self.imagined(sitting.table, deal, lots), f"{lots}-{number}")
            for number, deal in enumerate(deals)
            for sitting in [self.sitting(which + number)]
            if sitting and sitting.table
        ]
        self.direct(services.type_hands, hands)

    @action(which=WHICH, points=st.integers(-30, 30))
    def adjust(self, which: int, points: int) -> None:
        table = self.table(which)
        if table:
            side = table.config.rules.sides(table.size)[0]
            each = [points if position in side else 0 for position in range(1, table.size + 1)]
            self.do(play.record_adjustment, table, each, why="Noise", by=self.ada, key=None)

    @action(which=WHICH, hand=WHICH)
    def undo(self, which: int, hand: int) -> None:
        last = self.hand(hand % 2, self.table(which))
        if last:
            self.do(play.undo_hand, last, by=None)

    @action(which=WHICH, hand=WHICH, back=st.booleans())
    def void(self, which: int, hand: int, back: bool) -> None:
        line = self.hand(hand, self.table(which))
        if line:
            self.do(play.restore_hand if back else play.void_hand, line, by=self.ada, why="Misdeal")

    @action(which=WHICH, hand=WHICH, deal=WHICH, lots=LOTS)
    def correct(self, which: int, hand: int, deal: int, lots: int) -> None:
        table = self.table(which)
        line = self.hand(hand, table)
        if table and line and line.is_played:
            self.do(play.correct_hand, line, self.imagined(table, deal, lots), by=self.ada, why="Mistyped")

    @action(2, which=WHICH, position=WHICH, hand=WHICH, note=st.sampled_from(["", "We made ten"]))
    def reply(self, which: int, position: int, hand: int, note: str) -> None:
        """The phone of a side accepts a hand, all hands, or objects to one, mostly in a round that runs."""
        if not self.event.planned_rounds.running().exists():
            self.go_on(which, until=1)
        asking = [table for table in checks.tables_of(self.event) if table.is_open and table.confirms]
        table = one_of(asking, which) or self.table(which)
        line = self.hand(hand, table)
        seat = one_of(table.seats.current().select_related("player"), position) if table else None
        if not (table and line and seat):
            return
        phone = Phone(Link.ENTRY, seat.player)
        if hand % 5 == 0:
            self.do(play.accept_hands, table, by=phone, seen=table.version)
        else:
            self.do(play.reply_to_hand, line, accepted=not note, note=note, basis=line.version, by=phone)

    @action(2, which=WHICH, hand=WHICH, deal=WHICH, lots=LOTS, note=st.sampled_from(["", "We made ten"]))
    def ask_for_correction(self, which: int, hand: int, deal: int, lots: int, note: str) -> None:
        """Mostly somebody who has played the hand; with or without the hand as it should be."""
        table = one_of([table for table in checks.tables_of(self.event) if table.hands.exists()], which)
        line, sitting = self.hand(hand, table), Sitting.objects.filter(table=table).first() if table else None
        if not (sitting and table and line and line.is_played):
            return
        places = [place.contestant for place in sitting.sides.select_related("contestant")]
        asking: Any = self.contestant(hand) if hand == 11 else one_of(places, hand)
        entry = self.imagined(table, deal, lots) if lots % 3 else None
        values = {"note": note, "entry": entry, "basis": line.version}
        if asking:
            self.do(services.ask_for_correction, self.event, sitting.pk, asking.number, line.number, **values)
        if lots % 2:
            self.decide(0, accept=bool(lots % 3), why="All four signed")

    @action(2, which=WHICH, accept=st.booleans(), why=st.sampled_from(["All four signed", ""]))
    def decide(self, which: int, accept: bool, why: str) -> None:
        """Mostly a request that is open."""
        requests = requests_of(self.event).select_related("hand").order_by("-pk")
        ask = one_of(requests.open_requests() if which % 4 else requests, which)
        sitting = ask and Sitting.objects.filter(table=ask.hand.table_id).first()
        if ask and sitting and accept:
            self.direct(services.accept_request, sitting.pk, ask.pk)
        elif ask and sitting:
            self.direct(services.refuse_request, sitting.pk, ask.pk, why=why)
            play.note_seen(ask, by=Phone(Link.ENTRY, ask.player))

    @action(which=WHICH, service=st.sampled_from([play.close_table, play.reopen_table, play.cancel_table]))
    def open_or_close(self, which: int, service: Any) -> None:
        table = self.table(which)
        if table:
            self.do(service, table, by=self.ada)

    @action(2, which=WHICH, deal=WHICH, ruled=st.booleans(), lots=LOTS)
    def hand_in(self, which: int, deal: int, ruled: bool, lots: int) -> None:
        """At a table that is open only if its deal is ruled on; at times at one that does not take the hand."""
        tables = [table for table in checks.tables_of(self.event) if table.is_open == ruled]
        table = one_of(tables, which) or self.table(which)
        if table:
            entry = self.imagined(table, deal, lots)
            way = next(way for way in table.config.entry_forms.values() if way.can_show(entry))
            shown = way(table_context=TableContext(table)).initial_of(entry) | {"way": way.way}
            typed = {name: "on" if value is True else value for name, value in shown.items() if value not in (None, "")}
            self.do(play.hand_in, table, urlencode(typed, doseq=True), ruled=ruled, by=None, key=str(lots))

    @action(2, which=WHICH, service=st.sampled_from([services.enter_late_hand, services.put_aside_late_hand]))
    def late_hand(self, which: int, service: Any) -> None:
        """Mostly at its own table."""
        late = one_of(LateHand.objects.filter(table__in=checks.tables_of(self.event)).order_by("-pk"), which)
        own = late and Sitting.objects.filter(table=late.table_id).first()
        sitting = own if which % 3 else self.sitting(which)
        if late and sitting:
            self.direct(service, sitting.pk, late.pk)

    # --- putting right what went wrong ------------------------------------------------------------------------------

    @action(which=WHICH, deal=WHICH)
    def swap_sides(self, which: int, deal: int) -> None:
        sitting = self.sitting(which)
        if sitting and sitting.deals and sitting.sides.count() == 2:
            self.change(services.swap_sides, sitting, one_of([None, *sitting.deals], deal))

    @action(which=WHICH, one=WHICH, other=WHICH)
    def swap_deals(self, which: int, one: int, other: int) -> None:
        sitting = self.sitting(which)
        if sitting and sitting.deals:
            self.change(services.swap_deals, sitting, one_of(sitting.deals, one), one_of(sitting.deals, other))

    @action(2, which=WHICH, first=WHICH)
    def change_deals(self, which: int, first: int) -> None:
        sitting = self.sitting(which)
        if sitting and sitting.deals:
            first = one_of([*services.other_deals(sitting), 99], first) or 99
            self.change(services.change_deals, sitting, first)

    @action(3, which=WHICH, place=WHICH, other=WHICH)
    def swap_contestants(self, which: int, place: int, other: int) -> None:
        sitting, instead = self.sitting(which), self.contestant(other)
        if sitting and instead:
            there: Any = one_of([one.contestant for one in sitting.sides.select_related("contestant")], place)
            self.change(services.swap_contestants, sitting, there, instead)

    @action(2, which=WHICH, number=st.integers(1, 3))
    def name_winner(self, which: int, number: int) -> None:
        contestant = self.contestant(which)
        if contestant:
            self.direct(services.name_winner, contestant, number, why="Extra deals")

    @action(2, which=WHICH, deal=WHICH, line=st.sampled_from(RULINGS))
    def rule_result(self, which: int, deal: int, line: dict[str, Any]) -> None:
        sitting = self.sitting(which)
        if sitting and sitting.deals and sitting.table and comparison_of(self.event).by_deal:
            self.direct(services.rule_result, sitting, one_of(sitting.deals, deal), line, why="Slow play")

    @action(2, which=WHICH, line=st.sampled_from(EXTRAS))
    def rule_contestant(self, which: int, line: dict[str, Any]) -> None:
        contestant = self.contestant(which)
        if contestant:
            self.direct(services.rule_contestant, contestant, line, why="Noise")

    @action(which=WHICH, deal=WHICH, again=st.booleans())
    def rule_other_cards(self, which: int, deal: int, again: bool) -> None:
        sitting = self.sitting(which)
        if sitting and sitting.deals and comparison_of(self.event).by_deal:
            of_deal = one_of(sitting.deals, deal)
            self.change(services.rule_other_cards, of_deal, [sitting], [sitting] if again else [], why="Other cards")

    @action(which=WHICH)
    def withdraw_ruling(self, which: int) -> None:
        ruling = one_of(self.event.rulings.all(), which)
        if ruling:
            self.direct(services.withdraw_ruling, ruling.pk)

    # --- sessions and finals ----------------------------------------------------------------------------------------

    @action(mean=st.booleans(), by_standing=st.booleans(), lots=LOTS)
    def next_session(self, mean: bool, by_standing: bool, lots: int) -> None:
        values = {"added_up": "mean" if mean else "sum", "by_standing": by_standing}
        self.go_on_with(services.next_session, lots, name="Wednesday", **values)

    @action(first=WHICH, last=WHICH, percent=st.integers(0, 100), deals=st.sampled_from([None, 1, 30]), lots=LOTS)
    def make_final(self, first: int, last: int, percent: int, deals: int | None, lots: int) -> None:
        values = {"first": first % 3 + 1, "last": last, "carried_percent": percent, "carried_deals": deals}
        values["consolation"] = "Consolation" * (lots % 3 == 0)
        self.go_on_with(services.make_final, lots, name="Final", **values)
        others = self.club.events.filter(name="Consolation").first()
        if others and lots % 2 == 0:
            self.event = others
            self.go_on(lots, until=lots % 4)
        if lots % 2 and self.event.qualifying:
            figures = {self.number(first): Fraction(lots, 7)}
            self.direct(services.set_carried, carried_percent=100 - percent, figures=figures)

    def go_on_with(self, service: Any, lots: int, **values: Any) -> None:
        """Finish the event, unless it is early, and go on in the one that follows, mostly with a plan or some hands."""
        if self.steps > LATE:
            self.direct(services.end_round)
            self.direct(services.finish)
        made = self.direct(service, **values, day=self.event.day)
        if made:
            self.event = Event.objects.select_related("club").get(pk=made[0].pk)
            for _step in range(lots % 3):
                self.go_on(lots, until=lots % 4)

    @action(which=WHICH, percent=st.integers(0, 100), figure=st.sampled_from([None, Fraction(7, 3), Fraction(-2)]))
    def set_carried(self, which: int, percent: int, figure: Fraction | None) -> None:
        self.direct(services.set_carried, carried_percent=percent, figures={self.number(which): figure})

    @action(which=WHICH, line=st.sampled_from(EXTRAS))
    def rule_before(self, which: int, line: dict[str, Any]) -> None:
        """Correct an earlier session or the qualifying, which what is carried over follows."""
        earlier = one_of([*qualifying_of(self.event), *sessions_of(self.event)], which)
        contestant = earlier and one_of(earlier.contestants.all(), which)
        if contestant:
            self.do(services.rule_contestant, earlier, contestant, line, why="Noise", by=self.ada)

    # --- what must be true ------------------------------------------------------------------------------------------

    @rule(data=st.data())
    def act(self, data: Any) -> None:
        name = data.draw(st.sampled_from(sorted(ACTIONS, key=ACTIONS.count, reverse=True)))
        arguments = {key: data.draw(strategy) for key, strategy in ARGUMENTS[name].items()}
        note(f"{name}({', '.join(f'{key}={value!r}' for key, value in arguments.items())})")
        getattr(self, name)(**arguments)

    @invariant()
    def is_sound(self) -> None:
        """Look at what has changed. The pages take turns."""
        state = self.state() if self.event else None
        if state == self.checked:
            return
        self.checked = state
        self.steps += 1
        checks.check_event(self.event)
        pages = [*checks.pages_of_event(self.event), *checks.pages_of_director(self.event)]
        checks.check_pages(self.director, [pages[0], pages[self.steps * 7 % len(pages)]])
        if self.steps % 4 == 0:
            checks.check_ledger(self.event)
            checks.check_command_rank(self.event, self.folder)

    def state(self) -> tuple[int, ...]:
        return self.event.version, *(table.version for table in checks.tables_of(self.event))

    def teardown(self) -> None:
        """Check everything, then end the evening, and check again what everybody sees."""
        with self.undoing:
            if self.event is None or sys.exc_info()[0]:
                return
            event = self.event
            self.check_all()
            checks.check_transfer(event)
            pages = [*checks.pages_of_event(event), *checks.pages_of_director(event)]
            checks.check_pages(self.director, pages)
            checks.check_pages(self.anybody, checks.pages_of_links(event))
            self.direct(services.end_round)
            self.direct(services.finish)
            self.check_all()
            checks.check_site()
            checks.check_pages(self.member, [*checks.pages_of_club(self.club, event), *pages[:5]])

    def check_all(self) -> None:
        checks.check_event(self.event)
        checks.check_ledger(self.event)
        checks.check_command_rank(self.event, self.folder)


PROPOSALS: dict[Any, list[Proposal]] = {}
