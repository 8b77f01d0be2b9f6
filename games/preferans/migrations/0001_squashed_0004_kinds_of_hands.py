import django.db.models.deletion
import django.db.models.expressions
import django.db.models.functions.comparison
import django.db.models.lookups
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('preferans', '0001_squashed_0003_bule_supe_refe'),
        ('preferans', '0004_kinds_of_hands'),
    ]

    initial = True

    dependencies = [
        ('play', '0001_squashed_0015_closing_line'),
    ]

    operations = [
        migrations.CreateModel(
            name='PreferansHand',
            fields=[
                ('hand', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='%(class)s', serialize=False, to='play.hand')),
                ('level', models.PositiveSmallIntegerField(null=True)),
                ('in_hand', models.BooleanField(default=False)),
                ('counter', models.CharField(choices=[('none', 'none'), ('counter', 'counter'), ('double_counter', 'double_counter')], default='none', max_length=14)),
                ('role_1', models.CharField(choices=[('declarer', 'declarer'), ('follow', 'follow'), ('pass', 'pass'), ('call', 'call'), ('called', 'called'), ('counter', 'counter')], max_length=8, null=True)),
                ('role_2', models.CharField(choices=[('declarer', 'declarer'), ('follow', 'follow'), ('pass', 'pass'), ('call', 'call'), ('called', 'called'), ('counter', 'counter')], max_length=8, null=True)),
                ('role_3', models.CharField(choices=[('declarer', 'declarer'), ('follow', 'follow'), ('pass', 'pass'), ('call', 'call'), ('called', 'called'), ('counter', 'counter')], max_length=8, null=True)),
                ('role_4', models.CharField(choices=[('declarer', 'declarer'), ('follow', 'follow'), ('pass', 'pass'), ('call', 'call'), ('called', 'called'), ('counter', 'counter')], max_length=8, null=True)),
                ('tricks_1', models.PositiveSmallIntegerField(null=True)),
                ('tricks_2', models.PositiveSmallIntegerField(null=True)),
                ('tricks_3', models.PositiveSmallIntegerField(null=True)),
                ('tricks_4', models.PositiveSmallIntegerField(null=True)),
                ('sitting_out', models.PositiveSmallIntegerField(null=True)),
                ('passed_out', models.BooleanField(default=False)),
            ],
            options={
                'verbose_name': 'hand',
                'verbose_name_plural': 'hands',
                'abstract': False,
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('level', None), ('in_hand', False), ('counter', 'none'), ('role_1', None), ('role_2', None), ('role_3', None), ('role_4', None), ('tricks_1', None), ('tricks_2', None), ('tricks_3', None), ('tricks_4', None), models.Q(('passed_out', False), _negated=True)), models.Q(('level__isnull', False), models.Q(('role_1__isnull', False), ('role_2__isnull', False), ('role_3__isnull', False), ('role_4__isnull', False), _connector='OR'), ('passed_out', False)), _connector='OR'), name='preferans_one_kind_of_hand'), models.CheckConstraint(condition=models.Q(('counter__in', ('none', 'counter', 'double_counter'))), name='preferans_counter_known'), models.CheckConstraint(condition=models.Q(('role_1__in', ('declarer', 'follow', 'pass', 'call', 'called', 'counter'))), name='preferans_role_1_known'), models.CheckConstraint(condition=models.Q(('role_2__in', ('declarer', 'follow', 'pass', 'call', 'called', 'counter'))), name='preferans_role_2_known'), models.CheckConstraint(condition=models.Q(('role_3__in', ('declarer', 'follow', 'pass', 'call', 'called', 'counter'))), name='preferans_role_3_known'), models.CheckConstraint(condition=models.Q(('role_4__in', ('declarer', 'follow', 'pass', 'call', 'called', 'counter'))), name='preferans_role_4_known'), models.CheckConstraint(condition=models.Q(('level__range', (2, 7))), name='preferans_level_in_range'), models.CheckConstraint(condition=models.Q(('sitting_out__range', (1, 4))), name='preferans_sitting_out_in_range'), models.CheckConstraint(condition=models.Q(('passed_out', True), models.Q(('sitting_out', 1), ('sitting_out__isnull', False), ('role_1__isnull', True), ('role_2__isnull', False), ('role_3__isnull', False), ('role_4__isnull', False)), models.Q(('sitting_out', 2), ('sitting_out__isnull', False), ('role_1__isnull', False), ('role_2__isnull', True), ('role_3__isnull', False), ('role_4__isnull', False)), models.Q(('sitting_out', 3), ('sitting_out__isnull', False), ('role_1__isnull', False), ('role_2__isnull', False), ('role_3__isnull', True), ('role_4__isnull', False)), models.Q(models.Q(models.Q(('sitting_out', 4), ('sitting_out__isnull', False)), ('sitting_out', None), _connector='OR'), ('role_1__isnull', False), ('role_2__isnull', False), ('role_3__isnull', False), ('role_4__isnull', True)), _connector='OR'), name='preferans_three_at_play'), models.CheckConstraint(condition=models.Q(('passed_out', True), models.Q(('role_1', 'declarer'), ('role_1__isnull', False), models.Q(('role_2', 'declarer'), ('role_3', 'declarer'), ('role_4', 'declarer'), _connector='OR', _negated=True)), models.Q(('role_2', 'declarer'), ('role_2__isnull', False), models.Q(('role_1', 'declarer'), ('role_3', 'declarer'), ('role_4', 'declarer'), _connector='OR', _negated=True)), models.Q(('role_3', 'declarer'), ('role_3__isnull', False), models.Q(('role_1', 'declarer'), ('role_2', 'declarer'), ('role_4', 'declarer'), _connector='OR', _negated=True)), models.Q(('role_4', 'declarer'), ('role_4__isnull', False), models.Q(('role_1', 'declarer'), ('role_2', 'declarer'), ('role_3', 'declarer'), _connector='OR', _negated=True)), _connector='OR'), name='preferans_one_declarer'), models.CheckConstraint(condition=models.Q(models.Q(('counter', 'none'), models.Q(('role_1', 'counter'), ('role_2', 'counter'), ('role_3', 'counter'), ('role_4', 'counter'), _connector='OR', _negated=True)), models.Q(models.Q(('counter', 'none'), _negated=True), models.Q(models.Q(('role_1', 'counter'), ('role_1__isnull', False), models.Q(('role_2', 'counter'), ('role_3', 'counter'), ('role_4', 'counter'), _connector='OR', _negated=True)), models.Q(('role_2', 'counter'), ('role_2__isnull', False), models.Q(('role_1', 'counter'), ('role_3', 'counter'), ('role_4', 'counter'), _connector='OR', _negated=True)), models.Q(('role_3', 'counter'), ('role_3__isnull', False), models.Q(('role_1', 'counter'), ('role_2', 'counter'), ('role_4', 'counter'), _connector='OR', _negated=True)), models.Q(('role_4', 'counter'), ('role_4__isnull', False), models.Q(('role_1', 'counter'), ('role_2', 'counter'), ('role_3', 'counter'), _connector='OR', _negated=True)), _connector='OR')), _connector='OR'), name='preferans_counter_said_by_one'), models.CheckConstraint(condition=models.Q(models.Q(('tricks_1', None), ('tricks_2', None), ('tricks_3', None), ('tricks_4', None), models.Q(models.Q(('role_1__in', ('follow', 'call', 'counter')), ('role_1__isnull', False)), models.Q(('role_2__in', ('follow', 'call', 'counter')), ('role_2__isnull', False)), models.Q(('role_3__in', ('follow', 'call', 'counter')), ('role_3__isnull', False)), models.Q(('role_4__in', ('follow', 'call', 'counter')), ('role_4__isnull', False)), _connector='OR', _negated=True)), models.Q(models.Q(models.Q(('sitting_out', 1), ('sitting_out__isnull', False), ('tricks_1__isnull', True), ('tricks_2__isnull', False), ('tricks_3__isnull', False), ('tricks_4__isnull', False)), models.Q(('sitting_out', 2), ('sitting_out__isnull', False), ('tricks_1__isnull', False), ('tricks_2__isnull', True), ('tricks_3__isnull', False), ('tricks_4__isnull', False)), models.Q(('sitting_out', 3), ('sitting_out__isnull', False), ('tricks_1__isnull', False), ('tricks_2__isnull', False), ('tricks_3__isnull', True), ('tricks_4__isnull', False)), models.Q(models.Q(models.Q(('sitting_out', 4), ('sitting_out__isnull', False)), ('sitting_out', None), _connector='OR'), ('tricks_1__isnull', False), ('tricks_2__isnull', False), ('tricks_3__isnull', False), ('tricks_4__isnull', True)), _connector='OR'), models.Q(models.Q(('role_1__in', ('follow', 'call', 'counter')), ('role_1__isnull', False)), models.Q(('role_2__in', ('follow', 'call', 'counter')), ('role_2__isnull', False)), models.Q(('role_3__in', ('follow', 'call', 'counter')), ('role_3__isnull', False)), models.Q(('role_4__in', ('follow', 'call', 'counter')), ('role_4__isnull', False)), _connector='OR')), _connector='OR'), name='preferans_tricks_of_those_at_play'), models.CheckConstraint(condition=models.Q(models.Q(('tricks_1', None), ('tricks_2', None), ('tricks_3', None), ('tricks_4', None)), django.db.models.lookups.Exact(django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(models.Value(0), '+', django.db.models.functions.comparison.Coalesce(models.F('tricks_1'), 0)), '+', django.db.models.functions.comparison.Coalesce(models.F('tricks_2'), 0)), '+', django.db.models.functions.comparison.Coalesce(models.F('tricks_3'), 0)), '+', django.db.models.functions.comparison.Coalesce(models.F('tricks_4'), 0)), 10), models.Q(('level', 6), ('level__isnull', False), django.db.models.lookups.LessThan(django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(models.Value(0), '+', django.db.models.functions.comparison.Coalesce(models.F('tricks_1'), 0)), '+', django.db.models.functions.comparison.Coalesce(models.F('tricks_2'), 0)), '+', django.db.models.functions.comparison.Coalesce(models.F('tricks_3'), 0)), '+', django.db.models.functions.comparison.Coalesce(models.F('tricks_4'), 0)), 10)), _connector='OR'), name='preferans_tricks_add_up')],
            },
        ),
        migrations.CreateModel(
            name='PreferansTable',
            fields=[
                ('table', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='+', serialize=False, to='play.table')),
                ('record', models.CharField(choices=[('none', 'none'), ('bule', 'bule')], default='none', max_length=4)),
                ('bule', models.PositiveSmallIntegerField(default=60)),
                ('bule_for', models.CharField(choices=[('player', 'player'), ('table', 'table')], default='player', max_length=6)),
                ('refe', models.PositiveSmallIntegerField(default=2, null=True)),
                ('refe_under_hat', models.BooleanField(default=False)),
                ('refa_played', models.CharField(choices=[('always', 'always'), ('not_spades', 'not_spades')], default='always', max_length=10)),
                ('spades', models.CharField(choices=[('played', 'played'), ('refa', 'refa'), ('refa_or_fail', 'refa_or_fail'), ('pass', 'pass')], default='played', max_length=12)),
                ('stop_at_five', models.BooleanField(default=False)),
                ('last_hand', models.CharField(choices=[('bule', 'bule'), ('value', 'value'), ('full', 'full')], default='bule', max_length=5)),
                ('double_fall', models.BooleanField(default=False)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('record__in', ('none', 'bule'))), name='preferans_record_known'), models.CheckConstraint(condition=models.Q(('bule_for__in', ('player', 'table'))), name='preferans_bule_for_known'), models.CheckConstraint(condition=models.Q(('refa_played__in', ('always', 'not_spades'))), name='preferans_refa_played_known'), models.CheckConstraint(condition=models.Q(('spades__in', ('played', 'refa', 'refa_or_fail', 'pass'))), name='preferans_spades_known'), models.CheckConstraint(condition=models.Q(('last_hand__in', ('bule', 'value', 'full'))), name='preferans_last_hand_known'), models.CheckConstraint(condition=models.Q(('bule__gte', 2)), name='preferans_bule_to_play')],
            },
        ),
    ]
