"""The lock of an event, with which every write of it starts."""

from django.db.models import F

from scorer.club.suspension import refuse_suspended
from scorer.events.models import Event
from scorer.live import publish_change


def lock_event(event: Event) -> Event:
    """Lock an event for a change, which gives it a new version. Its pages and those of its club hear of that."""
    Event.objects.filter(pk=event.pk).update(version=F("version") + 1)  # which locks the row
    event = Event.objects.select_related("club").get(pk=event.pk)
    refuse_suspended(event.club)
    publish_change(event.pk, event.club_id, version=event.version)
    return event
