import django.db.models.deletion
import django.utils.timezone
import scorer.db.ids
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('play', '0001_squashed_0015_closing_line'),
        ('play', '0016_seat_result'),
        ('play', '0017_late_hands_and_replies'),
        ('play', '0018_late_hands_and_replies_of_the_log'),
        ('play', '0019_merges'),
        ('play', '0020_has_occasion'),
        ('play', '0021_requests'),
        ('play', '0022_seen_refusals'),
        ('play', '0023_table_versions'),
    ]

    initial = True

    dependencies = [
        ('club', '0001_squashed_0007_language_help'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Merge',
            fields=[
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='+', serialize=False, to='club.player')),
                ('was_active', models.BooleanField()),
                ('seats', models.JSONField(help_text='Of each seat: id, since, until.')),
            ],
        ),
        migrations.CreateModel(
            name='Table',
            fields=[
                ('id', scorer.db.ids.RandomIdField(serialize=False)),
                ('game', models.CharField(max_length=20)),
                ('number', models.PositiveSmallIntegerField(verbose_name='Table number')),
                ('size', models.PositiveSmallIntegerField(help_text='The number of positions, fixed when the table is opened.')),
                ('first_dealer', models.PositiveSmallIntegerField()),
                ('state', models.CharField(choices=[('open', 'open'), ('closed', 'closed'), ('cancelled', 'cancelled')], default='open', max_length=10, verbose_name='State')),
                ('opened_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='Opened')),
                ('closed_at', models.DateTimeField(null=True, verbose_name='Closed')),
                ('entry_link', models.BigIntegerField(default=scorer.db.ids.random_id, help_text='The number that the link for entering hands is derived from. Empty if there is none.', null=True)),
                ('watching_link', models.BigIntegerField(default=scorer.db.ids.random_id, help_text='The same for the link for watching.', null=True)),
                ('confirms', models.BooleanField(default=False, help_text='Whether lines wait for another side to accept them. They count at once.')),
                ('first_deal', models.PositiveSmallIntegerField(help_text='The number of the first deal that the table plays, if it plays numbered deals.', null=True)),
                ('deal_count', models.PositiveSmallIntegerField(help_text='The number of deals that the table plays. Empty if it plays as many as it likes.', null=True)),
                ('sealed', models.BooleanField(default=False, help_text='Whether others still have to play its deals, so that only directors and its own phones may read it.')),
                ('has_occasion', models.BooleanField(default=False, help_text='Whether it is part of something larger, which has more to say on its pages.')),
                ('version', models.PositiveIntegerField(default=1, help_text='Incremented with every change of the sheet.')),
                ('era', models.BigIntegerField(default=scorer.db.ids.random_era, help_text='Replaced by each restore. Versions within one era belong to one history.')),
                ('layout', models.PositiveIntegerField(default=1, help_text='Incremented with every change of seats, variant or state.')),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tables', to='club.club', verbose_name='Club')),
                ('opened_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='Opened by')),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tables', to='club.season', verbose_name='Season')),
            ],
            options={
                'verbose_name': 'table',
                'verbose_name_plural': 'tables',
                'ordering': ['-opened_at', 'number'],
            },
        ),
        migrations.CreateModel(
            name='Hand',
            fields=[
                ('id', scorer.db.ids.RandomIdField(serialize=False)),
                ('number', models.PositiveSmallIntegerField()),
                ('kind', models.CharField(choices=[('played', 'played'), ('adjustment', 'adjustment'), ('total', 'total')], default='played', max_length=10, verbose_name='Kind')),
                ('dealer', models.PositiveSmallIntegerField(null=True)),
                ('deal', models.PositiveSmallIntegerField(help_text='The number of the deal in the entry. Empty if deals are not numbered.', null=True)),
                ('points', models.JSONField(help_text='The points of a line that is no hand: a whole number per position.', null=True)),
                ('why', models.CharField(blank=True, max_length=200)),
                ('entered_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='Entered')),
                ('voided', models.BooleanField(default=False, verbose_name='Voided')),
                ('closing', models.BooleanField(default=False, help_text='Whether closing the table added this adjustment, as for an unfinished rubber.')),
                ('version', models.PositiveIntegerField(default=0, help_text='The version of the table at which it was changed last. 0 if it was stored with the whole table.')),
                ('taken_back', models.BooleanField(default=False, help_text='Whether it was undone or moved away. Then it is voided, and nobody has to agree.')),
                ('changed_as', models.ForeignKey(db_index=False, help_text='Who held the phone that changed it last, if it had no login.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='club.player')),
                ('changed_by', models.ForeignKey(db_index=False, help_text='Who changed it last; at first who entered it.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('entered_as', models.ForeignKey(db_index=False, help_text='Who held the phone, if it had no login.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='club.player')),
                ('entered_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('moved_to', models.ForeignKey(db_index=False, help_text='The line at another table to which it was moved.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='play.hand')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='hands', to='play.table', verbose_name='Table')),
            ],
            options={
                'verbose_name': 'hand',
                'verbose_name_plural': 'hands',
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', scorer.db.ids.RandomIdField(serialize=False)),
                ('position', models.PositiveSmallIntegerField(verbose_name='Seat')),
                ('since', models.PositiveSmallIntegerField(default=1)),
                ('until', models.PositiveSmallIntegerField(null=True)),
                ('result', models.IntegerField(help_text='What its lines count for in the result of the table. Empty where that is their points.', null=True)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='club.player', verbose_name='Player')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='play.table', verbose_name='Table')),
            ],
            options={
                'verbose_name': 'seat',
                'verbose_name_plural': 'seats',
                'ordering': ['position', 'since'],
            },
        ),
        migrations.CreateModel(
            name='Score',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('points', models.IntegerField(verbose_name='Points')),
                ('game', models.CharField(max_length=20)),
                ('played', models.BooleanField(default=True)),
                ('hand', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='scores', to='play.hand')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='scores', to='club.player', verbose_name='Player')),
                ('season', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='club.season', verbose_name='Season')),
                ('seat', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='scores', to='play.seat', verbose_name='Seat')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='scores', to='play.table', verbose_name='Table')),
            ],
            options={
                'verbose_name': 'points',
                'verbose_name_plural': 'points',
            },
        ),
        migrations.CreateModel(
            name='LateHand',
            fields=[
                ('id', scorer.db.ids.RandomIdField(serialize=False)),
                ('typed', models.CharField(help_text='What was typed, as the form sent it. It may be half a hand.', max_length=2000)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('state', models.CharField(choices=[('waiting', 'Waiting'), ('entered', 'Entered'), ('put_aside', 'Put Aside')], default='waiting', max_length=10)),
                ('actor', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('hand', models.OneToOneField(help_text='The line as which it was entered.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='play.hand')),
                ('player', models.ForeignKey(help_text='Who held the phone.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='club.player')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='late_hands', to='play.table')),
            ],
            options={
                'ordering': ['at', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Reply',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveIntegerField(help_text='That of the line. A line that was changed since asks again.')),
                ('kind', models.CharField(choices=[('accept', 'Accept'), ('object', 'Object'), ('ask', 'Ask')], max_length=10)),
                ('note', models.CharField(blank=True, max_length=200)),
                ('entry', models.JSONField(help_text='The hand as it should be, if whoever asks has filled it in.', null=True)),
                ('refusal', models.CharField(blank=True, help_text='Why a correction was refused.', max_length=200)),
                ('seen', models.BooleanField(default=False, help_text='Whether whoever has asked has read the refusal.')),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('hand', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='replies', to='play.hand')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='club.player')),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('kind', 'accept'), ('note', '')), models.Q(('kind', 'object'), models.Q(('note', ''), _negated=True)), models.Q(('kind', 'ask'), models.Q(models.Q(('note', ''), _negated=True), ('entry__isnull', False), _connector='OR')), _connector='OR'), name='reply_says_what_it_must'), models.CheckConstraint(condition=models.Q(('kind', 'ask'), models.Q(('entry__isnull', True), ('refusal', '')), _connector='OR'), name='reply_asks_for_a_correction')],
            },
        ),
        migrations.CreateModel(
            name='TableRate',
            fields=[
                ('table', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='+', serialize=False, to='play.table')),
                ('amount', models.DecimalField(decimal_places=4, max_digits=9)),
                ('points', models.PositiveSmallIntegerField(default=1)),
                ('rounded_to', models.DecimalField(decimal_places=2, max_digits=9)),
                ('currency', models.CharField(blank=True, max_length=5)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('amount__gt', 0), ('points__gt', 0), ('rounded_to__gt', 0)), name='table_rate_is_positive')],
            },
        ),
        migrations.AddIndex(
            model_name='table',
            index=models.Index(fields=['club', 'state', '-opened_at'], name='table_of_club'),
        ),
        migrations.AddIndex(
            model_name='table',
            index=models.Index(fields=['club', '-opened_at'], name='table_by_opening'),
        ),
        migrations.AddIndex(
            model_name='table',
            index=models.Index(fields=['club', 'closed_at'], name='table_by_closing'),
        ),
        migrations.AddIndex(
            model_name='table',
            index=models.Index(fields=['season', 'game', 'version', 'era'], name='table_versions'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.CheckConstraint(condition=models.Q(('size__gte', 2), ('first_dealer__lte', models.F('size'))), name='table_dealer_seated'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('closed_at__isnull', False), ('state', 'closed')), models.Q(('closed_at__isnull', True), ('state__in', ['open', 'cancelled'])), _connector='OR'), name='table_closed_at_when_closed'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('deal_count', None), ('first_deal', None)), models.Q(('deal_count__gte', 1), ('deal_count__isnull', False), models.Q(('first_deal', None), ('first_deal__gte', 1), _connector='OR')), _connector='OR'), name='table_deals_counted'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'open')), fields=('club', 'number'), name='one_open_table_a_number'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(condition=models.Q(('until', None)), fields=('table', 'position'), name='one_player_a_position'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(condition=models.Q(('until', None)), fields=('table', 'player'), name='one_position_a_player'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.CheckConstraint(condition=models.Q(('since__gte', 1), models.Q(('until', None), ('until__gte', models.F('since')), _connector='OR')), name='seat_hands_in_order'),
        ),
        migrations.AddIndex(
            model_name='score',
            index=models.Index(fields=['season', 'game', 'table', 'seat', 'player', 'points', 'played'], name='score_board'),
        ),
        migrations.AddConstraint(
            model_name='score',
            constraint=models.UniqueConstraint(fields=('hand', 'seat'), name='one_score_a_hand_and_seat'),
        ),
        migrations.AddConstraint(
            model_name='latehand',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('hand__isnull', False), ('state', 'entered')), models.Q(('hand', None), ('state__in', ['waiting', 'put_aside'])), _connector='OR'), name='late_hand_entered_as_a_line'),
        ),
        migrations.AddIndex(
            model_name='hand',
            index=models.Index(condition=models.Q(('moved_to__isnull', False)), fields=['moved_to'], name='hand_moved_to'),
        ),
        migrations.AddConstraint(
            model_name='hand',
            constraint=models.UniqueConstraint(fields=('table', 'number'), name='hand_number_once'),
        ),
        migrations.AddConstraint(
            model_name='hand',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='hand_numbers_from_1'),
        ),
        migrations.AddConstraint(
            model_name='hand',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('dealer__gte', 1), ('dealer__isnull', False), ('kind', 'played'), ('points', None)), models.Q(('kind__in', ['adjustment', 'total']), ('points__isnull', False)), _connector='OR'), name='hand_is_played_or_has_points'),
        ),
        migrations.AddConstraint(
            model_name='hand',
            constraint=models.CheckConstraint(condition=models.Q(('closing', False), ('kind', 'adjustment'), _connector='OR'), name='hand_closing_is_an_adjustment'),
        ),
        migrations.AddConstraint(
            model_name='hand',
            constraint=models.CheckConstraint(condition=models.Q(('deal', None), models.Q(('deal__gte', 1), ('deal__isnull', False), ('kind', 'played')), _connector='OR'), name='hand_deal_numbered'),
        ),
    ]
