"""What was played at the tables of an event, read from their ledger and put under what the director has ruled."""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import cache, cached_property, lru_cache, partial
from itertools import chain
from typing import Any, NamedTuple

from scorer.contest.results import Extra, Result, partner_at
from scorer.events.models import Event
from scorer.events.results.comparisons import SIDES, comparison_of
from scorer.events.results.rows import NO_NUMBERS, EventRows, SettledSeat, SheetLine, SittingRow
from scorer.events.results.rulings import CardsRuling, Forfeit, ResultRuling
from scorer.play.sheets.sheet import count_done
from scorer.scoring import Sides

MAX_KEPT = 10_000
"""Numbers of points as fractions, which are kept in memory: more than any evening has."""


class Again(NamedTuple):
    contestant: int
    round: int


class ResultLine(NamedTuple):
    """A result of a sitting; `hand` is the number of its line on the sheet, None where the deal was not played.

    Under a ruling, `result` is what was ruled.
    """

    sitting: SittingRow
    result: Result
    hand: int | None = None
    ruling: ResultRuling | Forfeit | None = None
    again: Again | None = None
    """Why it counts as not played: one of the contestants has an earlier result of the deal."""


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
    def matches(self) -> dict[frozenset[int], dict[int, int]]:
        """What the match is called in which two teams play a deal: its first round, as the halves of a match may be in
        two. By the two teams and the deal; empty where teams do not compete."""
        matches: dict[frozenset[int], dict[int, int]] = {}
        for sitting in reversed(self.rows.planned if self.of_teams else ()):
            rounds = matches.setdefault(frozenset(sitting.contestants), {})
            rounds.update(dict.fromkeys(sitting.deals, sitting.round.number))
        return matches

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
        if not self.matches:
            return None
        return self.matches.get(frozenset(contestants), {}).get(deal or 0, sitting.round.number)

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
