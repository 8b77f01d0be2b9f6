"""What an event shows on the sheets of its tables: clock, call for the director, where everybody goes next."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from operator import itemgetter

from django.db import transaction
from django.db.models import Q
from django.urls import reverse

from scorer.club.models import Player, User
from scorer.contest.turned import is_likely_turned, may_look_turned
from scorer.events import services
from scorer.events.contestants import contestants_by_number, rows_of
from scorer.events.director_news import DirectorNews
from scorer.events.models import Call, Contestant, Event, Ruling, Sitting, SittingSide
from scorer.events.planning.families import round_count
from scorer.events.results.duties import owed_text, owing_at
from scorer.events.results.event_results import Viewer
from scorer.events.results.kept import results_for
from scorer.events.selectors.overview import events_of
from scorer.events.selectors.so_far import DealSoFar, deals_so_far
from scorer.events.services.calls import note_change
from scorer.events.services.carrying import carry_from
from scorer.events.services.following import follow_from_table
from scorer.play.models import Score, Seat, Table, TablesQuerySet
from scorer.play.occasions import OccasionLine
from scorer.play.phones import Phone
from scorer.play.table_context import TableContext
from scorer.registry import get_game
from scorer.web.formatting import day

MAX_TABLES = 2_000


@dataclass(frozen=True, slots=True)
class Move:
    """Where a contestant plays after the round. Without a sitting, it rests."""

    contestant: Contestant
    sitting: Sitting | None = None
    side: str = ""
    partner: Contestant | None = None
    """Where each player competes alone."""
    others: tuple[Contestant, ...] = ()


@dataclass(frozen=True)
class EventOccasion:
    table: Table
    sitting: Sitting
    template = "events/around.html"

    @property
    def url(self) -> str:
        return reverse("events:around", args=[self.table.pk])

    @property
    def topic(self) -> int:
        return int(self.sitting.round.event.pk)

    @property
    def version(self) -> int:
        return self.sitting.round.event.version

    def in_reserve(self, position: int) -> Sequence[Player]:
        """Return the others of the contestant, and who has left their place to a substitute."""
        leaving = self.table.seats.current().get(position=position).player
        tables = self.sitting.round.sittings.values("table")
        seated = set(Seat.objects.current().filter(table__in=tables).values_list("player", flat=True))
        for side in self.sitting.sides.with_players():
            if leaving in side.contestant.players_in(self.sitting.round.number):
                own = dict.fromkeys(player.person for player in side.contestant.players.all())
                return [player for player in own if player.pk not in seated]
        return ()

    def substitute(self, position: int, player: Player, *, by: User) -> None:
        services.substitute_at(self.sitting, position, player, by=by)

    @cached_property
    def call(self) -> Call | None:
        return self.sitting.calls.open().first()

    @cached_property
    def is_done(self) -> bool:
        """Whether all deals have been played or ruled on. A table that plays as many as it likes is never done."""
        return TableContext(self.table).all_played

    @cached_property
    def so_far(self) -> list[DealSoFar]:
        """What the deals of this table are worth so far, once all are played, if the event says so."""
        return deals_so_far(self.sitting) if self.sitting.round.event.score_shown and self.is_done else []

    @cached_property
    def owed(self) -> str:
        """Who at this table owes what everybody plays once in the event. The sheet itself says who does in a list."""
        event = self.sitting.round.event
        if not event.offer.duty or event.offer.duty.per(event.variant) != "event":
            return ""
        results = results_for(event, Viewer())
        row = next(row for row in results.sittings if row.pk == self.sitting.pk)
        return owed_text(event, rows_of(owing_at(results, row), contestants_by_number(event)))

    @cached_property
    def following(self) -> list[Sitting]:
        current = self.sitting.round
        after = current.event.planned_rounds.not_started().filter(number__gt=current.number).first()
        return list(after.sittings.with_players()) if after else []

    @property
    def moves(self) -> list[Move]:
        """Where the contestants of this table go next, in the order of the sides. Empty after the last round."""
        return self._moves(self.sitting, self.following)

    @property
    def deals_go_to(self) -> Sitting | None:
        return _deals_go_to(self.sitting, self.following)

    @cached_property
    def earlier(self) -> Sitting | None:
        """What was played here in the round before, until this one has its first hand.

        If the rounds follow by themselves, the last table to finish has not been told where everybody goes.
        """
        current = self.sitting.round
        if not current.event.rounds_follow or current.number == 1 or TableContext(self.table).number > 1:
            return None
        before = Sitting.objects.filter(round__event=current.event, round__number=current.number - 1)
        return before.select_related("round").filter(station=self.sitting.station).first()

    @cached_property
    def current(self) -> list[Sitting]:
        return list(self.sitting.round.sittings.with_players())

    @property
    def earlier_moves(self) -> list[Move]:
        return self._moves(self.earlier, self.current) if self.earlier else []

    @property
    def earlier_deals_go_to(self) -> Sitting | None:
        return _deals_go_to(self.earlier, self.current) if self.earlier else None

    @property
    def numbers(self) -> list[tuple[str, int]]:
        """The number of the contestant on each side, where the game names its sides."""
        return list(zip(self.sitting.round.event.side_names, self.sitting.numbers, strict=False))

    @property
    def director_news(self) -> DirectorNews:
        return DirectorNews(self.sitting.round.event)

    def _moves(self, sitting: Sitting, following: Sequence[Sitting]) -> list[Move]:
        staying = sitting.sides.with_players().filter(contestant__left_after=None)
        return [self._move(place, following) for place in staying] if following else []

    @property
    def is_last(self) -> bool:
        """Whether no round follows, not even one that has not been drawn yet."""
        number = self.sitting.round.number
        return not self.following and round_count(self.sitting.round.event, number) <= number

    def _move(self, here: SittingSide, following: Sequence[Sitting]) -> Move:
        """Return where a contestant goes. Those of a team go where their side plays, which may be without them."""
        contestant = here.contestant
        seated = [(sitting, list(sitting.sides.all())) for sitting in following]
        own = [
            (place.side != here.side, sitting, places, place)
            for sitting, places in seated
            for place in places
            if place.contestant_id == contestant.pk
        ]
        if not own:
            return Move(contestant)
        _other_side, sitting, places, place = min(own, key=itemgetter(0))
        opposite = self.sitting.round.event.partner_of(place.side)
        partner = next((there.contestant for there in places if there.side == opposite), None)
        others = tuple(there.contestant for there in places if there.contestant not in {contestant, partner})
        return Move(contestant, sitting, self._side_name(place), partner, others)

    def _side_name(self, place: SittingSide) -> str:
        """N–S, where the game names its sides."""
        names = self.sitting.round.event.side_names
        return names[place.side - 1] if names else ""


def _deals_go_to(here: Sitting, following: Sequence[Sitting]) -> Sitting | None:
    """Return the sitting at which the deals are played next, with the same copy of them if there are several."""
    playing = [sitting for sitting in following if here.first_deal and sitting.first_deal == here.first_deal]
    return min(playing, key=lambda sitting: (sitting.copy != here.copy, sitting.section != here.section), default=None)


class EventProvider:
    def topics(self, table: Table) -> tuple[int, ...]:
        try:
            return (_event_of(table.pk),)
        except Sitting.DoesNotExist:
            return ()

    def admits(self, topic: int, link: int) -> bool:
        """The link of an event is that of all its stations and contestants."""
        return Event.objects.filter(pk=topic, link=link).exists()

    def table_changed(self, table: Table) -> None:
        transaction.on_commit(lambda: self._follow(table), robust=True)

    def _follow(self, table: Table) -> None:
        moves_on = Q(rounds_follow=True) | Q(series__isnull=False, state=Event.State.FINISHED)
        for event in Event.objects.filter(moves_on, pk__in=self.topics(table)):
            if event.state == Event.State.FINISHED:
                carry_from(event)
            else:
                follow_from_table(event, table)

    def ruled_deals(self, table: Table) -> Collection[int]:
        rulings = Ruling.objects.in_force().filter(sitting__table=table)
        return [ruling.deal for ruling in rulings if ruling.deal]

    def deal_changes(self, table: Table, deal: int, *, undone: bool, by: User | Phone | None) -> None:
        note_change(table, deal, undone=undone, by=by)

    def looks_turned(self, table: Table, deal: int, seat: int, points: int) -> bool:
        """Asked with every save, so the results of the others are read only if it can be."""
        offer = get_game(table.game).events
        if not (offer and offer.turned and may_look_turned(points)):
            return False
        others = Sitting.objects.filter(round__event__in=self.topics(table)).exclude(table=table.pk).values("table")
        scores = Score.objects.filter(hand__deal=deal, seat__position=seat, seat__table__in=others).order_by()
        return is_likely_turned(points, [*scores.values_list("points", flat=True)])

    def occasion(self, table: Table) -> EventOccasion | None:
        sitting = Sitting.objects.select_related("round__event").filter(table=table).first()
        return EventOccasion(table, sitting) if sitting and sitting.round.is_running and table.is_open else None

    def lines(self, tables: TablesQuerySet, most: int) -> list[OccasionLine]:
        return [
            OccasionLine(
                listed.event.name,
                f"{listed.event.config.title} · {day(listed.event.day)} · {listed.state}",
                listed.event.config.icon,
                reverse("events:event", args=[listed.event.club_id, listed.event.pk]),
                reverse("events:copy", args=[listed.event.club_id, listed.event.pk]),
            )
            for listed in events_of(tables, most)
        ]


@lru_cache(MAX_TABLES)
def _event_of(table: int) -> int:
    """Tables never change their event, so this is remembered once it has been found."""
    return int(Sitting.objects.values_list("round__event", flat=True).get(table=table))
