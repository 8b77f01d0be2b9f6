"""Create an event, sign up its contestants, and cancel it."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import Any

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Max, Q
from django.utils.translation import gettext as _

from scorer.club.models import Club, Player, User
from scorer.club.services import TAKEN, add_players
from scorer.contest.families import MAX_CONTESTANTS
from scorer.db.ids import random_id
from scorer.events.models import Applicant, ApplicantPlayer, Contestant, ContestantPlayer, Event
from scorer.events.planning.house_rules import is_comparable, refuse_deals_of_games
from scorer.events.planning.wishes import wish_choices
from scorer.events.services.carrying import carry_over
from scorer.events.services.shared import lock_for, log_change, set_state
from scorer.play.sheets.sheet import numbers_deals
from scorer.registry import GameConfig
from scorer.scoring import dump


@transaction.atomic
def create_event(
    club: Club,
    game: GameConfig,
    *,
    name: str,
    preset: str,
    comparison: str,
    variant: Any = None,
    by: User | None,
    **values: Any,
) -> Event:
    """Create an event in the season that is open. `values` are those of its other fields; empty ones are the usual.

    `variant` are the house rules of its tables, if they are not those of the preset. Unless `ranking_shown` is given,
    an event with numbered deals shows its ranking at the end, because only few deals are open before.
    """
    season = club.seasons.open().first()
    if season is None:
        raise ValidationError(_("No season is open. A director can start one under Seasons."))
    variant = variant or game.rules.PRESETS[preset]
    refuse_incomparable(game, variant, comparison)
    refuse_deals_of_games(game, variant, values.get("per_round"))
    house_rules = dump(variant)
    named = {"name": name, "game": game.slug, "preset": preset, "house_rules": house_rules, "comparison": comparison}
    given = {field: value for field, value in values.items() if value not in (None, "")}
    usual = {"ranking_shown": default_ranking_shown(game)}
    event = Event.objects.create(club=club, season=season, **named, **usual | given)
    lengths = {field: getattr(event, field) for field in ("rounds", "per_round", "round_minutes")}
    log_change(event, "make", by, **named, **lengths)
    return event


def refuse_incomparable(game: GameConfig, variant: Any, comparison: str) -> None:
    if not is_comparable(game, variant, comparison):
        raise ValidationError(
            {"comparison": _("It compares points, and with these house rules the record is the result of a table.")}
        )


def default_ranking_shown(game: GameConfig) -> Event.RankingShown:
    return Event.RankingShown.AT_THE_END if numbers_deals(game) else Event.RankingShown.AT_ONCE


@transaction.atomic
def sign_up(
    event: Event,
    players: Sequence[Player],
    *,
    name: str = "",
    squad: str = "",
    by: User | None,
) -> Contestant:
    """Sign up a player, or the players of a pair or a team, under the next number. New ones are added to the roster.

    `name`: of a team. `squad`: the name of the one that it scores for.
    """
    event = lock_for(event, "sign_up").event
    new = add_newcomers(players, by)
    contestant = add_contestant(event, players, name=name, squad=squad)
    carry_over(event, by=by)
    said = [player.pk for player in players]
    log_change(event, "sign_up", by, contestant=contestant.number, players=said, **new)
    return contestant


@transaction.atomic
def sign_up_all(
    event: Event,
    lines: Sequence[tuple[int, Sequence[Player]]],
    *,
    names: Mapping[int, str] = MappingProxyType({}),
    squads: Mapping[int, str] = MappingProxyType({}),
    by: User | None,
) -> list[Contestant]:
    """Sign up the players of numbered lines, all of them or none, and add new players to the roster.

    `names` are those of teams, `squads` those of squads, by the number of the line. A ValidationError has a sentence
    for each line that is wrong.
    """
    event = lock_for(event, "sign_up_all").event
    new = add_newcomers((player for _number, players in lines for player in players), by)
    contestants, problems = [], []
    for number, players in lines:
        try:
            name, squad = names.get(number, ""), squads.get(number, "")
            contestants.append(add_contestant(event, players, name=name, squad=squad))
        except ValidationError as error:
            problems.append(at_line(number, error))
    if problems:
        raise ValidationError(problems)
    carry_over(event, by=by)
    log_change(event, "sign_up", by, contestants=[contestant.number for contestant in contestants], **new)
    return contestants


def add_newcomers(players: Iterable[Player], by: User | None) -> dict[str, list[int]]:
    """Add those of the players to the roster who are not on it, and return what the log of the event says of them.

    `signing_off.remove_listed` reads it.
    """
    new = {player.pk: player for player in players if player._state.adding}
    try:
        with transaction.atomic():
            add_players(list(new.values()), by=by)
    except IntegrityError as error:  # somebody else has just added one of the names
        raise ValidationError(TAKEN) from error
    return {"new": list(new)} if new else {}


def add_contestant(
    event: Event,
    players: Sequence[Player],
    *,
    name: str = "",
    squad: str = "",
    since: int = 1,
    self_signed: bool = False,
) -> Contestant:
    """Add a contestant under the next number. None of its players may compete in the event already.

    Whoever waited with these players, or looked for a partner, is in with it.
    """
    refuse_misfits(event, players, name=name, size=event.side_size)
    applicants = applicants_among(event, players)
    for applicant in applicants:
        if not {row.person.pk for row in applicant.players.all()} <= {player.pk for player in players}:
            raise ValidationError(_("%(names)s are on the waiting list together.") % {"names": applicant})
    last = event.contestants.last()
    number = last.number + 1 if last else 1
    if number > MAX_CONTESTANTS:
        raise ValidationError(_("An event has at most %(most)d contestants.") % {"most": MAX_CONTESTANTS})
    entry = _entry_of(event, players, name) if event.continues else None
    contestant = Contestant.objects.create(
        event=event,
        number=number,
        name=name,
        squad=as_spelled(squad, event),
        self_signed=self_signed,
        entry=entry,
    )
    ContestantPlayer.objects.bulk_create(
        ContestantPlayer(contestant=contestant, place=place, player=player, since=since)
        for place, player in enumerate(players, 1)
    )
    event.applicants.filter(pk__in=[applicant.pk for applicant in applicants]).update(contestant=contestant)
    return contestant


def refuse_misfits(event: Event, players: Sequence[Player], *, name: str = "", size: int) -> None:
    """Raise a ValidationError if these players cannot be a contestant, of this `size` unless it is a team."""
    if event.of_teams and not event.fewest_players <= len(players) <= event.most_players:
        said = {"fewest": event.fewest_players, "most": event.most_players}
        raise ValidationError(_("A team has from %(fewest)d to %(most)d players.") % said)
    if len({player.pk for player in players}) != (len(players) if event.of_teams else size):
        raise ValidationError(_("A player can sit in only one place."))
    if name and event.contestants.filter(name=name).exists():
        raise ValidationError(_("There is another team called %(name)s.") % {"name": name})
    rows = ContestantPlayer.objects.filter(contestant__event=event).select_related("player__merged_into")
    for row in rows.filter(Q(player__in=players) | Q(player__merged_into__in=players)):
        raise ValidationError(_("%(name)s has signed up already.") % {"name": row})


def applicants_among(event: Event, players: Iterable[Player]) -> list[Applicant]:
    """Return who waits or looks for a partner with one of these players."""
    wanted = {player.pk for player in players}
    return [
        applicant
        for applicant in event.applicants.not_in()
        if not wanted.isdisjoint(row.person.pk for row in applicant.players.all())
    ]


def add_applicant(
    event: Event,
    players: Sequence[Player],
    *,
    name: str = "",
    squad: str = "",
    looking: bool,
    self_signed: bool,
    partner_left: bool = False,
) -> Applicant:
    """Let a player look for a partner, or put players at the end of the waiting list."""
    for applicant in applicants_among(event, players):  # who looked for a partner until now
        applicant.delete()
    if event.applicants.filter(contestant=None).count() >= MAX_CONTESTANTS:
        raise ValidationError(_("The waiting list is full."))
    last = event.applicants.aggregate(last=Max("number"))["last"] or 0
    values = {
        "name": name,
        "squad": as_spelled(squad, event),
        "looking": looking,
        "self_signed": self_signed,
        "partner_left": partner_left,
    }
    applicant = Applicant.objects.create(event=event, number=last + 1, **values)
    ApplicantPlayer.objects.bulk_create(
        ApplicantPlayer(applicant=applicant, place=place, player=player) for place, player in enumerate(players, 1)
    )
    return applicant


def as_spelled(squad: str, event: Event) -> str:
    """Return the name of a squad as another contestant has it, whichever letters are capitals."""
    named = event.contestants.exclude(squad="").values_list("squad", flat=True)
    return next((other for other in named if other.casefold() == squad.casefold()), squad)


def _entry_of(event: Event, players: Sequence[Player], name: str) -> int:
    """Return the number that these players have in other sessions and in the qualifying, or else a new one.

    A team is known by its name, too: another player may come for it.
    """
    series = [number for number in (event.series, event.qualifying) if number]
    others = Contestant.objects.filter(event__club=event.club_id, event__series__in=series).exclude(event=event)
    for contestant in others.exclude(entry=None).order_by("-event__session").with_players():
        same = {player.pk for player in contestant.players_in(1)} == {player.pk for player in players}
        if same or (name and contestant.name == name):
            return contestant.entry or random_id()
    return random_id()


@transaction.atomic
def set_wish(event: Event, entry: int, wish: str, *, by: User | None) -> Contestant:
    """Note the seat that a contestant asks for. The plan meets it as far as it can.

    It goes by the entry, as signing off does.
    """
    event = lock_for(event, "set_wish").event
    contestant = event.contestants.with_entry(entry).first()
    if contestant is None:
        raise ValidationError(_("This contestant has signed off."))
    if wish not in dict(wish_choices(event)):
        raise ValidationError(_("This game names no sides."))
    contestant.wish = wish
    contestant.save(update_fields=["wish"])
    log_change(event, "set_wish", by, contestant=contestant.number, wish=wish)
    return contestant


def has_room(event: Event) -> bool:
    return event.limit is None or event.contestants.count() < event.limit


def move_up(event: Event, by: User | None) -> None:
    """Let in those who have waited longest, as long as there is room. Somebody who cannot compete now goes on waiting.

    Nobody can whose player has signed up with somebody else by now, as after two players were merged.
    """
    for applicant in event.applicants.not_in().filter(looking=False):
        if not has_room(event):
            break
        with suppress(ValidationError), transaction.atomic():
            admit(event, [applicant], by, "move_up")


def admit(event: Event, applicants: Sequence[Applicant], by: User | None, action: str) -> Contestant:
    """Make a contestant of one who has waited, or of two who have found each other. The log says so as this action."""
    players = [row.person for applicant in applicants for row in applicant.players.all()]
    self_signed = any(applicant.self_signed for applicant in applicants)
    squad = next((applicant.squad for applicant in applicants if applicant.squad), "")
    contestant = add_contestant(event, players, name=applicants[0].name, squad=squad, self_signed=self_signed)
    carry_over(event, by=by)
    log_change(event, action, by, contestant=contestant.number, players=[player.pk for player in players])
    return contestant


@transaction.atomic
def cancel(event: Event, *, by: User | None) -> Event:
    """Cancel an event that was created by mistake, before its first round."""
    event = lock_for(event, "cancel").event
    event.series, event.session = None, 1
    event.save(update_fields=["series", "session"])
    return set_state(event, Event.State.CANCELLED, "cancel", by)


def at_line(number: int, error: ValidationError) -> ValidationError:
    sentence = " ".join(error.messages)
    return ValidationError(_("Line %(line)s: %(problem)s") % {"line": number, "problem": sentence})
