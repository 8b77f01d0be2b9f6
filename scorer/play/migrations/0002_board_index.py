from django.db import migrations, models


def mark_lines_that_are_no_hands(apps, _schema_editor):
    apps.get_model("play", "Score").objects.exclude(hand__kind="played").update(played=False)


class Migration(migrations.Migration):
    dependencies = [
        ("club", "0002_boards_and_shown_names"),
        ("play", "0001_initial"),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name="score",
            name="score_board",
        ),
        migrations.AddField(
            model_name="score",
            name="played",
            field=models.BooleanField(default=True),
        ),
        migrations.AddIndex(
            model_name="score",
            index=models.Index(
                fields=["season", "game", "table", "seat", "player", "points", "played"], name="score_board"
            ),
        ),
        migrations.RunPython(mark_lines_that_are_no_hands, migrations.RunPython.noop, elidable=True),
    ]
