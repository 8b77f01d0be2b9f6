"""Score entries in the hand format, one JSON object per line. This stores nothing and needs no database."""

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from scorer.registry import GameConfig, all_games, json_commands
from scorer.registry.words import problem_text, reason_text
from scorer.scoring import Outcome, Problem, jsonlines, judge, judge_variant


class Command(BaseCommand):
    help = _("Scores hands. Reads one JSON object per line from FILE or standard input, and prints one per line.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        # Otherwise options between GAME and FILE would end the positional arguments, and FILE would be rejected.
        parser.parse_args = parser.parse_intermixed_args  # type: ignore[method-assign]
        parser.add_argument("game", metavar="GAME", help=", ".join(game.slug for game in all_games()))
        parser.add_argument("file", metavar="FILE", nargs="?", help=_("standard input if left out"))
        parser.add_argument(
            "--variant", metavar="NAME", help=_("the name of the house rules; default: the game's first")
        )
        help_text = _("a setting that differs from these house rules: %(settings)s") % {
            "settings": json_commands.names_by_game(lambda game: game.labels.VARIANT_FIELDS)
        }
        json_commands.add_settings(parser, help_text)
        parser.add_argument("--players", metavar="N", type=int, help=_("the number of seats; default: the usual one"))

    def handle(self, *_args: Any, game: str, **options: Any) -> None:
        config = json_commands.choose_game(game)
        settings, path = json_commands.file_after_settings(options["set"], options["file"])
        variant = _variant(config, options["variant"], settings)
        seats, counts = options["players"], {count: count for count in config.seat_counts}
        if seats is not None:
            json_commands.choose(seats, counts, _("number of players"))
        table = Scoring(config, variant, seats or config.seat_counts[0])
        json_commands.use_utf8()
        faulty = False
        with json_commands.open_input(path) as file:
            for line in jsonlines.lines(file, json_commands.MAX_BYTES):
                answer = table.answer(line)
                faulty = faulty or bool(answer["problems"])
                json_commands.write(self.stdout, answer)
        if faulty:
            sys.exit(1)


class Scoring:
    """Scores the hands of one table in order. The carry of each goes to the next."""

    def __init__(self, game: GameConfig, variant: Any, seats: int) -> None:
        self.game, self.variant, self.seats = game, variant, seats
        self.carry: Any = None

    def answer(self, line: bytes | None) -> dict[str, Any]:
        """Return the output for a line, or for None if the line was too long. A bad line does not change the table."""
        data, problem = jsonlines.parse(line)
        if problem:
            return self._refused([problem])
        rules = self.game.rules
        judged = judge(rules, data, self.variant, self.seats)
        if judged.entry is None:
            return self._refused(judged.problems)
        outcome = rules.replay([judged.entry], self.variant, self.seats, self.carry)[-1]
        self.carry = outcome.carry
        return self._scored(outcome, rules.warnings([judged.entry], self.variant, self.seats))

    def _refused(self, problems: Sequence[Problem]) -> dict[str, Any]:
        return {"points": None, "reasons": [], "problems": self._in_words(problems), "warnings": []}

    def _scored(self, outcome: Outcome, warnings: Sequence[Problem]) -> dict[str, Any]:
        reasons = [
            {
                "code": reason.code,
                "seat": reason.seat,
                "points": reason.points,
                "text": reason_text(self.game, reason, self._seat_name),
            }
            for reason in outcome.reasons
        ]
        return {
            "points": list(outcome.points),
            "reasons": reasons,
            "problems": [],
            "warnings": self._in_words(warnings),
        }

    def _in_words(self, problems: Sequence[Problem]) -> list[dict[str, str]]:
        return [
            {
                "field": problem.field,
                "code": problem.code,
                "text": problem_text(self.game, problem, self._seat_name),
            }
            for problem in problems
        ]

    def _seat_name(self, position: int) -> str:
        names = self.game.seat_names
        return str(names[position - 1]) if 1 <= position <= len(names) else _("seat %(n)s") % {"n": position}


def _variant(game: GameConfig, name: str | None, settings: Sequence[str]) -> Any:
    """Return the house rules of a preset, with the settings that are changed."""
    preset = json_commands.choose(game.default_variant if name is None else name, game.rules.PRESETS, _("variant"))
    given = json_commands.parse_settings(settings, preset, json_commands.USAGE_ERROR)
    judged = judge_variant(game.rules, {**asdict(preset), **given})
    if judged.problems:
        raise json_commands.problems_error(judged.problems, json_commands.USAGE_ERROR)
    return judged.entry
