"""What is chosen for an event, in words."""

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scorer.events.models import Event, Round
from scorer.events.planning.families import family_of, round_count, title_of
from scorer.events.planning.movement import PlannedRound, per_round_of
from scorer.registry import GameConfig
from scorer.registry.words import labelled

STEP = 5
"""Lengths are rounded up to a multiple of this many minutes."""
REST = (
    "rounds",
    "per_round",
    "minutes",
    "round_minutes",
    "rounds_follow",
    "confirms",
    "ranking_shown",
    "correction_minutes",
)
"""The fields that `rest_in_words` says something about."""


def usual_name(game: GameConfig, day: date, *, competes: str = Event.Competes.SIDES) -> str:
    """Return what an event of this day is called if nobody says otherwise: "Tuesday pairs, 24 Nov"."""
    said = {"weekday": date_format(day, "l"), "date": date_format(day, _("j M")), "game": game.title}
    if competes == Event.Competes.PLAYERS:
        return _("%(weekday)s individual, %(date)s") % said
    if competes == Event.Competes.TEAMS:
        return _("%(weekday)s teams, %(date)s") % said
    pairs = len(game.rules.sides(game.seat_counts[0])[0]) > 1
    return _("%(weekday)s pairs, %(date)s") % said if pairs else _("%(weekday)s %(game)s, %(date)s") % said


def rest_in_words(event: Event) -> str:
    """Return what was chosen beside the house rules and the comparison: "3 h 30 min; the plan decides rounds ..."."""
    return pgettext("between parts of a sentence", "; ").join(_rest(event))


def _rest(event: Event) -> Iterator[str]:
    yield time_in_words(event.minutes) if event.minutes else _("no time limit")
    yield _lengths(event)
    if event.round_minutes == 0:
        yield _("no clock")
    elif event.round_minutes:
        yield _("%(n)d min per round") % {"n": event.round_minutes}
    if event.rounds_follow:
        yield _("rounds follow by themselves")
    if event.confirms:
        yield _("the other side accepts each result")
    yield {
        Event.RankingShown.AT_ONCE: _("ranking at once"),
        Event.RankingShown.EACH_ROUND: _("ranking after each round"),
        Event.RankingShown.AT_THE_END: _("ranking at the end"),
    }[Event.RankingShown(event.ranking_shown)]
    if event.correction_minutes != Event().correction_minutes:
        yield _("corrections for %(time)s") % {"time": time_in_words(event.correction_minutes)}


def _lengths(event: Event) -> str:
    rounds = rounds_in_words(event.rounds or 0, None, event.config, event.target, event.games)
    if event.per_round:
        if event.rounds:
            return rounds_in_words(event.rounds, event.per_round, event.config)
        deals = event.config.counted_deals % {"n": event.per_round}
        return _("rounds of %(deals)s, as many as the plan has") % {"deals": deals}
    if event.numbers_deals:
        return (
            _("%(rounds)s, the plan decides how long") % {"rounds": rounds}
            if event.rounds
            else _("the plan decides the number and length of the rounds")
        )
    if event.target and event.rounds:
        return rounds
    if event.target and (event.games or 0) > 1:
        said = {"games": event.games, "n": event.target}
        return _("the plan decides the rounds, each until a side has won %(games)d games to %(n)d points") % said
    if event.target:
        return _("the plan decides the rounds, each to %(n)d points") % {"n": event.target}
    return (
        _("%(rounds)s of as many deals as the tables like") % {"rounds": rounds}
        if event.rounds
        else _("the plan decides the rounds, the tables how many deals they play")
    )


def planned_in_words(event: Event, rounds: Sequence[Round]) -> str:
    """Return what was chosen as the plan: "Planned: Howell, 7 rounds of 4 deals, 2 h 55 min"."""
    sittings = rounds[0].sittings.prefetch_related("sides")
    family, minutes, count = family_of(event), event.minutes_for(sittings), round_count(event, len(rounds))
    parts = [title_of(event.format, family)] if family else []
    parts.append(rounds_in_words(count, per_round_of(event, sittings), event.config, event.target, event.games))
    if minutes:
        parts.append(time_in_words(count * minutes).replace(" ", "\N{NO-BREAK SPACE}"))
    return _("Planned: %(plan)s") % {"plan": ", ".join(parts)}


def copies_in_words(rounds: Sequence[PlannedRound], copies: int | None) -> str:
    """Return which deals are needed and how often: "Boards 1–24: 6 copies". Nothing if each is needed once."""
    deals = sorted({deal for planned in rounds for sitting, _people in planned.sittings for deal in sitting.deals})
    if not deals or copies in {None, 1}:
        return ""
    said = ngettext("%(n)d copy", "%(n)d copies", copies or 1) % {"n": copies}
    return labelled(rounds[0].round.event.config.named_deals(deals), said)


def rounds_in_words(
    count: int, per_round: int | None, game: GameConfig, target: int | None = None, games: int | None = None
) -> str:
    """`target` are the points to which rounds without a number of deals are played, if any.

    `games` are the won games, each to the target, that end such a round, if it is a match of games.
    """
    said: dict[str, Any] = {"n": count}
    if not per_round and target and (games or 0) > 1:
        said |= {"target": target, "games": games}
        return (
            ngettext(
                "%(n)d round until a side has won %(games)d games to %(target)d points",
                "%(n)d rounds, each until a side has won %(games)d games to %(target)d points",
                count,
            )
            % said
        )
    if not per_round and target:
        said["target"] = target
        return ngettext("%(n)d round to %(target)d points", "%(n)d rounds to %(target)d points", count) % said
    if not per_round:
        return ngettext("%(n)d round", "%(n)d rounds", count) % said
    said["deals"] = game.counted_deals % {"n": per_round}
    return ngettext("%(n)d round of %(deals)s", "%(n)d rounds of %(deals)s", count) % said


def time_in_words(minutes: int) -> str:
    hours, rest = divmod(-(-minutes // STEP) * STEP, 60)
    said = [_("%(n)d h") % {"n": hours}] if hours else []
    return " ".join([*said, _("%(n)d min") % {"n": rest}] if rest or not hours else said)
