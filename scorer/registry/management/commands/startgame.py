"""Write the files of a new game: one that scores, has pages and passes all tests, to be changed from there."""

import re
import shutil
import subprocess
from pathlib import Path
from string import Template
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

SKELETON = Path(__file__).parents[2] / "skeleton"


class Command(BaseCommand):
    help = "Start a game: write its files, its first migration, its catalogues and a test, all of which work."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="the game's slug: at most 20 lower-case letters")
        parser.add_argument(
            "--seats", default="4", help="how many players a table may have, the usual number first: 3,4"
        )

    def handle(self, *_args: Any, name: str, seats: str, **_options: Any) -> None:
        if not re.fullmatch("[a-z]{1,20}", name):
            raise CommandError(f"{name} is no slug: take lower-case letters from a to z, at most 20.")
        if not re.fullmatch("[3-8](,[3-8])*", seats):
            raise CommandError(f"{seats} are no numbers of seats: write them as 3,4, each from 3 to 8.")
        if (settings.BASE_DIR / "games" / name).exists():
            raise CommandError(f"games/{name} is there already.")
        msgfmt = shutil.which("msgfmt")
        if not msgfmt:
            raise CommandError("The catalogues need gettext's msgfmt. Install it first: make gettext.")
        words = _words(name, [int(count) for count in seats.split(",")])
        for source in sorted(SKELETON.rglob("*-tpl")):
            path = str(source.relative_to(SKELETON)).replace("slug", name).removesuffix("-tpl")
            written = settings.BASE_DIR / path
            written.parent.mkdir(parents=True, exist_ok=True)
            written.write_text(Template(source.read_text()).substitute(words))
            if written.suffix == ".po":
                subprocess.run([msgfmt, "-o", written.with_suffix(".mo"), written], check=True)  # noqa: S603  # our own files
            self.stdout.write(path)


def _words(name: str, counts: list[int]) -> dict[str, Any]:
    return {
        "slug": name,
        "name": name.title(),
        "icon": name[0].upper(),
        "seat_counts": tuple(counts),
        "seats": counts[0],
        "most_seats": max(counts),
        "points": (30, *[0] * (counts[0] - 1)),
    }
