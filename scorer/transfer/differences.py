"""In what a file of another program differs from what Scorer makes of the same results."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import chain, islice, repeat
from typing import Any

from django.utils.translation import gettext as _

from scorer.contest.ranking import Comparison, Ranking, Setting, rank, rank_by_section
from scorer.contest.report import Report, ReportedContestant, ReportedResult
from scorer.contest.result_lines import read_extra, read_result
from scorer.contest.results import Extra
from scorer.events.models import Event
from scorer.events.planning.comparison_words import comparison_in_words
from scorer.events.results.comparisons import comparison_of
from scorer.registry import GameConfig
from scorer.transfer.parsed import Remark
from scorer.transfer.report_results import extra_line, matches_in, ranked_apart, result_line
from scorer.web.formatting import score

MOST = 200
"""So many differences are named."""
OF_A_RESULT, OF_A_RANKING = Fraction(1, 10), Fraction(1, 100)
"""Programs write what a result is worth with one decimal, and a ranking with two, some rounded and some cut off."""


USUAL_NUMBERS = (0, 1, 2, 10)
"""What is tried for a setting that is a number."""
MOST_SETTINGS = 2
"""So many settings of the comparison are changed until it fits."""
MOST_FITTED = 5_000
"""Results: those of 64 teams in eight rounds of eight boards. With more, nothing is tried, since it takes too long."""


Difference = Callable[[], Remark]
"""What to say of a difference, which takes longer than to find it."""


class Differences:
    """What a file says otherwise, compared as the file's own figures fit best.

    Programs divide IMPs differently, and leave different results out of a datum. Their files do not say how, but show
    it in what results are worth.
    """

    def __init__(self, report: Report, game: GameConfig, playing: Sequence[Collection[int]]) -> None:
        """`playing` are the numbers of the contestants who play, round by round."""
        self.report, self.game = report, game
        self.points = [_points(result, game) for result in report.results]
        matches = matches_in(report) if report.competes == "teams" else {}
        lines = [result_line(report, result, own) for result, own in zip(report.results, self.points, strict=True)]
        for result, line in zip(report.results, lines, strict=True):
            if matches:
                line["match"] = matches[frozenset(result.contestants), result.deal]
        self.results = [read_result(line)[0] for line in lines]
        self.byes = list(_byes(report, playing))
        self.besides: list[Extra] = []
        """What counts besides results, if the scores of the file are as if it did."""
        self.unranked: frozenset[int] = frozenset()
        """Who has results, but no place in the file, if the others are then rather where the file has them."""
        self.settings = self._fitting_settings()
        """Those of the comparison that are not the usual ones."""
        self.besides = self._fitting_extras()
        self.unranked = self._fitting_unranked()

    def remarks(self) -> Iterator[Remark]:
        if self.settings:
            said = comparison_in_words(self._event(self.settings))
            yield Remark(0, _("Compared as the figures of the file fit best: %(settings)s.") % {"settings": said})
        every = chain(_of_points(self.report, self.game, self.points), self._of_ranking(self.settings))
        named = list(islice(every, MOST + 1))
        yield from (difference() for difference in named[:MOST])
        if len(named) > MOST:
            yield Remark(0, _("There are more differences."))

    def _fitting_settings(self) -> dict[str, Any]:
        """Return nothing unless other settings than the usual ones leave fewer differences."""
        settings: dict[str, Any] = {}
        fewest = self._count(settings) if len(self.results) <= MOST_FITTED else 0
        for _changed in range(MOST_SETTINGS):
            for candidate in self._candidates(settings) if fewest else ():
                count = self._count(candidate, fewest)
                if count < fewest:
                    fewest, settings = count, candidate
        return settings

    def _fitting_extras(self) -> list[Extra]:
        without = self._count(self.settings)
        self.besides = [
            replace(read_extra({"contestant": contestant.number} | line)[0], section=contestant.section or 1)
            for contestant in self.report.contestants
            if (line := extra_line(contestant))
        ]
        return self.besides if self.besides and self._count(self.settings) < without else []

    def _fitting_unranked(self) -> frozenset[int]:
        played = {number for result in self.results for number in result.contestants}
        unranked = frozenset(row.number for row in self.report.contestants if row.place is None) & played
        if not unranked:
            return unranked
        wrong = self._wrong_places()
        self.unranked = unranked
        return unranked if self._wrong_places() < wrong else frozenset()

    def _wrong_places(self) -> int:
        """Return how many have another place here. Files may leave out the places of most."""
        own = {ranked.standing.contestant: ranked.place for ranked in self._ranking(self.settings).places}
        return sum(row.place not in {None, own.get(row.number)} for row in self.report.contestants)

    def _candidates(self, settings: dict[str, Any]) -> list[dict[str, Any]]:
        return [
            settings | {setting.name: value}
            for setting in self._comparison(settings).choosable
            if setting.name not in settings
            for value in _values(setting)
        ]

    def _count(self, settings: dict[str, Any], most: int | None = None) -> int:
        return sum(1 for _difference in islice(self._of_ranking(settings), most))

    def _of_ranking(self, settings: dict[str, Any]) -> Iterator[Difference]:
        ranking = self._ranking(settings)
        yield from _of_worths(self.report, self.game, ranking)
        yield from _of_matches(self.report, ranking)
        ranked = [row for row in self.report.contestants if row.number not in self.unranked]
        yield from _of_places(ranked, ranking)

    def _ranking(self, settings: dict[str, Any]) -> Ranking:
        comparison = self._comparison(settings)
        how = rank_by_section if ranked_apart(self.report) else rank
        unranked = [Extra(number, "without_standing") for number in self.unranked]
        return how(comparison, self.results, [*self.besides, *unranked, *(self.byes if comparison.byes else [])])

    def _comparison(self, settings: dict[str, Any]) -> Comparison:
        return comparison_of(self._event(settings))

    def _event(self, settings: dict[str, Any]) -> Event:
        report = self.report
        return Event(
            game=self.game.slug,
            preset=self.game.default_variant,
            competes=report.competes,
            comparison=report.comparison,
            comparison_settings=settings,
            winners=report.winners,
        )


def _values(setting: Setting) -> Sequence[str | int | bool]:
    return setting.choices or [number for number in USUAL_NUMBERS if setting.least <= number <= setting.most]


def _byes(report: Report, playing: Sequence[Collection[int]]) -> Iterator[Extra]:
    for number, numbers in enumerate(playing, start=1):
        for contestant in report.contestants:
            if contestant.number not in numbers:
                yield Extra(contestant.number, "bye", round=number, section=contestant.section or 1)


def _points(result: ReportedResult, game: GameConfig) -> int:
    """Return what the game's rules give to the first side; the points of the file where there is no contract."""
    if result.entry is None:
        return result.points or 0
    variant = game.rules.PRESETS[game.default_variant]
    return game.rules.replay([result.entry], variant, game.seat_counts[0])[0].points[0]


def _of_points(report: Report, game: GameConfig, points: list[int]) -> Iterator[Difference]:
    for result, own in zip(report.results, points, strict=True):
        if result.points is not None and result.points != own:
            yield partial(_said_of_points, result, game, own)


def _said_of_points(result: ReportedResult, game: GameConfig, own: int) -> Remark:
    said = {"result": _name(result, game), "own": score(own), "theirs": score(result.points)}
    return Remark(result.line, _("%(result)s: %(own)s points here, %(theirs)s in the file.") % said)


def _of_worths(report: Report, game: GameConfig, ranking: Ranking) -> Iterator[Difference]:
    """Matchpoints are compared as shares of the top, since half of the world gives half as many."""
    sums: dict[int, Counter[Fraction]] = defaultdict(Counter)
    for result in report.results:
        if None not in result.scores:
            sums[result.deal][sum(filter(None, result.scores), Fraction(0))] += 1
    worths = ranking.by_line or ranking.scores
    for result, scores, top in zip(report.results, worths, ranking.tops or repeat(None), strict=False):
        first, second = result.scores
        if first is None or second is None or scores[0] is None or scores[1] is None or top == 0:
            continue
        share = sums[result.deal].most_common(1)[0][0] / top if top else Fraction(1)
        own = scores[0] * share, scores[1] * share
        if max(abs(own[0] - first), abs(own[1] - second)) > OF_A_RESULT:
            yield partial(_said_of_worth, result, partial(_name, result, game), own, (first, second))


def _of_matches(report: Report, ranking: Ranking) -> Iterator[Difference]:
    """Name each match once, whose results have the score of all of it."""
    matches, had = matches_in(report), set()
    for result, scores in zip(report.results, ranking.scores, strict=True) if ranking.by_line else ():
        couple = frozenset(result.contestants)
        key = couple, matches[couple, result.deal]
        (first, second), (own, other) = result.of_match, scores
        if key in had or first is None or second is None or own is None or other is None:
            continue
        had.add(key)
        if max(abs(own - first), abs(other - second)) > OF_A_RANKING:
            yield partial(_said_of_worth, result, partial(_named_match, result, key[1]), (own, other), (first, second))


def _said_of_worth(
    result: ReportedResult,
    name: Callable[[], str],
    own: tuple[Fraction, Fraction],
    theirs: tuple[Fraction, Fraction],
) -> Remark:
    said = {"result": name(), "own": _both(*own), "theirs": _both(*theirs)}
    return Remark(result.line, _("%(result)s: worth %(own)s here, %(theirs)s in the file.") % said)


def _of_places(contestants: Sequence[ReportedContestant], ranking: Ranking) -> Iterator[Difference]:
    ranked = {ranked.standing.contestant: ranked for ranked in ranking.places}
    for contestant in contestants:
        own = ranked.get(contestant.number)
        if own is None:
            yield partial(_said_of_absence, contestant)
            continue
        if contestant.place is not None and contestant.place != own.place:
            yield partial(_said_of_place, contestant, own.place)
        standing, unit = own.standing, ""
        pair: tuple[Fraction | None, Fraction | None] = (standing.score, contestant.score)
        if contestant.percent is not None and standing.percent is not None:
            pair, unit = (standing.percent, contestant.percent), " %"
        if pair[0] is not None and pair[1] is not None and abs(pair[0] - pair[1]) > OF_A_RANKING:
            yield partial(_said_of_score, contestant, pair[0], pair[1], unit)


def _said_of_absence(contestant: ReportedContestant) -> Remark:
    return Remark(contestant.line, _("%(name)s: no result in the file.") % {"name": _people(contestant)})


def _said_of_place(contestant: ReportedContestant, own: int | None) -> Remark:
    said = {"name": _people(contestant), "own": own or "–", "theirs": contestant.place}
    return Remark(contestant.line, _("%(name)s: place %(own)s here, %(theirs)s in the file.") % said)


def _said_of_score(contestant: ReportedContestant, own: Fraction, theirs: Fraction, unit: str) -> Remark:
    said = {"name": _people(contestant), "own": score(float(own)) + unit, "theirs": score(float(theirs)) + unit}
    return Remark(contestant.line, _("%(name)s: %(own)s here, %(theirs)s in the file.") % said)


def _named_match(result: ReportedResult, number: int) -> str:
    """Return "Round 2, 3 – 12"."""
    where = [_("Round %(number)s") % {"number": number}] if number else []
    return ", ".join([*where, " – ".join(map(str, result.contestants))])


def _name(result: ReportedResult, game: GameConfig) -> str:
    """Return "Board 7, 3 – 12"."""
    return f"{game.named_deals([result.deal])}, {' – '.join(map(str, result.contestants))}"


def _both(first: Fraction, second: Fraction) -> str:
    return f"{score(float(first))} – {score(float(second))}"


def _people(contestant: ReportedContestant) -> str:
    return contestant.name or " & ".join(player.name for player in contestant.players)
