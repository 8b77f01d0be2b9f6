"""Change what was chosen for an event, until what it governs has begun."""

from collections.abc import Collection, Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from scorer.club.models import User
from scorer.events.contestants import contestants_by_number
from scorer.events.models import Contestant, Event, validate_prizes
from scorer.events.planning.families import hand_record_problems, is_steered
from scorer.events.planning.house_rules import refuse_deals_of_games
from scorer.events.planning.movement import stored_plan
from scorer.events.planning.proposals import winners_of
from scorer.events.results.sessions import qualifying_of, sessions_of, unit_refusal
from scorer.events.services.carrying import carry_over, follows
from scorer.events.services.following import follow_again
from scorer.events.services.shared import lock_for, log_change
from scorer.events.services.signing_up import refuse_incomparable
from scorer.events.states import Progress
from scorer.scoring import dump


@transaction.atomic
def set_prizes(event: Event, *, entry_fee: int, prize_shares: str, group_shares: str = "", by: User | None) -> None:
    """Set the fee of each player, in hundredths, and what places and groups get of all fees, in percent."""
    event = lock_for(event, "set_prizes").event
    validate_prizes(prize_shares, group_shares)
    changed = {"entry_fee": entry_fee, "prize_shares": prize_shares, "group_shares": group_shares}
    for name, value in changed.items():
        setattr(event, name, value)
    event.save(update_fields=[*changed])
    log_change(event, "prizes", by, **changed)


@transaction.atomic
def set_hand_records(event: Event, records: Mapping[int, str], *, by: User | None) -> None:
    """Replace the cards of all deals. They are as `read_hand_records` of the game returns them; none deletes all.

    The log says only which deals have some: it is read before they are played.
    """
    event = lock_for(event, "set_hand_records").event
    event.hand_records = {str(deal): cards for deal, cards in sorted(records.items())}
    if hand_record_problems(event):
        raise ValidationError(_("These cards cannot be read. Choose the file again."))
    event.save(update_fields=["hand_records"])
    log_change(event, "hand_records", by, deals=sorted(records))


@transaction.atomic
def set_squads(
    event: Event, squads: str, *, best: int | None = None, day: int = 1, names: Mapping[int, str], by: User | None
) -> None:
    """Set how squads are ranked, how many members count, and for which squad each contestant scores, by number.

    `day` is the match day of a league.
    """
    event = lock_for(event, "set_squads").event
    spelled: dict[str, str] = {}
    contestants = list(event.contestants.all())
    for contestant in contestants:
        name = names.get(contestant.number, contestant.squad)
        contestant.squad = name and spelled.setdefault(name.casefold(), name)
    Contestant.objects.bulk_update(contestants, ["squad"])
    event.squads, event.squad_best, event.match_day = squads, best, day
    event.save(update_fields=["squads", "squad_best", "match_day"])
    said = {str(contestant.number): contestant.squad for contestant in contestants if contestant.squad}
    log_change(event, "squads", by, squads=squads, squad_best=best, match_day=day, names=said)


@transaction.atomic
def change_event(event: Event, *, preset: str = "", variant: Any = None, by: User | None, **values: Any) -> Event:
    """Give fields of an event other values, and its tables other house rules, which were chosen from a preset.

    A ValidationError says, by field, what has begun already and cannot be changed any more.
    """
    progress = lock_for(event, "change_event")
    event = progress.event
    if variant not in {None, event.variant}:
        values |= {"preset": preset, "house_rules": dump(variant)}
    if values.get("comparison", event.comparison) != event.comparison:
        values = {"comparison_settings": {}} | values  # those of the other comparison mean nothing to this one
    changed = {name: value for name, value in values.items() if value != getattr(event, name)}
    late = {name: why for name in changed if (why := progress.too_late(name))}
    if late:
        raise ValidationError(late)
    refuse_incomparable(event.config, variant or event.variant, changed.get("comparison", event.comparison))
    refuse_deals_of_games(event.config, variant or event.variant, changed.get("per_round", event.per_round))
    if not changed.keys().isdisjoint({"comparison", "house_rules"}) and event.continues:
        others = [other for other in sessions_of(event) if other.pk != event.pk]
        others += qualifying_of(event) if event.rulings.filter(carried=True).exists() else []
        refusal = unit_refusal(event, changed, others)
        if refusal:
            raise ValidationError({"comparison": refusal})
    numbered = event.numbers_deals
    for name, value in changed.items():
        setattr(event, name, value)
    _refuse_other_deals(progress, numbered=numbered)
    if "comparison" in changed and progress.rounds and not is_steered(event):
        changed["winners"] = event.winners = winners_of(event, stored_plan(event, contestants_by_number(event)))
    if changed:
        event.save(update_fields=[*changed])
        _follow(event, changed, by)
        log_change(event, "change", by, **changed)
    return event


def _refuse_other_deals(progress: Progress, *, numbered: bool) -> None:
    """Refuse what numbers the deals of an event that has been planned without, or the other way round."""
    if progress.rounds and progress.event.numbers_deals != numbered:
        raise ValidationError({"comparison": _("The plan does not suit this comparison. Discard the plan first.")})


def _follow(event: Event, changed: Collection[str], by: User | None) -> None:
    """Let what goes by settings that have changed do so from now on."""
    if not {"rounds_follow", "grace_minutes"}.isdisjoint(changed):
        follow_again(event)
    if follows(event):  # again, if there is more time for corrections
        carry_over(event, by=by)
