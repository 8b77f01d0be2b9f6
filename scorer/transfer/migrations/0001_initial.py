import django.db.models.deletion
import django.utils.timezone
import scorer.db.ids
from django.conf import settings
from django.db import migrations, models


def note_what_was_brought(apps, _schema_editor):
    """Until now the log's keys said which tables had come from a file."""
    there = set(apps.get_model("play", "Table").objects.values_list("pk", flat=True))
    imports = apps.get_model("history", "Revision").objects.filter(kind="table", action="import").exclude(key=None)
    BroughtTable = apps.get_model("transfer", "BroughtTable")
    BroughtTable.objects.bulk_create(
        BroughtTable(table_id=table, key=key) for table, key in imports.values_list("object_id", "key") if table in there
    )


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('club', '0004_club_language'),
        ('history', '0005_imports'),
        ('play', '0008_table_era'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Import',
            fields=[
                ('id', scorer.db.ids.RandomIdField(serialize=False)),
                ('began', models.DateTimeField(default=django.utils.timezone.now)),
                ('state', models.CharField(choices=[('coming', 'Coming'), ('here', 'Here'), ('leaving', 'Leaving'), ('gone', 'Gone')], default='coming', max_length=10)),
                ('players', models.JSONField(default=list, help_text='The ids of those who were put on the roster for it.')),
                ('seasons', models.JSONField(default=list, help_text='Each that was made or got other days: its id, its days before (none) and after.')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='imports', to='club.club')),
            ],
        ),
        migrations.CreateModel(
            name='BroughtTable',
            fields=[
                ('table', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='brought', serialize=False, to='play.table')),
                ('key', models.CharField(help_text='What it is in the file: it is brought in once.', max_length=64, unique=True)),
                ('source', models.ForeignKey(help_text='Empty: it stays, whatever becomes of the import.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='tables', to='transfer.import')),
            ],
        ),
        migrations.AddIndex(
            model_name='import',
            index=models.Index(fields=['club', '-began'], name='import_of_club'),
        ),
        migrations.RunPython(note_what_was_brought, migrations.RunPython.noop, elidable=True),
    ]
