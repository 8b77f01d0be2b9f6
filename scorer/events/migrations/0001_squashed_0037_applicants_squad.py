import django.core.validators
import django.db.models.deletion
import django.utils.timezone
import scorer.db.ids
import scorer.events.models
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('events', '0001_squashed_0009_other_cards'),
        ('events', '0010_contestant_link'),
        ('events', '0011_rulings_go_with_it'),
        ('events', '0012_self_signed'),
        ('events', '0013_limits'),
        ('events', '0014_half_tables_like_sittings'),
        ('events', '0015_skipped_rounds'),
        ('events', '0016_sitting_sides'),
        ('events', '0017_rounds_follow'),
        ('events', '0018_confirms'),
        ('events', '0019_house_rules'),
        ('events', '0020_wishes'),
        ('events', '0021_prizes'),
        ('events', '0022_prizes_of_groups'),
        ('events', '0023_individual'),
        ('events', '0024_minimum_percent'),
        ('events', '0025_late_matches'),
        ('events', '0026_comparison_settings'),
        ('events', '0027_teams'),
        ('events', '0028_sessions'),
        ('events', '0029_score_shown'),
        ('events', '0030_hand_records'),
        ('events', '0031_carried_deals'),
        ('events', '0032_line_up_of_contestant'),
        ('events', '0033_squads'),
        ('events', '0034_invitations'),
        ('events', '0035_league_days'),
        ('events', '0036_partner_left'),
        ('events', '0037_applicants_squad'),
    ]

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
                ('preset', models.CharField(help_text='The name of the preset that its house rules were chosen from.', max_length=40)),
                ('house_rules', models.JSONField(blank=True, default=dict, help_text='What its tables play by: every setting. Empty in events from before 1.2, which play by the preset.')),
                ('competes', models.CharField(choices=[('sides', 'Pairs'), ('players', 'Individuals'), ('teams', 'Teams')], default='sides', help_text='Who a contestant is: a side of a table, a player, or a team.', max_length=7)),
                ('comparison', models.CharField(max_length=20)),
                ('comparison_settings', models.JSONField(blank=True, default=dict, help_text='The settings of its comparison that are not the usual ones.')),
                ('rounds', models.PositiveSmallIntegerField(help_text='The number asked for. Empty if the plan decides.', null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(100)])),
                ('per_round', models.PositiveSmallIntegerField(help_text='Deals in a round. Empty if the plan or the tables decide.', null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(100)])),
                ('format', models.CharField(blank=True, help_text="The name of its plan's format. Empty until there is a plan.", max_length=20)),
                ('winners', models.PositiveSmallIntegerField(default=1, help_text='2 if each side is ranked by itself.', validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(2)])),
                ('minutes', models.PositiveSmallIntegerField(help_text='How long it may take. Empty for no limit.', null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(1440)])),
                ('round_minutes', models.PositiveSmallIntegerField(help_text='What the clock of each round starts with. Empty for what the game suggests, 0 for no clock.', null=True, validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(600)])),
                ('rounds_follow', models.BooleanField(default=False, help_text='Whether each round ends by itself when it is complete, and the next one starts.')),
                ('grace_minutes', models.PositiveSmallIntegerField(default=5, help_text='How long after the end of its clock a round that ends by itself still waits.', validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(60)])),
                ('settings', models.JSONField(blank=True, default=dict, help_text='The settings of its format that are not the defaults.')),
                ('one_field', models.BooleanField(default=True, help_text='Whether all sections are ranked together.')),
                ('state', models.CharField(choices=[('signing_up', 'signing up'), ('running', 'running'), ('finished', 'finished'), ('cancelled', 'cancelled')], default='signing_up', max_length=10)),
                ('finished_at', models.DateTimeField(null=True)),
                ('skipped', models.JSONField(default=list, help_text='The planned rounds that were left out and can be brought back, each with its plan.')),
                ('correction_minutes', models.PositiveSmallIntegerField(default=30, help_text='How long after the end results may still be questioned.', validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(1440)])),
                ('ranking_shown', models.CharField(choices=[('at_once', 'at once'), ('each_round', 'after each round'), ('at_the_end', 'at the end')], default='at_once', help_text='When people other than directors see it. Only deals that everybody has played count in it.', max_length=10)),
                ('played_shown', models.BooleanField(default=True, help_text='Whether contestants see the results so far of the deals that they have played.')),
                ('score_shown', models.BooleanField(default=False, help_text='Whether a table that has played its deals sees what they are worth so far, if its contestants may.')),
                ('minimum_percent', models.PositiveSmallIntegerField(default=0, help_text='What share of the most deals that anybody has played a place takes, where deals are compared.', validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(100)])),
                ('confirms', models.BooleanField(default=False, help_text='Whether its tables ask the other side to accept each result.')),
                ('hand_records', models.JSONField(blank=True, default=dict, help_text='The cards of each deal by its number, as the game writes them. They are shown with its results.')),
                ('entry_fee', models.PositiveIntegerField(default=0, help_text='Of each player, in hundredths of the currency.', validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(1000000)])),
                ('prize_shares', models.CharField(blank=True, help_text='What each place gets of all entry fees, in percent, as in 50 30 20.', max_length=80, validators=[scorer.events.models.validate_shares])),
                ('group_shares', models.CharField(blank=True, help_text='What the best of groups get besides, in percent, as in junior 10; women 5.', max_length=200, validators=[scorer.events.models.validate_group_shares])),
                ('squads', models.CharField(blank=True, choices=[('', 'No squads'), ('sum', 'Sum of the scores of its members'), ('match_points', 'League: match points in groups of four, then the sum')], help_text='How squads are ranked: contestants who score together besides competing each for themselves.', max_length=12)),
                ('match_day', models.PositiveSmallIntegerField(default=1, help_text='In a league of squads, the number of the day, which says who is in a group with whom.', validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(100)])),
                ('squad_best', models.PositiveSmallIntegerField(help_text='How many members of each squad count, the best ones. Empty for all.', null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(400)])),
                ('rehearsal', models.BooleanField(default=False, help_text='Whether this is only a trial: its tables stay sealed, and nothing counts.')),
                ('series', models.BigIntegerField(help_text='The number that sessions have in common whose results are added up. Empty where there is only one.', null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(9223372036854775807)])),
                ('session', models.PositiveSmallIntegerField(default=1, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(50)])),
                ('added_up', models.CharField(choices=[('sum', 'Sum of the scores'), ('mean', 'Mean of the percentages')], default='sum', help_text='How the sessions are added up. That of the last session counts.', max_length=4)),
                ('qualifying', models.BigIntegerField(help_text='The series of the sessions by which its contestants have qualified.', null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(9223372036854775807)])),
                ('carried_percent', models.PositiveSmallIntegerField(default=0, help_text='What share of the qualifying score is carried over.', validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(100)])),
                ('carried_deals', models.PositiveSmallIntegerField(help_text='The number of deals of which the score is carried over. Empty for those of the qualifying.', null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(10000)])),
                ('version', models.PositiveIntegerField(default=1, help_text='Incremented with every change except at its tables.')),
                ('link', models.BigIntegerField(default=scorer.db.ids.random_id, help_text='The number that the links of its stations and contestants are derived from.')),
                ('announced', models.BooleanField(default=False, help_text='Whether it is among the next evenings of the club, where whoever reads them can sign up.')),
                ('starts_at', models.TimeField(help_text="When it starts on its day, by the clock of the server's zone.", null=True)),
                ('place', models.CharField(blank=True, max_length=80)),
                ('limit', models.PositiveSmallIntegerField(help_text='How many contestants may sign up themselves. Empty for no limit.', null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(400)])),
                ('sign_off_hours', models.PositiveSmallIntegerField(help_text='How many hours before its start nobody can sign off any more. Empty for until the plan.', null=True, validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(336)])),
                ('names_shown', models.BooleanField(default=False, help_text='Whether everybody who reads the invitation sees who comes.')),
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
                ('number', models.PositiveSmallIntegerField(validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(400)])),
                ('name', models.CharField(blank=True, help_text='What a team calls itself.', max_length=40)),
                ('squad', models.CharField(blank=True, help_text='The name of the squad that it scores for.', max_length=40)),
                ('section', models.PositiveSmallIntegerField(default=1, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(26)])),
                ('left_after', models.PositiveSmallIntegerField(help_text='The number of the last round before it left. Empty if it has not left.', null=True, validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(1000)])),
                ('without_standing', models.BooleanField(default=False, help_text='Whether it has no place. Its results still count for the others.')),
                ('self_signed', models.BooleanField(default=False, help_text='Whether it signed up by the code on the wall.')),
                ('wish', models.CharField(blank=True, choices=[('', 'No wish'), ('table', 'The same table in all rounds'), ('first', 'Always the first side'), ('second', 'Always the second side')], help_text='The seat that it has asked for, which the plan tries to give it.', max_length=6)),
                ('entry', models.BigIntegerField(help_text='What it has in common with itself in other sessions and in finals, whatever its number is there.', null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(9223372036854775807)])),
                ('line_up', models.JSONField(blank=True, default=list, help_text='The places of the players of a team who play, by seat: those of the first side, then those of the second. Rounds are planned with it. Empty for the usual ones.')),
                ('link', models.BigIntegerField(default=scorer.db.ids.random_id, help_text='What its link names. Its number may become that of another contestant, this never does.')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='contestants', to='events.event')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='Applicant',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(help_text='Whoever came first has the lower one.')),
                ('name', models.CharField(blank=True, help_text='What a team calls itself.', max_length=40)),
                ('squad', models.CharField(blank=True, help_text='The name of the squad that it would score for.', max_length=40)),
                ('looking', models.BooleanField(default=False, help_text='Whether this is a player who looks for a partner.')),
                ('self_signed', models.BooleanField(default=False, help_text='Whether it came by the link to sign up.')),
                ('partner_left', models.BooleanField(default=False, help_text='Whether this player had a partner, who has signed off.')),
                ('contestant', models.ForeignKey(help_text='What it has become, so that its phone finds it. Empty as long as it is not in.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='events.contestant')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='applicants', to='events.event')),
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
                ('held', models.BooleanField(default=False, help_text='Whether only the director ends it, even if the rounds follow by themselves.')),
                ('stopped_at', models.DateTimeField(help_text='Since when it waits for the director, although it could end by itself.', null=True)),
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
                ('station', models.PositiveSmallIntegerField(help_text='Unique in the room, whatever its section.', validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(1000)])),
                ('section', models.PositiveSmallIntegerField(default=1, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(26)])),
                ('copy', models.PositiveSmallIntegerField(default=1, help_text='Which copy of its deals it plays, where several sets of boards are in use.', validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(1000)])),
                ('first_deal', models.PositiveSmallIntegerField(null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(10000)])),
                ('deal_count', models.PositiveSmallIntegerField(null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(200)])),
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
                ('station', models.PositiveSmallIntegerField(help_text='Unique in the room, whatever its section.', validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(1000)])),
                ('section', models.PositiveSmallIntegerField(default=1, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(26)])),
                ('copy', models.PositiveSmallIntegerField(default=1, help_text='Which copy of its deals it plays, where several sets of boards are in use.', validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(1000)])),
                ('first_deal', models.PositiveSmallIntegerField(null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(10000)])),
                ('deal_count', models.PositiveSmallIntegerField(null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(200)])),
                ('late', models.BooleanField(default=False, help_text='Whether it counts as a draw where the next round is drawn, as long as it is not finished.')),
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
                ('carried', models.BooleanField(default=False, help_text='Whether it is a carry-over that follows the results of the qualifying.')),
                ('contestant', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='rulings', to='events.contestant')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rulings', to='events.event')),
                ('sitting', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='rulings', to='events.sitting')),
            ],
            options={
                'ordering': ['pk'],
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
            name='SittingSide',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('side', models.PositiveSmallIntegerField(help_text='The number of the side, from 1.')),
                ('line_up', models.JSONField(blank=True, default=list, help_text='The places of the players of a team who play here, by seat. Empty for the usual ones.')),
                ('contestant', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='events.contestant')),
                ('sitting', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sides', to='events.sitting')),
            ],
            options={
                'ordering': ['side'],
            },
        ),
        migrations.CreateModel(
            name='ApplicantPlayer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.PositiveSmallIntegerField()),
                ('applicant', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='players', to='events.applicant')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='club.player')),
            ],
            options={
                'ordering': ['place'],
                'constraints': [models.UniqueConstraint(fields=('applicant', 'place'), name='one_applicant_a_place')],
            },
        ),
        migrations.CreateModel(
            name='ContestantPlayer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.PositiveSmallIntegerField()),
                ('since', models.PositiveSmallIntegerField(default=1, help_text='The number of the first round that it applies to.', validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(1000)])),
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
        migrations.AddIndex(
            model_name='event',
            index=models.Index(fields=['series'], name='event_of_series'),
        ),
        migrations.AddIndex(
            model_name='event',
            index=models.Index(fields=['qualifying'], name='event_qualified_by'),
        ),
        migrations.AddConstraint(
            model_name='contestant',
            constraint=models.UniqueConstraint(fields=('event', 'number'), name='contestant_number_once'),
        ),
        migrations.AddConstraint(
            model_name='contestant',
            constraint=models.UniqueConstraint(fields=('event', 'link'), name='contestant_link_once'),
        ),
        migrations.AddConstraint(
            model_name='applicant',
            constraint=models.UniqueConstraint(fields=('event', 'number'), name='applicant_number_once'),
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
            model_name='call',
            constraint=models.UniqueConstraint(condition=models.Q(('ended_at', None)), fields=('sitting',), name='one_open_call_a_sitting'),
        ),
        migrations.AddConstraint(
            model_name='sittingside',
            constraint=models.UniqueConstraint(fields=('sitting', 'side'), name='one_contestant_a_side'),
        ),
        migrations.AddConstraint(
            model_name='sittingside',
            constraint=models.UniqueConstraint(fields=('sitting', 'contestant'), name='one_side_a_contestant'),
        ),
    ]
