from typing import Any

from django.db import migrations
from django.db.models import OuterRef, Subquery


def number_deals(apps: Any, _schema_editor: Any) -> None:
    """The boards that were played before their numbers stood in the envelope."""
    board = apps.get_model("bridge", "BridgeHand").objects.filter(hand=OuterRef("pk")).values("board")
    hands = apps.get_model("play", "Hand").objects.filter(table__game="bridge", kind="played", deal=None)
    hands.update(deal=Subquery(board))


class Migration(migrations.Migration):
    dependencies = [("bridge", "0001_initial"), ("play", "0009_deals")]

    operations = [migrations.RunPython(number_deals, migrations.RunPython.noop, elidable=True)]
