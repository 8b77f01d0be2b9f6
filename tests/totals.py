from scorer.play.models import Table
from scorer.play.sheets import queries


def totals_by_position(table: Table) -> dict[int, int]:
    """Return the totals in the database, whatever is cached."""
    return dict(queries.totals(table.pk))
