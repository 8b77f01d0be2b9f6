import django.db.models.deletion
import django.db.models.expressions
import django.db.models.functions.math
import django.db.models.lookups
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('tarot', '0001_squashed_0002_words'),
        ('tarot', '0003_kinds_of_hands'),
        ('tarot', '0004_limits_of_players'),
        ('tarot', '0005_deals'),
    ]

    initial = True

    dependencies = [
        ('play', '0001_squashed_0015_closing_line'),
    ]

    operations = [
        migrations.CreateModel(
            name='TarotHand',
            fields=[
                ('hand', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='%(class)s', serialize=False, to='play.hand')),
                ('kind', models.CharField(choices=[('taker', 'taker'), ('one_for_one', 'one_for_one')], max_length=11, null=True)),
                ('taker', models.PositiveSmallIntegerField(null=True)),
                ('partner', models.PositiveSmallIntegerField(null=True)),
                ('contract', models.CharField(choices=[('petite', 'petite'), ('garde', 'garde'), ('garde_sans', 'garde_sans'), ('garde_contre', 'garde_contre')], max_length=12, null=True)),
                ('oudlers', models.PositiveSmallIntegerField(null=True)),
                ('points', models.FloatField(help_text='In halves, which are exact in binary.', null=True)),
                ('petit_au_bout', models.CharField(choices=[('attack', 'attack'), ('defence', 'defence')], max_length=7, null=True)),
                ('slam', models.CharField(choices=[('made', 'made'), ('announced_made', 'announced_made'), ('announced_failed', 'announced_failed'), ('defence', 'defence')], max_length=16, null=True)),
                ('dog_cards', models.PositiveSmallIntegerField(null=True)),
                ('sitting_out', models.PositiveSmallIntegerField(null=True)),
                ('passed_out', models.BooleanField(default=False)),
                ('deal', models.PositiveSmallIntegerField(help_text='The number of a duplicate deal.', null=True)),
            ],
            options={
                'verbose_name': 'hand',
                'verbose_name_plural': 'hands',
                'abstract': False,
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('kind', None), ('taker', None), ('partner', None), ('contract', None), ('oudlers', None), ('points', None), ('petit_au_bout', None), ('slam', None), ('dog_cards', None), models.Q(('passed_out', False), _negated=True)), models.Q(('kind__isnull', False), ('kind__in', ['taker']), ('taker__isnull', False), ('contract__isnull', False), ('oudlers__isnull', False), ('points__isnull', False), ('dog_cards', None), ('passed_out', False)), models.Q(('kind__isnull', False), ('kind__in', ['one_for_one']), ('taker', None), ('partner', None), ('contract', None), ('oudlers', None), ('points', None), ('petit_au_bout', None), ('slam', None), ('dog_cards__isnull', False), ('passed_out', False)), _connector='OR'), name='tarot_one_kind_of_hand'), models.CheckConstraint(condition=models.Q(('contract__in', ('petite', 'garde', 'garde_sans', 'garde_contre'))), name='tarot_contract_known'), models.CheckConstraint(condition=models.Q(('petit_au_bout__in', ('attack', 'defence'))), name='tarot_petit_au_bout_known'), models.CheckConstraint(condition=models.Q(('slam__in', ('made', 'announced_made', 'announced_failed', 'defence'))), name='tarot_slam_known'), models.CheckConstraint(condition=models.Q(('taker__range', (1, 5))), name='tarot_taker_in_range'), models.CheckConstraint(condition=models.Q(('oudlers__range', (0, 3))), name='tarot_oudlers_in_range'), models.CheckConstraint(condition=models.Q(('sitting_out__range', (1, 5))), name='tarot_sitting_out_in_range'), models.CheckConstraint(condition=models.Q(('deal__range', (1, 9999))), name='tarot_deal_in_range'), models.CheckConstraint(condition=models.Q(('dog_cards__in', (3, 6, 8))), name='tarot_dog_of_a_dealing'), models.CheckConstraint(condition=models.Q(('points__isnull', True), models.Q(('points__isnull', False), ('points__range', (0, 91.0)), django.db.models.lookups.Exact(django.db.models.functions.math.Round(django.db.models.expressions.CombinedExpression(models.F('points'), '*', models.Value(2))), django.db.models.expressions.CombinedExpression(models.F('points'), '*', models.Value(2)))), _connector='OR'), name='tarot_points_in_halves'), models.CheckConstraint(condition=models.Q(('partner__isnull', True), models.Q(('partner__isnull', False), ('partner__range', (1, 5)), ('sitting_out__isnull', True)), _connector='OR'), name='tarot_called_among_five'), models.CheckConstraint(condition=models.Q(('petit_au_bout__isnull', True), models.Q(('oudlers__gt', 0), ('petit_au_bout', 'attack')), models.Q(('oudlers__lt', 3), ('petit_au_bout', 'defence')), _connector='OR'), name='tarot_petit_au_bout_of_a_side_with_oudlers'), models.CheckConstraint(condition=models.Q(('slam__isnull', True), ('slam__in', ('announced_failed', 'defence')), ('points__gte', 86.5), ('contract', 'garde_contre'), _connector='OR'), name='tarot_slam_with_all_tricks'), models.CheckConstraint(condition=models.Q(('taker__lt', models.F('sitting_out')), ('taker__gt', models.F('sitting_out')), _connector='OR'), name='tarot_the_taker_plays')],
            },
        ),
        migrations.CreateModel(
            name='TarotTable',
            fields=[
                ('table', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='+', serialize=False, to='play.table')),
                ('stake_floor', models.CharField(choices=[('none', 'none'), ('zero', 'zero')], max_length=4)),
                ('stake_rounding', models.CharField(choices=[('each', 'each'), ('sum', 'sum')], max_length=4)),
                ('mort', models.BooleanField()),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('stake_floor__in', ('none', 'zero'))), name='tarot_stake_floor_known'), models.CheckConstraint(condition=models.Q(('stake_rounding__in', ('each', 'sum'))), name='tarot_stake_rounding_known')],
            },
        ),
        migrations.CreateModel(
            name='TarotPlayer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField()),
                ('team', models.PositiveSmallIntegerField(help_text='The number of the pair, from 1.', null=True)),
                ('points', models.FloatField(help_text='In halves, which are exact in binary.', null=True)),
                ('oudler_21', models.BooleanField(default=False)),
                ('oudler_excuse', models.BooleanField(default=False)),
                ('oudler_petit', models.BooleanField(default=False)),
                ('handful', models.CharField(choices=[('single', 'single'), ('double', 'double'), ('triple', 'triple')], max_length=6, null=True)),
                ('petit_au_bout', models.BooleanField(default=False)),
                ('trickless', models.BooleanField(null=True)),
                ('kings', models.PositiveSmallIntegerField(null=True)),
                ('queens', models.PositiveSmallIntegerField(null=True)),
                ('knights', models.PositiveSmallIntegerField(null=True)),
                ('jacks', models.PositiveSmallIntegerField(null=True)),
                ('first_trick', models.PositiveSmallIntegerField(null=True)),
                ('tarot_hand', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='players', to='tarot.tarothand')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('tarot_hand', 'seat'), name='tarot_one_row_a_player'), models.UniqueConstraint(condition=models.Q(('oudler_21', True)), fields=('tarot_hand',), name='tarot_one_owner_of_oudler_21'), models.UniqueConstraint(condition=models.Q(('oudler_excuse', True)), fields=('tarot_hand',), name='tarot_one_owner_of_oudler_excuse'), models.UniqueConstraint(condition=models.Q(('oudler_petit', True)), fields=('tarot_hand',), name='tarot_one_owner_of_oudler_petit'), models.UniqueConstraint(fields=('tarot_hand', 'first_trick'), name='tarot_a_trick_has_one_winner'), models.CheckConstraint(condition=models.Q(('seat__range', (1, 6))), name='tarot_seat_in_range'), models.CheckConstraint(condition=models.Q(('team__range', (1, 3))), name='tarot_team_in_range'), models.CheckConstraint(condition=models.Q(models.Q(('points__isnull', False), ('points__range', (0, 91.0)), django.db.models.lookups.Exact(django.db.models.functions.math.Round(django.db.models.expressions.CombinedExpression(models.F('points'), '*', models.Value(2))), django.db.models.expressions.CombinedExpression(models.F('points'), '*', models.Value(2)))), models.Q(('first_trick__isnull', True), ('jacks__isnull', True), ('kings__isnull', True), ('knights__isnull', True), ('points__isnull', True), ('queens__isnull', True), ('team__isnull', True), ('trickless__isnull', True), ('handful__isnull', False), ('oudler_21', False), ('oudler_excuse', False), ('oudler_petit', False), ('petit_au_bout', False)), _connector='OR'), name='tarot_player_with_a_result_or_a_handful'), models.CheckConstraint(condition=models.Q(('handful__in', ('single', 'double', 'triple'))), name='tarot_handful_known'), models.CheckConstraint(condition=models.Q(('points__isnull', True), models.Q(('oudler_21', False), ('oudler_excuse', False), ('oudler_petit', False)), ('points__gte', 4.5), models.Q(('oudler_21', False), ('oudler_petit', False), ('points__gte', 4.0)), _connector='OR'), name='tarot_an_oudler_has_points'), models.CheckConstraint(condition=models.Q(('petit_au_bout', False), ('oudler_petit', True), _connector='OR'), name='tarot_petit_au_bout_with_the_petit'), models.CheckConstraint(condition=models.Q(models.Q(('points__gt', 0), ('trickless', False)), models.Q(('points', 0), ('trickless', True)), models.Q(('oudler_21', False), ('oudler_excuse', True), ('oudler_petit', False), ('points__in', (4.0, 4.5)), ('trickless', True)), _connector='OR'), name='tarot_without_a_trick_nothing_but_the_excuse'), models.CheckConstraint(condition=models.Q(models.Q(('jacks__isnull', True), ('kings__isnull', True), ('knights__isnull', True), ('queens__isnull', True)), models.Q(models.Q(('kings__isnull', False), ('kings__range', (0, 4))), models.Q(('queens__isnull', False), ('queens__range', (0, 4))), models.Q(('knights__isnull', False), ('knights__range', (0, 4))), models.Q(('jacks__isnull', False), ('jacks__range', (0, 4)))), _connector='OR'), name='tarot_court_cards_in_the_pack'), models.CheckConstraint(condition=models.Q(('first_trick__isnull', True), models.Q(('first_trick__isnull', False), ('first_trick__range', (1, 24)), ('points__gt', 0), models.Q(('trickless__isnull', False), ('trickless', True), _negated=True)), _connector='OR'), name='tarot_first_trick_of_somebody_with_tricks')],
            },
        ),
    ]
