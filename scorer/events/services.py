"""Every write of an event. Each is one transaction, locks the event first and leaves one Revision of it.

A ValidationError says what cannot be done, in a sentence.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scorer.club.models import Club, Player, User
from scorer.contest.families import MOST_CONTESTANTS
from scorer.db.ids import random_id
from scorer.events.models import Contestant, ContestantPlayer, Event, Place, Round, Ruling, Sitting
from scorer.events.planning import Proposal
from scorer.events.results import problems_of
from scorer.history.models import Revision
from scorer.play import services as play
from scorer.play.models import Table
from scorer.registry import GameConfig
from scorer.registry.words import common_text


@transaction.atomic
def make_event(
    club: Club,
    game: GameConfig,
    *,
    name: str,
    preset: str,
    comparison: str,
    rounds: int | None = None,
    per_round: int | None = None,
    by: User | None,
) -> Event:
    season = club.seasons.open().first()
    if season is None:
        raise ValidationError(_("No season is open. A director can start one under Seasons."))
    event = Event.objects.create(
        club=club,
        season=season,
        game=game.slug,
        name=name,
        preset=preset,
        comparison=comparison,
        rounds=rounds,
        per_round=per_round,
    )
    values = {"name": name, "game": game.slug, "preset": preset, "comparison": comparison}
    _log(event, "make", by, **values, rounds=rounds, per_round=per_round)
    return event


@transaction.atomic
def sign_up(event: Event, players: Sequence[Player], *, by: User | None) -> Contestant:
    """The next number for a player, or for those who play together."""
    event = _lock_signing_up(event)
    if len({player.pk for player in players}) != event.side_size:
        raise ValidationError(_("A player can sit in one place only."))
    competing = ContestantPlayer.objects.filter(contestant__event=event, player__in=players)
    for one in competing.select_related("player__merged_into"):
        raise ValidationError(_("%(name)s has signed up already.") % {"name": one})
    last = event.contestants.last()
    number = last.number + 1 if last else 1
    if number > MOST_CONTESTANTS:
        raise ValidationError(_("An event has at most %(most)d contestants.") % {"most": MOST_CONTESTANTS})
    contestant = Contestant.objects.create(event=event, number=number)
    ContestantPlayer.objects.bulk_create(
        ContestantPlayer(contestant=contestant, place=place, player=player) for place, player in enumerate(players, 1)
    )
    _log(event, "sign_up", by, contestant=number, players=[player.pk for player in players])
    return contestant


@transaction.atomic
def sign_off(event: Event, number: int, *, by: User | None) -> None:
    """Those with higher numbers move up, so that the numbers have no gap."""
    event = _lock_signing_up(event)
    event.contestants.filter(number=number).delete()
    for contestant in event.contestants.filter(number__gt=number).order_by("number"):
        contestant.number -= 1
        contestant.save(update_fields=["number"])
    _log(event, "sign_off", by, contestant=number)


@transaction.atomic
def choose_plan(event: Event, proposal: Proposal, *, by: User | None) -> None:
    """Stores the rounds of a plan that was made for the contestants who have signed up."""
    event = _lock_signing_up(event)
    contestants = {contestant.number: contestant for contestant in event.contestants.all()}
    planned = {number for each in proposal.plan.rounds for number in each.places()}
    if not planned <= contestants.keys():
        raise ValidationError(_("Others have signed up meanwhile. Look at the plans again."))
    rounds = [Round(event=event, number=each.number) for each in proposal.plan.rounds]
    Round.objects.bulk_create(rounds)
    sittings, places = [], []
    for stored, each in zip(rounds, proposal.plan.rounds, strict=True):
        for planned_sitting in each.sittings:
            deals = planned_sitting.deals
            sitting = Sitting(
                round=stored,
                station=planned_sitting.station,
                first_deal=deals[0] if deals else None,
                deal_count=len(deals) or proposal.per_round,
            )
            sittings.append(sitting)
            places += [
                Place(sitting=sitting, side=side, contestant=contestants[number])
                for side, number in enumerate(planned_sitting.contestants, start=1)
            ]
    Sitting.objects.bulk_create(sittings)
    Place.objects.bulk_create(places)
    event.format, event.winners = proposal.format, proposal.winners
    event.save(update_fields=["format", "winners"])
    _log(event, "plan", by, format=event.format, winners=event.winners, rounds=len(rounds))


@transaction.atomic
def discard_plan(event: Event, *, by: User | None) -> None:
    """Until the first round starts: then others can sign up again."""
    event = _lock(event)
    if event.state != Event.State.SIGNING_UP:
        raise ValidationError(_("The event has started."))
    event.planned_rounds.all().delete()
    event.format, event.winners = "", 1
    event.save(update_fields=["format", "winners"])
    _log(event, "discard_plan", by)


@transaction.atomic
def renew_links(event: Event, *, by: User | None) -> None:
    """Ends the links of all stations and contestants. Phones stay at their tables until the round ends."""
    event = _lock(event)
    event.link = random_id()
    event.save(update_fields=["link"])
    _log(event, "links", by)


@transaction.atomic
def start_round(event: Event, *, by: User | None) -> Round:
    """Opens the tables of the next round. Those with numbered deals are sealed: others still have to play them."""
    event = _lock(event)
    following = event.planned_rounds.not_started().first()
    if event.state in {Event.State.FINISHED, Event.State.CANCELLED} or following is None:
        raise ValidationError(_("There is no round left to start."))
    if event.planned_rounds.running().exists():
        raise ValidationError(_("A round is running. End it first."))
    taken = set(event.club.tables.open().values_list("number", flat=True))
    for sitting in following.sittings.prefetch_related("places__contestant__players__player__merged_into"):
        number = sitting.station
        while number in taken:
            number += 1
        taken.add(number)
        sitting.table = play.open_table(
            event.club,
            event.config,
            event.variant,
            _seated(event, sitting),
            first_dealer=1,
            by=by,
            first_deal=sitting.first_deal,
            deal_count=sitting.deal_count,
            sealed=bool(sitting.deals),
            number=number,
        )
        sitting.save(update_fields=["table"])
    following.started_at = timezone.now()
    following.save(update_fields=["started_at"])
    if event.state == Event.State.SIGNING_UP:
        event.state = Event.State.RUNNING
        event.save(update_fields=["state"])
    _log(event, "start_round", by, round=following.number)
    return following


@transaction.atomic
def end_round(event: Event, *, by: User | None) -> Round:
    """Closes the tables of the running round. What is missing can be entered by whoever opens a table again."""
    event = _lock(event)
    running = event.planned_rounds.running().first()
    if running is None:
        raise ValidationError(_("No round is running."))
    for table in Table.objects.filter(pk__in=running.sittings.values("table"), state=Table.State.OPEN).order_by("pk"):
        play.close_table(table, by=by)
    running.ended_at = timezone.now()
    running.save(update_fields=["ended_at"])
    _log(event, "end_round", by, round=running.number)
    return running


@transaction.atomic
def finish(event: Event, *, by: User | None) -> Event:
    """After any round: those that were not played are left out. From now on everybody may see the results."""
    event = _lock(event)
    if event.state != Event.State.RUNNING:
        raise ValidationError(_("The event is not running."))
    if event.planned_rounds.running().exists():
        raise ValidationError(_("A round is running. End it first."))
    for table in Table.objects.filter(pk__in=_tables(event), sealed=True).order_by("pk"):
        play.unseal_table(table, by=by)
    return _set_state(event, Event.State.FINISHED, "finish", by)


@transaction.atomic
def rule_result(
    event: Event, sitting: Sitting, deal: int, line: Mapping[str, Any], *, why: str, law: str = "", by: User | None
) -> Ruling:
    """Puts a ruling in place of the result of a deal, and of an earlier ruling on it.

    A ValidationError names the fields of `line`, which is the rest of a line in the event format.
    """
    event = _lock_playing(event)
    for earlier in sitting.rulings.in_force().filter(deal=deal):
        _withdraw(earlier, by)
    return _rule(Ruling(event=event, sitting=sitting, deal=deal, line=dict(line), why=why, law=law), by)


@transaction.atomic
def rule_contestant(
    event: Event, contestant: Contestant, line: Mapping[str, Any], *, why: str, law: str = "", by: User | None
) -> Ruling:
    """Gives a contestant a penalty, a bonus or a carry-over, besides others that it has."""
    event = _lock_playing(event)
    return _rule(Ruling(event=event, contestant=contestant, line=dict(line), why=why, law=law), by)


@transaction.atomic
def withdraw_ruling(event: Event, number: int, *, by: User | None) -> None:
    """`number` is the id of a ruling in force. The result that it replaced counts again."""
    event = _lock_playing(event)
    ruling = event.rulings.in_force().filter(pk=number).first()
    if ruling is None:
        raise ValidationError(_("This ruling has been withdrawn already."))
    _withdraw(ruling, by)


def _rule(ruling: Ruling, by: User | None) -> Ruling:
    problems = problems_of(ruling)
    if problems:
        raise ValidationError({problem.field: common_text(problem) for problem in problems})
    ruling.save()
    where = {"station": ruling.sitting.station, "round": ruling.sitting.round.number} if ruling.sitting else {}
    contestant = {"contestant": ruling.contestant.number} if ruling.contestant else {"deal": ruling.deal}
    after = {**where, **contestant, **ruling.line, "law": ruling.law}
    Revision.objects.log(Revision.Kind.EVENT, ruling.event, "rule", by, after=after, why=ruling.why)
    return ruling


def _withdraw(ruling: Ruling, by: User | None) -> None:
    ruling.withdrawn = True
    ruling.save(update_fields=["withdrawn"])
    Revision.objects.log(Revision.Kind.EVENT, ruling.event, "withdraw", by, before=ruling.line, why=ruling.why)


@transaction.atomic
def cancel(event: Event, *, by: User | None) -> Event:
    """An event that was made by mistake: only before its first round."""
    event = _lock(event)
    if event.state != Event.State.SIGNING_UP:
        raise ValidationError(_("The event has started."))
    return _set_state(event, Event.State.CANCELLED, "cancel", by)


def _set_state(event: Event, state: Event.State, action: str, by: User | None) -> Event:
    event.state = state
    event.save(update_fields=["state"])
    _log(event, action, by, state=state)
    return event


def _tables(event: Event) -> Any:
    return Sitting.objects.filter(round__event=event).exclude(table=None).values("table")


def _seated(event: Event, sitting: Sitting) -> list[Player]:
    """The players by position."""
    places = list(sitting.places.all())
    sides = event.config.rules.sides(len(places) * event.side_size)
    at: dict[int, Player] = {}
    for side, place in zip(sides, places, strict=True):
        for position, player in zip(side, place.contestant.players.all(), strict=True):
            at[position] = player.person
    return [at[position] for position in sorted(at)]


def _lock(event: Event) -> Event:
    return Event.objects.select_for_update(of=("self",)).select_related("club").get(pk=event.pk)


def _lock_playing(event: Event) -> Event:
    """For what can be ruled during the event and after it."""
    event = _lock(event)
    if event.state not in {Event.State.RUNNING, Event.State.FINISHED}:
        raise ValidationError(_("The event has not started."))
    return event


def _lock_signing_up(event: Event) -> Event:
    event = _lock(event)
    if event.state != Event.State.SIGNING_UP or event.planned_rounds.exists():
        raise ValidationError(_("There is a plan already. Discard it first."))
    return event


def _log(event: Event, action: str, by: User | None, **after: Any) -> None:
    Revision.objects.log(Revision.Kind.EVENT, event, action, by, after=after)
