import django.db.models.deletion
import django.db.models.expressions
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('doppelkopf', '0001_squashed_0003_words'),
        ('doppelkopf', '0004_hands'),
        ('doppelkopf', '0005_kinds_of_hands'),
        ('doppelkopf', '0006_pflichtsolo_once'),
    ]

    initial = True

    dependencies = [
        ('play', '0001_squashed_0015_closing_line'),
    ]

    operations = [
        migrations.CreateModel(
            name='DoppelkopfHand',
            fields=[
                ('hand', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='%(class)s', serialize=False, to='play.hand')),
                ('kind', models.CharField(choices=[('normal', 'normal'), ('hochzeit', 'hochzeit'), ('damen', 'damen'), ('buben', 'buben'), ('farbe', 'farbe'), ('trumpf', 'trumpf'), ('fleischlos', 'fleischlos'), ('stille_hochzeit', 'stille_hochzeit'), ('ungeklaerte_hochzeit', 'ungeklaerte_hochzeit')], max_length=20)),
                ('re_1', models.PositiveSmallIntegerField()),
                ('re_2', models.PositiveSmallIntegerField(null=True)),
                ('re_augen', models.PositiveSmallIntegerField()),
                ('augen_exact', models.BooleanField(default=True)),
                ('re_announced', models.BooleanField(default=False)),
                ('kontra_announced', models.BooleanField(default=False)),
                ('re_absage', models.CharField(choices=[('k90', 'k90'), ('k60', 'k60'), ('k30', 'k30'), ('schwarz', 'schwarz')], max_length=7, null=True)),
                ('kontra_absage', models.CharField(choices=[('k90', 'k90'), ('k60', 'k60'), ('k30', 'k30'), ('schwarz', 'schwarz')], max_length=7, null=True)),
                ('re_fuchs', models.PositiveSmallIntegerField(default=0)),
                ('re_doppelkopf', models.PositiveSmallIntegerField(default=0)),
                ('re_karlchen', models.PositiveSmallIntegerField(default=0)),
                ('kontra_fuchs', models.PositiveSmallIntegerField(default=0)),
                ('kontra_doppelkopf', models.PositiveSmallIntegerField(default=0)),
                ('kontra_karlchen', models.PositiveSmallIntegerField(default=0)),
                ('schwarz', models.CharField(choices=[('re', 're'), ('kontra', 'kontra')], max_length=6, null=True)),
                ('bock', models.BooleanField(default=False)),
                ('duty', models.CharField(choices=[('lust', 'lust'), ('pflicht', 'pflicht'), ('vorfuehrung', 'vorfuehrung')], default='lust', max_length=11)),
                ('bock_event', models.BooleanField(default=False)),
                ('sitting_out_1', models.PositiveSmallIntegerField(null=True)),
                ('sitting_out_2', models.PositiveSmallIntegerField(null=True)),
                ('sitting_out_3', models.PositiveSmallIntegerField(null=True)),
            ],
            options={
                'verbose_name': 'hand',
                'verbose_name_plural': 'hands',
                'abstract': False,
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('kind__isnull', False), ('kind__in', ['normal', 'hochzeit']), models.Q(('re_1__isnull', False), ('re_2__isnull', False), _connector='OR'), ('re_augen__isnull', False), ('duty', 'lust')), models.Q(('kind__isnull', False), ('kind__in', ['damen', 'buben', 'farbe', 'trumpf', 'fleischlos', 'stille_hochzeit', 'ungeklaerte_hochzeit']), models.Q(('re_1__isnull', False), ('re_2__isnull', False), _connector='OR'), ('re_augen__isnull', False), ('re_doppelkopf', 0), ('re_fuchs', 0), ('re_karlchen', 0), ('kontra_doppelkopf', 0), ('kontra_fuchs', 0), ('kontra_karlchen', 0)), _connector='OR'), name='doppelkopf_one_kind_of_hand'), models.CheckConstraint(condition=models.Q(('re_absage__in', ('k90', 'k60', 'k30', 'schwarz'))), name='doppelkopf_re_absage_known'), models.CheckConstraint(condition=models.Q(('kontra_absage__in', ('k90', 'k60', 'k30', 'schwarz'))), name='doppelkopf_kontra_absage_known'), models.CheckConstraint(condition=models.Q(('duty__in', ('lust', 'pflicht', 'vorfuehrung'))), name='doppelkopf_duty_known'), models.CheckConstraint(condition=models.Q(('re_augen__range', (0, 240))), name='doppelkopf_re_augen_in_range'), models.CheckConstraint(condition=models.Q(('re_1__range', (1, 7))), name='doppelkopf_re_1_in_range'), models.CheckConstraint(condition=models.Q(('re_2__range', (1, 7))), name='doppelkopf_re_2_in_range'), models.CheckConstraint(condition=models.Q(('sitting_out_1__range', (1, 7))), name='doppelkopf_sitting_out_1_in_range'), models.CheckConstraint(condition=models.Q(('sitting_out_2__range', (1, 7))), name='doppelkopf_sitting_out_2_in_range'), models.CheckConstraint(condition=models.Q(('sitting_out_3__range', (1, 7))), name='doppelkopf_sitting_out_3_in_range'), models.CheckConstraint(condition=models.Q(models.Q(('kind__in', ('damen', 'buben', 'farbe', 'trumpf', 'fleischlos', 'stille_hochzeit', 'ungeklaerte_hochzeit')), ('re_2', None)), models.Q(('kind__in', ('normal', 'hochzeit')), ('re_2__isnull', False)), _connector='OR'), name='doppelkopf_two_of_re_or_a_soloist'), models.CheckConstraint(condition=models.Q(('augen_exact', False), models.Q(('re_augen__in', (1, 239)), _negated=True), _connector='OR'), name='doppelkopf_augen_possible'), models.CheckConstraint(condition=models.Q(('augen_exact', True), ('re_augen__in', [0, 29, 30, 59, 60, 89, 90, 119, 120, 149, 150, 179, 180, 209, 210, 239, 240]), _connector='OR'), name='doppelkopf_a_range_by_its_highest'), models.CheckConstraint(condition=models.Q(('re_absage', None), ('re_announced', True), _connector='OR'), name='doppelkopf_re_absage_needs_re'), models.CheckConstraint(condition=models.Q(('kontra_absage', None), ('kontra_announced', True), _connector='OR'), name='doppelkopf_kontra_absage_needs_kontra'), models.CheckConstraint(condition=models.Q(('kontra_fuchs__gte', 0), ('re_fuchs__gte', 0), ('re_fuchs__lte', django.db.models.expressions.CombinedExpression(models.Value(2), '-', models.F('kontra_fuchs')))), name='doppelkopf_most_fuchs'), models.CheckConstraint(condition=models.Q(('kontra_doppelkopf__gte', 0), ('re_doppelkopf__gte', 0), ('re_doppelkopf__lte', django.db.models.expressions.CombinedExpression(models.Value(4), '-', models.F('kontra_doppelkopf')))), name='doppelkopf_most_doppelkopf'), models.CheckConstraint(condition=models.Q(('kontra_karlchen__gte', 0), ('re_karlchen__gte', 0), ('re_karlchen__lte', django.db.models.expressions.CombinedExpression(models.Value(1), '-', models.F('kontra_karlchen')))), name='doppelkopf_most_karlchen'), models.CheckConstraint(condition=models.Q(('schwarz', None), models.Q(('re_augen', 0), ('schwarz', 're')), models.Q(('re_augen', 240), ('schwarz', 'kontra')), _connector='OR'), name='doppelkopf_schwarz_without_augen'), models.CheckConstraint(condition=models.Q(models.Q(('sitting_out_2', None), ('sitting_out_1__isnull', False), _connector='OR'), models.Q(('sitting_out_3', None), ('sitting_out_2__isnull', False), _connector='OR')), name='doppelkopf_sitting_out_in_order'), models.CheckConstraint(condition=models.Q(models.Q(('re_1', None), ('re_2', None), ('re_1__lt', models.F('re_2')), ('re_1__gt', models.F('re_2')), _connector='OR'), models.Q(('re_1', None), ('sitting_out_1', None), ('re_1__lt', models.F('sitting_out_1')), ('re_1__gt', models.F('sitting_out_1')), _connector='OR'), models.Q(('re_1', None), ('sitting_out_2', None), ('re_1__lt', models.F('sitting_out_2')), ('re_1__gt', models.F('sitting_out_2')), _connector='OR'), models.Q(('re_1', None), ('sitting_out_3', None), ('re_1__lt', models.F('sitting_out_3')), ('re_1__gt', models.F('sitting_out_3')), _connector='OR'), models.Q(('re_2', None), ('sitting_out_1', None), ('re_2__lt', models.F('sitting_out_1')), ('re_2__gt', models.F('sitting_out_1')), _connector='OR'), models.Q(('re_2', None), ('sitting_out_2', None), ('re_2__lt', models.F('sitting_out_2')), ('re_2__gt', models.F('sitting_out_2')), _connector='OR'), models.Q(('re_2', None), ('sitting_out_3', None), ('re_2__lt', models.F('sitting_out_3')), ('re_2__gt', models.F('sitting_out_3')), _connector='OR'), models.Q(('sitting_out_1', None), ('sitting_out_2', None), ('sitting_out_1__lt', models.F('sitting_out_2')), ('sitting_out_1__gt', models.F('sitting_out_2')), _connector='OR'), models.Q(('sitting_out_1', None), ('sitting_out_3', None), ('sitting_out_1__lt', models.F('sitting_out_3')), ('sitting_out_1__gt', models.F('sitting_out_3')), _connector='OR'), models.Q(('sitting_out_2', None), ('sitting_out_3', None), ('sitting_out_2__lt', models.F('sitting_out_3')), ('sitting_out_2__gt', models.F('sitting_out_3')), _connector='OR')), name='doppelkopf_nobody_in_two_places')],
            },
        ),
        migrations.CreateModel(
            name='DoppelkopfTable',
            fields=[
                ('table', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='+', serialize=False, to='play.table')),
                ('scoring', models.CharField(choices=[('house', 'house'), ('ddv', 'ddv')], max_length=5)),
                ('boundary', models.CharField(choices=[('unter', 'unter'), ('bis', 'bis')], max_length=5)),
                ('pflichtsolo', models.BooleanField()),
                ('pflichtsolo_once', models.BooleanField(default=False)),
                ('hands_each', models.PositiveSmallIntegerField(null=True)),
                ('hands', models.PositiveSmallIntegerField(null=True)),
                ('bock_after_120', models.BooleanField()),
                ('bock_after_event', models.BooleanField()),
                ('bock_after_zero', models.BooleanField()),
                ('bock_after_re_lost', models.BooleanField()),
                ('bock_after_kontra_lost', models.BooleanField()),
                ('bock_after_both', models.BooleanField()),
                ('bock_after_solo_lost', models.BooleanField()),
                ('bock_after_schwarz', models.BooleanField()),
                ('bock_after_extras', models.BooleanField()),
                ('bock_length', models.CharField(choices=[('each', 'each'), ('one', 'one')], max_length=4)),
                ('bock_overlap', models.CharField(choices=[('ignore', 'ignore'), ('extend', 'extend'), ('stack', 'stack'), ('restart', 'restart')], max_length=7)),
                ('bock_pauses', models.BooleanField()),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('scoring__in', ('house', 'ddv'))), name='doppelkopf_scoring_known'), models.CheckConstraint(condition=models.Q(('boundary__in', ('unter', 'bis'))), name='doppelkopf_boundary_known'), models.CheckConstraint(condition=models.Q(('bock_length__in', ('each', 'one'))), name='doppelkopf_bock_length_known'), models.CheckConstraint(condition=models.Q(('bock_overlap__in', ('ignore', 'extend', 'stack', 'restart'))), name='doppelkopf_bock_overlap_known'), models.CheckConstraint(condition=models.Q(('hands_each', None), ('hands_each__gte', 1), _connector='OR'), name='doppelkopf_hands_each_above_0'), models.CheckConstraint(condition=models.Q(('hands', None), ('hands__gte', 1), _connector='OR'), name='doppelkopf_hands_above_0')],
            },
        ),
    ]
