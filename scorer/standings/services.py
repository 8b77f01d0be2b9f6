"""Every write to a championship. Each is one transaction and leaves one Revision."""

from collections.abc import Collection
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from scorer.club.models import Club, User
from scorer.club.names import clean_name, same_name
from scorer.events.models import Event
from scorer.history.models import Revision
from scorer.standings.models import Championship, LeftOut

NOT_LOGGED = {"id", "club", "name"}


@transaction.atomic
def save_championship(championship: Championship, *, by: User | None) -> Championship:
    """Add a championship, or change it. Raises ValidationError, by field, for what cannot be."""
    Club.objects.select_for_update().get(pk=championship.club_id)
    championship.name = clean_name(championship.name)
    championship.full_clean(validate_constraints=False)
    others = championship.club.championships.exclude(pk=championship.pk)
    if any(same_name(other.name, championship.name) for other in others):
        raise ValidationError({"name": _("There is already a championship with this name.")})
    stored = Championship.objects.filter(pk=championship.pk).first()
    before, after = (_logged(stored) if stored else {}), _logged(championship)
    championship.save()
    action = "change" if stored else "add"
    Revision.objects.log(Revision.Kind.CHAMPIONSHIP, championship, action, by, before=before, after=after)
    return championship


def _logged(championship: Championship) -> dict[str, Any]:
    fields = (field for field in Championship._meta.concrete_fields if field.name not in NOT_LOGGED)
    return {field.attname: field.value_from_object(championship) for field in fields}


@transaction.atomic
def leave_out(championship: Championship, events: Collection[Event], *, by: User | None) -> None:
    """Leave these events out of a championship, and let all others count."""
    championship = Championship.objects.select_for_update().get(pk=championship.pk)
    before = set(championship.left_out.values_list("event_id", flat=True))
    after = {event.pk for event in events}
    championship.left_out.exclude(event_id__in=after).delete()
    LeftOut.objects.bulk_create(
        LeftOut(championship=championship, event_id=event_id) for event_id in sorted(after - before)
    )
    if before != after:
        values = {"before": {"left_out": sorted(before)}, "after": {"left_out": sorted(after)}}
        Revision.objects.log(Revision.Kind.CHAMPIONSHIP, championship, "leave_out", by, **values)


@transaction.atomic
def delete_championship(championship: Championship, *, by: User | None) -> None:
    """Delete a championship. The events and their results stay."""
    stored = Championship.objects.select_for_update().filter(pk=championship.pk).first()
    if stored:
        Revision.objects.log(Revision.Kind.CHAMPIONSHIP, stored, "delete", by, before=_logged(stored))
        stored.delete()
