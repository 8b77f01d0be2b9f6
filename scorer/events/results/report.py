"""An event as the files of other programs have it."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import repeat
from typing import cast

from scorer.contest.offer import Competes
from scorer.contest.ranking import Scores
from scorer.contest.report import Report, ReportedContestant, ReportedPlayer, ReportedResult
from scorer.contest.results import Result
from scorer.events.models import Contestant, section_letter
from scorer.events.results.event_results import PERCENT, SIDES, EventResults
from scorer.events.results.hands import hands_of


def report_of(results: EventResults) -> Report:
    """Return what the viewer may see. Only directors see the numbers of the federation."""
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
        cards={int(deal): cards for deal, cards in event.hand_records.items() if deal in over},
    )


def _contestants(results: EventResults) -> Iterator[ReportedContestant]:
    places = {ranked.standing.contestant: ranked for ranked in results.ranking.places}
    for contestant in results.event.contestants.with_players():
        ranked = places.get(contestant.number)
        standing = ranked and ranked.standing if ranked and ranked.standing.ranks_by else None
        yield ReportedContestant(
            contestant.number,
            tuple(_players(contestant, with_numbers=results.viewer.directs)),
            side=ranked.standing.field if ranked else None,
            section=_section(results, contestant.section),
            place=ranked.place if ranked and standing else None,
            score=standing.score if standing else None,
            percent=standing.percent if standing else None,
            deals=standing.deals if standing else 0,
        )


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
    worths = ranking.by_line or ranking.scores
    for line, worth, top in zip(results.lines, worths, ranking.tops or repeat(None), strict=False):
        result = line.result
        average = result.average or _in_percent(result, worth, top)
        if result.deal is None or not (average or result.points):
            continue
        hand = hands.get((line.sitting.table_id or 0, line.hand or 0))
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
        )


def _in_percent(result: Result, worth: Scores, top: int | None) -> tuple[Fraction, ...]:
    """Return what a split or weighted score is worth, for which the formats have no other words."""
    if not (top and (result.split or result.weighted)):
        return ()
    return tuple(PERCENT * (score or Fraction(0)) / top for score in worth)
