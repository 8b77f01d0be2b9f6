"""The bracket of a knock-out as pages show it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy

from scorer.contest.bracket import Match
from scorer.events.contestants import ContestantRow
from scorer.events.results.event_results import EventResults
from scorer.events.results.units import figure_in, has_decimals, worth_of

NAMES: dict[int, Any] = {
    1: gettext_lazy("Final"),
    2: gettext_lazy("Semi-finals"),
    4: gettext_lazy("Quarter-finals"),
}
"""What a round is called, by the number of its matches."""


@dataclass(frozen=True, slots=True)
class BracketSide:
    contestant: ContestantRow | None
    """None where the place is empty."""
    figure: str
    """What it has in the match; a dash until something counts."""
    goes_on: bool


@dataclass(frozen=True, slots=True)
class BracketMatch:
    round: int
    sides: tuple[BracketSide, BracketSide]
    is_bye: bool
    is_open: bool
    """Whether its round has ended, and nobody has won it."""
    won_by: ContestantRow | None
    """Who has won it by now, although the other one has gone on."""
    can_be_decided: bool
    """Whether no round after it has been drawn."""

    @property
    def team(self) -> int:
        """The number of one of the two, by which addresses name the match."""
        return next((side.contestant.number for side in self.sides if side.contestant), 0)

    @property
    def gone_on(self) -> ContestantRow | None:
        return next((side.contestant for side in self.sides if side.goes_on), None)


@dataclass(frozen=True, slots=True)
class BracketRound:
    number: int
    name: Any
    """Final, semi-finals; empty for a round with more matches than these."""
    matches: list[BracketMatch]


def bracket_rounds(results: EventResults, people: dict[int, ContestantRow]) -> list[BracketRound]:
    """Return the rounds of a knock-out that are planned, the latest first.

    As long as the viewer must not see the ranking, there are no figures, and only the next round says who has won.
    """
    shown = results.ranked
    bracket = (shown or results).bracket
    ended = {sitting.round.number for sitting in results.planned if sitting.round.ended_at}
    started = {sitting.round.number for sitting in results.sittings}
    decimals = has_decimals(score for matches in bracket for match in matches for score in match.scores)

    def side(match: Match, place: int) -> BracketSide:
        contestant = match.contestants[place]
        known = shown is not None or match.round < len(bracket)
        figure = _figure(shown, match, place, decimals=decimals) if shown else ""
        return BracketSide(people.get(contestant), figure, bool(contestant) and known and contestant == match.winner)

    return [
        BracketRound(
            matches[0].round,
            NAMES.get(len(matches), ""),
            [
                BracketMatch(
                    match.round,
                    (side(match, 0), side(match, 1)),
                    match.is_bye,
                    match.round in ended and match.winner is None,
                    people.get(match.won_by or 0) if shown and match.is_contradicted else None,
                    match.round in started and len(bracket) == match.round,
                )
                for match in matches
                if any(match.contestants)
            ],
        )
        for matches in reversed(bracket)
    ]


def knockout_match(
    results: EventResults, people: dict[int, ContestantRow], number: int, contestant: int
) -> BracketMatch | None:
    """Return the match of a contestant in a round; None if the event is no knock-out."""
    matches = (match for shown in bracket_rounds(results, people) if shown.number == number for match in shown.matches)
    playing = (match for match in matches for side in match.sides if side.contestant == people[contestant])
    return next(playing, None)


def _figure(results: EventResults, match: Match, place: int, *, decimals: bool) -> str:
    score = match.scores[place]
    if match.is_bye:
        return ""
    if score is None:
        return "–"
    if results.comparison.in_percent:
        return worth_of(results.comparison.unit, None, float(score))
    return figure_in(results.comparison.unit, float(score), decimals=decimals)


def to_decide(rounds: list[BracketRound]) -> Iterator[BracketMatch]:
    """Yield the matches that need the director's word: nobody has won them, or not the one who has gone on."""
    yield from (match for shown in rounds for match in shown.matches if match.is_open or match.won_by)
