import django.core.serializers.json
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('history', '0001_squashed_0008_words'),
        ('history', '0009_championships'),
    ]

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='Revision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='Time')),
                ('actor_id', models.BigIntegerField(help_text='The login that did it; empty for the command line.', null=True)),
                ('player_id', models.BigIntegerField(help_text='Who held the phone that did it without a login.', null=True)),
                ('club_id', models.BigIntegerField()),
                ('table_id', models.BigIntegerField(null=True)),
                ('kind', models.CharField(choices=[('club', 'club'), ('season', 'season'), ('player', 'player'), ('login', 'login'), ('import', 'import'), ('table', 'table'), ('hand', 'hand'), ('answer', 'answer'), ('event', 'event'), ('champion', 'championship'), ('late', 'late hand')], max_length=10, verbose_name='Kind')),
                ('object_id', models.BigIntegerField()),
                ('action', models.CharField(max_length=20)),
                ('before', models.JSONField(default=dict, encoder=django.core.serializers.json.DjangoJSONEncoder, verbose_name='Before')),
                ('after', models.JSONField(default=dict, encoder=django.core.serializers.json.DjangoJSONEncoder, verbose_name='After')),
                ('why', models.CharField(blank=True, max_length=200, verbose_name='Reason')),
                ('key', models.CharField(help_text="The form's key: the same form posted twice is one change.", max_length=64, null=True, unique=True)),
            ],
            options={
                'verbose_name': 'change',
                'verbose_name_plural': 'changes',
                'ordering': ['pk'],
                'base_manager_name': 'objects',
                'indexes': [models.Index(fields=['table_id', 'kind', 'object_id'], name='revision_of_table'), models.Index(fields=['kind', 'object_id'], name='revision_of_object')],
            },
        ),
    ]
