"""An event: who competes, the plan of its rounds, and the table of each sitting. Its results are in the ledger."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import zip_longest
from typing import Any, ClassVar, Self

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scorer.club.models import Club, Player, Season
from scorer.club.names import join_names
from scorer.contest.draws import MAX_ROUNDS
from scorer.contest.families import MAX_CONTESTANTS, MAX_DEALS
from scorer.contest.offer import NO_EVENTS, GameEvents
from scorer.contest.plan import SIDES
from scorer.contest.prizes import ALL, read_group_shares, read_shares
from scorer.db.ids import MAX_ID, RandomIdField, random_id
from scorer.play.models import Table
from scorer.play.sheets.sheet import MAX_DEALS as MAX_AT_TABLE
from scorer.play.sheets.sheet import numbers_deals
from scorer.registry import GameConfig, all_games, get_game
from scorer.registry.config import ShownHand
from scorer.scoring import ResultUnit, Sides, load

NAME_LENGTH = 40
"""Of a team: short enough for a ranking on a phone."""
MAX_SECTIONS = 26
"""One for each letter."""
MAX_ROUND_MINUTES, MAX_MINUTES, MAX_GRACE = 600, 1_440, 60
MAX_NUMBERED = 1_000
"""Rounds, stations and copies of deals: more than any plan has."""
MAX_SESSIONS = 50
PLACE_LENGTH = 80
MAX_SIGN_OFF_HOURS = 14 * 24
MAX_FEE = 1_000_000
"""In hundredths of the currency."""
MAX_DEAL = 10_000
"""The highest number of a deal: more than any plan reaches."""


def between(least: int, most: int) -> list[Any]:
    """Return validators for a number. Imports and the audit ask them; forms have limits of their own."""
    return [MinValueValidator(least), MaxValueValidator(most)]


def validate_shares(text: str) -> None:
    try:
        read_shares(text)
    except ValueError as error:
        raise ValidationError(
            _("Type percentages, the highest first, such as 50 30 20: together no more than 100.")
        ) from error


def validate_group_shares(text: str) -> None:
    try:
        read_group_shares(text)
    except ValueError as error:
        raise ValidationError(
            _("Type each group with its percentages, such as “junior 10; women 5”: together no more than 100.")
        ) from error


def validate_prizes(shares: str, group_shares: str) -> None:
    validate_shares(shares)
    validate_group_shares(group_shares)
    if sum(read_shares(shares)) + sum(map(sum, read_group_shares(group_shares).values())) > ALL:
        raise ValidationError(_("Places and groups get more than 100 % together."))


def section_letter(section: int) -> str:
    """What people call a section: A, B, C."""
    return chr(ord("A") + section - 1)


class EventsQuerySet(models.QuerySet["Event"]):
    def installed(self) -> Self:
        return self.filter(game__in=[game.slug for game in all_games()])

    def finished(self) -> Self:
        """Return the finished events that count. A rehearsal never counts."""
        return self.filter(state=Event.State.FINISHED, rehearsal=False)


class Event(models.Model):
    class State(models.TextChoices):
        SIGNING_UP = "signing_up", pgettext_lazy("event", "signing up")
        RUNNING = "running", pgettext_lazy("event", "running")
        FINISHED = "finished", pgettext_lazy("event", "finished")
        CANCELLED = "cancelled", pgettext_lazy("event", "cancelled")

    class Competes(models.TextChoices):
        """Who a contestant is."""

        SIDES = "sides", _("Pairs")
        """What sits on a side of a table: a pair, or a player where each plays for themselves."""
        PLAYERS = "players", _("Individuals")
        """Each player alone, although partners add up together at the table."""
        TEAMS = "teams", _("Teams")
        """Two sides of each match at two tables, with the same deals."""

    class RankingShown(models.TextChoices):
        AT_ONCE = "at_once", _("at once")
        EACH_ROUND = "each_round", _("after each round")
        AT_THE_END = "at_the_end", _("at the end")

    class Squads(models.TextChoices):
        """How the scores of the contestants of a squad are put together."""

        NONE = "", _("No squads")
        SUM = "sum", _("Sum of the scores of its members")
        MATCH_POINTS = "match_points", _("League: match points in groups of four, then the sum")

    class AddedUp(models.TextChoices):
        SUM = "sum", _("Sum of the scores")
        MEAN = "mean", _("Mean of the percentages")

    id = RandomIdField(primary_key=True)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="events")
    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="events")
    name = models.CharField(max_length=80)
    day = models.DateField(default=timezone.localdate)
    game = models.CharField(max_length=20)
    preset = models.CharField(max_length=40, help_text="The name of the preset that its house rules were chosen from.")
    house_rules = models.JSONField(
        default=dict,
        blank=True,
        help_text="What its tables play by: every setting. Empty in events from before 1.2, which play by the preset.",
    )
    competes = models.CharField(
        max_length=7,
        choices=Competes,
        default=Competes.SIDES,
        help_text="Who a contestant is: a side of a table, a player, or a team.",
    )
    comparison = models.CharField(max_length=20)
    comparison_settings = models.JSONField(
        default=dict, blank=True, help_text="The settings of its comparison that are not the usual ones."
    )
    rounds = models.PositiveSmallIntegerField(
        null=True,
        validators=between(1, MAX_ROUNDS),
        help_text="The number asked for. Empty if the plan decides.",
    )
    per_round = models.PositiveSmallIntegerField(
        null=True,
        validators=between(1, MAX_DEALS),
        help_text="Deals in a round. Empty if the plan or the tables decide.",
    )
    format = models.CharField(
        max_length=20, blank=True, help_text="The name of its plan's format. Empty until there is a plan."
    )
    winners = models.PositiveSmallIntegerField(
        default=1, validators=between(1, SIDES), help_text="2 if each side is ranked by itself."
    )
    minutes = models.PositiveSmallIntegerField(
        null=True, validators=between(1, MAX_MINUTES), help_text="How long it may take. Empty for no limit."
    )
    round_minutes = models.PositiveSmallIntegerField(
        null=True,
        validators=between(0, MAX_ROUND_MINUTES),
        help_text="What the clock of each round starts with. Empty for what the game suggests, 0 for no clock.",
    )
    rounds_follow = models.BooleanField(
        default=False, help_text="Whether each round ends by itself when it is complete, and the next one starts."
    )
    grace_minutes = models.PositiveSmallIntegerField(
        default=5,
        validators=between(0, MAX_GRACE),
        help_text="How long after the end of its clock a round that ends by itself still waits.",
    )
    settings = models.JSONField(
        default=dict, blank=True, help_text="The settings of its format that are not the defaults."
    )
    one_field = models.BooleanField(default=True, help_text="Whether all sections are ranked together.")
    state = models.CharField(max_length=10, choices=State, default=State.SIGNING_UP)
    finished_at = models.DateTimeField(null=True)
    skipped = models.JSONField(
        default=list, help_text="The planned rounds that were left out and can be brought back, each with its plan."
    )
    correction_minutes = models.PositiveSmallIntegerField(
        default=30,
        validators=between(0, MAX_MINUTES),
        help_text="How long after the end results may still be questioned.",
    )
    ranking_shown = models.CharField(
        max_length=10,
        choices=RankingShown,
        default=RankingShown.AT_ONCE,
        help_text="When people other than directors see it. Only deals that everybody has played count in it.",
    )
    played_shown = models.BooleanField(
        default=True, help_text="Whether contestants see the results so far of the deals that they have played."
    )
    score_shown = models.BooleanField(
        default=False,
        help_text="Whether a table that has played its deals sees what they are worth so far, if its contestants may.",
    )
    minimum_percent = models.PositiveSmallIntegerField(
        default=0,
        validators=between(0, 100),
        help_text="What share of the most deals that anybody has played a place takes, where deals are compared.",
    )
    confirms = models.BooleanField(
        default=False, help_text="Whether its tables ask the other side to accept each result."
    )
    hand_records = models.JSONField(
        default=dict,
        blank=True,
        help_text="The cards of each deal by its number, as the game writes them. They are shown with its results.",
    )
    entry_fee = models.PositiveIntegerField(
        default=0, validators=between(0, MAX_FEE), help_text="Of each player, in hundredths of the currency."
    )
    prize_shares = models.CharField(
        max_length=80,
        blank=True,
        validators=[validate_shares],
        help_text="What each place gets of all entry fees, in percent, as in 50 30 20.",
    )
    group_shares = models.CharField(
        max_length=200,
        blank=True,
        validators=[validate_group_shares],
        help_text="What the best of groups get besides, in percent, as in junior 10; women 5.",
    )
    squads = models.CharField(
        max_length=12,
        choices=Squads,
        blank=True,
        help_text="How squads are ranked: contestants who score together besides competing each for themselves.",
    )
    match_day = models.PositiveSmallIntegerField(
        default=1,
        validators=between(1, MAX_ROUNDS),
        help_text="In a league of squads, the number of the day, which says who is in a group with whom.",
    )
    squad_best = models.PositiveSmallIntegerField(
        null=True,
        validators=between(1, MAX_CONTESTANTS),
        help_text="How many members of each squad count, the best ones. Empty for all.",
    )
    rehearsal = models.BooleanField(
        default=False, help_text="Whether this is only a trial: its tables stay sealed, and nothing counts."
    )
    series = models.BigIntegerField(
        null=True,
        validators=between(1, MAX_ID),
        help_text="The number that sessions have in common whose results are added up. Empty where there is only one.",
    )
    session = models.PositiveSmallIntegerField(default=1, validators=between(1, MAX_SESSIONS))
    added_up = models.CharField(
        max_length=4,
        choices=AddedUp,
        default=AddedUp.SUM,
        help_text="How the sessions are added up. That of the last session counts.",
    )
    qualifying = models.BigIntegerField(
        null=True,
        validators=between(1, MAX_ID),
        help_text="The series of the sessions by which its contestants have qualified.",
    )
    carried_percent = models.PositiveSmallIntegerField(
        default=0, validators=between(0, 100), help_text="What share of the qualifying score is carried over."
    )
    carried_deals = models.PositiveSmallIntegerField(
        null=True,
        validators=between(1, MAX_DEAL),
        help_text="The number of deals of which the score is carried over. Empty for those of the qualifying.",
    )
    version = models.PositiveIntegerField(default=1, help_text="Incremented with every change except at its tables.")
    link = models.BigIntegerField(
        default=random_id, help_text="The number that the links of its stations and contestants are derived from."
    )
    announced = models.BooleanField(
        default=False,
        help_text="Whether it is among the next evenings of the club, where whoever reads them can sign up.",
    )
    starts_at = models.TimeField(null=True, help_text="When it starts on its day, by the clock of the server's zone.")
    place = models.CharField(max_length=PLACE_LENGTH, blank=True)
    limit = models.PositiveSmallIntegerField(
        null=True,
        validators=between(1, MAX_CONTESTANTS),
        help_text="How many contestants may sign up themselves. Empty for no limit.",
    )
    sign_off_hours = models.PositiveSmallIntegerField(
        null=True,
        validators=between(0, MAX_SIGN_OFF_HOURS),
        help_text="How many hours before its start nobody can sign off any more. Empty for until the plan.",
    )
    names_shown = models.BooleanField(
        default=False, help_text="Whether everybody who reads the invitation sees who comes."
    )

    objects = EventsQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["-day", "name"]
        indexes: ClassVar = [
            models.Index(fields=["club", "-day"], name="event_of_club"),
            models.Index(fields=["series"], name="event_of_series"),
            models.Index(fields=["qualifying"], name="event_qualified_by"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def config(self) -> GameConfig:
        return get_game(self.game)

    @property
    def start(self) -> datetime | None:
        """The moment at which it starts, if that was said."""
        return timezone.make_aware(datetime.combine(self.day, self.starts_at)) if self.starts_at else None

    @property
    def sign_off_until(self) -> datetime | None:
        """The moment from which only the director signs somebody off. None if that is the plan."""
        if self.start is None or self.sign_off_hours is None:
            return None
        return self.start - timedelta(hours=self.sign_off_hours)

    @property
    def offer(self) -> GameEvents:
        return self.config.events or NO_EVENTS

    @property
    def individual(self) -> bool:
        """Whether each player competes alone."""
        return self.competes == self.Competes.PLAYERS

    @property
    def of_teams(self) -> bool:
        return self.competes == self.Competes.TEAMS

    @property
    def of_pairs(self) -> bool:
        """Whether a contestant is two players, so that one may look for the other."""
        return self.side_size > 1 and not self.of_teams

    @property
    def eliminates(self) -> bool:
        """Whether whoever loses a match is out. Not known before there is a plan."""
        return any(offered.family.eliminates for offered in self.offer.formats if offered.name == self.format)

    @property
    def variant(self) -> Any:
        rules = self.config.rules
        return load(rules.Variant, self.house_rules)[0] if self.house_rules else rules.PRESETS[self.preset]

    @property
    def numbers_deals(self) -> bool:
        """Whether its deals are numbered: always in the game, or because its comparison compares deals."""
        if self.offer.evening is None:
            return False
        offered = self.offer.comparisons_for(self.competes)
        compares_deals = {comparison.name for comparison in offered if comparison.names_deals}
        return self.comparison in compares_deals or numbers_deals(self.config)

    @property
    def evening(self) -> int | None:
        """How many deals an evening has if its deals are numbered; None if they are only counted."""
        return self.offer.evening if self.numbers_deals else None

    @property
    def is_settled(self) -> bool:
        """Whether the result of a table is not its points, but what it is settled by, as with a record beside them."""
        return not self.config.rules.result_unit(self.variant).is_points

    @property
    def counts_games(self) -> bool:
        """Whether a sitting is a match of games, of which each side wins some."""
        return self.config.rules.result_unit(self.variant) is ResultUnit.GAMES

    @property
    def corrections_until(self) -> datetime | None:
        """The end of the correction period, once the event is finished."""
        return self.finished_at and self.finished_at + timedelta(minutes=self.correction_minutes)

    def variant_at(self, deals: int | None, contestants: int) -> Any:
        """Return the house rules at a table that is given so many deals."""
        return self.config.with_deals(self.variant, deals, contestants * self.side_size)

    @property
    def target(self) -> int | None:
        """The points to which a sitting is played that is given no number of deals. None if it may go on."""
        return self.offer.target(self.variant) if self.offer.target else None

    @property
    def games(self) -> int | None:
        """How many won games end a sitting. None if it is no match, or one without an end."""
        return self.offer.games(self.variant) if self.offer.games else None

    def minutes_for(self, sittings: Iterable["Sitting"]) -> int:
        """Return how many minutes a round has by its clock, or 0 if it has none."""
        if self.round_minutes is not None:
            return self.round_minutes
        deals = max((sitting.deal_count or 0 for sitting in sittings), default=0)
        if not (deals and self.offer.minutes_a_deal):
            return 0
        return math.ceil(deals * self.offer.minutes_a_deal) + self.offer.minutes_to_change

    def deals_at(self, per_round: int | None, contestants: int) -> int | None:
        """Return how many deals a table of this many contestants plays, rounded up.

        `per_round` is the number at a table where nobody sits out. A larger table plays more, so that everybody plays
        equally many.
        """
        return per_round and -(-per_round * contestants * self.side_size // self.playing(contestants))

    def playing(self, contestants: int) -> int:
        """Return how many of the people at a table play a deal."""
        seated = contestants * self.side_size
        return min(seated, self.offer.most_playing or seated)

    def sides(self, size: int) -> Sides:
        """Return the positions of each contestant at a table with so many seats."""
        return (
            tuple((position,) for position in range(1, size + 1)) if self.individual else self.config.rules.sides(size)
        )

    def partner_of(self, position: int) -> int | None:
        """Return where the partner of a player sits who competes alone, or None where partners are one contestant."""
        if not self.individual:
            return None
        own = next(side for side in self.config.rules.sides(self.config.seat_counts[0]) if position in side)
        return next((other for other in own if other != position), None)

    @property
    def side_names(self) -> list[str]:
        """N–S and E–W, or N, E, S and W for players who compete alone; none where the game does not name its sides."""
        named = self.config.seat_names if self.individual else self.config.side_names
        return [str(name) for name in named or (self.config.seat_names_of_deals if self.numbers_deals else ())]

    def dealt_hands(self, deal: int) -> Sequence[ShownHand]:
        """Return the hands of a deal by position, if its cards are known. Ask first whether the reader may see them."""
        return self.config.dealt_hands(self.hand_records.get(str(deal), ""))

    @property
    def report_formats(self) -> tuple[Any, ...]:
        """The formats of other programs in which it can be downloaded."""
        return tuple(known for known in self.config.report_formats if known.write)

    @property
    def continues(self) -> bool:
        """Whether its contestants are those of other events: of earlier sessions, or of a qualifying."""
        return self.series is not None or self.qualifying is not None

    @property
    def is_over(self) -> bool:
        """Whether no round of it can start any more."""
        return self.state in {self.State.FINISHED, self.State.CANCELLED}

    @property
    def side_size(self) -> int:
        """How many players a contestant has at a table."""
        return len(self.sides(self.config.seat_counts[0])[0])

    @property
    def fewest_players(self) -> int:
        """How many players a contestant has at least. A team has as many as play at its two tables."""
        return self.side_size * (SIDES if self.of_teams else 1)

    @property
    def most_players(self) -> int:
        """A team may have the players of one side more, who take turns with the others."""
        return self.fewest_players + (self.side_size if self.of_teams else 0)

    @property
    def squad_of(self) -> dict[int, str]:
        """The squad of each contestant, by number; nobody has one if squads are not ranked."""
        return dict(self.contestants.exclude(squad="").values_list("number", "squad")) if self.squads else {}

    def usual_places(self, side: int) -> list[int]:
        """Return the places of the players of a contestant who sit on a side, unless the line-up names others.

        Of a team, the first players sit on the first side at its one table, the next ones on the second at the other.
        """
        first = (side - 1) * self.side_size if self.of_teams else 0
        return list(range(first + 1, first + self.side_size + 1))


@dataclass(frozen=True, slots=True)
class Spell:
    player: Player
    first: int
    last: float

    def meets(self, other: Self) -> bool:
        """Whether it is the same player in one of the same rounds."""
        return self.player == other.player and self.first <= other.last and other.first <= self.last


class ContestantsQuerySet(models.QuerySet["Contestant"]):
    def with_players(self) -> Self:
        """Prefetch everything that the names of contestants are made of."""
        return self.prefetch_related(models.Prefetch("players", ContestantPlayer.objects.with_people()))

    def with_entry(self, entry: int) -> Self:
        return self.filter(models.Q(entry=entry) | models.Q(entry=None, link=entry))


class Contestant(models.Model):
    """A player, a pair or a team, by number, unique in the event. Sections are numbered one after the other."""

    class Wish(models.TextChoices):
        NONE = "", _("No wish")
        TABLE = "table", _("The same table in all rounds")
        FIRST = "first", _("Always the first side")
        SECOND = "second", _("Always the second side")

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="contestants")
    number = models.PositiveSmallIntegerField(validators=between(1, MAX_CONTESTANTS))
    name = models.CharField(max_length=NAME_LENGTH, blank=True, help_text="What a team calls itself.")
    squad = models.CharField(max_length=NAME_LENGTH, blank=True, help_text="The name of the squad that it scores for.")
    section = models.PositiveSmallIntegerField(default=1, validators=between(1, MAX_SECTIONS))
    left_after = models.PositiveSmallIntegerField(
        null=True,
        validators=between(0, MAX_NUMBERED),
        help_text="The number of the last round before it left. Empty if it has not left.",
    )
    without_standing = models.BooleanField(
        default=False, help_text="Whether it has no place. Its results still count for the others."
    )
    self_signed = models.BooleanField(default=False, help_text="Whether it signed up by the code on the wall.")
    wish = models.CharField(
        max_length=6,
        choices=Wish,
        blank=True,
        help_text="The seat that it has asked for, which the plan tries to give it.",
    )
    entry = models.BigIntegerField(
        null=True,
        validators=between(1, MAX_ID),
        help_text="What it has in common with itself in other sessions and in finals, whatever its number is there.",
    )
    line_up = models.JSONField(
        default=list,
        blank=True,
        help_text="The places of the players of a team who play, by seat: those of the first side, then those of the "
        "second. Rounds are planned with it. Empty for the usual ones.",
    )
    link = models.BigIntegerField(
        default=random_id,
        help_text="What its link names. Its number may become that of another contestant, this never does.",
    )

    objects = ContestantsQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "number"], name="contestant_number_once"),
            models.UniqueConstraint(fields=["event", "link"], name="contestant_link_once"),
        ]

    def __str__(self) -> str:
        """The name of a team; or its players, with the substitutes: "Ada & Boris (from round 3: Chloé)"."""
        return self.name or names_in_words(
            (player.place, player.since, player.person.pk, player.person.shown) for player in self.players.all()
        )

    @property
    def own_entry(self) -> int:
        return self.entry or self.link

    def places_on(self, event: Event, side: int) -> list[int]:
        """Return the places of those who play on a side in the rounds to come."""
        return self.line_up[(side - 1) * event.side_size : side * event.side_size] or event.usual_places(side)

    def by_place(self, number: int) -> dict[int, Player]:
        """Return who has each place in a round."""
        return {player.place: player.person for player in self.players.all() if player.since <= number}

    def players_in(self, number: int) -> list[Player]:
        return list(self.by_place(number).values())

    def competes_in(self, number: int) -> bool:
        """Whether it has come by this round, and has not left."""
        came = min((player.since for player in self.players.all()), default=1)
        return came <= number and (self.left_after is None or number <= self.left_after)

    def spells(self) -> Iterator[Spell]:
        rows = list(self.players.all())
        for row, following in zip_longest(rows, rows[1:]):
            last = math.inf if self.left_after is None else self.left_after
            if following and following.place == row.place:
                last = min(last, following.since - 1)
            if row.since <= last:
                yield Spell(row.person, row.since, last)

    @property
    def section_letter(self) -> str:
        return section_letter(self.section)


def names_in_words(players: Iterable[tuple[int, int, int, str]]) -> str:
    """Return the name of a contestant.

    `players` are (place, first round, id, name), sorted by place and first round.
    """
    first: list[str] = []
    substitutes: list[str] = []
    last: dict[int, int] = {}
    for place, since, player, name in players:
        if place not in last:
            first.append(name)
        elif player != last[place]:
            substitutes.append(gettext("from round %(n)s: %(name)s") % {"name": name, "n": since})
        last[place] = player
    names = join_names(first, " & ")
    return f"{names} ({', '.join(substitutes)})" if substitutes else names


class ContestantPlayersQuerySet(models.QuerySet["ContestantPlayer"]):
    def with_people(self) -> Self:
        return self.select_related("player__merged_into")


class ContestantPlayer(models.Model):
    """A player of a contestant. A substitute is another row for the same place that holds from a later round on."""

    contestant = models.ForeignKey(Contestant, on_delete=models.CASCADE, related_name="players")
    place = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    since = models.PositiveSmallIntegerField(
        default=1, validators=between(1, MAX_NUMBERED), help_text="The number of the first round that it applies to."
    )

    objects = ContestantPlayersQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["place", "since"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["contestant", "place", "since"], name="one_player_a_place_at_a_time"),
        ]

    def __str__(self) -> str:
        return str(self.person)

    @property
    def person(self) -> Player:
        return self.player.merged_into or self.player


class ApplicantsQuerySet(models.QuerySet["Applicant"]):
    def with_players(self) -> Self:
        return self.prefetch_related(
            models.Prefetch("players", ApplicantPlayer.objects.select_related("player__merged_into"))
        )

    def not_in(self) -> Self:
        """Return those who have not become contestants, with the names, in the order in which they came."""
        return self.filter(contestant=None).with_players()


class Applicant(models.Model):
    """Who would like to compete: on the waiting list, or a player who looks for a partner."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="applicants")
    number = models.PositiveIntegerField(help_text="Whoever came first has the lower one.")
    name = models.CharField(max_length=NAME_LENGTH, blank=True, help_text="What a team calls itself.")
    squad = models.CharField(
        max_length=NAME_LENGTH, blank=True, help_text="The name of the squad that it would score for."
    )
    looking = models.BooleanField(default=False, help_text="Whether this is a player who looks for a partner.")
    self_signed = models.BooleanField(default=False, help_text="Whether it came by the link to sign up.")
    partner_left = models.BooleanField(
        default=False, help_text="Whether this player had a partner, who has signed off."
    )
    contestant = models.ForeignKey(
        Contestant,
        on_delete=models.CASCADE,
        null=True,
        related_name="+",
        help_text="What it has become, so that its phone finds it. Empty as long as it is not in.",
    )

    objects = ApplicantsQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "number"], name="applicant_number_once"),
        ]

    def __str__(self) -> str:
        return self.name or join_names([str(player) for player in self.players.all()], " & ")


class ApplicantPlayer(models.Model):
    applicant = models.ForeignKey(Applicant, on_delete=models.CASCADE, related_name="players")
    place = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering: ClassVar = ["place"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["applicant", "place"], name="one_applicant_a_place"),
        ]

    def __str__(self) -> str:
        return str(self.person)

    @property
    def person(self) -> Player:
        return self.player.merged_into or self.player


class RoundsQuerySet(models.QuerySet["Round"]):
    def running(self) -> Self:
        return self.started().filter(ended_at=None)

    def started(self) -> Self:
        return self.filter(started_at__isnull=False)

    def not_started(self) -> Self:
        return self.filter(started_at=None)


class Round(models.Model):
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="planned_rounds")
    number = models.PositiveSmallIntegerField()
    seed = models.BigIntegerField(null=True, help_text="The seed of its draw. Another one gives another draw.")
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    ends_at = models.DateTimeField(null=True, help_text="When its clock runs out. Empty if it has none.")
    paused_at = models.DateTimeField(null=True, help_text="Since when the clock has been paused.")
    held = models.BooleanField(
        default=False, help_text="Whether only the director ends it, even if the rounds follow by themselves."
    )
    stopped_at = models.DateTimeField(
        null=True, help_text="Since when it waits for the director, although it could end by itself."
    )

    objects = RoundsQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "number"], name="round_number_once"),
            models.UniqueConstraint(
                fields=["event"],
                condition=models.Q(started_at__isnull=False, ended_at=None),
                name="one_round_runs_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return str(self.number)

    @property
    def is_running(self) -> bool:
        return self.started_at is not None and self.ended_at is None

    @property
    def seconds_left(self) -> int | None:
        """By its clock; below 0 once the time is up. None if no clock runs."""
        if self.ends_at is None or not self.is_running:
            return None
        return round((self.ends_at - (self.paused_at or timezone.now())).total_seconds())

    @property
    def clock_text(self) -> str:
        """Return 12:05, or +0:30 half a minute after the time was up."""
        left = self.seconds_left or 0
        minutes, seconds = divmod(abs(left), 60)
        return f"{'+' if left < 0 else ''}{minutes}:{seconds:02}"


class SittingsQuerySet(models.QuerySet["Sitting"]):
    def with_contestants(self) -> Self:
        return self.prefetch_related(models.Prefetch("sides", SittingSide.objects.select_related("contestant")))

    def with_players(self) -> Self:
        return self.prefetch_related(models.Prefetch("sides", SittingSide.objects.with_players()))


class Station(models.Model):
    """What is planned for one round at one station."""

    station = models.PositiveSmallIntegerField(
        validators=between(1, MAX_NUMBERED), help_text="Unique in the room, whatever its section."
    )
    section = models.PositiveSmallIntegerField(default=1, validators=between(1, MAX_SECTIONS))
    copy = models.PositiveSmallIntegerField(
        default=1,
        validators=between(1, MAX_NUMBERED),
        help_text="Which copy of its deals it plays, where several sets of boards are in use.",
    )
    first_deal = models.PositiveSmallIntegerField(null=True, validators=between(1, MAX_DEAL))
    deal_count = models.PositiveSmallIntegerField(null=True, validators=between(1, MAX_AT_TABLE))

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return str(self.station)

    @property
    def columns(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in ("station", "section", "copy", "first_deal", "deal_count")}


class Sitting(Station):
    """One round at one station. Its table is opened when the round starts."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="sittings")
    table = models.OneToOneField(Table, on_delete=models.PROTECT, null=True, related_name="+")
    late = models.BooleanField(
        default=False,
        help_text="Whether it counts as a draw where the next round is drawn, as long as it is not finished.",
    )

    objects = SittingsQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["station"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "station"], name="one_sitting_a_station"),
        ]

    @property
    def section_letter(self) -> str:
        return section_letter(self.section)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the contestants by side."""
        return tuple(place.contestant.number for place in self.sides.all())

    @property
    def deals(self) -> range:
        """Their numbers; none where deals are only counted."""
        return deal_range(self.first_deal, self.deal_count)

    @property
    def deals_text(self) -> str:
        """Their numbers, as in "7–9". Empty where deals are only counted."""
        return deals_text(self.deals)


def deal_range(first: int | None, count: int | None) -> range:
    return range(first, first + (count or 0)) if first else range(0)


def deals_text(deals: range) -> str:
    return "" if not deals else str(deals[0]) if len(deals) == 1 else f"{deals[0]}–{deals[-1]}"


class SittingSidesQuerySet(models.QuerySet["SittingSide"]):
    def with_players(self) -> Self:
        players = models.Prefetch("contestant__players", ContestantPlayer.objects.with_people())
        return self.select_related("contestant").prefetch_related(players)


class SittingSide(models.Model):
    """The contestant who sits on one side at a sitting."""

    sitting = models.ForeignKey(Sitting, on_delete=models.CASCADE, related_name="sides")
    side = models.PositiveSmallIntegerField(help_text="The number of the side, from 1.")
    contestant = models.ForeignKey(Contestant, on_delete=models.PROTECT, related_name="+")
    line_up = models.JSONField(
        default=list,
        blank=True,
        help_text="The places of the players of a team who play here, by seat. Empty for the usual ones.",
    )

    objects = SittingSidesQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["side"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["sitting", "side"], name="one_contestant_a_side"),
            models.UniqueConstraint(fields=["sitting", "contestant"], name="one_side_a_contestant"),
        ]

    def __str__(self) -> str:
        return f"{self.side}: {self.contestant_id}"

    def players_of(self, event: Event, number: int) -> dict[int, Player]:
        """Return who plays here in a round, by place, in the order of the seats."""
        by_place = self.contestant.by_place(number)
        return {place: by_place[place] for place in self.line_up or event.usual_places(self.side)}


class CallsQuerySet(models.QuerySet["Call"]):
    def open(self) -> Self:
        return self.filter(ended_at=None)


class Call(models.Model):
    """A call for the director from a table. The table or the director ends it."""

    sitting = models.ForeignKey(Sitting, on_delete=models.CASCADE, related_name="calls")
    called_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True)

    objects = CallsQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["called_at"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["sitting"], condition=models.Q(ended_at=None), name="one_open_call_a_sitting"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.sitting_id}: {self.called_at}"


class HalfTable(Station):
    """A sitting that cannot take place because a contestant is missing or has left. Those who are there rest."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="half_tables")
    numbers = models.JSONField(help_text="The numbers of the contestants by side, with 0 for one that has not come.")

    class Meta:
        ordering: ClassVar = ["station"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "station"], name="one_half_table_a_station"),
        ]

    def as_sitting(self) -> Sitting:
        """Return the sitting that it becomes once nobody is missing any more, without saving it."""
        return Sitting(round=self.round, **self.columns)


class RulingsQuerySet(models.QuerySet["Ruling"]):
    def in_force(self) -> Self:
        return self.filter(withdrawn=False)


class Ruling(models.Model):
    """What the director decides in place of a result, or what a contestant gets beside all results.

    `line` is the rest of a line in the event format (docs/event-format.md): {"average": [60, 40]} for a deal at a
    sitting, {"penalty": 10, "unit": "top"} for a contestant. For a deal whose cards were changed on the way, without
    sitting and contestant, it says where it was played with other cards, by round and station, and with a 3 where that
    was after a second change: {"other_cards": [[3, 1], [3, 2], [5, 1, 3]]}. A ruling is withdrawn, not deleted. It goes
    only with what it is about, and the log keeps it: with a round that is taken back, with a contestant who is signed
    off.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="rulings")
    sitting = models.ForeignKey(Sitting, on_delete=models.CASCADE, null=True, related_name="rulings")
    deal = models.PositiveSmallIntegerField(null=True)
    contestant = models.ForeignKey(Contestant, on_delete=models.CASCADE, null=True, related_name="rulings")
    line = models.JSONField()
    why = models.CharField(max_length=200)
    law = models.CharField(max_length=20, blank=True, help_text="The number of the law or rule.")
    withdrawn = models.BooleanField(default=False)
    carried = models.BooleanField(
        default=False, help_text="Whether it is a carry-over that follows the results of the qualifying."
    )

    objects = RulingsQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(sitting__isnull=False, deal__isnull=False, contestant=None)
                | models.Q(sitting=None, deal=None, contestant__isnull=False)
                | models.Q(sitting=None, deal__isnull=False, contestant=None),
                name="ruling_of_a_result_a_contestant_or_a_deal",
            ),
            models.UniqueConstraint(
                fields=["sitting", "deal"], condition=models.Q(withdrawn=False), name="one_ruling_a_result"
            ),
            models.UniqueConstraint(
                fields=["event", "deal"],
                condition=models.Q(withdrawn=False, sitting=None, contestant=None),
                name="one_ruling_a_whole_deal",
            ),
        ]

    def __str__(self) -> str:
        return self.why
