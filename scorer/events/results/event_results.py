"""The results of an event, read from the ledger of its tables and compared. Nothing of them is stored."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from functools import cache, cached_property, lru_cache, partial
from itertools import chain
from typing import Any, NamedTuple

from django.db.models import Min

from scorer.club.rights import ALLOWED, ClubAct, Roles
from scorer.contest import plan
from scorer.contest.bracket import Bracket, bracket_of, out_of
from scorer.contest.earlier_rounds import EarlierRounds
from scorer.contest.ranking import NO_MINIMUM, Comparison, Ranking, Scores, rank, rank_by_section
from scorer.contest.results import Extra, Result, partner_at
from scorer.db.ids import IdConverter
from scorer.events.models import Event
from scorer.events.results.rows import NO_NUMBERS, EventRows, SettledSeat, SheetLine, SittingRow, read_events
from scorer.events.results.rulings import CardsRuling, ContestantRuling, Forfeit, ResultRuling
from scorer.play.sheets.sheet import count_done
from scorer.scoring import Problem, Sides, load


@dataclass(frozen=True, slots=True)
class Viewer:
    """Directors see everything. `contestant` is the number of the contestant whose link somebody holds."""

    directs: bool = False
    contestant: int | None = None


DIRECTOR = Viewer(directs=True)


def viewer_with(roles: Roles) -> Viewer:
    return Viewer(directs=not roles.isdisjoint(ALLOWED[ClubAct.EVENTS]))


SIDES = (1, 2)
"""The numbers of the sides, where each side is ranked by itself."""
PERCENT = 100
MAX_KEPT = 10_000
"""Numbers of points as fractions, which are kept in memory: more than any evening has."""


class ResultLine(NamedTuple):
    """A result of a sitting; `hand` is the number of its line on the sheet, None where the deal was not played.

    Under a ruling, `result` is what was ruled.
    """

    sitting: SittingRow
    result: Result
    hand: int | None = None
    ruling: ResultRuling | Forfeit | None = None
    again: "Again | None" = None
    """Why it counts as not played: one of the contestants has an earlier result of the deal."""


class Again(NamedTuple):
    contestant: int
    round: int


class _Competing(NamedTuple):
    """What a contestant is read as, where only its rounds count."""

    number: int
    section: int
    left_after: int | None
    since: int

    def competes_in(self, number: int) -> bool:
        return self.since <= number and (self.left_after is None or number <= self.left_after)


class Repeat(NamedTuple):
    """A contestant gets deals at a sitting that it has had in an earlier round."""

    sitting: SittingRow
    again: Again
    deals: tuple[int, ...]


def comparison_of(event: Event) -> Comparison:
    """The lot is drawn when the event is finished. The event's id is random, and always gives the same lot."""
    lot = IdConverter().to_url(event.pk) if event.state == Event.State.FINISHED else None
    return read_comparison(event)[0].at_event(winners=event.winners, games=event.counts_games, lot=lot)


def read_comparison(event: Event) -> tuple[Comparison, list[Problem]]:
    """Return the comparison with the settings that the event has, and what is wrong with these."""
    offered = event.offer.comparisons_for(event.competes)
    usual: Any = next(comparison for comparison in offered if comparison.name == event.comparison)
    settings = event.comparison_settings
    if not settings:
        return usual, []
    if not isinstance(settings, dict):
        return usual, [Problem("comparison_settings", "object")]
    known = {setting.name: settings[setting.name] for setting in usual.choosable if setting.name in settings}
    unknown = [Problem(name, "unknown") for name in settings.keys() - known.keys()]
    chosen, wrong = load(type(usual), asdict(usual) | known)
    problems = [*unknown, *(wrong or chosen.settings_problems())]
    return (usual if problems else chosen), [
        replace(problem, field=f"comparison_settings.{problem.field}") for problem in problems
    ]


class PlayedResults:
    """What was played and ruled at the tables of an event, whoever asks. Each sitting is worked out once.

    A result belongs to whoever sat there according to the ledger, even if that is not whom the plan put on that side.
    """

    def __init__(self, event: Event, rows: EventRows, before: "PlayedResults | None" = None) -> None:
        """`before` are earlier results. Those of tables that have not changed since are taken over from them."""
        self.comparison = comparison_of(event)
        self.rows = rows
        self.started = [sitting for sitting in rows.planned if sitting.table]
        self.ruled = {
            (ruling.sitting_id, ruling.deal): ruling for ruling in rows.rulings if isinstance(ruling, ResultRuling)
        }
        self.forfeits = {
            (ruling.round, ruling.contestant): ruling for ruling in rows.rulings if isinstance(ruling, Forfeit)
        }
        changed = [ruling for ruling in rows.rulings if isinstance(ruling, CardsRuling)]
        self.other_cards = {
            (*where, ruling.deal): group for ruling in changed for where, group in ruling.groups.items()
        }
        self.of_teams = event.of_teams
        self.is_won = partial(event.offer.is_won, event.variant) if event.target else None
        self.counts_games, self.games_to_win = event.counts_games, event.games or 1
        self.two_winners = event.winners == len(SIDES)
        self._sides_of = cache(event.sides)
        self._sides_at = event.config.rules.sides
        self.known: dict[int, list[ResultLine]] = {}
        """The lines by sitting, as far as they have been worked out."""
        if before:
            pairs = zip(rows.planned, before.rows.planned, strict=True)
            same = {sitting.pk for sitting, earlier in pairs if sitting is earlier}
            self.known = {pk: lines for pk, lines in before.known.copy().items() if pk in same}

    @cached_property
    def usual_sides(self) -> dict[int, int]:
        """The side of each contestant in most sittings of the plan."""
        planned = (enumerate(sitting.contestants, start=1) for sitting in self.rows.planned)
        counted = Counter(chain.from_iterable(planned))
        return {number: side for (side, number), _times in reversed(counted.most_common())}

    @cached_property
    def matches(self) -> dict[tuple[frozenset[int], int | None], int]:
        """What the match of two teams is called in which they play a deal: its first round, as the halves of a match
        may be in two. Empty where teams do not compete."""
        planned = self.rows.planned if self.of_teams else ()
        return {
            (frozenset(sitting.contestants), deal): sitting.round.number
            for sitting in reversed(planned)
            for deal in sitting.deals
        }

    def lines_of(self, sitting: SittingRow) -> list[ResultLine]:
        if sitting.pk not in self.known:
            self.known[sitting.pk] = list(self._lines_at(sitting))
        return self.known[sitting.pk]

    def adjusted_at(self, sitting: SittingRow) -> Iterable[tuple[Extra, str]]:
        """Yield what the adjustments of a sheet add to its points. In the settlement of a record, they are counted."""
        if self._settled_at(sitting) and not self.counts_games:
            return
        sides = self._sides(sitting)
        for line in self._sheet_of(sitting):
            if not line.is_hand:
                seated, by_side = self._seated_at(sitting, sides, line), _by_side(sides, line)
                for contestant, points in zip(seated, by_side, strict=True):
                    if points:
                        number, section = sitting.round.number, self.rows.sections.get(contestant, sitting.section)
                        yield Extra(contestant, "adjustment", points, round=number, section=section), line.why

    def deals_in(self, sitting: SittingRow) -> list[int | None]:
        """Return the deal of each hand that was played at a sitting; None if deals are only counted."""
        return [line.deal for line in self._sheet_of(sitting) if line.is_hand]

    def seated_at(self, sitting: SittingRow, number: int, seat: int) -> int | None:
        """Return the contestant who sat at a seat in the hand with this number, or as planned if that is not known."""
        sides = self._sides(sitting)
        line = next((line for line in self._sheet_of(sitting) if line.number == number), None)
        seated = self._seated_at(sitting, sides, line) if line else sitting.contestants
        return next((own for own, side in zip(seated, sides, strict=True) if seat in side), None)

    def done_at(self, sitting: SittingRow) -> int:
        ruled = [deal for deal in sitting.deals if (sitting.pk, deal) in self.ruled]
        return count_done(sitting.deals, self.deals_in(sitting), ruled)

    def is_complete(self, sitting: SittingRow) -> bool:
        """Whether all deals are in or ruled on, or the target is reached, or a side has forfeited.

        A table that may play as much as it likes is never complete.
        """
        if self.forfeits_at(sitting):
            return True
        if sitting.deal_count is not None:
            return self.done_at(sitting) >= sitting.deal_count
        if not (sitting.table and self.is_won):
            return False
        return self.is_won(self._totals_at(sitting), self._games_at(sitting))

    def is_missing_hands(self, sitting: SittingRow) -> bool:
        """Whether it has not played what it should. A table that may play as much as it likes misses nothing."""
        return bool(sitting.deal_count is not None or self.is_won) and not self.is_complete(sitting)

    def is_unfinished(self, sitting: SittingRow) -> bool:
        """Whether hands are still to come."""
        return bool(sitting.table and sitting.table.is_open) and self.is_missing_hands(sitting)

    def forfeits_at(self, sitting: SittingRow) -> list[Forfeit]:
        number = sitting.round.number
        own = (self.forfeits.get((number, contestant)) for contestant in sitting.contestants)
        return [] if self.comparison.names_deals or not self.forfeits else [*filter(None, own)]

    def _totals_at(self, sitting: SittingRow) -> list[int]:
        """Return the points of each side of the game, adjustments among them."""
        table: Any = sitting.table
        lines = self._sheet_of(sitting)
        return [sum(line.points.get(side[0], 0) for line in lines) for side in self._sides_at(table.size)]

    def games_of(self, sitting: SittingRow) -> tuple[int, ...]:
        """Return how many games each contestant has won. Empty if a sitting is no match of games, or has no hand."""
        settled = self._settled_at(sitting) if self.counts_games else []
        return self._settlement(sitting, settled).games if settled else ()

    def _games_at(self, sitting: SittingRow) -> list[int]:
        """Return how many games each side of the game has won, where a sitting is a match of games."""
        table: Any = sitting.table
        seats = self._settled_at(sitting) if self.counts_games else []
        return [
            sum(seat.result or 0 for seat in seats if seat.position == side[0]) for side in self._sides_at(table.size)
        ]

    def missing_at(self, sitting: SittingRow) -> list[int]:
        """Return the deals of a sitting that were neither played nor ruled on."""
        played = self.deals_in(sitting)
        return [deal for deal in sitting.deals if deal not in played and (sitting.pk, deal) not in self.ruled]

    def over_at(self, sitting: SittingRow) -> set[int]:
        """Return the deals of a sitting that cannot be played there any more.

        All are over at once, with the last of them or when the table is closed: what was entered too early, or under a
        mistyped number, must not open a deal that is then taken back and played. Only a ruling ends a single deal.
        """
        if sitting.table and (not sitting.table.is_open or not self.missing_at(sitting)):
            return set(sitting.deals)
        return {deal for deal in sitting.deals if (sitting.pk, deal) in self.ruled}

    def contestants_at(self, sitting_id: int, deal: int) -> tuple[int, ...]:
        """Return the contestants by side, as they sat when the deal was played, or as planned if it was not."""
        sitting = next(sitting for sitting in self.rows.planned if sitting.pk == sitting_id)
        played = (line for line in self._sheet_of(sitting) if line.is_hand and line.deal == deal)
        line = next(played, None)
        return self._seated_at(sitting, self._sides(sitting), line) if line else sitting.contestants

    def _sheet_of(self, sitting: SittingRow) -> list[SheetLine]:
        return self.rows.sheets.get(sitting.table_id or 0, [])

    def _settled_at(self, sitting: SittingRow) -> list[SettledSeat]:
        return self.rows.settled.get(sitting.table_id or 0, [])

    def _settlement(self, sitting: SittingRow, seats: list[SettledSeat]) -> Result:
        """Return what a table is settled by besides its points, as it stands: the games of a match, or a record."""
        sides, counted = self._sides(sitting), dict.fromkeys(sitting.contestants, 0)
        for side, contestant in zip(sides, sitting.contestants, strict=True):
            for seat in seats:
                if seat.position == side[0]:
                    known = self._contestant_on(side, sitting.contestants, {seat.position: seat.player})
                    counted[known or contestant] += seat.result or 0
        if self.counts_games:
            games = tuple(counted.values())
            return Result(sitting.contestants, round=sitting.round.number, section=sitting.section, games=games)
        points = tuple(map(Fraction, counted.values()))
        return Result(sitting.contestants, points, sitting.round.number, section=sitting.section)

    def _lines_at(self, sitting: SittingRow) -> Iterable[ResultLine]:
        forfeits = self.forfeits_at(sitting)
        if forfeits:
            yield ResultLine(sitting, self._forfeited(sitting, forfeits), ruling=forfeits[0])
            return
        settled = self._settled_at(sitting)
        if settled and not self.counts_games:
            yield self._line(sitting, self._settlement(sitting, settled))
            return
        yield from self._hands_at(sitting)
        if any(seat.result for seat in settled):
            yield self._line(sitting, self._settlement(sitting, settled))
        missing = {*sitting.deals} - {*self.deals_in(sitting)} if self.comparison.names_deals else ()
        for deal in sorted(missing):
            match = self._match_of(sitting, sitting.contestants, deal)
            result = Result(sitting.contestants, None, sitting.round.number, deal, match=match, section=sitting.section)
            yield self._line(sitting, result)

    def hands_of_record(self, sitting: SittingRow) -> Iterable[ResultLine]:
        """Return the hands of a sitting whose result is the record of its table. They score nothing by themselves."""
        has_record = self._settled_at(sitting) and not self.counts_games and not self.forfeits_at(sitting)
        return self._hands_at(sitting) if has_record else ()

    def _hands_at(self, sitting: SittingRow) -> Iterable[ResultLine]:
        number, sides = sitting.round.number, self._sides(sitting)
        before: dict[int, int] = {}
        for line in self._sheet_of(sitting):
            if line.is_hand:
                if line.players != before:  # on nearly all sheets only once
                    seated, before = self._seated_at(sitting, sides, line), line.players
                points, sat_out = _by_side(sides, line), _sat_out(seated, sides, line)
                match = self._match_of(sitting, seated, line.deal)
                result = Result(
                    seated, points, number, line.deal, match=match, section=sitting.section, sat_out=sat_out
                )
                if line.declarer:
                    result = _with_game(result, sides, line.declarer)
                yield self._line(sitting, result, line.number)

    def _forfeited(self, sitting: SittingRow, forfeits: list[Forfeit]) -> Result:
        """Return the result of a sitting in place of everything that was played there: none if both sides forfeit."""
        there, forfeiting = sitting.contestants, {forfeit.contestant for forfeit in forfeits}
        gone = forfeiting | {partner_at(there, contestant) for contestant in forfeiting}
        if gone >= {*there}:
            return Result(there, None, sitting.round.number, section=sitting.section)
        points = tuple(Fraction(0) if contestant in gone else forfeits[0].points for contestant in there)
        won = tuple(0 if contestant in gone else self.games_to_win for contestant in there)
        games = won if self.counts_games else ()
        return Result(there, points, sitting.round.number, section=sitting.section, games=games)

    def _match_of(self, sitting: SittingRow, contestants: tuple[int, ...], deal: int | None) -> int | None:
        return self.matches.get((frozenset(contestants), deal), sitting.round.number) if self.matches else None

    def _line(self, sitting: SittingRow, result: Result, hand: int | None = None) -> ResultLine:
        """Return a line with what was ruled, or else with the result."""
        ruling = self.ruled.get((sitting.pk, result.deal))
        if ruling:
            result = ruling.result
            result = result._replace(match=self._match_of(sitting, result.contestants, result.deal))
        group = self.other_cards.get((sitting.round.number, sitting.station, result.deal))
        if group:
            result = result._replace(group=group)
        sections = tuple([self.rows.sections.get(contestant, sitting.section) for contestant in result.contestants])
        if sections.count(sitting.section) < len(sections):
            result = result._replace(sections=sections)
        if self.two_winners:
            own = tuple(
                [self.usual_sides.get(contestant, side) for side, contestant in enumerate(result.contestants, start=1)]
            )
            result = result if own == SIDES else result._replace(sides=own)
        return ResultLine(sitting, result, hand, ruling)

    def _seated_at(self, sitting: SittingRow, sides: Sides, line: SheetLine) -> tuple[int, ...]:
        """Return the contestants of a sitting by the side on which they sat.

        Players who compete show where their contestant sat. The remaining contestants follow the plan.
        """
        planned = sitting.contestants
        known = [self._contestant_on(side, planned, line.players) for side in sides]
        left = [number for number in planned if number not in known]
        if len(left) != known.count(None):  # one contestant on two sides
            return planned
        return tuple([left.pop(0) if number is None else number for number in known])

    def _contestant_on(self, side: tuple[int, ...], planned: tuple[int, ...], players: dict[int, int]) -> int | None:
        for position in side:
            numbers = self.rows.numbers.get(players.get(position, 0), NO_NUMBERS).intersection(planned)
            if len(numbers) == 1:
                return min(numbers)
        return None

    def _sides(self, sitting: SittingRow) -> Sides:
        table: Any = sitting.table
        return self._sides_of(table.size)


class EventResults:
    """What a viewer sees of the rounds that have started.

    Until a deal is over at every table that plays it, it is sealed: only directors, and contestants at whose table it
    is over, see its results.
    """

    def __init__(
        self, event: Event, viewer: Viewer = DIRECTOR, played: PlayedResults | None = None, *, ended: bool = False
    ) -> None:
        """`ended`: only of the rounds that have ended, and of none in particular."""
        self.event, self.viewer, self.ended = event, viewer, ended
        self.played = played or PlayedResults(event, read_events([event])[event.pk])
        self.comparison, self.sittings = self.played.comparison, self.played.started
        self.planned, self.rulings = self.played.rows.planned, self.played.rows.rulings
        if ended:
            running = {sitting.round.number for sitting in self.sittings if sitting.round.is_running}
            self.sittings = [sitting for sitting in self.sittings if sitting.round.number not in running]
            self.rulings = [
                ruling
                for ruling in self.rulings
                if not (isinstance(ruling, ContestantRuling) and ruling.extra.round in running)
            ]

    @cached_property
    def sealed_deals(self) -> set[int]:
        """The numbers of the deals that some table still has to play."""
        if self.event.state == Event.State.FINISHED:
            return set()
        return {deal for sitting in self.planned for deal in set(sitting.deals) - self.played.over_at(sitting)}

    @cached_property
    def _over_for_viewer(self) -> set[int]:
        """The deals that are over for the viewer's contestant, if the event lets contestants see those."""
        own = self.viewer.contestant
        if own is None or not self.event.played_shown:
            return set()
        over, waiting = set[int](), set[int]()
        for at in self.sittings:
            if own in at.contestants:
                done = self.played.over_at(at)
                over |= done
                waiting |= set(at.deals) - done if self.event.of_teams else set()
        return over - waiting  # a team plays a deal at two tables

    @cached_property
    def _hidden_deals(self) -> set[int]:
        return set() if self.viewer.directs else self.sealed_deals - self._over_for_viewer

    def shows(self, deal: int | None) -> bool:
        """Whether the viewer sees the results of a deal. None stands for those that are only counted."""
        return deal not in self._hidden_deals

    @cached_property
    def lines(self) -> list[ResultLine]:
        every, hidden = map(self.played.lines_of, self.sittings), self._hidden_deals
        shown = (line for lines in every for line in lines if line.result.deal not in hidden)
        return list(_once_each(shown, of_teams=self.event.of_teams))

    @property
    def hands(self) -> list[ResultLine]:
        """The hands among these lines, and those of tables whose record is their result."""
        of_records = chain.from_iterable(map(self.played.hands_of_record, self.sittings))
        return [line for line in [*self.lines, *of_records] if line.hand]

    def hands_of(self, contestant: int) -> list[ResultLine]:
        return [hand for hand in self.hands if contestant in hand.result.contestants]

    @cached_property
    def late(self) -> set[tuple[int, int]]:
        """The rounds and stations of the sittings that count as draws where the next round is drawn."""
        late = (sitting for sitting in self.sittings if sitting.late and self.played.is_unfinished(sitting))
        return {(sitting.round.number, sitting.station) for sitting in late}

    @cached_property
    def repeats(self) -> list[Repeat]:
        """What does not count, or would not, until the director has ruled on it or other deals are played there."""
        had = {
            (who, line.result.deal): line.sitting
            for line in self.lines
            if line.result.points is not None
            for who in _who_plays(line.result.contestants, of_teams=self.event.of_teams)
        }
        repeats = []
        for sitting in self.planned:
            is_over = sitting.table and not sitting.table.is_open
            deals = self.played.deals_in(sitting) if is_over else sitting.deals
            for who in _who_plays(sitting.contestants, of_teams=self.event.of_teams):
                twice: dict[int, list[int]] = {}
                for deal in filter(None, deals):
                    first = had.get((who, deal), sitting)
                    if first.pk != sitting.pk and (sitting.pk, deal) not in self.played.ruled:
                        twice.setdefault(first.round.number, []).append(deal)
                repeats += [Repeat(sitting, Again(who[0], number), tuple(those)) for number, those in twice.items()]
        return repeats

    @property
    def of_contestants(self) -> list[ContestantRuling]:
        return [ruling for ruling in self.rulings if isinstance(ruling, ContestantRuling)]

    @cached_property
    def extras(self) -> list[Extra]:
        return [*self._ruled_extras, *self.byes, *self.without_standing, *self._out]

    @property
    def _ruled_extras(self) -> list[Extra]:
        return [*(ruling.extra for ruling in self.of_contestants), *self.adjusted]

    @cached_property
    def without_standing(self) -> list[Extra]:
        """Those who have results, but no place in the ranking."""
        ruled = {ruling.extra.contestant for ruling in self.of_contestants if ruling.without_standing}
        return [Extra(number, "without_standing") for number in sorted(self.played.rows.without_standing | ruled)]

    @cached_property
    def byes(self) -> list[Extra]:
        """A bye for everybody who rests in a round that has started, if the comparison gives something for it.

        In a knock-out, it is worth nothing, and says that whoever is still in has a place.
        """
        if self.event.eliminates:
            return self._byes_of_bracket
        if not self.comparison.byes:
            return []
        return [
            Extra(contestant.number, "bye", round=number, section=contestant.section)
            for number, numbers in _playing(self.sittings).items()
            for contestant in self._contestants
            if contestant.number not in numbers and contestant.competes_in(number)
        ]

    @property
    def _byes_of_bracket(self) -> list[Extra]:
        playing, sections = _playing(self.sittings), self.played.rows.sections
        return [
            Extra(contestant, "bye", Fraction(0), round=match.round, section=sections.get(contestant, 1))
            for matches in self.bracket
            for match in matches
            for contestant in match.contestants
            if match.round in playing and contestant not in {plan.NOBODY, *playing[match.round]}
        ]

    @cached_property
    def _contestants(self) -> list[_Competing]:
        rows = self.event.contestants.annotate(since=Min("players__since")).order_by("number")
        return [_Competing(*row) for row in rows.values_list(*_Competing._fields)]

    @cached_property
    def bracket(self) -> Bracket:
        """The matches of a knock-out; none elsewhere. All results of the rounds that have ended count, whoever asks:
        each round after them says who has won."""
        if not self.event.eliminates:
            return []
        rounds = {sitting.round.number: sitting.round for sitting in self.planned}
        over = max((number for number, of_round in rounds.items() if of_round.ended_at), default=0)
        ended = (self.played.lines_of(sitting) for sitting in self.planned if sitting.round.ended_at)
        lines = [*chain.from_iterable(ended), *(line for line in self.lines if line.sitting.round.number > over)]
        lines = list(_once_each(lines, of_teams=self.event.of_teams))
        planned = tuple(self._planned_round(number, playing) for number, playing in _playing(self.planned).items())
        results = tuple(line.result for line in lines)
        earlier = EarlierRounds(planned, results, tuple(self._ruled_extras), self.comparison)
        taking_part = [contestant.number for contestant in self._contestants if contestant.competes_in(1)]
        absent = [contestant.number for contestant in self._contestants if not contestant.competes_in(over + 1)]
        return bracket_of(taking_part, earlier, absent=absent, over=over)

    def _planned_round(self, number: int, playing: set[int]) -> plan.Round:
        sittings = (sitting for sitting in self.planned if sitting.round.number == number)
        resting = (one.number for one in self._contestants if one.number not in playing and one.competes_in(number))
        return plan.Round(
            number,
            tuple(plan.Sitting(sitting.station, sitting.contestants) for sitting in sittings),
            tuple(map(plan.Resting, resting)),
        )

    @cached_property
    def out(self) -> dict[int, int]:
        """Who has been knocked out, each with the round of its last match."""
        if not self.bracket:
            return {}
        # Whoever was exchanged in an earlier round may have lost there, and plays on all the same.
        last = {number: sitting.round.number for sitting in self.planned for number in sitting.contestants}
        return {number: lost_in for number, lost_in in out_of(self.bracket).items() if last.get(number, 0) <= lost_in}

    @property
    def _out(self) -> list[Extra]:
        sections = self.played.rows.sections
        return [
            Extra(number, "out", round=lost_in, section=sections.get(number, 1)) for number, lost_in in self.out.items()
        ]

    @cached_property
    def adjustments(self) -> list[tuple[Extra, str]]:
        """The adjustments at the tables, with their reasons. Where deals are compared, there are none."""
        if self.comparison.names_deals:
            return []
        return [adjusted for sitting in self.sittings for adjusted in self.played.adjusted_at(sitting)]

    @property
    def adjusted(self) -> list[Extra]:
        return [extra for extra, _why in self.adjustments]

    @cached_property
    def ranking(self) -> Ranking:
        """The ranking of everything that the viewer sees."""
        how = rank if self.event.one_field else rank_by_section
        return how(self.comparison, [line.result for line in self.lines], self.extras, self.minimum)

    @cached_property
    def minimum(self) -> Fraction:
        """What share of the most deals that anybody has played is needed for a place.

        As long as some table still has to play a deal that others have played, nobody needs any. Nor does anybody in a
        knock-out, where those who are out early play little.
        """
        counts = self.comparison.names_deals and not self.sealed_deals and not self.event.eliminates
        return Fraction(self.event.minimum_percent, PERCENT) if counts else NO_MINIMUM

    @cached_property
    def ranked(self) -> "EventResults | None":
        """The results of which the viewer may know the ranking at this time. None if it is shown later.

        Whoever has all of them in a file has the ranking.
        """
        if self.ended or self.viewer.directs or self.event.state == Event.State.FINISHED:
            return self
        match self.event.ranking_shown:
            case Event.RankingShown.AT_THE_END:
                return None
            case Event.RankingShown.EACH_ROUND:
                return EventResults(self.event, self.viewer, self.played, ended=True)
        return self

    @property
    def after_round(self) -> int | None:
        """The number of the last round that counts in full, while the event goes on and no other round counts."""
        rounds = [sitting.round for sitting in self.sittings]
        goes_on = self.event.state == Event.State.RUNNING and not any(round_.is_running for round_ in rounds)
        return max((round_.number for round_ in rounds), default=None) if goes_on else None

    @property
    def ranking_shown(self) -> Ranking | None:
        """The ranking for the viewer at this time, or None if it is shown later."""
        return None if self.ranked is None else self.ranked.ranking

    @property
    def scored(self) -> Iterable[tuple[ResultLine, Scores]]:
        return zip(self.lines, self.ranking.scores, strict=True)


def _playing(sittings: Iterable[SittingRow]) -> dict[int, set[int]]:
    """Return who plays in each round, by its number."""
    playing: dict[int, set[int]] = {}
    for sitting in sittings:
        playing.setdefault(sitting.round.number, set()).update(sitting.contestants)
    return playing


def _who_plays(contestants: tuple[int, ...], *, of_teams: bool) -> list[tuple[int, int]]:
    """Return those who may have a deal once: contestants, and of a team each side, with the number of the side."""
    return [(number, of_teams * side) for side, number in enumerate(contestants, start=1)]


def _once_each(lines: Iterable[ResultLine], *, of_teams: bool) -> Iterator[ResultLine]:
    """Yield the results, in order. A deal that one of the contestants has had before counts as not played.

    That is Law 15B: the second score is cancelled for both sides. An artificial score may stand there.
    """
    had: dict[tuple[int, int, int], int] = {}
    """The rounds, by contestant, the number of its side for a team, and deal."""
    for line in lines:
        result = line.result
        if result.deal is None or result.points is None:
            yield line
            continue
        playing = [(number, of_teams and side, result.deal) for side, number in enumerate(result.contestants)]
        if had.keys().isdisjoint(playing):
            had.update(dict.fromkeys(playing, line.sitting.round.number))
            yield line
        else:
            first = next(who for who in playing if who in had)
            unplayed = result._replace(points=None, split=False, weighted=())
            yield line._replace(result=unplayed, again=Again(first[0], had[first]))


def _by_side(sides: Sides, line: SheetLine) -> tuple[Fraction, ...]:
    """Return the points of each side, all members of which have the same."""
    return tuple([_fraction(line.points.get(side[0], 0)) for side in sides])


def _sat_out(seated: tuple[int, ...], sides: Sides, line: SheetLine) -> tuple[int, ...]:
    """Return the contestants who did not play a hand: in the ledger, they have no score, or one as resting."""
    if len(line.points) >= len(sides) and not line.resting:
        return ()
    playing = line.points.keys() - line.resting
    return tuple(contestant for contestant, side in zip(seated, sides, strict=True) if side[0] not in playing)


def _with_game(result: Result, sides: Sides, declarer: int) -> Result:
    """Return the result with the contestant who won or lost the game."""
    place = next(place for place, side in enumerate(sides) if declarer in side)
    contestant, points = result.contestants[place], result.by_contestant[place] or 0
    return result._replace(won=(contestant,) if points > 0 else (), lost=(contestant,) if points < 0 else ())


@lru_cache(MAX_KEPT)
def _fraction(points: int) -> Fraction:
    """Return a fraction that all results with these points share, which saves making and comparing thousands."""
    return Fraction(points)
