from scorer.play.models import Table
from scorer.play.queries import TOTALS


def totals_by_position(table: Table) -> dict[int, int]:
    """What the database says, whatever a server keeps in memory."""
    return dict(TOTALS(table.pk))
