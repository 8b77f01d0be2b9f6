from itertools import count, groupby
from operator import attrgetter

from django.db import migrations, models
from django.utils import timezone


def give_numbers(apps, _schema_editor):
    """Of open tables with one number the one opened last keeps it; the others were opened again beside it."""
    Table = apps.get_model("play", "Table")
    Revision = apps.get_model("history", "Revision")
    open_tables = Table.objects.filter(state="open").order_by("club_id", "-opened_at")
    for club_id, of_club in groupby(open_tables, key=attrgetter("club_id")):
        tables = list(of_club)
        in_use, kept = {table.number for table in tables}, set()
        for table in tables:
            if table.number in kept:
                table.number = next(number for number in count(1) if number not in in_use)
                in_use.add(table.number)
                table.version += 1
                table.save(update_fields=["number", "version"])
                Revision.objects.create(
                    at=timezone.now(),
                    club_id=club_id,
                    table_id=table.pk,
                    kind="table",
                    object_id=table.pk,
                    action="number",
                    after={"number": table.number},
                )
            kept.add(table.number)


class Migration(migrations.Migration):
    dependencies = [
        ("history", "0004_answers_to_hands"),
        ("play", "0006_table_confirms"),
    ]

    operations = [
        migrations.RunPython(give_numbers, migrations.RunPython.noop, elidable=True),
        migrations.AddConstraint(
            model_name="table",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "open")), fields=("club", "number"), name="one_open_table_a_number"
            ),
        ),
    ]
