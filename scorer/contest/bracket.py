"""The bracket of a knock-out: who meets whom, who has gone on, and who is out.

A match goes to whoever is better in it by the comparison, with what is carried over into it and with penalties: those
that name its round or, if they name none, those of a contestant's first match. A match of several games goes to whoever
has won more of them, or where these are level has more points. Before that counts the word of the director, who names
the winner of a match that is level or was not played. If one of the two has left, the other goes on. Once the next
round is drawn, it says who has gone on, even if a result is corrected later.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scorer.contest.comparing.points import Points
from scorer.contest.comparing.total import Total
from scorer.contest.earlier_rounds import EarlierRounds
from scorer.contest.plan import NOBODY, Round
from scorer.contest.results import Extra, Result

ALL_OVER = 10_000
"""The number of a round that no knock-out reaches."""


@dataclass(frozen=True, slots=True)
class Match:
    round: int
    contestants: tuple[int, int]
    """In the order of the bracket. NOBODY where a place is empty, so that the other one has a bye."""
    scores: tuple[Fraction | None, Fraction | None]
    """What each has in the match; None as long as nothing counts. In one of several games, that is the games won, or
    the points if these are level."""
    won_by: int | None
    """By the results or the director's word; None if that is open."""
    winner: int | None
    """Who goes on: whoever plays later, or else whoever has won."""

    @property
    def is_bye(self) -> bool:
        return NOBODY in self.contestants

    @property
    def is_contradicted(self) -> bool:
        """Whether another contestant has gone on than the one who has won it by now."""
        return self.won_by is not None and self.won_by != self.winner


Bracket = list[list[Match]]
"""The matches of each round, in the order in which winners of neighbours meet."""


def round_count(contestants: int) -> int:
    """Return how many rounds there are in all."""
    return (contestants - 1).bit_length()


def bracket_of(
    contestants: Collection[int], earlier: EarlierRounds, *, absent: Collection[int] = (), over: int = ALL_OVER
) -> Bracket:
    """Return the matches of the rounds that are planned. No round follows one with a match that is open.

    `over` is the number of the last round that has ended. In those after it nobody has won yet.
    """
    planned = {of_round.number: of_round for of_round in earlier.rounds}
    last_played = {
        contestant: number
        for number in sorted(planned)
        for sitting in planned[number].sittings
        for contestant in sitting.contestants
    }
    places, bracket = seeded(sorted(contestants)), Bracket()
    known: set[int] = set()
    for number in range(1, earlier.last_round() + 1):
        if len(places) == 1:
            break
        if number in planned:
            places = _as_drawn(places, planned[number])
        couples = list(couples_of(places))
        scores = _scores(earlier, number, couples, known)
        known |= scores.keys()
        matches = []
        for couple in couples:
            won_by = _won_by(earlier.extras, number, couple, scores, absent) if number <= over else None
            later = [contestant for contestant in couple if last_played.get(contestant, 0) > number]
            if NOBODY in couple:
                won_by = max(couple)
            winner = later[0] if len(later) == 1 else won_by
            first, second = couple
            matches.append(Match(number, couple, (scores.get(first), scores.get(second)), won_by, winner))
        bracket.append(matches)
        if any(match.winner is None for match in matches):
            break
        places = [match.winner or NOBODY for match in matches]
    return bracket


def out_of(bracket: Bracket) -> dict[int, int]:
    """Return who is out, each with the round of its last match."""
    still_in = {
        contestant
        for match in (bracket[-1] if bracket else ())
        for contestant in (match.contestants if match.winner is None else (match.winner,))
    }
    last = {contestant: match.round for matches in bracket for match in matches for contestant in match.contestants}
    return {contestant: number for contestant, number in last.items() if contestant not in {NOBODY, *still_in}}


def seeded(contestants: Sequence[int]) -> list[int]:
    """Return the places of the first round, where the best seeds meet as late as possible."""
    seeds = [1]
    for _round in range(round_count(len(contestants))):
        seeds = [number for seed in seeds for number in (seed, 2 * len(seeds) + 1 - seed)]
    return [contestants[seed - 1] if seed <= len(contestants) else NOBODY for seed in seeds]


def couples_of(places: Sequence[int]) -> Iterator[tuple[int, int]]:
    return zip(places[::2], places[1::2], strict=True)


def _as_drawn(places: Sequence[int], planned: Round) -> list[int]:
    """Return the places with those exchanged whom the director has exchanged in the draw of the round.

    They stay at the station of their match, or else take the place of the match that has most in common with theirs.
    """
    places = list(places)
    sittings = sorted(planned.sittings, key=lambda sitting: sitting.station)
    drawn = dict.fromkeys(frozenset(sitting.contestants) for sitting in sittings)  # teams have two tables
    playing = [(min(both), place) for place, both in enumerate(couples_of(places)) if NOBODY not in both]
    stations = [place for _best, place in sorted(playing)]
    for at_station, match in enumerate(drawn):
        expected = [frozenset(couple) for couple in couples_of(places)]
        free = [place for place, couple in enumerate(expected) if couple not in drawn]
        if match in expected or not free:
            continue
        own = stations[at_station] if at_station < len(stations) else None
        nearest = own if own in free else max(free, key=lambda place: len(expected[place] & match))
        moved = [at for at in (2 * nearest, 2 * nearest + 1) if places[at] not in match]
        for at, instead in zip(moved, sorted(match - expected[nearest]), strict=False):
            if instead in places:
                places[places.index(instead)] = places[at]
            places[at] = instead
    return places


def _scores(
    earlier: EarlierRounds, number: int, couples: Sequence[tuple[int, int]], known: Collection[int]
) -> dict[int, Fraction]:
    """Return what each has in its match of a round, if anything counts there. `known` have had a match before.

    Two contestants meet once, so that a result need not say its round.
    """
    meeting = {frozenset(couple) for couple in couples}
    results = [
        result
        for result in earlier.results
        if result.round in {None, number} and frozenset(result.contestants) in meeting
    ]
    playing = {contestant for result in results for contestant in result.contestants}
    extras = [
        extra
        for extra in earlier.extras
        if extra.kind in {"adjustment", "carry", "penalty"} and extra.contestant in playing
        if extra.round == number or (extra.round is None and extra.contestant not in known)
    ]
    if earlier.comparison is None:
        results = list(map(_with_imps_as_points, results))
    in_games = any(result.games for result in results)
    comparison = Points(games=True) if in_games else earlier.comparison or Total()
    compared = comparison.compare(results, extras)
    counted = {
        contestant
        for result, scores in zip(results, compared.scores, strict=True)
        for contestant, score in zip(result.contestants, scores, strict=True)
        if score is not None
    }
    standings = (standing for standing in compared.standings if standing.contestant in counted)
    ranks = {standing.contestant: standing.ranks_by for standing in standings if standing.ranks_by}
    level = {
        contestant
        for first, second in couples
        if in_games and first in ranks and second in ranks and ranks[first][0] == ranks[second][0]
        for contestant in (first, second)
    }
    return {contestant: ranks_by[contestant in level] for contestant, ranks_by in ranks.items()}


def _with_imps_as_points(result: Result) -> Result:
    return result if result.imps is None else result._replace(points=(result.imps, -result.imps))


def _won_by(
    extras: Iterable[Extra],
    number: int,
    couple: tuple[int, int],
    scores: dict[int, Fraction],
    absent: Collection[int],
) -> int | None:
    named = [
        extra.contestant
        for extra in extras
        if extra.kind == "wins" and extra.round == number and extra.contestant in couple
    ]
    if named:
        return named[-1]
    first, second = (scores.get(contestant) for contestant in couple)
    if first is not None and second is not None and first != second:
        return couple[first < second]
    present = [contestant for contestant in couple if contestant not in absent]
    return None if len(present) == len(couple) else max(present, default=NOBODY)
