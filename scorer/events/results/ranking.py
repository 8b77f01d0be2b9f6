"""The ranking as pages show it."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from typing import Any

from django.db.models import Q
from django.utils.translation import get_language, gettext, gettext_lazy

from scorer.contest.ranking import Ranked, needed_deals
from scorer.contest.results import ScoreUnit
from scorer.events.contestants import ContestantRow
from scorer.events.models import Event, section_letter
from scorer.events.results.event_results import EventResults
from scorer.events.results.units import COLUMNS, counted_in, figure_in, has_decimals, worth_of
from scorer.history.models import Revision
from scorer.registry.contest_words import MATCH_RULES, TIE_BREAKS, TIE_RULES
from scorer.web.formatting import ordinal, score

MOST_COLUMNS = 6
"""The number of rounds for which a ranking has columns. The scores of more stand in a line below the name."""


MATCH_RULE_OF_KNOCKOUT = gettext_lazy(
    "Whoever wins more games goes on. If a match ends when these are level, whoever has more points does."
)
SHARED = gettext_lazy("Those who are level share the place.")
SHARED_OUT = gettext_lazy("Those who are out in the same round share the place.")


@dataclass(frozen=True, slots=True)
class StandingRow:
    place: int | None
    """Like the score, None as long as nothing that it played has been compared. None, too, if that is too little."""
    contestant: ContestantRow
    score: float | None
    percent: float | None
    top: int | None
    """The most that it could have scored, where there is such a limit."""
    deals: int
    tie_break: str = ""
    """What decided the place besides the score, in words: what broke a tie, or when it was knocked out."""
    groups: tuple[tuple[str, int], ...] = ()
    """Each group of the contestant, with its place among those of this group."""
    rounds: tuple[tuple[int, float | None], ...] = ()
    """The number of each round, and what it scored there; None where it did not play."""
    besides: float | None = None
    """What it scored in no round, such as a carry-over. With the rounds, it adds up to the score."""
    unit: ScoreUnit = "points"
    decimals: bool = False
    """Whether one of the scores of the field is not whole, so that all are shown with decimals."""
    needed: int = 0
    """How many deals it would have needed for a place, if it has played too few."""

    @property
    def why_no_place(self) -> str:
        """What to say in place of a place: nothing, unless it has played too few deals."""
        said = {"played": self.deals, "needed": self.needed}
        return gettext("no place: %(played)s played, at least %(needed)s needed") % said if self.needed else ""

    @property
    def figure(self) -> str:
        """The score without its unit: "+7.33", "1,250"."""
        return figure_in(self.unit, self.score, decimals=self.decimals)

    @property
    def by_round(self) -> list[tuple[int, str]]:
        """The number of each round or session, and the score or the percentage there."""
        if self.percent is not None:
            return [(number, score(worth, decimals=True)) for number, worth in self.rounds]
        return [(number, figure_in(self.unit, worth, decimals=self.decimals)) for number, worth in self.rounds]

    @property
    def besides_figure(self) -> str:
        return figure_in(self.unit, self.besides, decimals=self.decimals)

    @property
    def worth(self) -> str:
        """What it is ranked by: "63.21 %", "+7.33 IMPs", "1,250"."""
        return worth_of(self.unit, self.score, self.percent, decimals=self.decimals)

    @property
    def in_words(self) -> list[str]:
        """The same with all that goes with it: "46.30 %" and "16.67 matchpoints"."""
        said = counted_in(self.unit, self.score or 0)
        return [said] if self.percent is None else [self.worth, said]


@dataclass(frozen=True, slots=True)
class Field:
    """Who is ranked together; the number of the side where each side is ranked by itself, the letter of the section
    where each section is."""

    side: int | None
    standings: tuple[StandingRow, ...]
    section: str = ""
    side_name: str = ""
    """N–S, where the game names its sides."""
    rounds: tuple[int, ...] = ()
    """The numbers of the rounds whose scores are added up. None where deals are compared."""
    tie_rule: Any = ""
    """How ties were broken, if there were any."""
    match_rule: Any = ""
    """What decides a round, if it is a match of games."""
    unit: Any = ""
    """What the column of scores is called, if it is not simply the score."""
    title: str = ""
    """What it is called, if not the ranking."""
    after_round: int | None = None
    """The number of the round after which it is, while the event goes on."""

    @property
    def cache_key(self) -> str:
        """Everything that is shown of it."""
        return f"{get_language()} {self!r}"

    @property
    def columns(self) -> tuple[int, ...]:
        """The rounds that have columns of their own."""
        return self.rounds if len(self.rounds) <= MOST_COLUMNS else ()

    @property
    def has_besides(self) -> bool:
        return any(standing.besides is not None for standing in self.standings)


def fields_of(results: EventResults, people: dict[int, ContestantRow]) -> list[Field]:
    """Return none if the ranking is shown later."""
    ranked_by = results.ranked
    if ranked_by is None:
        return []
    fields: dict[tuple[str, int | None], list[Ranked]] = {}
    for ranked in ranked_by.ranking.places:
        section = "" if ranked.section is None else section_letter(int(ranked.section))
        fields.setdefault((section, ranked.standing.field), []).append(ranked)
    names = results.event.side_names
    rounds, scores = _round_scores(ranked_by)
    tie_breaks = () if ranked_by.out else ranked_by.comparison.tie_breaks()
    unit = ranked_by.comparison.unit
    return [
        Field(
            side,
            _with_groups(
                in_column(
                    [
                        _knocked_out(
                            standing_row(ranked, people, unit, tie_breaks, (rounds, scores), needed=needed),
                            ranked_by.out,
                        )
                        for ranked in of_field
                    ]
                )
            ),
            section,
            names[side - 1] if names and side else "",
            rounds,
            SHARED_OUT if ranked_by.out else _tie_rule(of_field, tie_breaks),
            unit=COLUMNS.get(unit, ""),
            match_rule=_match_rule(ranked_by),
            after_round=ranked_by.after_round,
        )
        for (section, side), of_field in fields.items()
        for needed in [needed_in(ranked_by, of_field)]
    ]


def in_column(standings: Sequence[StandingRow]) -> tuple[StandingRow, ...]:
    """Let all scores that stand below or beside each other have the same number of decimals."""
    scores = (
        worth
        for standing in standings
        for worth in (standing.score, standing.besides, *(worth for _number, worth in standing.rounds))
    )
    decimals = has_decimals(scores)
    return tuple(replace(standing, decimals=decimals) for standing in standings)


def _knocked_out(standing: StandingRow, out: Mapping[int, int]) -> StandingRow:
    lost_in = out.get(standing.contestant.number)
    return replace(standing, tie_break=gettext("out in round %(n)s") % {"n": lost_in}) if lost_in else standing


def needed_in(results: EventResults, of_field: Sequence[Ranked]) -> int:
    """Return how many deals are needed for a place in the field of these."""
    return needed_deals((ranked.standing for ranked in of_field), results.minimum)


def _with_groups(standings: Sequence[StandingRow]) -> tuple[StandingRow, ...]:
    """Give each group places of its own: those who share a place in the field share it there, too.

    A group to which everybody belongs says nothing.
    """
    ranked = [standing for standing in standings if standing.place is not None]
    names = dict.fromkeys(group for standing in ranked for group in standing.contestant.groups)
    places: dict[int, list[tuple[str, int]]] = {}
    for name in names:
        members = [standing for standing in ranked if name in standing.contestant.groups]
        if len(members) < len(ranked):
            in_field = [standing.place for standing in members]
            for standing in members:
                places.setdefault(standing.contestant.number, []).append((name, in_field.index(standing.place) + 1))
    return tuple(replace(standing, groups=tuple(places.get(standing.contestant.number, ()))) for standing in standings)


RoundScores = dict[int, dict[int | None, Fraction]]
"""By contestant and round; those of no round under None."""


def _round_scores(results: EventResults) -> tuple[tuple[int, ...], RoundScores]:
    """Return the rounds whose scores are added up, and what each contestant scored in them and besides."""
    scores: RoundScores = defaultdict(lambda: defaultdict(Fraction))
    if results.comparison.by_deal and not results.comparison.by_meeting:
        return (), scores
    counted = set()
    for line, of_contestants in results.scored:
        number = line.sitting.round.number if line.result.match is None else int(line.result.match)
        meeting = number, frozenset(line.result.contestants)
        for contestant, worth in zip(line.result.contestants, of_contestants, strict=True):
            if worth is not None and (contestant, meeting) not in counted:
                scores[contestant][number] += worth
                if results.comparison.by_meeting:  # each line has the score of its whole meeting
                    counted.add((contestant, meeting))
    for extra, worth in zip(results.extras, results.ranking.extras, strict=True):
        if worth or extra.kind == "bye":
            scores[extra.contestant][extra.round] += worth
    return tuple(sorted({sitting.round.number for sitting in results.sittings})), scores


def _tie_rule(of_field: Sequence[Ranked], tie_breaks: tuple[str, ...]) -> Any:
    if any(ranked.tied_by for ranked in of_field):
        return TIE_RULES[tie_breaks]
    places = [ranked.place for ranked in of_field if ranked.standing.ranks_by and ranked.place is not None]
    return SHARED if len(places) > len(set(places)) else ""


def _match_rule(results: EventResults) -> Any:
    if not results.comparison.games:
        return ""
    return MATCH_RULE_OF_KNOCKOUT if results.event.eliminates else MATCH_RULES[results.comparison.name]


def standing_row(
    ranked: Ranked,
    people: dict[int, ContestantRow],
    unit: ScoreUnit,
    tie_breaks: tuple[str, ...] = (),
    by_round: tuple[tuple[int, ...], RoundScores] = ((), {}),
    *,
    needed: int = 0,
) -> StandingRow:
    """`needed` is how many deals a place in its field takes."""
    standing, is_compared = ranked.standing, bool(ranked.standing.ranks_by)
    rounds, scores = by_round
    own = scores.get(standing.contestant, {})
    tie_break = ""
    if ranked.tied_by in tie_breaks:
        tie_break = tie_break_text(ranked.tied_by, standing.ranks_by[1 + tie_breaks.index(ranked.tied_by)])
    return StandingRow(
        ranked.place if is_compared else None,
        people[standing.contestant],
        float(standing.score) if is_compared else None,
        None if standing.percent is None else float(standing.percent),
        standing.top,
        standing.deals,
        tie_break,
        rounds=tuple((number, float_or_none(own.get(number))) for number in rounds),
        besides=float_or_none(own.get(None)),
        unit=unit,
        needed=needed if ranked.place is None else 0,
    )


def tie_break_text(name: str, value: Fraction) -> str:
    """Return "by solos won: 3"."""
    worth = float(value)
    return str(TIE_BREAKS[name] % {"n": score(abs(worth) if name == "lost" else worth)})


def standing_parts(standing: StandingRow, ranked: int) -> list[str]:
    """Return "4th of 7", "46.30 %" and "16.67 matchpoints". `ranked` is the number of those who are ranked together."""
    said = [gettext("%(place)s of %(count)s") % {"place": ordinal(standing.place or 0), "count": ranked}]
    return [*said, *standing.in_words]


def float_or_none(worth: Fraction | None) -> float | None:
    return None if worth is None else float(worth)


CHANGES_NO_RESULT = ("links", "change", "prizes", "squads", "hand_records", "next_session", "make_final")
"""The actions of an event that are no corrections of its ranking."""


@dataclass(frozen=True, slots=True)
class Finish:
    """What became of the ranking since the event was finished."""

    corrections_until: datetime
    """The end of the correction period."""
    corrected_at: datetime | None
    moved: list[tuple[ContestantRow, int | None, int | None]]
    """Who has another place now: the place at the finish, and the one now."""


def finish_of(results: EventResults, people: dict[int, ContestantRow]) -> Finish | None:
    event = results.event
    if event.state != Event.State.FINISHED or event.corrections_until is None:
        return None
    tables = [sitting.table_id for sitting in results.sittings]
    finished = Revision.objects.of(Revision.Kind.EVENT, event.pk).filter(action="finish").last()
    at_tables = Q(table_id__in=tables) & (
        Q(kind=Revision.Kind.HAND) | Q(kind=Revision.Kind.TABLE, action__in=("swap", "variant"))
    )
    of_event = Q(kind=Revision.Kind.EVENT, object_id=event.pk) & ~Q(action__in=CHANGES_NO_RESULT)
    changes = Revision.objects.filter(at_tables | of_event, pk__gt=finished.pk if finished else 0)
    corrected_at = changes.values_list("at", flat=True).last()
    before = finished.after.get("places", {}) if finished else {}
    moved = [
        (people[number], before[str(number)], ranked.place)
        for ranked in (results.ranking.places if corrected_at else ())
        for number in [ranked.standing.contestant]
        if before.get(str(number), ranked.place) != ranked.place
    ]
    return Finish(event.corrections_until, corrected_at, moved)
