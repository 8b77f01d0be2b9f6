"""Data for the pages of a table, read in a fixed number of queries however long the sheet is."""

from scorer.play.selectors.history import Author, author_of, history_of
from scorer.play.selectors.lists import club_tables, listed_lines, table_cards
from scorer.play.selectors.rows import Row, describe, newest_row, row_at, rows_for_side, rows_of, rows_since
from scorer.play.selectors.sheet import (
    Total,
    WaitingHand,
    notices_of,
    objections_to,
    progress_of,
    refusals_for,
    totals_of,
    waiting_hands,
)
