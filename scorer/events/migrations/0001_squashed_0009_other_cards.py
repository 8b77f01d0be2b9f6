import django.db.models.deletion
import django.utils.timezone
import scorer.db.ids
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('club', '0001_squashed_0007_language_help'),
        ('play', '0001_squashed_0015_closing_line'),
    ]

    operations = [
        migrations.CreateModel(
            name='Event',
            fields=[
                ('id', scorer.db.ids.RandomIdField(serialize=False)),
                ('name', models.CharField(max_length=80)),
                ('day', models.DateField(default=django.utils.timezone.localdate)),
                ('game', models.CharField(max_length=20)),
                ('preset', models.CharField(help_text='The name of the preset that its tables play by.', max_length=40)),
                ('comparison', models.CharField(max_length=20)),
                ('rounds', models.PositiveSmallIntegerField(help_text='The number asked for. Empty if the plan decides.', null=True)),
                ('per_round', models.PositiveSmallIntegerField(help_text='Deals in a round. Empty if the plan or the tables decide.', null=True)),
                ('format', models.CharField(blank=True, help_text="The name of its plan's format. Empty until there is a plan.", max_length=20)),
                ('winners', models.PositiveSmallIntegerField(default=1, help_text='2 if each side is ranked by itself.')),
                ('minutes', models.PositiveSmallIntegerField(help_text='How long it may take. Empty for no limit.', null=True)),
                ('round_minutes', models.PositiveSmallIntegerField(help_text='What the clock of each round starts with. Empty for what the game suggests, 0 for no clock.', null=True)),
                ('settings', models.JSONField(default=dict, help_text='The settings of its format that are not the defaults.')),
                ('one_field', models.BooleanField(default=True, help_text='Whether all sections are ranked together.')),
                ('state', models.CharField(choices=[('signing_up', 'signing up'), ('running', 'running'), ('finished', 'finished'), ('cancelled', 'cancelled')], default='signing_up', max_length=10)),
                ('finished_at', models.DateTimeField(null=True)),
                ('correction_minutes', models.PositiveSmallIntegerField(default=30, help_text='How long after the end results may still be questioned.')),
                ('ranking_shown', models.CharField(choices=[('at_once', 'at once'), ('each_round', 'after each round'), ('at_the_end', 'at the end')], default='at_once', help_text='When people other than directors see it. Only deals that everybody has played count in it.', max_length=10)),
                ('played_shown', models.BooleanField(default=True, help_text='Whether contestants see the results so far of the deals that they have played.')),
                ('rehearsal', models.BooleanField(default=False, help_text='Whether this is only a trial: its tables stay sealed, and nothing counts.')),
                ('version', models.PositiveIntegerField(default=1, help_text='Incremented with every change except at its tables.')),
                ('link', models.BigIntegerField(default=scorer.db.ids.random_id, help_text='The number that the links of its stations and contestants are derived from.')),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='events', to='club.club')),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='events', to='club.season')),
            ],
            options={
                'ordering': ['-day', 'name'],
            },
        ),
        migrations.CreateModel(
            name='Contestant',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('section', models.PositiveSmallIntegerField(default=1)),
                ('left_after', models.PositiveSmallIntegerField(help_text='The number of the last round before it left. Empty if it has not left.', null=True)),
                ('without_standing', models.BooleanField(default=False, help_text='Whether it has no place. Its results still count for the others.')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='contestants', to='events.event')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='Round',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('seed', models.BigIntegerField(help_text='The seed of its draw. Another one gives another draw.', null=True)),
                ('started_at', models.DateTimeField(null=True)),
                ('ended_at', models.DateTimeField(null=True)),
                ('ends_at', models.DateTimeField(help_text='When its clock runs out. Empty if it has none.', null=True)),
                ('paused_at', models.DateTimeField(help_text='Since when the clock has been paused.', null=True)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='planned_rounds', to='events.event')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='HalfTable',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('station', models.PositiveSmallIntegerField()),
                ('section', models.PositiveSmallIntegerField(default=1)),
                ('copy', models.PositiveSmallIntegerField(default=1)),
                ('first_deal', models.PositiveSmallIntegerField(null=True)),
                ('deal_count', models.PositiveSmallIntegerField(null=True)),
                ('numbers', models.JSONField(help_text='The numbers of the contestants by side, with 0 for one that has not come.')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='half_tables', to='events.round')),
            ],
            options={
                'ordering': ['station'],
            },
        ),
        migrations.CreateModel(
            name='Sitting',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('station', models.PositiveSmallIntegerField(help_text='Unique in the room, whatever its section.')),
                ('section', models.PositiveSmallIntegerField(default=1)),
                ('copy', models.PositiveSmallIntegerField(default=1, help_text='Which copy of its deals it plays, where several sets of boards are in use.')),
                ('first_deal', models.PositiveSmallIntegerField(null=True)),
                ('deal_count', models.PositiveSmallIntegerField(null=True)),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sittings', to='events.round')),
                ('table', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='play.table')),
            ],
            options={
                'ordering': ['station'],
            },
        ),
        migrations.CreateModel(
            name='Ruling',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('deal', models.PositiveSmallIntegerField(null=True)),
                ('line', models.JSONField()),
                ('why', models.CharField(max_length=200)),
                ('law', models.CharField(blank=True, help_text='The number of the law or rule.', max_length=20)),
                ('withdrawn', models.BooleanField(default=False)),
                ('contestant', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='rulings', to='events.contestant')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rulings', to='events.event')),
                ('sitting', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='rulings', to='events.sitting')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Place',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('side', models.PositiveSmallIntegerField(help_text='The number of the side, from 1.')),
                ('contestant', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='events.contestant')),
                ('sitting', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='places', to='events.sitting')),
            ],
            options={
                'ordering': ['side'],
            },
        ),
        migrations.CreateModel(
            name='Call',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('called_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('ended_at', models.DateTimeField(null=True)),
                ('sitting', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='calls', to='events.sitting')),
            ],
            options={
                'ordering': ['called_at'],
            },
        ),
        migrations.CreateModel(
            name='ContestantPlayer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.PositiveSmallIntegerField()),
                ('since', models.PositiveSmallIntegerField(default=1, help_text='The number of the first round that it applies to.')),
                ('contestant', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='players', to='events.contestant')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='club.player')),
            ],
            options={
                'ordering': ['place', 'since'],
                'constraints': [models.UniqueConstraint(fields=('contestant', 'place', 'since'), name='one_player_a_place_at_a_time')],
            },
        ),
        migrations.AddIndex(
            model_name='event',
            index=models.Index(fields=['club', '-day'], name='event_of_club'),
        ),
        migrations.AddConstraint(
            model_name='contestant',
            constraint=models.UniqueConstraint(fields=('event', 'number'), name='contestant_number_once'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.UniqueConstraint(fields=('event', 'number'), name='round_number_once'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.UniqueConstraint(condition=models.Q(('ended_at', None), ('started_at__isnull', False)), fields=('event',), name='one_round_runs_at_a_time'),
        ),
        migrations.AddConstraint(
            model_name='halftable',
            constraint=models.UniqueConstraint(fields=('round', 'station'), name='one_half_table_a_station'),
        ),
        migrations.AddConstraint(
            model_name='sitting',
            constraint=models.UniqueConstraint(fields=('round', 'station'), name='one_sitting_a_station'),
        ),
        migrations.AddConstraint(
            model_name='ruling',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('contestant', None), ('deal__isnull', False), ('sitting__isnull', False)), models.Q(('contestant__isnull', False), ('deal', None), ('sitting', None)), models.Q(('contestant', None), ('deal__isnull', False), ('sitting', None)), _connector='OR'), name='ruling_of_a_result_a_contestant_or_a_deal'),
        ),
        migrations.AddConstraint(
            model_name='ruling',
            constraint=models.UniqueConstraint(condition=models.Q(('withdrawn', False)), fields=('sitting', 'deal'), name='one_ruling_a_result'),
        ),
        migrations.AddConstraint(
            model_name='ruling',
            constraint=models.UniqueConstraint(condition=models.Q(('contestant', None), ('sitting', None), ('withdrawn', False)), fields=('event', 'deal'), name='one_ruling_a_whole_deal'),
        ),
        migrations.AddConstraint(
            model_name='place',
            constraint=models.UniqueConstraint(fields=('sitting', 'side'), name='one_contestant_a_side'),
        ),
        migrations.AddConstraint(
            model_name='place',
            constraint=models.UniqueConstraint(fields=('sitting', 'contestant'), name='one_side_a_contestant'),
        ),
        migrations.AddConstraint(
            model_name='call',
            constraint=models.UniqueConstraint(condition=models.Q(('ended_at', None)), fields=('sitting',), name='one_open_call_a_sitting'),
        ),
    ]
