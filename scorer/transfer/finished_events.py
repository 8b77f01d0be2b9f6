"""Read an event that is over from a file of another program, as an event and its tables in the format of exports.

Many such files say who met and what they played, but not when. Then meetings are put into rounds in which nobody is at
two tables, or in which no team is twice on a side.
"""

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from scorer.club.models import Club
from scorer.club.names import comparable
from scorer.contest.report import BadReport, Report, ReportedContestant, ReportedPlayer, ReportedResult, ReportFormat
from scorer.contest.result_lines import compared_problems, read_result
from scorer.registry import GameConfig, all_games
from scorer.registry.words import common_text
from scorer.scoring import dump
from scorer.transfer.differences import Differences
from scorer.transfer.evenings import START_TIME, season_on
from scorer.transfer.export import VERSION
from scorer.transfer.json_lines import Parsed, parse_line
from scorer.transfer.parsed import MAX_FAULTS, Fault, Remark, entry_sentence
from scorer.transfer.report_results import comparison_in, extra_line, ranked_apart, result_line, ruling_line

PAIR = 2
MOST_PAIRED = 2_000
"""Meetings that are put into few rounds, which takes some seconds. With more, as no evening has, the first that fit."""
MOST_IN_ROUND = 99
"""Deals at a table. If a file has more, what it calls rounds are none."""


@dataclass(frozen=True, slots=True)
class _Meeting:
    """The contestants by side, or by position, and what they played: deals in a row."""

    contestants: tuple[int, ...]
    results: tuple[ReportedResult, ...]

    @property
    def line(self) -> int:
        return self.results[0].line


def readable_formats() -> dict[str, tuple[GameConfig, ReportFormat]]:
    """Return the formats that can be read, by the endings of the names of files."""
    return {f".{known.ending}": (game, known) for game in all_games() for known in game.report_formats if known.read}


def parse_finished_event(
    content: bytes, club: Club, game: GameConfig, report_format: ReportFormat
) -> Iterator[Parsed | Fault | Remark]:
    """Yield the event and its tables, and in what it differs from what Scorer makes of it; or what is wrong."""
    try:
        report = report_format.read(content)  # type: ignore[misc]  # the caller has looked
    except BadReport as bad:
        for line, problem in bad.problems[:MAX_FAULTS]:
            yield Fault(line, entry_sentence(game, problem), field=problem.field)
        return
    faults = list(_faults(report, game))
    yield from faults
    if faults:
        return
    rounds = _as_in_file(report) or list(_arranged(report))
    playing = [{number for meeting in meetings for number in meeting.contestants} for meetings in rounds]
    differences = Differences(report, game, playing)
    for line, record in _records(report, club, game, rounds, differences):
        yield from parse_line(json.dumps(record).encode(), line, club)
    for line, problem in report.left_out:
        yield Remark(line, _("Left out: %(why)s") % {"why": entry_sentence(game, problem)})
    yield from differences.remarks()


def _faults(report: Report, game: GameConfig) -> Iterator[Fault]:
    """Yield what the format allows, but no event: a deal twice, and scores that the comparison does not know."""
    comparison = comparison_in(report, game)
    if comparison is None:
        yield Fault(1, _("Events here cannot be scored like that: %(name)s.") % {"name": report.comparison})
        return
    names: set[str] = set()
    for contestant in report.contestants:
        for player in contestant.players:
            if comparable(player.name) in names:
                yield Fault(contestant.line, _("%(name)s is there twice.") % {"name": player.name})
            names.add(comparable(player.name))
    had: set[tuple[int, int, int]] = set()
    for result in report.results:
        places = [(number, result.deal, side) for side, number in _nodes(report, result.contestants)]
        for place in places:
            if place in had:
                said = {"deal": game.named_deals([result.deal]), "number": place[0]}
                yield Fault(result.line, _("Number %(number)s has two results of this: %(deal)s.") % said)
        had.update(places)
        if len(set(result.contestants)) < len(result.contestants):
            yield Fault(result.line, _("Somebody is there twice."))
        for problem in compared_problems(comparison, read_result(result_line(report, result, 0))[0]):
            yield Fault(result.line, common_text(problem))


def _records(
    report: Report, club: Club, game: GameConfig, rounds: Sequence[Sequence[_Meeting]], differences: Differences
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield lines in the format of exports, each with the line of the file that it comes from."""
    event_id = _id(report)
    at = timezone.make_aware(datetime.combine(report.day, START_TIME)).isoformat()
    season = season_on(report.day, list(club.seasons.all()))
    letters = sorted({contestant.section for contestant in report.contestants})
    people = {contestant.number: contestant for contestant in report.contestants}
    plan, rulings, station = [], [], 0
    for number, meetings in enumerate(rounds, start=1):
        sittings = []
        for station, meeting in enumerate(sorted(meetings, key=_station), start=1):
            table = _table(report, meeting, game, people) | {
                "id": f"{event_id}-{number}-{station}",
                "number": station,
                "season": season,
                "opened_at": at,
                "closed_at": at,
            }
            yield meeting.line, table
            sittings.append(_sitting(report, meeting, station, people, letters) | {"table": table["id"]})
            rulings += [
                {"round": number, "station": station, "deal": result.deal, "line": ruled, "why": _("As in the file")}
                for result in meeting.results
                if (ruled := ruling_line(report, result))
            ]
        plan.append({"number": number, "started_at": at, "ended_at": at, "sittings": sittings})
    with_besides = {extra.contestant for extra in differences.besides}
    rulings += [
        {"contestant": contestant.number, "line": extra_line(contestant), "why": _("As in the file")}
        for contestant in report.contestants
        if contestant.number in with_besides
    ]
    yield (
        report.contestants[0].line,
        {
            "version": VERSION,
            "event": event_id,
            "season": season,
            "name": report.name[:80].strip(),
            "day": report.day.isoformat(),
            "game": game.slug,
            "preset": game.default_variant,
            "comparison": report.comparison,
            "comparison_settings": differences.settings,
            "competes": report.competes,
            "format": _format(report, game),
            "winners": report.winners,
            "one_field": not ranked_apart(report),
            "hand_records": _hand_records(report, game),
            "state": "finished",
            "finished_at": at,
            "contestants": [
                _contestant(contestant, letters, game, report)
                | {"without_standing": contestant.number in differences.unranked}
                for contestant in report.contestants
            ],
            "plan": plan,
            "rulings": rulings,
        },
    )


def _id(report: Report) -> str:
    """Return what the same event has in every file, whatever has been corrected in it."""
    players = [player.name for contestant in report.contestants for player in contestant.players]
    return hashlib.sha256(repr((report.day, report.name, *players)).encode()).hexdigest()[:48]


def _hand_records(report: Report, game: GameConfig) -> dict[str, str]:
    """Return the cards of what was played."""
    played = {result.deal for result in report.results}
    return {str(deal): cards for deal, cards in report.cards.items() if game.hand_records and deal in played}


def _format(report: Report, game: GameConfig) -> str:
    formats = game.events.formats_for(report.competes) if game.events else ()
    fitting = [format_ for format_ in formats if format_.family.is_steered == report.drawn] or list(formats)
    return next((format_.name for format_ in fitting if format_.own), fitting[0].name)


def _station(meeting: _Meeting) -> tuple[int, tuple[int, ...]]:
    return meeting.results[0].station or 0, meeting.contestants


def _nodes(report: Report, contestants: Sequence[int]) -> list[tuple[int, int]]:
    """Return who can be at one table only: each contestant, but a team once on each side."""
    return [(side if report.of_teams else 0, number) for side, number in enumerate(contestants)]


def _as_in_file(report: Report) -> list[list[_Meeting]]:
    """Return the meetings by the rounds of the file. Nothing if it does not have them all, or if they cannot be."""
    rounds: dict[int, dict[tuple[int, ...], list[ReportedResult]]] = {}
    for result in sorted(report.results, key=lambda result: result.deal):
        if result.round is None:
            return []
        rounds.setdefault(result.round, {}).setdefault(result.contestants, []).append(result)
    for meetings in rounds.values():
        nodes = Counter(node for contestants in meetings for node in _nodes(report, contestants))
        if max(nodes.values()) > 1 or any(_span(results) > MOST_IN_ROUND for results in meetings.values()):
            return []
    return [[_Meeting(who, tuple(results)) for who, results in rounds[number].items()] for number in sorted(rounds)]


def _span(results: Sequence[ReportedResult]) -> int:
    return results[-1].deal - results[0].deal + 1


def _meetings(report: Report) -> Iterator[_Meeting]:
    together: dict[tuple[int, ...], list[ReportedResult]] = defaultdict(list)
    for result in sorted(report.results, key=lambda result: result.deal):
        together[result.contestants].append(result)
    for contestants, results in together.items():
        row: list[ReportedResult] = []
        for result in results:
            if row and result.deal != row[-1].deal + 1:
                yield _Meeting(contestants, tuple(row))
                row = []
            row.append(result)
        yield _Meeting(contestants, tuple(row))


def _arranged(report: Report) -> Iterator[list[_Meeting]]:
    """Yield the meetings of each round. There are few rounds, as each has all who still have most to play."""
    left = list(_meetings(report))
    while left:
        are_few = len(left[0].contestants) == PAIR and len(left) <= MOST_PAIRED
        chosen = _paired(report, left) if are_few else _first_fit(report, left)
        yield chosen
        done = set(map(id, chosen))
        left = [meeting for meeting in left if id(meeting) not in done]


def _paired(report: Report, left: Sequence[_Meeting]) -> list[_Meeting]:
    import networkx as nx  # noqa: PLC0415  # loads in a tenth of a second, which need not delay every command

    to_play = Counter(node for meeting in left for node in _nodes(report, meeting.contestants))
    most, graph = max(to_play.values()), nx.Graph()
    for meeting in left:
        nodes = _nodes(report, meeting.contestants)
        if not graph.has_edge(*nodes):
            busiest = sum(to_play[node] == most for node in nodes)
            graph.add_edge(*nodes, weight=1 + busiest * len(to_play), meeting=meeting)
    return [graph.edges[edge]["meeting"] for edge in nx.max_weight_matching(graph)]


def _first_fit(report: Report, left: Sequence[_Meeting]) -> list[_Meeting]:
    busy: set[tuple[int, int]] = set()
    chosen = []
    for meeting in left:
        nodes = _nodes(report, meeting.contestants)
        if busy.isdisjoint(nodes):
            busy.update(nodes)
            chosen.append(meeting)
    return chosen


def _table(
    report: Report, meeting: _Meeting, game: GameConfig, people: dict[int, ReportedContestant]
) -> dict[str, Any]:
    size = game.seat_counts[0]
    seats = [
        {"position": position, **_player(player)}
        for side, (number, positions) in enumerate(zip(meeting.contestants, _sides(report, game), strict=True))
        for position, place in zip(positions, _line_up(report, meeting, side, people[number]), strict=False)
        for player in people[number].players[place - 1 : place]
    ]
    return {
        "version": VERSION,
        "game": game.slug,
        "variant": game.default_variant,
        "size": size,
        "first_dealer": 1,
        "first_deal": meeting.results[0].deal,
        "deal_count": _span(meeting.results),
        "seats": seats,
        "lines": [{"entry": dump(result.entry)} for result in meeting.results if result.entry is not None],
    }


def _sides(report: Report, game: GameConfig) -> tuple[tuple[int, ...], ...]:
    size = game.seat_counts[0]
    alone = tuple((position,) for position in range(1, size + 1))
    return alone if report.individual else game.rules.sides(size)


def _line_up(report: Report, meeting: _Meeting, side: int, contestant: ReportedContestant) -> list[int]:
    """Return the places of those who play, by seat: the first ones, and in a team those whom the file names."""
    usual = _usual(report, side)
    if not report.of_teams or not meeting.results[0].seated:
        return usual
    places = {player.name: place for place, player in enumerate(contestant.players, start=1)}
    named = [places[name] for name in meeting.results[0].seated[side] if name in places]
    return named if len(set(named)) == len(usual) else usual


def _usual(report: Report, side: int) -> list[int]:
    first = side * PAIR if report.of_teams else 0
    return [first + 1, first + 2]


def _player(player: ReportedPlayer) -> dict[str, str]:
    return {"name": player.name, "federation_number": player.federation_number}


def _sitting(
    report: Report, meeting: _Meeting, station: int, people: dict[int, ReportedContestant], letters: Sequence[str]
) -> dict[str, Any]:
    places: list[dict[str, Any]] = []
    for side, number in enumerate(meeting.contestants):
        line_up = _line_up(report, meeting, side, people[number])
        changed = {} if line_up == _usual(report, side) else {"line_up": line_up}
        places.append({"side": side + 1, "contestant": number} | changed)
    return {
        "station": station,
        "section": letters.index(people[meeting.contestants[0]].section) + 1,
        "first_deal": meeting.results[0].deal,
        "deal_count": _span(meeting.results),
        "places": places,
    }


def _contestant(
    contestant: ReportedContestant, letters: Sequence[str], game: GameConfig, report: Report
) -> dict[str, Any]:
    """A substitute has no place of its own, since the file does not say when it played."""
    own = contestant.players if report.of_teams else contestant.players[: len(_sides(report, game)[0])]
    return {
        "number": contestant.number,
        "name": contestant.name,
        "section": letters.index(contestant.section) + 1,
        "players": [{"place": place, **_player(player)} for place, player in enumerate(own, start=1)],
    }
