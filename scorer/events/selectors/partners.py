"""Who played together last time."""

from django.db.models import Q

from scorer.club.models import Player
from scorer.events.models import ContestantPlayer, Event


def last_partner(event: Event, player: Player) -> Player | None:
    """Return the partner in the latest other event of the game, unless that partner has left or signed up."""
    played = ContestantPlayer.objects.filter(Q(player=player) | Q(player__merged_into=player))
    events = (
        event.club.events.filter(game=event.game, rehearsal=False)
        .exclude(state=Event.State.CANCELLED)
        .exclude(pk=event.pk)
    )
    own = played.filter(contestant__event__in=events).order_by("-contestant__event__day", "-pk").first()
    if own is None:
        return None
    rows = own.contestant.players.exclude(place=own.place).select_related("player__merged_into")
    found = next((row.person for row in rows if row.person.active), None)
    here = ContestantPlayer.objects.filter(contestant__event=event, player=found)
    return None if here.exists() else found
