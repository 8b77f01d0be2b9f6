"""What the director decides in place of a result, or besides all results."""

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any

from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from scorer.club.models import User
from scorer.contest.results import PARTNERS
from scorer.events.models import Contestant, Event, Round, Ruling, Sitting
from scorer.events.results.comparisons import comparison_of
from scorer.events.results.event_results import EventResults
from scorer.events.results.forfeits import rounds_to_forfeit
from scorer.events.results.rows import SittingRow
from scorer.events.results.rulings import FIRST_CHANGE, OTHER_CARDS, cards_of, problems_of
from scorer.events.services.shared import lock_for, set_seals
from scorer.history.models import Revision
from scorer.play import services as play
from scorer.registry.words import common_text


@transaction.atomic
def rule_result(
    event: Event, sitting: Sitting, deal: int, line: Mapping[str, Any], *, why: str, law: str = "", by: User | None
) -> Ruling:
    """Put a ruling in place of the result of a deal, and of an earlier ruling on it.

    `line` is the rest of a line in the event format. Its values are by side of the game, as contestants sat when the
    deal was played. A ValidationError names its fields.
    """
    progress = lock_for(event, "rule_result", sitting=sitting.pk)
    event, sitting = progress.event, progress.sitting
    for earlier in sitting.rulings.in_force().filter(deal=deal):
        _withdraw(earlier, by)
    contestants = EventResults(event).played.contestants_at(sitting.pk, deal)
    seated = {} if contestants == sitting.numbers else {"contestants": list(contestants)}
    by_contestant = _for_each_partner(line) if event.individual else line
    ruling = Ruling(event=event, sitting=sitting, deal=deal, line={**by_contestant, **seated}, why=why, law=law)
    _rule(ruling, by)
    _refuse_second_result(ruling)
    set_seals(event, by)
    return ruling


def _for_each_partner(line: Mapping[str, Any]) -> dict[str, Any]:
    """Return the line for a table where each player competes alone, and has what the side has."""
    by_side = {name: line[name] for name in ("average", "points") if name in line}
    points = by_side.get("points")
    if isinstance(points, int):
        by_side["points"] = [points, -points]
    return {**line, **{name: values * PARTNERS for name, values in by_side.items()}}


@transaction.atomic
def rule_contestant(
    event: Event, contestant: Contestant, line: Mapping[str, Any], *, why: str, law: str = "", by: User | None
) -> Ruling:
    """Give a contestant a penalty, a bonus or a carry-over, besides others that it has; or let it forfeit a round.

    Raise a ValidationError if it has no opponents in a round that it is to forfeit.
    """
    event = lock_for(event, "rule_contestant").event
    if "forfeit" in line:
        if line["round"] not in rounds_to_forfeit(event, contestant):
            raise ValidationError({"round": _("%(name)s has no match in this round.") % {"name": contestant}})
        rulings = event.rulings.in_force().filter(contestant=contestant, line__has_key="forfeit")
        for earlier in rulings.filter(line__round=line["round"]):
            _withdraw(earlier, by)
    return _rule(Ruling(event=event, contestant=contestant, line=dict(line), why=why, law=law), by)


@transaction.atomic
def name_winner(event: Event, contestant: Contestant, number: int, *, why: str, by: User | None) -> Ruling:
    """Give a contestant its match of a round of a knock-out, in place of an earlier ruling on who has won it.

    Who plays in a round that has been drawn stays as it is.
    """
    event = lock_for(event, "name_winner").event
    started = event.planned_rounds.started().filter(number=number).exists()
    matches = chain.from_iterable(EventResults(event).bracket if started else ())
    match = next((match for match in matches if match.round == number and contestant.number in match.contestants), None)
    if match is None or match.is_bye:
        raise ValidationError(_("%(name)s has no match in this round.") % {"name": contestant})
    earlier = event.rulings.in_force().filter(contestant__number__in=match.contestants, line__wins=True)
    for ruling in earlier.filter(line__round=number):
        _withdraw(ruling, by)
    return _rule(Ruling(event=event, contestant=contestant, line={"round": number, "wins": True}, why=why), by)


@transaction.atomic
def rule_other_cards(
    event: Event, deal: int, *changes: Iterable[Sitting | SittingRow], why: str, law: str = "", by: User | None
) -> Ruling | None:
    """Say at which sittings a deal was played with other cards, so that its results are compared in groups.

    `changes` are the sittings where it was played after each change of the cards. This replaces an earlier ruling of
    the same kind. With no sittings, all results are compared together again.
    """
    event = lock_for(event, "rule_other_cards").event
    whole = Sitting.objects.filter(round__event=event).exclude(table=None).select_related("round")
    played = {(sitting.round.number, sitting.station) for sitting in whole if deal in sitting.deals}
    groups = {
        (sitting.round.number, sitting.station): group
        for group, those in zip(OTHER_CARDS, changes, strict=False)
        for sitting in those
    }
    if not groups.keys() < played:
        raise ValidationError(_("At least one table must have played with the original cards."))
    for earlier in event.rulings.in_force().filter(sitting=None, deal=deal):
        _withdraw(earlier, by)
    if not groups:
        return None
    places = [[*where, *([] if group == FIRST_CHANGE else [group])] for where, group in sorted(groups.items())]
    return _rule(Ruling(event=event, deal=deal, line={"other_cards": places}, why=why, law=law), by)


@transaction.atomic
def withdraw_ruling(event: Event, number: int, *, by: User | None) -> None:
    """`number` is the id of a ruling in force. The result that it replaced counts again."""
    event = lock_for(event, "withdraw_ruling").event
    ruling = event.rulings.in_force().filter(pk=number).first()
    if ruling is None:
        raise ValidationError(_("This ruling has been withdrawn already."))
    _withdraw(ruling, by)
    set_seals(event, by)


def drop_rulings(rulings: QuerySet[Ruling], by: User | None) -> None:
    """Delete rulings together with what they are about. The log keeps them; those in force are withdrawn first."""
    for ruling in rulings.filter(withdrawn=False):
        _withdraw(ruling, by)
    rulings.delete()


def drop_rulings_on_round(taken_back: Round, by: User | None) -> None:
    """Delete the rulings on the deals of a round that is taken back, and on who has won a match of it.

    Where the cards of a deal were changed, the ruling goes if no other table has played the deal with the original
    cards.
    """
    drop_rulings(Ruling.objects.filter(sitting__round=taken_back), by)
    of_matches = taken_back.event.rulings.filter(line__has_any_keys=["forfeit", "wins"], line__round=taken_back.number)
    drop_rulings(of_matches, by)
    started = Sitting.objects.filter(round__event=taken_back.event).exclude(round=taken_back).exclude(table=None)
    for ruling in taken_back.event.rulings.in_force().filter(sitting=None, contestant=None):
        played = {
            (sitting.round.number, sitting.station)
            for sitting in started.select_related("round")
            if ruling.deal in sitting.deals
        }
        if not cards_of(ruling).keys() < played:
            drop_rulings(Ruling.objects.filter(pk=ruling.pk), by)


def _refuse_second_result(ruling: Ruling) -> None:
    """Raise a ValidationError if the ruling would not count, since a contestant has had the deal before."""
    for line in EventResults(ruling.event).lines:
        if line.again and line.ruling and line.ruling.pk == ruling.pk:
            deal = ruling.event.config.named_deals([ruling.deal or 0])
            said = {"number": line.again.contestant, "deal": deal, "round": line.again.round}
            raise ValidationError(
                {
                    NON_FIELD_ERRORS: _(
                        "Contestant %(number)s has a result of %(deal)s already, from round %(round)s. "
                        "Give an artificial score, or rule that it was not played."
                    )
                    % said
                }
            )


def _rule(ruling: Ruling, by: User | None) -> Ruling:
    problems = problems_of(ruling, comparison_of(ruling.event))
    if problems:
        raise ValidationError({problem.field: common_text(problem) for problem in problems})
    ruling.save()
    where = {"station": ruling.sitting.station, "round": ruling.sitting.round.number} if ruling.sitting else {}
    contestant = {"contestant": ruling.contestant.number} if ruling.contestant else {"deal": ruling.deal}
    after = {**where, **contestant, **ruling.line, "law": ruling.law}
    Revision.objects.log(Revision.Kind.EVENT, ruling.event, "rule", by, after=after, why=ruling.why)
    _tell_table(ruling, "rule", by)
    return ruling


def _withdraw(ruling: Ruling, by: User | None) -> None:
    ruling.withdrawn = True
    ruling.save(update_fields=["withdrawn"])
    Revision.objects.log(Revision.Kind.EVENT, ruling.event, "withdraw", by, before=ruling.line, why=ruling.why)
    _tell_table(ruling, "withdraw", by)


def _tell_table(ruling: Ruling, action: str, by: User | None) -> None:
    if ruling.sitting and ruling.sitting.table:
        play.note_ruling(ruling.sitting.table, action, by=by)
