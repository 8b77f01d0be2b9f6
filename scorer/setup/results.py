"""Give the tables of earlier versions the results of their seats (docs/decisions/0041-the-result-of-a-table.md).

A migration could not: it would have to replay the sheets with the rules and models of every game.
"""

from scorer.play import services
from scorer.play.models import Table
from scorer.play.sheets import ledger
from scorer.registry import all_games
from scorer.scoring import ResultUnit


def fill_results() -> None:
    """Replay the tables whose result is not their points. A rate that was for points is removed from those in games."""
    for game in all_games():
        for row in game.table_model.objects.select_related("table").iterator():
            unit = game.rules.result_unit(row.variant)
            if not unit.is_points:
                ledger.replay(row.table)
                if unit is ResultUnit.GAMES and row.table.state != Table.State.CANCELLED:
                    services.set_rate(row.table, None, by=None)
