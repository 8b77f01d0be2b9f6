import django.contrib.auth.models
import django.contrib.auth.validators
import django.core.validators
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
import scorer.club.models
import scorer.db.ids
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('club', '0001_squashed_0007_language_help'),
        ('club', '0008_roster_details'),
        ('club', '0009_club_suspended'),
        ('club', '0010_currency'),
        ('club', '0011_several_clubs'),
        ('club', '0012_federation_number'),
        ('club', '0013_club_federation_number'),
        ('club', '0014_hidden_players'),
        ('club', '0015_player_link'),
        ('club', '0016_evenings_link'),
    ]

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('username', models.CharField(error_messages={'unique': 'A user with that username already exists.'}, help_text='Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.', max_length=150, unique=True, validators=[django.contrib.auth.validators.UnicodeUsernameValidator()], verbose_name='username')),
                ('first_name', models.CharField(blank=True, max_length=150, verbose_name='first name')),
                ('last_name', models.CharField(blank=True, max_length=150, verbose_name='last name')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='email address')),
                ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'verbose_name': 'login',
                'verbose_name_plural': 'logins',
                'abstract': False,
            },
            managers=[
                ('objects', django.contrib.auth.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name='Club',
            fields=[
                ('id', scorer.db.ids.RandomIdField(serialize=False)),
                ('name', models.CharField(max_length=80, verbose_name='Name')),
                ('correction_days', models.PositiveSmallIntegerField(default=14, help_text='A table closed longer ago than this is locked: only a director can still correct it.', verbose_name='Correction period in days')),
                ('board_rule', models.CharField(choices=[('sum', 'Sum of all points'), ('average', 'Average per hand'), ('best', 'Sum of the best tables')], default='sum', max_length=10, verbose_name='The leaderboard ranks by')),
                ('board_hands', models.PositiveSmallIntegerField(default=20, help_text='Also for the board of all games. Players with fewer hands are listed below the others, without a rank.', verbose_name='Hands needed for a rank by average')),
                ('board_tables', models.PositiveSmallIntegerField(default=10, verbose_name='How many of the best tables count')),
                ('public', models.BooleanField(default=False, help_text="Leaderboards, players' results and tables can be read without a login.", verbose_name='Visible to everybody')),
                ('language', models.CharField(default='en', help_text="For browsers that ask for none of Scorer's languages.", max_length=10, verbose_name='Language of the club')),
                ('currency', models.CharField(blank=True, help_text='Short, such as € or RSD. It stands behind entry fees and prizes of events.', max_length=8, verbose_name='Currency')),
                ('federation_number', models.CharField(blank=True, help_text='In the files of results for the federation.', max_length=20, verbose_name='Federation number of the club')),
                ('evenings_link', models.BigIntegerField(default=scorer.db.ids.random_id, help_text='The number that the link of its next evenings is derived from.')),
                ('suspended', models.BooleanField(default=False, help_text='Whether its pages answer only that it is suspended. Whoever runs the server decides.')),
                ('host', models.CharField(blank=True, help_text='A host name at which there is only this club. Whoever runs the server decides.', max_length=100, null=True, unique=True, validators=[django.core.validators.RegexValidator('^(?=.{1,100}\\Z)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+\\Z', 'Write only the name, such as nord.example.')], verbose_name='Host name')),
            ],
            options={
                'verbose_name': 'club',
                'verbose_name_plural': 'clubs',
                'constraints': [models.CheckConstraint(condition=models.Q(('board_rule__in', ['sum', 'average', 'best'])), name='club_board_rule_known'), models.CheckConstraint(condition=models.Q(('board_tables__gte', 1)), name='club_board_tables_from_1')],
            },
        ),
        migrations.CreateModel(
            name='Membership',
            fields=[
                ('id', scorer.db.ids.RandomIdField(serialize=False)),
                ('role', models.CharField(choices=[('director', 'Director'), ('scorer', 'Scorer'), ('member', 'Member')], max_length=10, verbose_name='Role')),
                ('active', models.BooleanField(default=True, help_text='A login that may use no club is blocked (User.is_active follows from this).', verbose_name='May log in')),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='memberships', to='club.club', verbose_name='Club')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='memberships', to=settings.AUTH_USER_MODEL, verbose_name='Login')),
            ],
            options={
                'verbose_name': 'role of a login',
                'verbose_name_plural': 'roles of the logins',
                'constraints': [models.UniqueConstraint(fields=('club', 'user'), name='one_membership_per_club'), models.CheckConstraint(condition=models.Q(('role__in', ['director', 'scorer', 'member'])), name='membership_role_known')],
            },
        ),
        migrations.CreateModel(
            name='MembershipLink',
            fields=[
                ('id', scorer.db.ids.RandomIdField(serialize=False)),
                ('role', models.CharField(choices=[('director', 'Director'), ('scorer', 'Scorer'), ('member', 'Member')], max_length=10)),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='membership_links', to='club.club')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('role__in', ['director', 'scorer', 'member'])), name='membership_link_role_known')],
            },
        ),
        migrations.CreateModel(
            name='Player',
            fields=[
                ('id', scorer.db.ids.RandomIdField(serialize=False)),
                ('name', models.CharField(max_length=80, verbose_name='Name')),
                ('shown_as', models.CharField(blank=True, help_text='Shown instead of the name on every page except the roster.', max_length=80, verbose_name='Shown as')),
                ('number', models.CharField(blank=True, help_text="The club's own.", max_length=20, verbose_name='Number')),
                ('federation_number', models.CharField(blank=True, help_text='In the files of results that a director downloads for the federation.', max_length=20, verbose_name='Federation number')),
                ('groups', models.JSONField(blank=True, default=list, help_text="In the club's own words, such as: junior, women. Rankings show the places in each group.", validators=[scorer.club.models.validate_groups], verbose_name='Groups')),
                ('note', models.CharField(blank=True, help_text='Such as: needs a chair with arms. Read only by those who keep the roster.', max_length=200, verbose_name='Note')),
                ('guest', models.BooleanField(default=False, verbose_name='Guest')),
                ('hidden', models.BooleanField(default=False, help_text='Whoever reads a public club without a login sees “Anonymous” instead of the name.', verbose_name='Hidden from visitors')),
                ('link', models.BigIntegerField(blank=True, editable=False, help_text='What the own link is derived from (scorer.standings.links). Empty if there is none.', null=True)),
                ('active', models.BooleanField(default=True, verbose_name='Plays here')),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='players', to='club.club', verbose_name='Club')),
                ('merged_into', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='merged', to='club.player')),
            ],
            options={
                'verbose_name': 'player',
                'verbose_name_plural': 'players',
                'ordering': ['name'],
                'constraints': [models.UniqueConstraint(models.F('club'), django.db.models.functions.text.Lower('name'), name='player_name_unique'), models.CheckConstraint(condition=models.Q(('merged_into', None), ('active', False), _connector='OR'), name='player_merged_is_inactive')],
            },
        ),
        migrations.CreateModel(
            name='Season',
            fields=[
                ('id', scorer.db.ids.RandomIdField(serialize=False)),
                ('name', models.CharField(max_length=80, verbose_name='Name')),
                ('starts', models.DateField(default=django.utils.timezone.localdate, verbose_name='Starts')),
                ('ends', models.DateField(blank=True, null=True, verbose_name='Ended')),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seasons', to='club.club', verbose_name='Club')),
            ],
            options={
                'verbose_name': 'season',
                'verbose_name_plural': 'seasons',
                'ordering': ['-starts', 'name'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('ends', None)), fields=('club',), name='one_open_season', violation_error_code='season_open'), models.UniqueConstraint(models.F('club'), django.db.models.functions.text.Lower('name'), name='season_name_unique'), models.CheckConstraint(condition=models.Q(('ends', None), ('ends__gte', models.F('starts')), _connector='OR'), name='season_ends_after_start')],
            },
        ),
    ]
