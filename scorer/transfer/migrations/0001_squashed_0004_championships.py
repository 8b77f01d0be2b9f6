import django.db.models.deletion
import django.utils.timezone
import scorer.db.ids
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('transfer', '0001_squashed_0003_imported_events'),
        ('transfer', '0004_championships'),
    ]

    initial = True

    dependencies = [
        ('club', '0001_squashed_0007_language_help'),
        ('events', '0001_squashed_0009_other_cards'),
        ('play', '0001_squashed_0015_closing_line'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Import',
            fields=[
                ('id', scorer.db.ids.RandomIdField(serialize=False)),
                ('began', models.DateTimeField(default=django.utils.timezone.now)),
                ('state', models.CharField(choices=[('importing', 'Importing'), ('imported', 'Imported'), ('undoing', 'Undoing'), ('undone', 'Undone')], default='importing', max_length=10)),
                ('players', models.JSONField(default=list, help_text='The ids of the players it added to the roster.')),
                ('seasons', models.JSONField(default=list, help_text='Each season it created or extended: the id, the dates before (null if new) and after.')),
                ('championships', models.JSONField(default=list, help_text='The ids of the championships it added.')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='imports', to='club.club')),
            ],
        ),
        migrations.CreateModel(
            name='ImportedEvent',
            fields=[
                ('event', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='imported', serialize=False, to='events.event')),
                ('key', models.CharField(help_text='Identifies the event in the file, so that it is imported once.', max_length=64, unique=True)),
                ('source', models.ForeignKey(help_text='Empty for an event that undoing the import leaves alone.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='events', to='transfer.import')),
            ],
        ),
        migrations.CreateModel(
            name='ImportedTable',
            fields=[
                ('table', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='imported', serialize=False, to='play.table')),
                ('key', models.CharField(help_text='Identifies the table in the file, so that it is imported once.', max_length=64, unique=True)),
                ('source', models.ForeignKey(help_text='Empty for a table that undoing the import leaves alone.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='tables', to='transfer.import')),
            ],
        ),
        migrations.AddIndex(
            model_name='import',
            index=models.Index(fields=['club', '-began'], name='import_of_club'),
        ),
    ]
