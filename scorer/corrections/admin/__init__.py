"""The admin of the tables: a director finds a hand, corrects it through the same judge as at the table, and reads on.

A game's admin.py registers its hand with GameHandAdmin. Nothing here writes but through the services, and the rows that
they keep (seats, scores, revisions) are only shown. What a change would do is shown before it is confirmed.
"""

from scorer.corrections.admin.lines import GameHandAdmin, HandAdmin, player_at
from scorer.corrections.admin.people import MergingPlayerAdmin
from scorer.corrections.admin.tables import RevisionAdmin, ScoreAdmin, SeatAdmin, TableAdmin

__all__ = [
    "GameHandAdmin",
    "HandAdmin",
    "MergingPlayerAdmin",
    "RevisionAdmin",
    "ScoreAdmin",
    "SeatAdmin",
    "TableAdmin",
    "player_at",
]
