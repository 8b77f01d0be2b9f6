import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('bridge', '0001_squashed_0004_rubber_and_chicago'),
        ('bridge', '0005_kinds_of_hands'),
        ('bridge', '0006_opening_lead'),
    ]

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
                ('lead', models.CharField(choices=[('AC', 'AC'), ('KC', 'KC'), ('QC', 'QC'), ('JC', 'JC'), ('10C', '10C'), ('9C', '9C'), ('8C', '8C'), ('7C', '7C'), ('6C', '6C'), ('5C', '5C'), ('4C', '4C'), ('3C', '3C'), ('2C', '2C'), ('AD', 'AD'), ('KD', 'KD'), ('QD', 'QD'), ('JD', 'JD'), ('10D', '10D'), ('9D', '9D'), ('8D', '8D'), ('7D', '7D'), ('6D', '6D'), ('5D', '5D'), ('4D', '4D'), ('3D', '3D'), ('2D', '2D'), ('AH', 'AH'), ('KH', 'KH'), ('QH', 'QH'), ('JH', 'JH'), ('10H', '10H'), ('9H', '9H'), ('8H', '8H'), ('7H', '7H'), ('6H', '6H'), ('5H', '5H'), ('4H', '4H'), ('3H', '3H'), ('2H', '2H'), ('AS', 'AS'), ('KS', 'KS'), ('QS', 'QS'), ('JS', 'JS'), ('10S', '10S'), ('9S', '9S'), ('8S', '8S'), ('7S', '7S'), ('6S', '6S'), ('5S', '5S'), ('4S', '4S'), ('3S', '3S'), ('2S', '2S')], max_length=3, null=True)),
            ],
            options={
                'verbose_name': 'hand',
                'verbose_name_plural': 'hands',
                'abstract': False,
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('level', None), ('strain', None), ('doubled', ''), ('declarer', None), ('tricks', None), models.Q(('passed_out', False), _negated=True), ('vulnerable', None), ('honours_points', None), ('honours_seat', None), ('lead', None)), models.Q(('level__isnull', False), ('strain__isnull', False), ('declarer__isnull', False), ('tricks__isnull', False), ('passed_out', False)), _connector='OR'), name='bridge_one_kind_of_hand'), models.CheckConstraint(condition=models.Q(('strain__in', ('C', 'D', 'H', 'S', 'NT'))), name='bridge_strain_known'), models.CheckConstraint(condition=models.Q(('doubled__in', ('', 'X', 'XX'))), name='bridge_doubled_known'), models.CheckConstraint(condition=models.Q(('declarer__in', ('N', 'E', 'S', 'W'))), name='bridge_declarer_known'), models.CheckConstraint(condition=models.Q(('vulnerable__in', ('none', 'NS', 'EW', 'both'))), name='bridge_vulnerable_known'), models.CheckConstraint(condition=models.Q(('honours_seat__in', ('N', 'E', 'S', 'W'))), name='bridge_honours_seat_known'), models.CheckConstraint(condition=models.Q(('board__range', (1, 9999))), name='bridge_board_in_range'), models.CheckConstraint(condition=models.Q(('level__range', (1, 7))), name='bridge_level_in_range'), models.CheckConstraint(condition=models.Q(('tricks__range', (0, 13))), name='bridge_tricks_in_range'), models.CheckConstraint(condition=models.Q(('lead__in', ('AC', 'KC', 'QC', 'JC', '10C', '9C', '8C', '7C', '6C', '5C', '4C', '3C', '2C', 'AD', 'KD', 'QD', 'JD', '10D', '9D', '8D', '7D', '6D', '5D', '4D', '3D', '2D', 'AH', 'KH', 'QH', 'JH', '10H', '9H', '8H', '7H', '6H', '5H', '4H', '3H', '2H', 'AS', 'KS', 'QS', 'JS', '10S', '9S', '8S', '7S', '6S', '5S', '4S', '3S', '2S'))), name='bridge_lead_known'), models.CheckConstraint(condition=models.Q(('vulnerable', None), ('board__isnull', False), _connector='OR'), name='bridge_vulnerability_of_a_board'), models.CheckConstraint(condition=models.Q(models.Q(('honours_points', None), ('honours_seat', None)), models.Q(('honours_points__isnull', False), ('honours_seat__isnull', False), ('board', None), ('honours_points__in', (100, 150))), _connector='OR'), name='bridge_honours_without_a_board')],
            },
        ),
        migrations.CreateModel(
            name='BridgeTable',
            fields=[
                ('table', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='+', serialize=False, to='play.table')),
                ('scoring', models.CharField(choices=[('duplicate', 'duplicate'), ('rubber', 'rubber'), ('chicago', 'chicago'), ('chicago_duplicate', 'chicago_duplicate')], default='duplicate', max_length=17)),
                ('unfinished_part_score', models.CharField(choices=[('100', '100'), ('50', '50')], default='100', max_length=3)),
                ('chicago_vulnerable', models.CharField(choices=[('dealer', 'dealer'), ('opponents', 'opponents')], default='dealer', max_length=9)),
                ('opening_lead', models.CharField(choices=[('no', 'no'), ('optional', 'optional'), ('required', 'required')], default='no', max_length=8)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('scoring__in', ('duplicate', 'rubber', 'chicago', 'chicago_duplicate'))), name='bridge_scoring_known'), models.CheckConstraint(condition=models.Q(('unfinished_part_score__in', ('100', '50'))), name='bridge_unfinished_part_score_known'), models.CheckConstraint(condition=models.Q(('chicago_vulnerable__in', ('dealer', 'opponents'))), name='bridge_chicago_vulnerable_known'), models.CheckConstraint(condition=models.Q(('opening_lead__in', ('no', 'optional', 'required'))), name='bridge_opening_lead_known')],
            },
        ),
    ]
