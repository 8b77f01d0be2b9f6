import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("events", "0015_skipped_rounds")]

    operations = [
        migrations.RenameModel("Place", "SittingSide"),
        migrations.AlterField(
            "sittingside",
            "sitting",
            models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="sides", to="events.sitting"),
        ),
    ]
