"""What merges have taken from players: until now, only the log had kept it."""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models


def read_the_log(apps: Any, _schema_editor: Any) -> None:
    Merge, Player, Revision = (
        apps.get_model(*name) for name in (("play", "Merge"), ("club", "Player"), ("history", "Revision"))
    )
    merges = Revision.objects.filter(kind="player", action="merge", object_id__in=Player.objects.values("pk"))
    last = {merge.object_id: merge for merge in merges.order_by("pk").iterator()}
    Merge.objects.bulk_create(
        Merge(player_id=pk, was_active=merge.before["active"], seats=merge.after["seats"]) for pk, merge in last.items()
    )


class Migration(migrations.Migration):

    dependencies = [
        ('club', '0001_squashed_0007_language_help'),
        ('play', '0018_late_hands_and_replies_of_the_log'),
    ]

    operations = [
        migrations.CreateModel(
            name='Merge',
            fields=[
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='+', serialize=False, to='club.player')),
                ('was_active', models.BooleanField()),
                ('seats', models.JSONField(help_text='Of each seat: id, since, until.')),
            ],
        ),
        migrations.RunPython(read_the_log, migrations.RunPython.noop, elidable=True),
    ]
