"""The admin site for tables, where a director finds a hand and corrects it with the same form as at the table.

The hands of every game have pages here (GameHandAdmin). All changes go through the services, so seats, scores and
revisions are read-only. Every change shows its effect before it is confirmed.
"""

from scorer.corrections.admin.lines import GameHandAdmin, HandAdmin
from scorer.corrections.admin.people import MergingPlayerAdmin
from scorer.corrections.admin.tables import RevisionAdmin, ScoreAdmin, SeatAdmin, TableAdmin
