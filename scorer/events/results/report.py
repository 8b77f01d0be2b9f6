"""An event as the files of other programs have it."""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import repeat
from typing import cast

from scorer.contest.offer import Competes
from scorer.contest.ranking import Comparison, Scores
from scorer.contest.report import Report, ReportedContestant, ReportedPlayer, ReportedResult
from scorer.contest.results import Result
from scorer.events.models import Contestant, section_letter
from scorer.events.results.comparisons import SIDES
from scorer.events.results.event_results import PERCENT, EventResults
from scorer.events.results.hands import hands_of
from scorer.events.results.matches import players_at


def report_of(results: EventResults, *, drawn: bool = False) -> Report:
    """Return what the viewer may see. Only directors see the numbers of the federation.

    `drawn`: whether each round was drawn from the results of those before.
    """
    event, reported = results.event, tuple(_results(results))
    over = {str(result.deal) for result in reported if result.deal not in results.sealed_deals}
    return Report(
        club=event.club.name,
        club_number=event.club.federation_number,
        name=event.name,
        day=event.day,
        comparison=results.comparison.name,
        winners=event.winners,
        competes=cast("Competes", event.competes),
        contestants=tuple(_contestants(results)),
        results=reported,
        drawn=drawn,
        cards={int(deal): cards for deal, cards in event.hand_records.items() if deal in over},
    )


def _contestants(results: EventResults) -> Iterator[ReportedContestant]:
    places = {ranked.standing.contestant: ranked for ranked in results.ranking.places}
    besides = _besides(results)
    for contestant in results.event.contestants.with_players():
        ranked = places.get(contestant.number)
        standing = ranked and ranked.standing if ranked and ranked.standing.ranks_by else None
        yield ReportedContestant(
            contestant.number,
            tuple(_players(contestant, with_numbers=results.viewer.directs)),
            name=contestant.name,
            side=ranked.standing.field if ranked else None,
            section=_section(results, contestant.section),
            place=ranked.place if ranked and standing else None,
            score=standing.score if standing else None,
            percent=standing.percent if standing else None,
            besides=besides.get(contestant.number),
            deals=standing.deals if standing else 0,
        )


def _besides(results: EventResults) -> dict[int, Fraction]:
    """Return what is no result: not what a bye is worth, which readers give themselves."""
    sums: dict[int, Fraction] = defaultdict(Fraction)
    for extra, worth in zip(results.extras, results.ranking.extras, strict=True):
        if worth and extra.kind != "bye":
            sums[extra.contestant] += worth
    return sums


def _players(contestant: Contestant, *, with_numbers: bool) -> Iterator[ReportedPlayer]:
    rows = sorted(contestant.players.all(), key=lambda row: (row.since > 1, row.place, row.since))
    for person in dict.fromkeys(row.person for row in rows):
        yield ReportedPlayer(person.shown, person.federation_number if with_numbers else "")


def _section(results: EventResults, section: int) -> str:
    return "" if results.event.one_field else section_letter(section)


def _results(results: EventResults) -> Iterator[ReportedResult]:
    """Yield what was played or ruled. A deal that was not played is left out."""
    ranking = results.ranking
    hands = hands_of(results.event, results.lines)
    seated = _seated(results) if results.event.of_teams else {}
    at_table = {table: those for (table, _number), those in seated.items()}
    """Who played there, for deals that were ruled on and not played."""
    worths, measures = ranking.by_line or ranking.scores, ranking.measures or repeat(1)
    for line, worth, of_match, measure in zip(results.lines, worths, ranking.scores, measures, strict=False):
        result = line.result
        average = result.average or _in_percent(results.comparison, result, worth, measure)
        if result.deal is None or not (average or result.points):
            continue
        at = line.sitting.table_id or 0, line.hand or 0
        hand = hands.get(at)
        yield ReportedResult(
            result.deal,
            result.contestants,
            entry=hand.entry if hand and not line.ruling else None,
            points=round(result.points[0]) if result.points and not average else None,
            scores=(worth[0], worth[1]),
            average=average[: len(SIDES)],
            section=_section(results, line.sitting.section),
            round=result.round,
            station=line.sitting.station,
            seated=seated.get(at) or at_table.get(at[0], ()),
            match=cast("int | None", result.match or result.round) if ranking.by_line else None,
            of_match=(of_match[0], of_match[1]) if ranking.by_line else (None, None),
        )


def _seated(results: EventResults) -> dict[tuple[int, int], tuple[tuple[str, ...], ...]]:
    """Return the names of those who played each hand, by side and seat; by the id of its table and its number."""
    sides, players = results.event.sides(results.event.config.seat_counts[0]), players_at(results.event)
    played = {(table, number) for table, number, _position in players}
    return {
        (table, number): tuple(tuple(players[table, number, position][1] for position in side) for side in sides)
        for table, number in played
    }


def _in_percent(comparison: Comparison, result: Result, worth: Scores, measure: int | Fraction) -> tuple[Fraction, ...]:
    """Return what a split or weighted score is worth as an artificial one. The formats have no other words for it.

    Nothing where there are no artificial scores, or it is worth nothing yet.
    """
    none, all_ = (comparison.artificial(Fraction(percent)) for percent in (0, PERCENT))
    if none == all_ or not measure or None in worth or not (result.split or result.weighted):
        return ()
    shares = ((score / measure - none) / (all_ - none) for score in worth if score is not None)
    return tuple(PERCENT * min(max(share, Fraction(0)), Fraction(1)) for share in shares)
