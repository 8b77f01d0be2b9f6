from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("events", "0022_prizes_of_groups")]

    operations: ClassVar = [
        migrations.AddField(
            model_name="event",
            name="individual",
            field=models.BooleanField(
                default=False,
                help_text="Whether each player competes alone, although partners add up together at the table.",
            ),
        ),
    ]
