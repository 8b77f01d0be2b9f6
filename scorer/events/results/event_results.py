"""The results of an event as somebody may see them, compared and ranked. Nothing of them is stored."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from django.db.models import Min

from scorer.club.rights import ALLOWED, ClubAct, Roles
from scorer.contest import plan
from scorer.contest.bracket import Bracket, bracket_of, out_of
from scorer.contest.earlier_rounds import EarlierRounds
from scorer.contest.ranking import NO_MINIMUM, Ranking, Scores, rank, rank_by_section
from scorer.contest.results import Extra
from scorer.events.models import Event
from scorer.events.results.played import Again, PlayedResults, ResultLine
from scorer.events.results.rows import SittingRow, read_events
from scorer.events.results.rulings import ContestantRuling


@dataclass(frozen=True, slots=True)
class Viewer:
    """Directors see everything. `contestant` is the number of the contestant whose link somebody holds."""

    directs: bool = False
    contestant: int | None = None


DIRECTOR = Viewer(directs=True)


def viewer_with(roles: Roles) -> Viewer:
    return Viewer(directs=not roles.isdisjoint(ALLOWED[ClubAct.EVENTS]))


PERCENT = 100


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
