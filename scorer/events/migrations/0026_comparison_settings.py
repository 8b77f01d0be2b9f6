from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("events", "0025_late_matches")]

    operations = [
        migrations.AddField(
            model_name="event",
            name="comparison_settings",
            field=models.JSONField(
                blank=True, default=dict, help_text="The settings of its comparison that are not the usual ones."
            ),
        ),
    ]
