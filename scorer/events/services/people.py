"""People come late, leave, and stand in for others. What has been played stays as it is."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from scorer.club.models import Player, User
from scorer.contest.plan import SIDES
from scorer.events.models import Contestant, ContestantPlayer, Event, HalfTable, Sitting, SittingSide, Spell
from scorer.events.planning.movement import free_place, half_tables_to_come, present_contestants
from scorer.events.services.carrying import carry_over
from scorer.events.services.plans import save_half_table
from scorer.events.services.remaining import draw_anew
from scorer.events.services.rulings import rule_contestant
from scorer.events.services.shared import as_validation_errors, lock_for, log_change, set_seals
from scorer.events.services.signing_up import add_contestant, add_newcomers
from scorer.events.states import Progress
from scorer.play import services as play
from scorer.play.models import Hand


@transaction.atomic
def add_late_contestant(
    event: Event,
    players: Sequence[Player],
    *,
    name: str = "",
    squad: str = "",
    carry: float | None = None,
    by: User | None,
) -> Contestant:
    """Sign up a contestant although there is a plan. From the next round on, it takes the place of one who is missing.

    If nobody is missing, it rests in all rounds that are planned. A knock-out is drawn anew with it. `carry` is its
    score for the rounds before. Its number is the next of the event, in whichever section it plays: the numbers of
    others are on their cards, in their links and in the results, and stay as they are. New players are added to the
    roster.
    """
    progress = lock_for(event, "add_late_contestant")
    event, since = progress.event, progress.next_number
    new = add_newcomers(players, by)
    contestant = add_contestant(event, players, name=name, squad=squad, since=since)
    free = free_place(event)
    if event.eliminates:
        _drawn_anew(event, by)
    elif free:
        contestant.section = free.section
        contestant.save(update_fields=["section"])
        _take_place(event, free.section, free.number, contestant)
        set_seals(event, by)
    said = [player.pk for player in players]
    log_change(event, "late", by, contestant=contestant.number, players=said, since=since, **new)
    carry_over(event, by=by)
    if carry:
        rule_contestant(event, contestant, {"carry": carry}, why=_("came in round %(n)d") % {"n": since}, by=by)
    return contestant


@transaction.atomic
def leave(event: Event, number: int, *, by: User | None) -> Contestant:
    """A contestant leaves after the round that has started last.

    In all later rounds its opponents rest. Those of a draw are drawn anew without it.
    """
    progress = lock_for(event, "leave", contestant=number)
    event, contestant = progress.event, progress.contestant
    contestant.left_after = progress.next_number - 1
    contestant.save(update_fields=["left_after"])
    if not _drawn_anew(event, by):
        _split_sittings(event, contestant)
    set_seals(event, by)
    log_change(event, "leave", by, contestant=number, left_after=contestant.left_after)
    return contestant


@transaction.atomic
def come_back(event: Event, number: int, *, by: User | None) -> Contestant:
    """Undo `leave`: the contestant takes part again in the rounds that have not started, if its place is still free.

    Those of a draw are drawn anew.
    """
    progress = lock_for(event, "come_back", contestant=number)
    event, contestant = progress.event, progress.contestant
    contestant.left_after = None
    contestant.save(update_fields=["left_after"])
    if not _drawn_anew(event, by):
        _take_place(event, contestant.section, number, contestant)
    set_seals(event, by)
    log_change(event, "come_back", by, contestant=number)
    return contestant


@transaction.atomic
def set_standing(event: Event, number: int, *, without: bool, by: User | None) -> Contestant:
    """Say whether a contestant plays without standing: its results count for the others, but it has no place."""
    progress = lock_for(event, "set_standing", contestant=number)
    event, contestant = progress.event, progress.contestant
    contestant.without_standing = without
    contestant.save(update_fields=["without_standing"])
    log_change(event, "standing", by, contestant=number, without_standing=without)
    return contestant


@transaction.atomic
def set_line_up(event: Event, number: int, line_up: Mapping[int, Sequence[int]], *, by: User | None) -> int:
    """Say which players of a team play on each side, by their places. Return the first round in which they do.

    This holds for the rounds that have not started, and for the one that runs if neither table has a hand yet.
    """
    progress = lock_for(event, "set_line_up", contestant=number)
    event, contestant, running = progress.event, progress.contestant, progress.running
    chosen = [place for places in line_up.values() for place in places]
    members = contestant.by_place(progress.next_number)
    sides = range(1, SIDES + 1)
    if [len(line_up.get(side, ())) for side in sides] != [event.side_size] * SIDES or len(set(chosen)) < len(chosen):
        raise ValidationError(_("Choose %(n)d players for each table.") % {"n": event.side_size})
    if not members.keys() >= set(chosen):
        raise ValidationError(_("There is no such contestant."))
    at_play = _sides_in(running, contestant)
    if Hand.objects.filter(table__in=[side.sitting.table_id for side in at_play]).exists():
        at_play = []
    if not at_play and not progress.following and progress.has_all_rounds:
        raise ValidationError(_("The round has begun, and no other follows."))
    _line_up(contestant, {side: _in_order(contestant.places_on(event, side), line_up[side]) for side in sides})
    for side in at_play:
        side.line_up = contestant.places_on(event, side.side)
        side.save(update_fields=["line_up"])
        _seat(event, side, running.number, by)
    log_change(event, "line_up", by, contestant=number, line_up=[list(line_up[side]) for side in sides])
    return int(running.number if at_play else progress.next_number)


def _in_order(before: Sequence[int], chosen: Sequence[int]) -> list[int]:
    """Return the chosen places, in which those stay in their seats who are among those before."""
    coming = [place for place in chosen if place not in before]
    return [place if place in chosen else coming.pop(0) for place in before]


def _line_up(contestant: Contestant, line_up: Mapping[int, Sequence[int]]) -> None:
    """Let this line-up hold in all rounds that have not started."""
    contestant.line_up = [place for side in sorted(line_up) for place in line_up[side]]
    contestant.save(update_fields=["line_up"])
    for side in SittingSide.objects.filter(contestant=contestant, sitting__round__started_at=None):
        side.line_up = list(line_up[side.side])
        side.save(update_fields=["line_up"])


def _sides_in(running: Any, contestant: Contestant) -> list[SittingSide]:
    """Return where a team sits in the round that runs, if one does."""
    own = SittingSide.objects.filter(contestant=contestant).with_players()
    return list(own.select_related("contestant", "sitting__table").filter(sitting__round=running)) if running else []


def _seat(event: Event, side: SittingSide, number: int, by: User | None) -> None:
    """Let those of the line-up take their seats at the table."""
    table: Any = side.sitting.table
    positions = event.sides(table.size)[side.side - 1]
    seated = dict(table.seats.current().values_list("position", "player"))
    for position, player in zip(positions, side.players_of(event, number).values(), strict=True):
        if seated[position] != player.pk:
            with as_validation_errors():
                play.substitute(table, position, player, by=by)


@transaction.atomic
def substitute(
    event: Event, number: int, place: int, player: Player, *, now: bool = False, by: User | None
) -> Contestant:
    """Let another player take a place of a contestant from the next round on or, with `now`, in the running round.

    Whoever had the place before takes it again in the same way. A new player is added to the roster. A player of the
    same team changes the line-up instead.
    """
    progress = lock_for(event, "substitute", contestant=number)
    event, contestant, running = progress.event, progress.contestant, progress.running if now else None
    since = running.number if running else progress.next_number
    rows = contestant.players.filter(place=place).select_related("player__merged_into")
    rows.filter(since__gt=since).delete()
    *_earlier, current = rows.filter(since__lte=since)
    if current.person == player:
        raise ValidationError(_("%(name)s has this place already.") % {"name": player.shown})
    members = contestant.by_place(since)
    own = next((other for other, member in members.items() if member == player), None) if event.of_teams else None
    if own:
        return _change_places(progress, running, place, own, by)
    _refuse_competing(event, player, since)
    new = add_newcomers([player], by)
    leaving = current.person
    if current.since == since:
        _put_in_place(current, rows, player)
    else:
        ContestantPlayer.objects.create(contestant=contestant, place=place, player=player, since=since)
    if running:
        _change_seat(running.sittings.filter(sides__contestant=contestant), leaving, player, by)
    log_change(event, "substitute", by, contestant=number, place=place, player=player.pk, since=since, **new)
    return contestant


def _change_places(progress: Progress, running: Any, place: int, other: int, by: User | None) -> Contestant:
    """Let another player of a team play in place of one, which is a change of the line-up, also during a round."""
    event, contestant = progress.event, progress.contestant
    instead = {place: other, other: place}
    at_play = _sides_in(running, contestant)
    playing = {place for side in at_play for place in side.players_of(event, side.sitting.round.number)}
    if running and not (place in playing and other not in playing):
        raise ValidationError(_("Choose somebody who plays in this round, and a player of the team who does not."))
    for side in at_play:
        before = side.line_up or event.usual_places(side.side)
        side.line_up = [other if seated == place else seated for seated in before]
        side.save(update_fields=["line_up"])
        _seat(event, side, running.number, by)
    sides = range(1, SIDES + 1)
    line_up = {side: list(contestant.places_on(event, side)) for side in sides}
    if not running or all(other not in seated for seated in line_up.values()):  # else the team has lined up both itself
        line_up = {side: [instead.get(place, place) for place in seated] for side, seated in line_up.items()}
        _line_up(contestant, line_up)
    log_change(event, "line_up", by, contestant=contestant.number, line_up=[line_up[side] for side in sides])
    return contestant


@transaction.atomic
def substitute_at(sitting: Sitting, position: int, player: Player, *, by: User | None) -> None:
    """Let another player take a seat in the running round, and with it the place of whoever sits there."""
    sitting = lock_for(sitting.round.event, "substitute_at", sitting=sitting.pk).sitting
    table: Any = sitting.table
    leaving = table.seats.current().get(position=position).player
    for side in sitting.sides.with_players():
        for place, playing in side.contestant.by_place(sitting.round.number).items():
            if playing == leaving:
                substitute(sitting.round.event, side.contestant.number, place, player, now=True, by=by)
                return
    # Whoever sits there does not compete, as after seats were changed by hand.
    play.substitute(table, position, player, by=by)


def put_people_before(event: Event, number: int, by: User | None) -> None:
    """Whoever came or left in a round that is taken back has come or left before it."""
    rows = ContestantPlayer.objects.filter(contestant__event=event)
    early = rows.filter(since__lte=number).values("contestant")
    rows.filter(since=number + 1).exclude(contestant__in=list(early.values_list("contestant", flat=True))).update(
        since=number
    )
    leaving = list(event.contestants.filter(left_after=number))
    event.contestants.filter(left_after=number).update(left_after=number - 1)
    if leaving and not _drawn_anew(event, by):
        for contestant in leaving:
            _split_sittings(event, contestant)
    set_seals(event, by)


def refuse_merging_contestants(player: Player, into: Player, **_kwargs: Any) -> None:
    """Raise Conflict if the two compete in the same rounds of an event: then they are two people."""
    own, other = (ContestantPlayer.objects.filter(player=merged) for merged in (player, into))
    both = Event.objects.filter(pk__in=own.values("contestant__event")).filter(pk__in=other.values("contestant__event"))
    for event in both:
        spells = _spells(event)
        first = [spell for spell in spells if spell.player == player]
        second = [Spell(player, spell.first, spell.last) for spell in spells if spell.player == into]
        if any(spell.meets(other) for spell in first for other in second):
            raise play.Conflict(play.ConflictCode.COMPETING)


def _drawn_anew(event: Event, by: User | None) -> bool:
    """Draw the rounds that have not started anew for those who are there now. Return False if that is not possible."""
    if not Progress(event)["draw_anew"]:
        return False
    try:
        draw_anew(event, by=by)
    except ValidationError:
        return False
    return True


def _split_sittings(event: Event, leaving: Contestant) -> None:
    """Turn the sittings in which a contestant no longer takes part into half tables."""
    sittings = Sitting.objects.filter(round__event=event, round__started_at=None, sides__contestant=leaving)
    halves = [
        HalfTable(round_id=sitting.round_id, numbers=sitting.numbers, **sitting.columns)
        for sitting in sittings.with_contestants()
    ]
    sittings.delete()
    HalfTable.objects.bulk_create(halves)


def _take_place(event: Event, section: int, number: int, contestant: Contestant) -> None:
    """Give a contestant the place of a number. Half tables where nobody is missing any more become sittings."""
    present = present_contestants(event)
    for half in half_tables_to_come(event):
        if half.section != section or number not in half.numbers:
            continue
        half.numbers = [contestant.number if missing == number else missing for missing in half.numbers]
        save_half_table(half, present)


def _spells(event: Event) -> list[Spell]:
    contestants = event.contestants.with_players()
    return [spell for contestant in contestants for spell in contestant.spells()]


def _refuse_competing(event: Event, player: Player, since: int) -> None:
    if any(spell.player == player and spell.last >= since for spell in _spells(event)):
        raise ValidationError(_("%(name)s has signed up already.") % {"name": player.shown})


def _put_in_place(current: ContestantPlayer, rows: Any, player: Player) -> None:
    """Replace a player who got the place in this very round, by whoever had it before or by somebody else."""
    before = rows.filter(since__lt=current.since).last()
    if before and before.person == player:
        current.delete()
    else:
        current.player = player
        current.save(update_fields=["player"])


def _change_seat(sittings: Any, leaving: Player, player: Player, by: User | None) -> None:
    """Seat the player in place of `leaving`, at the table where `leaving` plays now."""
    for sitting in sittings.select_related("table"):
        if not sitting.table or not sitting.table.is_open:
            continue
        seat = sitting.table.seats.current().filter(player=leaving).first()
        if seat and not sitting.table.seats.current().filter(position=seat.position, player=player).exists():
            with as_validation_errors():
                play.substitute(sitting.table, seat.position, player, by=by)
