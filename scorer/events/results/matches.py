"""The matches of teams: board by board on a card, all of them round by round and in a cross table; and the players."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from django.db.models.functions import Coalesce
from django.utils.translation import gettext

from scorer.club.models import Player
from scorer.contest.plan import SIDES
from scorer.contest.results import ScoreUnit
from scorer.events.contestants import ContestantRow
from scorer.events.models import Event
from scorer.events.results.event_results import EventResults
from scorer.events.results.lines import ScoredLine, scored_lines
from scorer.events.results.ranking import float_or_none
from scorer.events.results.units import deal_unit, figure_in, has_decimals
from scorer.play.models import Hand, Score

MOST_IN_CROSS_TABLE = 32
"""Teams for whom a table of all matches can be read, and fits on a page of paper."""


@dataclass(frozen=True, slots=True)
class MatchBoard:
    deal: int
    rooms: tuple[list[ScoredLine], ...]
    """What was played where the first team sat on the first side, and where it sat on the second."""
    figures: tuple[str, ...]
    """What it is worth to each team; empty until both rooms have played it, and for whoever lost IMPs on it."""


@dataclass(frozen=True, slots=True)
class MatchCard:
    number: int
    """That of its first round."""
    teams: tuple[ContestantRow, ...]
    stations: tuple[int | None, ...]
    """Where the first team sits on the first side, and where on the second."""
    boards: list[MatchBoard]
    board_unit: ScoreUnit
    sums: tuple[str, ...]
    """Of the boards, for each team."""
    unit: ScoreUnit
    worths: tuple[str, ...]
    """What the match is worth to each; empty until a board of it counts."""
    done: int
    """How many of its boards count."""
    count: int
    progress: str
    """The same in words: "3 of 8 boards"."""


def match_of(results: EventResults, people: dict[int, ContestantRow], number: int, team: int) -> MatchCard | None:
    """Return the match that a team plays from this round on, as far as the viewer sees it, the team first.

    None if it has none.
    """
    planned = [sitting for sitting in results.planned if team in sitting.contestants]
    matches = results.played.matches
    of_match = [
        sitting
        for sitting in planned
        if any(matches.get(frozenset(sitting.contestants), {}).get(deal) == number for deal in sitting.deals)
    ]
    if not of_match:
        return None
    first = of_match[0].contestants
    other = next(contestant for contestant in first if contestant != team)
    couple = frozenset((team, other))
    wanted = scored_lines(
        results,
        people,
        lambda line: (
            bool(line.hand or line.ruling)
            and line.result.match == number
            and frozenset(line.result.contestants) == couple
        ),
    )
    by_deal: defaultdict[int, tuple[list[ScoredLine], list[ScoredLine]]] = defaultdict(lambda: ([], []))
    for scored in wanted:
        by_deal[scored.line.result.deal or 0][scored.line.result.contestants.index(team)].append(scored)
    unit = results.comparison.unit
    board_unit = deal_unit(results.comparison)
    boards, sums, worths, done = [], [0.0, 0.0], ("", ""), 0
    for deal, rooms in sorted(by_deal.items()):
        worth = _worth_to(team, other, (scored for room in rooms for scored in room))
        figures = tuple(_figures(board_unit, worth))
        boards.append(MatchBoard(deal, rooms, figures))
        if worth:
            done += 1
            sums = [total + own for total, own in zip(sums, worth, strict=True)]
        for scored in (scored for room in rooms for scored in room):
            if scored.of_match and scored.of_match[0] is not None:
                of_team = dict(zip(scored.line.result.contestants, scored.of_match, strict=True))
                worths = figure_in(unit, of_team[team]), figure_in(unit, of_team[other])
    stations = tuple(
        next((sitting.station for sitting in of_match if sitting.contestants[side] == team), None)
        for side in range(SIDES)
    )
    count = [*matches[couple].values()].count(number)
    teams = people[team], people[other]
    totals = tuple(figure_in(board_unit, total) for total in sums)
    return MatchCard(
        number,
        teams,
        stations,
        boards,
        board_unit,
        totals,
        unit,
        worths,
        done,
        count,
        _progress(results.event, done, count),
    )


def _progress(event: Event, done: int, count: int) -> str:
    return gettext("%(done)s of %(deals)s") % {"done": done, "deals": event.config.counted_deals % {"n": count}}


def _worth_to(team: int, other: int, lines: Iterable[ScoredLine]) -> tuple[float, float] | None:
    """Return what a board is worth to both, or None until it counts."""
    for scored in lines:
        if scored.of_match and all(score is not None for score in scored.scores):
            worth = dict(zip(scored.line.result.contestants, scored.scores, strict=True))
            return worth[team] or 0.0, worth[other] or 0.0
    return None


def _figures(unit: ScoreUnit, worth: tuple[float, float] | None) -> Iterator[str]:
    if worth is None:
        yield from ("", "")
        return
    opposite = unit == "imps" and worth[0] == -worth[1]
    for own in worth:
        yield "" if opposite and own <= 0 and any(worth) else figure_in("points", own)


@dataclass(frozen=True, slots=True)
class MatchRow:
    number: int
    teams: tuple[ContestantRow, ContestantRow]
    worths: tuple[float | None, float | None]
    """What it is worth to each; None until a board of it counts."""
    figures: tuple[str, str]
    """The same as it is shown; a dash until then."""
    sums: tuple[float, float]
    """Of the boards, for each team."""
    done: int
    count: int
    progress: str


@dataclass(slots=True)
class _Played:
    worth: dict[int, Fraction] = field(default_factory=dict)
    boards: dict[int, dict[int, Fraction]] = field(default_factory=dict)
    """What each deal that counts is worth, by contestant."""

    def sum_of(self, team: int) -> float:
        return float(sum(board[team] for board in self.boards.values()))


def matches_of(results: EventResults, people: dict[int, ContestantRow]) -> dict[int, list[MatchRow]]:
    """Return the matches that have begun, by round, the latest first."""
    matches = results.played.matches.items()
    counts = Counter((number, couple) for couple, rounds in matches for number in rounds.values())
    played: dict[tuple[int, frozenset[int]], _Played] = {}
    by_line = results.ranking.by_line
    for (line, scores), boards in zip(results.scored, by_line, strict=True):
        contestants = line.result.contestants
        match = played.setdefault((int(line.result.match or 0), frozenset(contestants)), _Played())
        match.worth |= {number: score for number, score in zip(contestants, scores, strict=True) if score is not None}
        board = {number: score for number, score in zip(contestants, boards, strict=True) if score is not None}
        if board:
            match.boards[line.result.deal or 0] = board
    unit, rows = results.comparison.unit, defaultdict[int, list[MatchRow]](list)
    decimals = has_decimals(worth for match in played.values() for worth in match.worth.values())
    for (number, couple), match in played.items():
        first, second = sorted(couple)
        worths = _worth(match, first), _worth(match, second)
        figures = figure_in(unit, worths[0], decimals=decimals), figure_in(unit, worths[1], decimals=decimals)
        sums = match.sum_of(first), match.sum_of(second)
        done, count = len(match.boards), counts[number, couple]
        progress = _progress(results.event, done, count)
        rows[number].append(
            MatchRow(number, (people[first], people[second]), worths, figures, sums, done, count, progress)
        )
    return {number: sorted(rows[number], key=lambda row: row.teams[0].number) for number in sorted(rows, reverse=True)}


def _worth(match: _Played, team: int) -> float | None:
    return float_or_none(match.worth.get(team))


@dataclass(frozen=True, slots=True)
class CrossRow:
    contestant: ContestantRow
    cells: list[tuple[int, list[tuple[int, str]]]]
    """The number of each team, itself among them: the round of each match against it, and what it is worth."""


def cross_table(matches: dict[int, list[MatchRow]], people: dict[int, ContestantRow]) -> list[CrossRow]:
    """Return none for more teams than a page has room for."""
    if len(people) > MOST_IN_CROSS_TABLE:
        return []
    cells: defaultdict[tuple[int, int], list[tuple[int, str]]] = defaultdict(list)
    for number in sorted(matches):
        for row in matches[number]:
            first, second = (team.number for team in row.teams)
            cells[first, second].append((number, row.figures[0]))
            cells[second, first].append((number, row.figures[1]))
    return [CrossRow(person, [(other, cells[number, other]) for other in people]) for number, person in people.items()]


@dataclass(frozen=True, slots=True)
class PlayerRow:
    name: str
    contestant: ContestantRow | None
    deals: int
    imps: Fraction
    total: str
    mean: str
    """For each deal."""


def players_of(results: EventResults, people: dict[int, ContestantRow]) -> list[PlayerRow]:
    """Compare the players by what each has made of the deals that they played, against the datum, the best first.

    None where the game has no such comparison.
    """
    comparison = results.event.offer.player_comparison
    if comparison is None:
        return []
    lines = [line for line in results.lines if line.hand]
    compared = comparison.compare([line.result for line in lines], [])
    seated = players_at(results.event)
    imps: defaultdict[int, list[Fraction]] = defaultdict(list)
    team_of: dict[int, int] = {}
    names: dict[int, str] = {}
    sides = results.event.config.rules.sides(results.event.config.seat_counts[0])
    for line, scores in zip(lines, compared.scores, strict=True):
        for contestant, score, side in zip(line.result.contestants, scores, sides, strict=True):
            for position in side:
                found = seated.get((line.sitting.table_id or 0, line.hand or 0, position))
                if found and score is not None:
                    player, names[found[0]] = found
                    imps[player].append(score)
                    team_of[player] = contestant
    totals = {player: sum(own, Fraction(0)) for player, own in imps.items()}
    means = {player: total / len(imps[player]) for player, total in totals.items()}
    with_decimals = has_decimals(totals.values()), has_decimals(means.values())
    return [
        PlayerRow(
            names[player],
            people.get(team_of[player]),
            len(imps[player]),
            totals[player],
            figure_in("imps", float(totals[player]), decimals=with_decimals[0]),
            figure_in("imps", float(mean), decimals=with_decimals[1]),
        )
        for player, mean in sorted(means.items(), key=lambda item: (-item[1], names[item[0]]))
    ]


def players_at(event: Event) -> dict[tuple[int, int, int], tuple[int, str]]:
    """Return who played each hand of an event: the id and the name, by table, line and position."""
    scores = Score.objects.filter(
        table__in=event.planned_rounds.filter(sittings__table__isnull=False).values("sittings__table"),
        hand__kind=Hand.Kind.PLAYED,
    )
    own = ("table", "hand__number", "seat__position")
    who = Coalesce("player__merged_into", "player")
    seated = list(scores.order_by().values_list(*own, who))
    names = {player.pk: player.shown for player in Player.objects.filter(pk__in={who for *_, who in seated})}
    return {(table, number, position): (who, names[who]) for table, number, position, who in seated}
