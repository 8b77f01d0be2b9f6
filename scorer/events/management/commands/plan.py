"""Plan an event, or judge a plan, in the event format. This stores nothing and needs no database."""

import sys
from argparse import ArgumentParser
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from scorer.contest.families import MAX_DEALS, Family, Impossible, Task
from scorer.contest.lines import PlanReader, plan_lines, verdict_line
from scorer.contest.movement_files import MAX_BYTES, read_movement
from scorer.contest.offer import NO_EVENTS
from scorer.contest.plan import Plan, judge
from scorer.registry import GameConfig, all_games, json_commands
from scorer.scoring import Problem, load

DEFAULT_SEED = 1


class Command(BaseCommand):
    help = _("Plans an event or its next round, or judges a plan, in JSON with one object per line.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", metavar="GAME", nargs="?", help=", ".join(game.slug for game in all_games()))
        parser.add_argument("format", metavar="FORMAT", nargs="?", help=json_commands.names_by_game(_formats))
        parser.add_argument("--contestants", metavar="N", type=int, help=_("players, pairs or teams"))
        parser.add_argument("--rounds", metavar="R", type=int, help=_("default: what suits the number of contestants"))
        parser.add_argument("--per-round", metavar="D", type=int, help=_("deals in each round"))
        json_commands.add_settings(parser, _("a setting of the format"))
        parser.add_argument("--seed", metavar="S", type=int, help=_("for a draw: another seed gives another draw"))
        parser.add_argument("--past", metavar="FILE", help=_("for a draw: the rounds so far and their results"))
        told = _("with --past, for a draw by comparison: goes by the standing in this comparison, else by wins")
        parser.add_argument("--rank-by", metavar="COMPARISON", help=told)
        json_commands.add_settings(parser, _("a setting of the comparison"), "--rank-set")
        parser.add_argument(
            "--check",
            metavar="FILE",
            nargs="?",
            const="",
            help=_("judge the plan in FILE or, without FILE, from standard input"),
        )
        parser.add_argument("--movement", metavar="FILE", help=_("print the movement of a club in FILE as a plan"))

    def handle(self, *_args: Any, check: str | None, movement: str | None, **options: Any) -> None:
        json_commands.use_utf8()
        if movement is not None:
            faulty = self._read(movement, options["per_round"])
        else:
            faulty = self._plan(options) if check is None else self._check(check)
        if faulty:
            sys.exit(1)

    def _read(self, path: str, per_round: int | None) -> bool:
        """Print a club's own movement as a plan, and return whether anything is wrong with it."""
        if per_round is not None and not 1 <= per_round <= MAX_DEALS:
            problem = Problem("per_round", "number_range", {"least": 1, "most": MAX_DEALS})
            raise json_commands.problems_error([problem])
        with json_commands.open_input(path) as file:
            reading = read_movement(file.read(MAX_BYTES + 1))
        for line, wrong in reading.problems:
            json_commands.write_problems(self.stdout, line, [wrong])
        plan = Plan(()) if reading.problems else reading.plan(per_round or 1)
        for planned in plan_lines(plan):
            json_commands.write(self.stdout, planned)
        return bool(reading.problems) or not judge(plan).sound

    def _check(self, path: str) -> bool:
        """Judge the plan in a file, and return whether anything is wrong."""
        reader = PlanReader()
        faulty = json_commands.process_lines(self.stdout, path or None, reader.take_planned)
        verdict = judge(reader.plan())
        json_commands.write(self.stdout, verdict_line(verdict))
        return faulty or not verdict.sound

    def _plan(self, options: Mapping[str, Any]) -> bool:
        game, name, contestants = options["game"], options["format"], options["contestants"]
        if None in {game, name, contestants}:
            raise CommandError(_("Name a game, a format and --contestants, or a plan to --check."))
        config = json_commands.choose_game(game)
        usual = json_commands.choose(name, _formats(config), _("format"), returncode=1)
        given = json_commands.parse_settings(options["set"], usual)
        family, problems = load(type(usual), {**asdict(usual), **given})
        if problems:
            raise json_commands.problems_error(problems)
        comparison = options["rank_by"]
        if comparison is not None:
            comparison = json_commands.choose_comparison(config, comparison, options["rank_set"])
        reader, faulty = PlanReader(comparison), False
        if options["past"] is not None:
            if not family.is_drawn:
                raise CommandError(_("Only a draw can continue from --past."))
            faulty = json_commands.process_lines(self.stdout, options["past"], reader.take)
        task = Task(
            contestants,
            rounds=options["rounds"],
            per_round=options["per_round"],
            evening=_evening(config, name),
            seed=DEFAULT_SEED if options["seed"] is None else options["seed"],
            earlier=reader.earlier(),
            squads=reader.squads,
        )
        try:
            family, task = family.complete(task)
        except Impossible as refused:
            raise json_commands.problems_error([refused.problem]) from None
        self._say_what_was_chosen(family, task, options, given)
        for line in plan_lines(family.plan(task)):
            json_commands.write(self.stdout, line)
        return faulty

    def _say_what_was_chosen(
        self, family: Family, task: Task, options: Mapping[str, Any], given: Mapping[str, object]
    ) -> None:
        chosen: dict[str, object] = {}
        if options["rounds"] is None:
            chosen["rounds"] = task.rounds
        if options["per_round"] is None:
            chosen["per-round"] = task.per_round
        chosen |= {name: value for name, value in asdict(family).items() if name not in given}
        if family.is_drawn and not family.eliminates and options["seed"] is None:
            chosen["seed"] = task.seed
        said = [
            f"{name}={','.join(map(str, value)) if isinstance(value, tuple) else value}"
            for name, value in chosen.items()
            if not isinstance(value, bool) and value not in {None, ()}
        ]
        if said:
            self.stderr.write(_("Chosen: %(settings)s.") % {"settings": ", ".join(said)}, str)


def _evening(game: GameConfig, name: str) -> int | None:
    """Return how many deals an evening has in this format, or None if they are only counted."""
    offer = game.events or NO_EVENTS
    counted = {offered.name for offered in offer.formats if offered.numbered is False}
    return None if name in counted else offer.evening


def _formats(game: GameConfig) -> dict[str, Family]:
    formats = (game.events or NO_EVENTS).formats
    return {offered.name: offered.family for offered in formats if not offered.own}
