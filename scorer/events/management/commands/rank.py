"""Rank results in the event format. This stores nothing and needs no database."""

import sys
from argparse import ArgumentParser
from dataclasses import asdict
from fractions import Fraction
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from scorer.contest.result_lines import ResultReader
from scorer.contest.values import MOST
from scorer.registry import all_games, json_commands
from scorer.registry.json_commands import comparisons_of, names_by_game
from scorer.scoring import Problem

PERCENT = 100


class Command(BaseCommand):
    help = _("Ranks the results of an event. Reads one JSON object per line from FILE or standard input.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        # Otherwise options between COMPARISON and FILE would end the positional arguments, and FILE would be rejected.
        parser.parse_args = parser.parse_intermixed_args  # type: ignore[method-assign]
        parser.add_argument("game", metavar="GAME", help=", ".join(game.slug for game in all_games()))
        parser.add_argument("comparison", metavar="COMPARISON", help=names_by_game(comparisons_of))
        parser.add_argument("file", metavar="FILE", nargs="?", help=_("standard input if left out"))
        told = _("a setting of the comparison: %(settings)s") % {"settings": _settings()}
        json_commands.add_settings(parser, told)
        parser.add_argument("--by-section", action="store_true", help=_("compare and rank each section by itself"))
        needed = _("how many percent of the most deals that anybody has played are needed for a place (0)")
        parser.add_argument("--minimum", type=int, default=0, metavar="N", help=needed)
        best = _("how many members of each squad count, the best ones (all)")
        parser.add_argument("--squad-best", type=int, metavar="N", help=best)
        league = _("rank squads by match points in groups of those who have met, as in a league")
        parser.add_argument("--match-points", action="store_true", help=league)

    def handle(self, *_args: Any, game: str, comparison: str, file: str | None, **options: Any) -> None:
        settings, file = json_commands.file_after_settings(options["set"], file)
        chosen = json_commands.choose_comparison(json_commands.choose_game(game), comparison, settings)
        needs = {"minimum": (0, PERCENT), "squad_best": (1, MOST)}
        problems = [
            Problem(name, "number_range", {"least": least, "most": most})
            for name, (least, most) in needs.items()
            if options[name] is not None and not least <= options[name] <= most
        ]
        if problems:
            raise json_commands.problems_error(problems)
        minimum = Fraction(options["minimum"], PERCENT)
        how = {"by_section": options["by_section"], "minimum": minimum, "squad_best": options["squad_best"]}
        how["match_points"] = options["match_points"]
        results = ResultReader(chosen, **how)
        json_commands.use_utf8()
        faulty = json_commands.process_lines(self.stdout, file, results.take)
        for line in results.ranking_lines():
            json_commands.write(self.stdout, line)
        if faulty:
            sys.exit(1)


def _settings() -> str:
    """Return each comparison once, whichever games offer it."""
    offered = {
        name: list(asdict(comparison)) for game in all_games() for name, comparison in comparisons_of(game).items()
    }
    return "; ".join(f"{name}: {', '.join(settings)}" for name, settings in offered.items() if settings)
