import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('play', '0001_squashed_0015_closing_line'),
    ]

    operations = [
        migrations.CreateModel(
            name='BridgeHand',
            fields=[
                ('hand', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='%(class)s', serialize=False, to='play.hand')),
                ('board', models.PositiveSmallIntegerField(null=True)),
                ('level', models.PositiveSmallIntegerField(null=True)),
                ('strain', models.CharField(choices=[('C', 'C'), ('D', 'D'), ('H', 'H'), ('S', 'S'), ('NT', 'NT')], max_length=2, null=True)),
                ('doubled', models.CharField(blank=True, choices=[('X', 'X'), ('XX', 'XX')], max_length=2)),
                ('declarer', models.CharField(choices=[('N', 'N'), ('E', 'E'), ('S', 'S'), ('W', 'W')], max_length=1, null=True)),
                ('tricks', models.PositiveSmallIntegerField(null=True)),
                ('passed_out', models.BooleanField(default=False)),
                ('vulnerable', models.CharField(choices=[('none', 'none'), ('NS', 'NS'), ('EW', 'EW'), ('both', 'both')], max_length=4, null=True)),
                ('honours_seat', models.CharField(choices=[('N', 'N'), ('E', 'E'), ('S', 'S'), ('W', 'W')], max_length=1, null=True)),
                ('honours_points', models.PositiveSmallIntegerField(null=True)),
            ],
            options={
                'verbose_name': 'hand',
                'verbose_name_plural': 'hands',
                'abstract': False,
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('board', None), ('vulnerable', None)), models.Q(('board__isnull', False), ('board__range', (1, 9999))), _connector='OR'), name='bridge_board_numbered'), models.CheckConstraint(condition=models.Q(models.Q(('declarer', None), ('doubled', ''), ('honours_seat', None), ('level', None), ('passed_out', True), ('strain', None), ('tricks', None), ('vulnerable', None)), models.Q(('declarer__in', ('N', 'E', 'S', 'W')), ('declarer__isnull', False), ('doubled__in', ('', 'X', 'XX')), ('level__isnull', False), ('level__range', (1, 7)), ('passed_out', False), ('strain__in', ('C', 'D', 'H', 'S', 'NT')), ('strain__isnull', False), ('tricks__isnull', False), ('tricks__range', (0, 13))), _connector='OR'), name='bridge_passed_out_or_played'), models.CheckConstraint(condition=models.Q(('vulnerable', None), ('vulnerable__in', ('none', 'NS', 'EW', 'both')), _connector='OR'), name='bridge_vulnerable_known'), models.CheckConstraint(condition=models.Q(models.Q(('honours_points', None), ('honours_seat', None)), models.Q(('honours_points__isnull', False), ('honours_seat__isnull', False), ('board', None), ('honours_points__in', (100, 150)), ('honours_seat__in', ('N', 'E', 'S', 'W'))), _connector='OR'), name='bridge_honours_without_a_board')],
            },
        ),
        migrations.CreateModel(
            name='BridgeTable',
            fields=[
                ('table', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='+', serialize=False, to='play.table')),
                ('scoring', models.CharField(choices=[('duplicate', 'duplicate'), ('rubber', 'rubber'), ('chicago', 'chicago'), ('chicago_duplicate', 'chicago_duplicate')], default='duplicate', max_length=17)),
                ('unfinished_part_score', models.CharField(choices=[('100', '100'), ('50', '50')], default='100', max_length=3)),
                ('chicago_vulnerable', models.CharField(choices=[('dealer', 'dealer'), ('opponents', 'opponents')], default='dealer', max_length=9)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('scoring__in', ('duplicate', 'rubber', 'chicago', 'chicago_duplicate'))), name='bridge_scoring_known'), models.CheckConstraint(condition=models.Q(('unfinished_part_score__in', ('100', '50'))), name='bridge_unfinished_part_score_known'), models.CheckConstraint(condition=models.Q(('chicago_vulnerable__in', ('dealer', 'opponents'))), name='bridge_chicago_vulnerable_known')],
            },
        ),
    ]
