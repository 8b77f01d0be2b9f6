from django.db import migrations, models


def name_who_competes(apps, schema_editor):
    apps.get_model("events", "Event").objects.using(schema_editor.connection.alias).filter(individual=True).update(competes="players")


def name_individuals(apps, schema_editor):
    apps.get_model("events", "Event").objects.using(schema_editor.connection.alias).filter(competes="players").update(individual=True)


class Migration(migrations.Migration):
    dependencies = [("events", "0026_comparison_settings")]

    operations = [
        migrations.AddField(
            model_name="event",
            name="competes",
            field=models.CharField(
                choices=[
                    ("sides", "Pairs"),
                    ("players", "Individuals"),
                    ("teams", "Teams"),
                ],
                default="sides",
                help_text="Who a contestant is: a side of a table, a player, or a team.",
                max_length=7,
            ),
        ),
        migrations.RunPython(name_who_competes, name_individuals),
        migrations.RemoveField(model_name="event", name="individual"),
        migrations.AddField(
            model_name="contestant",
            name="name",
            field=models.CharField(blank=True, help_text="What a team calls itself.", max_length=40),
        ),
        migrations.AddField(
            model_name="sittingside",
            name="line_up",
            field=models.JSONField(
                blank=True,
                default=list,
                help_text="The places of the players of a team who play here, by seat. Empty for the usual ones.",
            ),
        ),
    ]
