"""The seats that contestants have asked for, and which of these wishes the stored plan does not meet."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import cast

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorer.contest.wishes import Wishes, unmet
from scorer.events.contestants import ContestantRow
from scorer.events.models import Contestant, Event, SittingSide
from scorer.events.planning.movement import stored_plan


def wishes_of(contestants: Iterable[Contestant | ContestantRow]) -> Wishes:
    wishes = {contestant.number: contestant.wish for contestant in contestants if contestant.wish}
    return cast("Wishes", wishes)


def wish_choices(event: Event) -> list[tuple[str, str]]:
    """Return the wishes that the event allows, in words.

    Sides are wished for only where the game names them, and pairs keep to them. A team has two tables, and no wish.
    """
    Wish = Contestant.Wish  # noqa: N806  # a class
    if event.of_teams:
        return [(Wish.NONE, str(Wish.NONE.label))]
    sides = () if event.individual else zip((Wish.FIRST, Wish.SECOND), event.side_names, strict=False)
    return [
        (Wish.NONE, str(Wish.NONE.label)),
        (Wish.TABLE, str(Wish.TABLE.label)),
        *((wish, _("Always %(side)s") % {"side": name}) for wish, name in sides),
    ]


def wish_words(event: Event) -> dict[str, str]:
    """Return every wish in words, also those that only a file may have."""
    return {str(wish): str(label) for wish, label in Contestant.Wish.choices} | dict(wish_choices(event))


@dataclass(frozen=True, slots=True)
class UnmetWish:
    contestant: ContestantRow
    wish: str
    """In words."""
    rounds: str
    """How many of its rounds do not meet it, in words."""


def unmet_wishes(event: Event, people: dict[int, ContestantRow]) -> list[UnmetWish]:
    wishes = wishes_of(people.values())
    if not wishes:
        return []
    plan, words = stored_plan(event, people), wish_words(event)
    return [
        UnmetWish(
            people[number],
            words[wish],
            ngettext("not in %(n)d round", "not in %(n)d rounds", count) % {"n": count},
        )
        for number, wish in wishes.items()
        if (count := unmet(plan, number, wish))
    ]


def stations_so_far(event: Event) -> dict[int, int]:
    """Return at which station each contestant sat first."""
    places = SittingSide.objects.filter(sitting__round__event=event).order_by("-sitting__round__number")
    return dict(places.values_list("contestant__number", "sitting__station"))
