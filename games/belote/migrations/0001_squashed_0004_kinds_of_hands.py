import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('belote', '0001_squashed_0003_parties'),
        ('belote', '0004_kinds_of_hands'),
    ]

    initial = True

    dependencies = [
        ('play', '0001_squashed_0015_closing_line'),
    ]

    operations = [
        migrations.CreateModel(
            name='BeloteHand',
            fields=[
                ('hand', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='%(class)s', serialize=False, to='play.hand')),
                ('bidder', models.PositiveSmallIntegerField(null=True)),
                ('value', models.PositiveSmallIntegerField(null=True)),
                ('slam', models.CharField(choices=[('capot', 'capot'), ('generale', 'generale')], max_length=8, null=True)),
                ('trump', models.CharField(choices=[('C', 'C'), ('D', 'D'), ('H', 'H'), ('S', 'S'), ('SA', 'SA'), ('TA', 'TA')], max_length=2, null=True)),
                ('coinche', models.CharField(choices=[('none', 'none'), ('coinche', 'coinche'), ('surcoinche', 'surcoinche')], default='none', max_length=10)),
                ('points', models.PositiveSmallIntegerField(null=True)),
                ('belote', models.CharField(choices=[('contracting', 'contracting'), ('opponent', 'opponent')], max_length=11, null=True)),
                ('tricks', models.CharField(max_length=200, null=True)),
                ('capot', models.CharField(choices=[('contracting', 'contracting'), ('bidder', 'bidder'), ('opponent', 'opponent')], max_length=11, null=True)),
                ('declarations_contracting', models.PositiveSmallIntegerField(default=0)),
                ('declarations_opponent', models.PositiveSmallIntegerField(default=0)),
                ('belotes_contracting', models.PositiveSmallIntegerField(default=0)),
                ('belotes_opponent', models.PositiveSmallIntegerField(default=0)),
                ('passed_out', models.BooleanField(default=False)),
            ],
            options={
                'verbose_name': 'hand',
                'verbose_name_plural': 'hands',
                'abstract': False,
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('bidder', None), ('slam', None), ('value', None), ('trump', None), ('coinche', 'none'), ('points', None), ('belote', None), ('tricks', None), ('capot', None), ('declarations_contracting', 0), ('declarations_opponent', 0), ('belotes_contracting', 0), ('belotes_opponent', 0), models.Q(('passed_out', False), _negated=True)), models.Q(('bidder__isnull', False), models.Q(('value__isnull', False), ('slam__isnull', False), _connector='OR'), ('trump__isnull', False), ('points__isnull', False), ('tricks', None), ('passed_out', False)), models.Q(('bidder__isnull', False), models.Q(('value__isnull', False), ('slam__isnull', False), _connector='OR'), ('trump__isnull', False), ('points', None), ('belote', None), ('tricks__isnull', False), ('capot', None), ('belotes_contracting', 0), ('belotes_opponent', 0), ('passed_out', False)), _connector='OR'), name='belote_one_kind_of_hand'), models.CheckConstraint(condition=models.Q(('slam__in', ('capot', 'generale'))), name='belote_slam_known'), models.CheckConstraint(condition=models.Q(('trump__in', ('C', 'D', 'H', 'S', 'SA', 'TA'))), name='belote_trump_known'), models.CheckConstraint(condition=models.Q(('coinche__in', ('none', 'coinche', 'surcoinche'))), name='belote_coinche_known'), models.CheckConstraint(condition=models.Q(('belote__in', ('contracting', 'opponent'))), name='belote_belote_known'), models.CheckConstraint(condition=models.Q(('capot__in', ('contracting', 'bidder', 'opponent'))), name='belote_capot_known'), models.CheckConstraint(condition=models.Q(('bidder__range', (1, 4))), name='belote_bidder_in_range'), models.CheckConstraint(condition=models.Q(('value__range', (80, 160))), name='belote_value_in_range'), models.CheckConstraint(condition=models.Q(('points__range', (0, 162))), name='belote_points_in_range'), models.CheckConstraint(condition=models.Q(('value', None), ('slam', None), _connector='OR'), name='belote_one_contract'), models.CheckConstraint(condition=models.Q(models.Q(('declarations_contracting__range', (0, 550)), ('declarations_opponent', 0)), models.Q(('declarations_contracting', 0), ('declarations_opponent__range', (0, 550))), _connector='OR'), name='belote_declarations_of_one_side'), models.CheckConstraint(condition=models.Q(('belotes_contracting__range', (0, 4)), ('belotes_opponent__range', (0, 4))), name='belote_belotes_of_four_suits')],
            },
        ),
        migrations.CreateModel(
            name='BeloteTable',
            fields=[
                ('table', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='+', serialize=False, to='play.table')),
                ('scoring', models.CharField(choices=[('house', 'house'), ('ffb', 'ffb')], max_length=5)),
                ('target', models.PositiveIntegerField(null=True)),
                ('litige', models.CharField(choices=[('carry', 'carry'), ('fails', 'fails')], max_length=5)),
                ('parties', models.CharField(choices=[('off', 'off'), ('one', 'one'), ('best_of_three', 'best_of_three'), ('unlimited', 'unlimited')], default='off', max_length=13)),
                ('litige_at_end', models.CharField(choices=[('dropped', 'dropped'), ('carried', 'carried')], default='dropped', max_length=7)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('scoring__in', ('house', 'ffb'))), name='belote_scoring_known'), models.CheckConstraint(condition=models.Q(('litige__in', ('carry', 'fails'))), name='belote_litige_known'), models.CheckConstraint(condition=models.Q(('parties__in', ('off', 'one', 'best_of_three', 'unlimited'))), name='belote_parties_known'), models.CheckConstraint(condition=models.Q(('litige_at_end__in', ('dropped', 'carried'))), name='belote_litige_at_end_known'), models.CheckConstraint(condition=models.Q(('target', None), ('target__gte', 1), _connector='OR'), name='belote_target_above_0')],
            },
        ),
    ]
