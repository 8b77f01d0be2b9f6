from scorer.play.models import Table
from scorer.play.sheets.sheet import totals_of


def totals_by_position(table: Table) -> dict[int, int]:
    """Return the totals in the database, whatever is cached."""
    return totals_of(table)
