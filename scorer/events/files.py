"""The files of an event: ranking and results for spreadsheet programs, and everything in the event format."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scorer.contest.lines import plan_lines
from scorer.contest.results import Extra
from scorer.events.contestants import ContestantRow
from scorer.events.models import ContestantPlayer
from scorer.events.planning.families import is_steered
from scorer.events.planning.movement import stored_plan
from scorer.events.results.event_results import EventResults
from scorer.events.results.kept import results_for
from scorer.events.results.lines import scored_lines, traveller_order
from scorer.events.results.matches import matches_of, players_of
from scorer.events.results.played import ResultLine
from scorer.events.results.prizes import prize_lists
from scorer.events.results.ranking import fields_of
from scorer.events.results.report import report_of
from scorer.events.results.rulings import ResultRuling, in_section
from scorer.events.results.scorecards import extras_of
from scorer.events.results.sessions import SquadSession, SquadTotalRow, read_sessions, sessions_of
from scorer.events.results.squads import squads_of
from scorer.events.results.units import COLUMNS, deal_unit
from scorer.registry.words import labelled
from scorer.web import spreadsheet
from scorer.web.download import JSON_LINES, attachment

_Cells = tuple[spreadsheet.Cell, ...]
Rows = Iterable[Sequence[spreadsheet.Cell]]
NONE = "–"
"""In place of a place and a score, as long as there is none."""


def response(results: EventResults, what: str, kind: str, people: dict[int, ContestantRow]) -> HttpResponse:
    """Return a download, or raise Http404 if there is no such file.

    `kind` is csv or xlsx; for the event it is jsonl, or the ending of another format that the game has.
    """
    event = results.event
    if (what, kind) == ("event", "jsonl"):
        text = "".join(json.dumps(line) + "\n" for line in event_lines(results, people))
        return HttpResponse(text, content_type=JSON_LINES, headers=attachment(str(event), kind))
    if what == "event":
        written = next((known for known in event.report_formats if known.ending == kind), None)
        if written is None:
            raise Http404
        content = written.write(report_of(results, drawn=is_steered(event)))
        return HttpResponse(content, content_type=written.content_type, headers=attachment(str(event), kind))
    if what not in SHEETS:
        raise Http404
    title, header, rows = SHEETS[what](results, people)
    return spreadsheet.response(kind, f"{event} · {title}", header, rows)


def event_lines(results: EventResults, people: dict[int, ContestantRow]) -> Iterator[dict[str, Any]]:
    """Yield the plan, the results and what contestants have besides. `manage.py rank` gives the same ranking."""
    yield from plan_lines(stored_plan(results.event, people, results.late))
    for line in results.lines:
        group: dict[str, Any] = {} if line.result.group is None else {"group": line.result.group}
        sides = {"sides": list(line.result.sides)} if line.result.sides else {}
        sections = in_section(line.result.section, line.result.sections)
        ruled = isinstance(line.ruling, ResultRuling) and not line.again
        own = line.ruling.line if line.ruling and ruled else _result(line)
        match = {} if line.result.match is None else {"match": line.result.match}
        yield {**own, **sections, **sides, **group, **match}
    yield from (dict(ruling.line) for ruling in results.of_contestants)
    for extra in results.adjusted:
        yield _adjustment(extra)
    for extra in results.without_standing:
        yield {"contestant": extra.contestant, "without_standing": True}
    if results.event.squads:
        yield from ({"contestant": number, "squad": row.squad} for number, row in people.items() if row.squad)
    yield from map(_bye, results.byes)
    for number, lost_in in results.out.items():
        yield {"round": lost_in, "contestant": number, "out": True}


def _result(line: ResultLine) -> dict[str, Any]:
    result = line.result
    where: dict[str, Any] = {"round": result.round, "contestants": list(result.contestants)}
    where |= {"deal": result.deal} if result.deal is not None else {}
    where |= {"games": list(result.games)} if result.games else {}
    if result.points is None:
        return where if result.games else where | {"not_played": True}
    points = [None if points is None else int(points) for points in result.by_contestant]
    scored = zip(result.contestants, points, strict=True)
    resting = [contestant for contestant, own in scored if own is not None and contestant in result.sat_out]
    named = {"sat_out": resting, "won": list(result.won), "lost": list(result.lost)}
    return where | {"points": points} | {name: numbers for name, numbers in named.items() if numbers}


def _adjustment(extra: Extra) -> dict[str, Any]:
    line = {"round": extra.round, "contestant": extra.contestant, "adjustment": int(extra.points)}
    return line | in_section(extra.section)


def _bye(extra: Extra) -> dict[str, Any]:
    points = {} if extra.amount is None else {"points": int(extra.amount)}
    return {"round": extra.round, "contestant": extra.contestant, "bye": True, **points} | in_section(extra.section)


def _ranking(results: EventResults, people: dict[int, ContestantRow]) -> tuple[str, list[str], Rows]:
    fields = fields_of(results, people)
    rounds = [pgettext("round", "R%(number)s") % {"number": number} for number in fields[0].rounds] if fields else []
    header = [_("Section"), _("Side"), _("Place"), _("Number"), _("Name"), _("Score"), "%", _("Top")]
    header += [str(results.event.config.deals_word)]
    header += [*([*rounds, _("Besides")] if rounds else ()), _("Groups")]
    header += [_("Squad")] if results.event.squads else []
    lists = prize_lists(results.event, fields) if results.event.entry_fee else []
    numbers = _federation_numbers(results)
    header += [_("Federation number")] if numbers else []
    prize = " ".join(filter(None, (_("Prize"), results.event.club.currency)))
    header += [prize] if lists else []
    rows = [
        (
            field.section,
            field.side,
            (standing.why_no_place or NONE) if standing.place is None else standing.place,
            standing.contestant.number,
            str(standing.contestant),
            NONE if standing.score is None else standing.score,
            standing.percent,
            standing.top,
            standing.deals,
            *(worth for _number, worth in standing.rounds),
            *([standing.besides] if rounds else ()),
            ", ".join(f"{group} {place}" for group, place in standing.groups),
            *([standing.contestant.squad] if results.event.squads else ()),
            *([numbers.get(standing.contestant.number, "")] if numbers else ()),
            *(won.won_by(standing.contestant.number) for won in lists if won.field is field),
        )
        for field in fields
        for standing in field.standings
    ]
    return _("Ranking"), header, rows


def _sessions(results: EventResults, _people: dict[int, ContestantRow]) -> tuple[str, list[str], Rows]:
    """The ranking of all sessions, with the figure of each."""
    read = read_sessions(sessions_of(results.event), lambda session: results_for(session, results.viewer))
    rounds = [pgettext("session", "S%(number)s") % {"number": session.session} for session in read.shown]
    field = read.field
    rows = [
        (
            (standing.why_no_place or NONE) if standing.place is None else standing.place,
            str(standing.contestant),
            *(worth for _number, worth in standing.rounds),
            *([standing.besides] if field.has_besides else ()),
            standing.percent if read.mean else standing.score,
        )
        for standing in field.standings
    ]
    carried = [_("Carried over")] if field.has_besides else []
    return _("All sessions"), [_("Place"), _("Name"), *rounds, *carried, "%" if read.mean else _("Total")], rows


def _squads(results: EventResults, people: dict[int, ContestantRow]) -> tuple[str, list[str], Rows]:
    """Those in brackets do not count."""
    rows = [
        (squad.why_no_place or squad.place, squad.name, squad.match_points, squad.score, squad.members_in_words)
        for squad in squads_of(results, people)
    ]
    return _("Ranking of squads"), [_("Place"), _("Squad"), _("Match points"), _("Total"), _("Members")], rows


def _squads_sessions(results: EventResults, _people: dict[int, ContestantRow]) -> tuple[str, list[str], Rows]:
    """The squads over all sessions, with the match points and the total of each."""
    read = read_sessions(sessions_of(results.event), lambda session: results_for(session, results.viewer))
    columns = [_("Match points"), _("Total")] if read.in_league else [_("Total")]
    sessions = [pgettext("session", "S%(number)s") % {"number": session.session} for session in read.shown]
    header = [_("Place"), _("Squad"), *columns, *(labelled(name, column) for name in sessions for column in columns)]
    rows = [
        (
            squad.place,
            squad.name,
            *_figures(squad, in_league=read.in_league),
            *(figure for one in squad.sessions for figure in _figures(one, in_league=read.in_league)),
        )
        for squad in read.squad_rows
    ]
    return read.squads_title, header, rows


def _figures(squad: SquadTotalRow | SquadSession, *, in_league: bool) -> _Cells:
    return (squad.match_points, squad.score) if in_league else (squad.score,)


def _federation_numbers(results: EventResults) -> dict[int, str]:
    """Return those of each contestant that has any, by its number. Only directors see them."""
    if not results.viewer.directs:
        return {}
    players = ContestantPlayer.objects.filter(contestant__event=results.event).with_people()
    numbers: dict[int, list[str]] = {}
    for row in players.select_related("contestant"):
        if row.person.federation_number:
            numbers.setdefault(row.contestant.number, []).append(row.person.federation_number)
    return {number: " & ".join(those) for number, those in numbers.items()}


def _results(results: EventResults, people: dict[int, ContestantRow]) -> tuple[str, list[str], Rows]:
    """One row for each contestant and deal: sorted by deal these are the travellers, by number the scorecards."""
    header = [_("Round"), _("Table"), str(results.event.config.deal_word), _("Number"), _("Name"), _("Played")]
    header += [_("Points"), _("Score"), _("Ruling")]
    rows = [
        (*where, contestant.number, str(contestant), *said)
        for where, contestant, _others, said in _played(results, people)
    ]
    return _("Results"), header, rows


def _scorecards(results: EventResults, people: dict[int, ContestantRow]) -> tuple[str, list[str], Rows]:
    """The results of each contestant, one after the other, and what adds to its score besides."""
    header = [_("Number"), _("Name"), _("Round"), _("Table"), str(results.event.config.deal_word)]
    header += [_("Partner")] if results.event.individual else []
    header += [_("Against"), _("Played")]
    header += [_("Points"), _("Score"), _("Ruling")]
    rows: list[tuple[Any, ...]] = [
        (contestant.number, str(contestant), *where, *others, *said)
        for where, contestant, others, said in _played(results, people)
    ]
    besides = [
        (
            number,
            str(contestant),
            extra.round,
            None,
            None,
            *([""] * (3 if results.event.individual else 2)),
            None,
            extra.score,
            " · ".join(filter(None, extra.said)),
        )
        for number, contestant in people.items()
        for extra in extras_of(results, number)
    ]
    return _("Scorecards"), header, sorted([*rows, *besides], key=lambda row: row[0])


def _played(
    results: EventResults, people: dict[int, ContestantRow]
) -> Iterator[tuple[_Cells, ContestantRow, _Cells, _Cells]]:
    """Yield for each contestant and deal: round, station and deal; who played; against whom; and what came of it.

    Where each player competes alone, the partner comes before the opponents.
    """
    for line in scored_lines(results, people):
        where = line.line.result.round, line.line.sitting.station, line.line.result.deal
        for position, (contestant, points, score) in enumerate(line.sides, start=1):
            partner = line.partner_of(position)
            against = ", ".join(str(other) for other in line.people if other not in {contestant, partner})
            others = (str(partner), against) if partner else (against,)
            yield where, contestant, others, (line.played_by(contestant), points, score, line.ruling_text)


def _travellers(results: EventResults, people: dict[int, ContestantRow]) -> tuple[str, list[str], Rows]:
    """The results of each deal, the best of the first side on top. Nothing where deals are only counted."""
    lines = [line for line in scored_lines(results, people) if line.line.result.deal]
    names = results.event.side_names or [_("Side %(n)s") % {"n": n} for n in (1, 2)]
    number, score = _("Number"), _("Score")
    header = [str(results.event.config.deal_word), _("Round"), _("Table")]
    header += [*(labelled(name, number) for name in names), *names]
    header += [_("Played"), _("Points"), *(labelled(name, score) for name in names), _("Ruling")]
    rows = [
        (
            line.line.result.deal,
            line.line.result.round,
            line.line.sitting.station,
            *(contestant.number for contestant in line.people),
            *(str(contestant) for contestant in line.people),
            line.played_text,
            line.points[0],
            *line.scores,
            line.ruling_text,
        )
        for line in sorted(lines, key=lambda line: (line.line.result.deal, traveller_order(line)))
    ]
    return _("Travellers"), header, rows


def _matches(results: EventResults, people: dict[int, ContestantRow]) -> tuple[str, list[str], Rows]:
    """One row for each team and match."""
    comparison = results.comparison
    units = dict.fromkeys([deal_unit(comparison), comparison.unit])
    header = [_("Round"), _("Number"), _("Name"), _("Against")]
    header += [str(COLUMNS.get(unit, _("Score"))) for unit in units]
    rounds = matches_of(results, people) if results.event.of_teams else {}
    rows = [
        (
            row.number,
            row.teams[own].number,
            str(row.teams[own]),
            str(row.teams[1 - own]),
            *([row.sums[own]] if len(units) > 1 else ()),
            row.worths[own],
            row.done,
        )
        for _number, matches in sorted(rounds.items())
        for row in matches
        for own in (0, 1)
    ]
    return _("Matches"), [*header, str(results.event.config.deals_word)], rows


def _players(results: EventResults, people: dict[int, ContestantRow]) -> tuple[str, list[str], Rows]:
    """The players of teams by Butler."""
    ranked = players_of(results, people) if results.event.of_teams else []
    rows = [
        (player.name, str(player.contestant or ""), player.deals, float(player.imps), float(player.imps / player.deals))
        for player in ranked
    ]
    return _("Players"), [_("Name"), _("Team"), str(results.event.config.deals_word), _("Total"), _("Mean")], rows


SHEETS: dict[str, Callable[[EventResults, dict[int, ContestantRow]], tuple[str, list[str], Rows]]] = {
    "matches": _matches,
    "players": _players,
    "ranking": _ranking,
    "results": _results,
    "scorecards": _scorecards,
    "sessions": _sessions,
    "squads": _squads,
    "squads_sessions": _squads_sessions,
    "travellers": _travellers,
}
