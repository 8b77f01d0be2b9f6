from scorer.play import queries
from scorer.play.models import Table


def totals_by_position(table: Table) -> dict[int, int]:
    """What the database says, whatever a server keeps in memory."""
    return dict(queries.totals(table.pk))
