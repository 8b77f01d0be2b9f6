"""Plans an event, and judges plans, in the event format: nothing is stored, and no database is needed."""

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from scorer.contest.draws import Draw
from scorer.contest.families import Family, Impossible, Task
from scorer.contest.lines import Reader, in_json, written
from scorer.contest.plan import judge
from scorer.registry import GameConfig, all_games
from scorer.registry.words import common_text
from scorer.scoring import Problem, read
from scorer.web import answers, jsonlines

USUAL_SEED = 1


class Command(BaseCommand):
    help = _("Plans an event or its next round, or judges a plan: one JSON object a line.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", metavar="GAME", nargs="?", help=", ".join(game.slug for game in all_games()))
        parser.add_argument("format", metavar="FORMAT", nargs="?", help=_formats())
        parser.add_argument("--contestants", metavar="N", type=int, help=_("players, pairs or teams"))
        parser.add_argument("--rounds", metavar="R", type=int, help=_("what suits the number if left out"))
        parser.add_argument("--per-round", metavar="D", type=int, help=_("deals in each round"))
        parser.add_argument(
            "--set", metavar="NAME=VALUE", action="extend", nargs="+", default=[], help=_("a setting of the format")
        )
        parser.add_argument("--seed", metavar="S", type=int, help=_("of a draw: another seed, another draw"))
        parser.add_argument("--past", metavar="FILE", help=_("for a draw: the rounds so far and their results"))
        parser.add_argument(
            "--check", metavar="FILE", nargs="?", const="", help=_("judge a plan: standard input if FILE is left out")
        )

    def handle(self, *_args: Any, check: str | None, **options: Any) -> None:
        answers.speak_utf8()
        faulty = self._plan(options) if check is None else self._check(check)
        if faulty:
            sys.exit(1)

    def _check(self, path: str) -> bool:
        """Whether anything is wrong."""
        reader = Reader()
        faulty = self._read(path, reader.take_planned)
        verdict = judge(reader.plan())
        answers.write(self.stdout, in_json(verdict))
        return faulty or not verdict.sound

    def _plan(self, options: Mapping[str, Any]) -> bool:
        game, name, contestants = options["game"], options["format"], options["contestants"]
        if None in {game, name, contestants}:
            raise CommandError(_("Name a game, a format and --contestants, or a plan to --check."))
        config = answers.game_named(game)
        usual = _usual(config, name)
        given = _given(options["set"], usual)
        family, problems = read(type(usual), {**asdict(usual), **given})
        if problems:
            raise CommandError(" ".join(map(_sentence, problems)))
        reader, faulty = Reader(), False
        if options["past"] is not None:
            if not isinstance(family, Draw):
                raise CommandError(_("Only a draw goes on from --past."))
            faulty = self._read(options["past"], reader.take)
        task = Task(
            contestants,
            rounds=options["rounds"],
            per_round=options["per_round"],
            evening=config.events.evening if config.events else None,
            seed=USUAL_SEED if options["seed"] is None else options["seed"],
            past=reader.past(),
        )
        try:
            family, task = family.coerce(task)
        except Impossible as refused:
            raise CommandError(_sentence(refused.problem)) from None
        self._say_what_was_chosen(family, task, options, given)
        for line in written(family.plan(task)):
            answers.write(self.stdout, line)
        return faulty

    def _read(self, path: str, take: Callable[[object], list[Problem]]) -> bool:
        """Whether a line was bad. It is answered, and the others count."""
        faulty = False
        with answers.opened(path or None) as file:
            for number, line in enumerate(jsonlines.lines(file, answers.MOST_BYTES), start=1):
                if line is not None and not line.strip():
                    continue
                data, unreadable = answers.read(line)
                problems = [unreadable] if unreadable else take(data)
                if problems:
                    faulty = True
                    told = [{"field": each.field, "code": each.code, "text": common_text(each)} for each in problems]
                    answers.write(self.stdout, {"line": number, "problems": told})
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
        if isinstance(family, Draw) and options["seed"] is None:
            chosen["seed"] = task.seed
        said = [
            f"{name}={','.join(map(str, value)) if isinstance(value, tuple) else value}"
            for name, value in chosen.items()
            if not isinstance(value, bool) and value not in {None, ()}
        ]
        if said:
            self.stderr.write(_("Chosen: %(settings)s.") % {"settings": ", ".join(said)}, str)


def _formats() -> str:
    return "; ".join(
        f"{game.slug}: {', '.join(offered.name for offered in game.events.formats)}"
        for game in all_games()
        if game.events
    )


def _usual(config: GameConfig, name: str) -> Family:
    formats = {offered.name: offered.family for offered in config.events.formats} if config.events else {}
    if name not in formats:
        raise answers.unknown(name, list(formats), _("format"), returncode=1)
    return formats[name]


def _given(settings: Sequence[str], usual: Family) -> dict[str, object]:
    """The settings by name. Whether a value is one, or a list, is as it usually is."""
    given: dict[str, object] = {}
    for setting in settings:
        name, equals, text = setting.partition("=")
        if not equals:
            raise CommandError(_("Write a setting as NAME=VALUE."))
        several = isinstance(getattr(usual, name, None), tuple)
        given[name] = tuple(map(_value, filter(None, text.split(",")))) if several else _value(text)
    return given


def _value(text: str) -> object:
    """A number or a word."""
    try:
        return int(text)
    except ValueError:
        return {"true": True, "false": False}.get(text, text)


def _sentence(problem: Problem) -> str:
    return f"{problem.field}: {common_text(problem)}" if problem.field else common_text(problem)
