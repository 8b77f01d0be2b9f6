"""Rounds that were left out and can be brought back: until now, only the log had kept their plans."""

from collections import defaultdict
from typing import Any

from django.db import migrations, models


PLANNING = ("plan", "plan_rest", "draw", "draw_anew", "move")
"""After these, a round that was left out no longer fitted."""


def read_the_log(apps: Any, _schema_editor: Any) -> None:
    Event, Revision = apps.get_model("events", "Event"), apps.get_model("history", "Revision")
    skipped: dict[int, list[Any]] = defaultdict(list)
    log = Revision.objects.filter(kind="event", action__in=("skip_round", "bring_round_back", *PLANNING))
    for change in log.order_by("pk").iterator():
        rounds, number = skipped[change.object_id], change.after.get("round")
        if change.action in PLANNING:
            rounds.clear()
        elif change.action == "skip_round":
            rounds.insert(0, {"number": number, **change.before})
        else:
            brought_back = next((left_out for left_out in rounds if left_out["number"] == number), None)
            if brought_back:
                rounds.remove(brought_back)
    for pk, rounds in skipped.items():
        if rounds:
            Event.objects.filter(pk=pk).update(skipped=rounds)


class Migration(migrations.Migration):

    dependencies = [
        ('events', '0014_half_tables_like_sittings'),
        ('history', '0001_squashed_0008_words'),
    ]

    operations = [
        migrations.AddField(
            model_name='event',
            name='skipped',
            field=models.JSONField(default=list, help_text='The planned rounds that were left out and can be brought back, each with its plan.'),
        ),
        migrations.RunPython(read_the_log, migrations.RunPython.noop, elidable=True),
    ]
