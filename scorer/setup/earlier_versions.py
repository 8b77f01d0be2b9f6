"""What becomes of the databases of earlier versions, beyond what their migrations do, and which are of later ones."""

from collections.abc import Collection

from django.db.migrations.loader import MigrationLoader
from django.utils.translation import gettext_lazy as _

from scorer.play import services
from scorer.play.models import Table
from scorer.play.sheets import ledger
from scorer.registry import all_games
from scorer.scoring import ResultUnit

Migrations = Collection[tuple[str, str]]
"""Labels of apps, each with the name of a migration."""

OF_1_0 = ("play", "0001_squashed_0015_closing_line")
"""A migration that every database has which version 1.0 has started with. The ones that it replaced are gone."""

BEFORE_1_0 = _("It is older than version 1.0. Start version 1.0 with it first (docs/changes.md says where that is).")

SEAT_RESULT = ("play", "0016_seat_result")
"""After this migration, tables that were played before it need their results."""


def is_before_1_0(applied: Migrations) -> bool:
    """Return whether a database in which these migrations were applied is too old for the ones that are left."""
    return OF_1_0 not in applied and any(app == Table._meta.app_label for app, _name in applied)


def known_migrations() -> set[tuple[str, str]]:
    return set(MigrationLoader(None, ignore_no_migrations=True).disk_migrations)


def later_migrations(applied: Migrations, known: Migrations) -> set[tuple[str, str]]:
    """Return those of `applied` that come after the last that is known of their app, or whose app is unknown.

    Earlier ones that are unknown have been squashed since.
    """
    last = dict(sorted((app, name.rpartition("_squashed_")[2]) for app, name in known))
    return {(app, name) for app, name in applied if (app, name) not in known and name > last.get(app, "")}


def fill_results() -> None:
    """Give the tables of earlier versions the results of their seats (docs/decisions/0041-the-result-of-a-table.md).

    A migration could not: it would have to replay the sheets with the rules and models of every game. Tables whose
    result is not their points are replayed. A rate that was for points is removed from those in games.
    """
    for game in all_games():
        for row in game.table_model.objects.select_related("table").iterator():
            unit = game.rules.result_unit(row.variant)
            if not unit.is_points:
                ledger.replay(row.table)
                if unit is ResultUnit.GAMES and row.table.state != Table.State.CANCELLED:
                    services.set_rate(row.table, None, by=None)
