"""Turns codes into sentences from a game's labels, with players' names in place of seat numbers."""

import re
from collections.abc import Callable, Mapping
from itertools import compress
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy, pgettext

from scorer.registry.config import GameConfig
from scorer.scoring import Notice, Problem, Reason

COMMON_PROBLEMS: Mapping[str, Any] = {
    "required": _("Please fill this in."),
    "required_choice": _("Please choose."),
    "unknown": _("There is no field with this name."),
    "object": _("Expected an object with the fields of one hand."),
    "list": _("Expected a list."),
    "too_many": _("A list of at most %(most)s items is expected."),
    "choice": _("Choose one of: %(choices)s."),
    "true_false": _("Expected true or false."),
    "whole_number": _("Expected a whole number."),
    "number_range": _("Expected a number from %(least)s to %(most)s."),
    "half_number": _("Expected a number in halves, such as 40 or 40.5."),
    "out_of_range": _("This number is out of range."),
    "text": _("Expected a short text."),
    "not_json": _("This line is not a JSON object."),
    "too_long": _("This line is too long."),
    "named_twice": _("The name %(name)s appears twice in one object."),
    "seats": _("This game is played with %(counts)s seats."),
    "twice": _("A player can sit in only one place."),
    "all_zero": _("Give points to somebody."),
    "two_seats": _("Choose two different seats."),
    "no_hand": _("There is no hand with this number."),
    "other_table": _("A hand can only be moved to another table of the same game."),
    "other_player": _("Choose another player of this club."),
    "number": _("Expected a number."),
    "number_twice": _("Give each number only once."),
    "two_sides": _("Points for one side alone can be given only where two sides play."),
    "no_plan_line": _("This line belongs neither to a plan nor to results."),
    "too_few_contestants": _("At least %(least)s contestants are needed."),
    "squads_of": _("All contestants must be in squads of %(count)s."),
    "undecided": _("Nobody has won the match of %(first)s and %(second)s in round %(round)s."),
    "all_rounds_drawn": _("The final has been played."),
    "no_hand_record": _("The cards of number %(deal)s cannot be read."),
    "no_movement": _("This is no movement in a form that Scorer reads."),
    "movement_ends_early": _("The file ends before the last table of its movement."),
    "xml_broken": _("This is no XML, or it breaks off here."),
    "xml_entities": _("This file declares entities, which are not read."),
    "xml_large": _("This file is too large."),
    "too_long_movement": _("The file is too long for a movement."),
    "no_table": _("“%(text)s” is no table. Write those who play and the set, as in 1-8:3."),
    "no_column": _("These columns are missing: %(columns)s."),
    "whole_numbers": _("Expected whole numbers: %(columns)s."),
    "table_twice": _("Table %(table)s is there twice in round %(round)s."),
    "no_set": _("Expected a set of %(count)s boards, such as those of the other lines."),
    "as_many_tables": _("Expected a line for each of %(count)s tables, and found %(found)s."),
    "movement_of": _("This movement is for %(count)s contestants, or for one less."),
    "not_sound": _("This movement is not sound."),
    "of_pairs": _("This movement has two pairs at a table. Here it takes four players."),
    "of_players": _("This movement has four players at a table. Here it takes two pairs."),
    "weave_tables": _("A weave needs a number of tables that can be divided by four."),
    "web_tables": _("A web needs at least %(least)s tables."),
    "text_or_number": _("Expected a short text or a whole number."),
    "one_of": _("Give exactly one of these fields: %(names)s."),
    "as_many": _("Expected a list of %(count)s numbers."),
    "share": _("Expected a share of less than a half, such as 0.1 or 1/7."),
    "not_rising": _("Expected numbers above 0, each higher than the one before."),
    "weights": _("Expected pairs of a weight and points. The weights must add up to 1."),
    "no_average": _("This comparison does not allow artificial scores in percent."),
    "no_games": _("This comparison does not count games. With wins or points, set “games” to true."),
    "no_imps": _("This comparison does not allow the IMPs of whole matches."),
    "no_deals": _("Set the length of a match, as in deals=8. The scale depends on it."),
    "not_two_sides": _("This comparison needs two contestants at a table."),
    "no_scale": _("There is no scale for a table of %(size)s."),
    "scale_length": _("A scale for tables of %(size)s needs %(size)s numbers."),
    "deal_again": _("Contestant %(contestant)s already has a result for number %(deal)s."),
    "expected_differs": _("Another line says that number %(deal)s should have %(expected)s results."),
    "other_deal": _("This table plays numbers %(first)s to %(last)s."),
    "deal_played": _("Number %(deal)s has been played at this table already."),
    "all_deals_played": _("All hands of this table have been played."),
    "deal_range": _("Expected a number of hands, such as 16."),
    "deal_numbers": _("Expected the first and the last number, such as 1-24, or a number of hands."),
    "no_such_seat": _("Choose a seat from 1 to %(last)d."),
    "seat_twice": _("The same player is here twice. Choose different ones."),
    "all_play": _("Nobody sits out at this table: leave this empty."),
    "how_many_sit_out": ngettext_lazy("Choose the player who sits out.", "Choose the %(n)d players who sit out.", "n"),
    "out_of_turn": _("It was %(seat)s's turn to deal and sit out. Is this right?"),
    "same_as_before": _("This hand is the same as the one before. Was it entered twice?"),
    "partners_differ": _("Partners score together: give both the same points."),
}

SeatName = Callable[[int], str]


def reason_text(game: GameConfig, reason: Reason, seat_name: SeatName) -> str:
    return _say(game.labels.REASONS.get(reason.code), reason, reason.params, seat_name)


def problem_text(game: GameConfig, problem: Problem, seat_name: SeatName) -> str:
    """Return the sentence of a problem or warning: the game's own, or else the common one."""
    sentence = game.labels.PROBLEMS.get(problem.code) or COMMON_PROBLEMS.get(problem.code)
    return _say(sentence, problem, {"choices": "", **problem.params}, seat_name)


def common_text(problem: Problem) -> str:
    """Return the sentence of a problem that concerns no particular game or seat."""
    return _say(COMMON_PROBLEMS.get(problem.code), problem, {"choices": "", **problem.params}, str)


def notice_text(game: GameConfig, notice: Notice, seat_name: SeatName) -> str:
    return _say(game.labels.NOTICES.get(notice.code), notice, {"side": notice.side, **notice.params}, seat_name)


def field_text(game: GameConfig, name: str) -> str:
    return str(game.labels.FIELDS.get(name, name))


def variant_text(game: GameConfig, variant: Any, deals: int | None = None, seats: int = 0) -> str:
    """Return the name of the preset, or a note that the house rules are the club's own.

    A table that was given so many deals has the name of the preset, although not its length.
    """
    preset = game.preset_of(game.without_deals(variant, deals, seats))
    return str(game.labels.VARIANTS[preset] if preset else _("own house rules"))


def variant_story(game: GameConfig, variant: Any) -> str:
    """Return the name of the nearest preset, with what the club has changed in it.

    The fields count in the order in which the game lists them, so a preset of another scoring is never the nearest.
    """
    fields = game.labels.VARIANT_FIELDS

    def changed(preset: Any) -> list[bool]:
        return [getattr(variant, name) != getattr(preset, name) for name in fields]

    preset, nearest = min(game.rules.PRESETS.items(), key=lambda item: changed(item[1]))
    name = str(game.labels.VARIANTS[preset])
    changes = [_setting(fields[name], getattr(variant, name)) for name in compress(fields, changed(nearest))]
    between = pgettext("between parts of a sentence", "; ")
    return f"{name} ({between.join(changes)})" if changes else name


def _setting(field: tuple[Any, Mapping[Any, Any]], value: Any) -> str:
    label, choices = field
    if value is True:
        return str(label)
    shown = _("no") if value is False else _("none") if value is None else choices.get(value, value)
    return labelled(label, shown)


def labelled(label: Any, value: Any) -> str:
    """ "Oudlers: 2"; some languages have a space before the colon."""
    return str(_("%(label)s: %(value)s") % {"label": label, "value": value})


def _say(sentence: Any, about: Reason | Problem | Notice, params: Mapping[str, Any], seat_name: SeatName) -> str:
    """Return the sentence, or the code if the game has none: an evening must not stop for a word."""
    if sentence is None:
        return about.code
    values = {name: _word(name, value, seat_name) for name, value in params.items()}
    text = str(sentence % values) if "%" in str(sentence) or values else str(sentence)
    return _with_minus(text) if any(_is_negative(value) for value in values.values()) else text


def _with_minus(text: str) -> str:
    return NEGATIVE.sub("\N{MINUS SIGN}", text)


NEGATIVE = re.compile(r"(?<![^\s(])-(?=\d)")
"""The hyphen with which Python writes a number below 0."""


def _is_negative(value: Any) -> bool:
    return isinstance(value, int | float) and value < 0


def _word(name: str, value: Any, seat_name: SeatName) -> Any:
    if name.startswith(("seat", "side")) and isinstance(value, int):
        return seat_name(value)
    if isinstance(value, tuple):  # by_seat, signed_by_seat
        numbers = [f"{number:+d}" if name.startswith("signed") else str(number) for number in value]
        return ", ".join(f"{seat_name(seat)} {_with_minus(number)}" for seat, number in enumerate(numbers, start=1))
    return number_format(value) if isinstance(value, float) else value
