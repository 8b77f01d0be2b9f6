"""Shared by the management commands for other programs, which read and write JSON lines."""

import json
import os
import re
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict
from io import TextIOWrapper
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

from django.core.management import CommandError
from django.core.management.base import OutputWrapper
from django.utils.translation import gettext as _

from scorer.contest.offer import NO_EVENTS
from scorer.contest.ranking import Comparison
from scorer.registry import GameConfig, all_games
from scorer.registry.words import common_text
from scorer.scoring import Problem, jsonlines, load

T = TypeVar("T")

MAX_BYTES = 64 * 1024
"""Longer lines are skipped without being kept in memory. The longest hand takes less than a kilobyte."""

USAGE_ERROR = 2
"""Exit status for an unknown game, variant or file. Status 1 means that a line had a problem."""

SETTING = re.compile(r"[a-z_0-9]+=")
WHOLE, DECIMAL = re.compile(r"-?[0-9]{1,9}"), re.compile(r"-?[0-9]{1,9}\.[0-9]{1,9}")


def choose(wanted: Any, choices: Mapping[Any, T], what: str, returncode: int = USAGE_ERROR) -> T:
    """Return the choice of this name, or raise an error that names all of them."""
    if wanted in choices:
        return choices[wanted]
    params = {"what": what, "wanted": wanted, "choices": ", ".join(map(str, choices))}
    raise CommandError(_("Unknown %(what)s: %(wanted)s. Choose one of: %(choices)s.") % params, returncode=returncode)


def choose_game(slug: str) -> GameConfig:
    return choose(slug, {game.slug: game for game in all_games()}, _("game"))


def names_by_game(names_of: Callable[[GameConfig], Iterable[str]]) -> str:
    """Return what each game has of something, for the help of a command."""
    by_game = {game.slug: ", ".join(names_of(game)) for game in all_games()}
    return "; ".join(f"{slug}: {names}" for slug, names in by_game.items() if names)


def open_input(path: str | None) -> AbstractContextManager[BinaryIO]:
    """Open the file, or standard input if there is no path."""
    if path is None:
        return nullcontext(sys.stdin.buffer)
    try:
        return Path(path).open("rb")
    except OSError as error:
        params = {"file": path, "error": error.strerror}
        raise CommandError(_("Cannot read %(file)s: %(error)s.") % params, returncode=USAGE_ERROR) from error


def use_utf8() -> None:
    """Write UTF-8, as JSON requires, whatever the language of the terminal."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")


def write(stdout: OutputWrapper, data: dict[str, Any]) -> None:
    """Write a line and flush it, since the other end of a pipe may wait for it before it sends the next."""
    text = json.dumps(data, ensure_ascii=False)
    try:
        # Half a surrogate pair cannot be encoded in UTF-8; JSON writes it as an escape.
        stdout.write(text.encode("utf-8", "backslashreplace").decode())
        stdout.flush()
    except BrokenPipeError:  # nobody reads on (`| head`); Python must not flush again when it exits
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)


def process_lines(stdout: OutputWrapper, path: str | None, handle: Callable[[object], list[Problem]]) -> bool:
    """Pass the data of each line to `handle`, and write the problems that it returns. Return whether there were any."""
    faulty = False
    with open_input(path) as file:
        for number, line in enumerate(jsonlines.lines(file, MAX_BYTES), start=1):
            if line is not None and not line.strip():
                continue
            data, unreadable = jsonlines.parse(line)
            problems = [unreadable] if unreadable else handle(data)
            if problems:
                faulty = True
                write_problems(stdout, number, problems)
    return faulty


def write_problems(stdout: OutputWrapper, line: int, problems: Iterable[Problem]) -> None:
    texts = [{"field": problem.field, "code": problem.code, "text": common_text(problem)} for problem in problems]
    write(stdout, {"line": line, "problems": texts})


def comparisons_of(game: GameConfig) -> dict[str, Comparison]:
    offer = game.events or NO_EVENTS
    return {comparison.name: comparison for comparison in (*offer.comparisons, *offer.team_comparisons)}


def choose_comparison(game: GameConfig, name: str, settings: Sequence[str]) -> Comparison:
    """Return a comparison of the game with these settings, or raise an error that says what is wrong."""
    usual = choose(name, comparisons_of(game), _("comparison"), returncode=1)
    comparison, problems = load(type(usual), {**asdict(usual), **parse_settings(settings, usual)})
    problems += comparison.settings_problems()
    if problems:
        raise problems_error(problems)
    return comparison


def add_settings(parser: ArgumentParser, help_text: str, option: str = "--set") -> None:
    """Let a command take any number of settings, as `parse_settings` reads them. `help_text` explains them."""
    parser.add_argument(option, metavar="NAME=VALUE", action="extend", nargs="+", default=[], help=help_text)


def file_after_settings(settings: Sequence[str], file: str | None) -> tuple[list[str], str | None]:
    """Split off the file, since `--set` takes all arguments that follow it."""
    if file is None and settings and not SETTING.match(settings[-1]):
        return list(settings[:-1]), settings[-1]
    return list(settings), file


def parse_settings(texts: Sequence[str], usual: object, returncode: int = 1) -> dict[str, object]:
    """Parse settings of the form NAME=VALUE, or NAME= for none.

    A value is a list if it is one in the usual settings. `returncode` is the exit status if one has another form.
    """
    given: dict[str, object] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise CommandError(_("Write a setting as NAME=VALUE."), returncode=returncode)
        several = isinstance(getattr(usual, name, None), tuple)
        given[name] = tuple(map(_value, filter(None, value.split(",")))) if several else _value(value)
    return given


def problems_error(problems: Sequence[Problem], returncode: int = 1) -> CommandError:
    """Return an error with the sentences of the problems."""
    texts = ((problem.field, common_text(problem)) for problem in problems)
    message = " ".join(f"{field}: {text}" if field else text for field, text in texts)
    return CommandError(message, returncode=returncode)


def _value(text: str) -> object:
    """Parse a number, true, false, a word, or nothing."""
    if WHOLE.fullmatch(text):
        return int(text)
    return float(text) if DECIMAL.fullmatch(text) else {"true": True, "false": False, "": None}.get(text, text)
