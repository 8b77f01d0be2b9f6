"""Links that outlive a table: a station's, on a card that stays there, and a contestant's own.

Each leads to the table of the round that runs. As at tables (scorer.play.phones), no token is stored: it is derived
from a number in the event's row, with the site's secret key. Another number ends all links of the event.

A contestant's link belongs to its people, whatever number they have: it names `Contestant.link`.
"""

from enum import StrEnum

from django.http import HttpRequest
from django.urls import Resolver404, resolve, reverse
from django.utils.crypto import constant_time_compare, salted_hmac

from scorer.club.models import Club, Player
from scorer.events.models import Applicant, Contestant, Event, Sitting
from scorer.play import phones
from scorer.play.models import Table
from scorer.web.sessions import SessionStore

TOKEN_LENGTH = 20
"""Hexadecimal digits."""
SIGN_UP_LENGTH = 10
"""Short enough to type from a wall, and too long to guess (scorer.web.address_limits)."""

SIGNED_UP = "signed_up"
"""In the session: the contestant that this browser has signed up, by event."""
APPLIED = "applied"
"""The same for who waits or looks for a partner."""
MAX_EVENTS = 20


class Holder(StrEnum):
    STATION = "station"
    CONTESTANT = "contestant"


def path_of(event: Event, holder: Holder, number: int) -> str:
    """Return the path of a station's link, or of that of the contestant who has this number now."""
    if holder == Holder.CONTESTANT:
        number = event.contestants.get(number=number).link
    return path_by_key(event, holder, number)


def path_by_key(event: Event, holder: Holder, key: int) -> str:
    """`key` is what the link names: the number of a station, or `Contestant.link`."""
    return reverse(f"events:{holder}_link", args=[event.pk, key, _token(event, holder, key)])


def is_valid(event: Event, holder: Holder, key: int, token: str) -> bool:
    return constant_time_compare(_token(event, holder, key), token)


def sign_up_path(event: Event) -> str:
    return reverse("events:join", args=[event.pk, _sign_up_token(event)])


def opens_sign_up(event: Event, token: str) -> bool:
    return constant_time_compare(_sign_up_token(event), token)


def evenings_path(club: Club, *, calendar: bool = False) -> str:
    """Return the path of the link to the next evenings of a club, which needs no login, or that of their calendar."""
    page = "invited_calendar" if calendar else "invited"
    return reverse(f"standings:{page}", args=[club.pk, _evenings_token(club)])


def opens_evenings(club: Club, token: str) -> bool:
    return constant_time_compare(_evenings_token(club), token)


def note_sign_up(request: HttpRequest, signed: Contestant | Applicant) -> None:
    name = APPLIED if isinstance(signed, Applicant) else SIGNED_UP
    joined = request.session.get(name, {}) | {str(signed.event_id): signed.pk}
    request.session[name] = dict(list(joined.items())[-MAX_EVENTS:])


def remember(request: HttpRequest) -> None:
    """Start the session of a browser before it signs up, so that it is known even if the wifi loses the response."""
    request.session.setdefault(SIGNED_UP, {})


def has_just_signed_up(request: HttpRequest, event: Event) -> bool:
    """Whether another request of this browser, such as the first one of a double tap, has signed somebody up by now."""
    stored = SessionStore(request.session.session_key)
    return any(str(event.pk) in stored.get(name, {}) for name in (SIGNED_UP, APPLIED))


def signed_up(request: HttpRequest, event: Event) -> Contestant | None:
    """Return the contestant that this browser has signed up, unless it was taken off the list."""
    number = request.session.get(SIGNED_UP, {}).get(str(event.pk))
    own = event.contestants.filter(pk=number).first() if number else None
    waited = request.session.get(APPLIED, {}).get(str(event.pk))
    if own or not waited:
        return own
    applicant = event.applicants.filter(pk=waited).select_related("contestant").first()
    return applicant.contestant if applicant else None


def alone_at(request: HttpRequest, contestant: Contestant) -> int | None:
    """Return the place of the player for whom alone this browser speaks, since each of a pair had looked for a partner.

    None if it speaks for the contestant.
    """
    number = request.session.get(APPLIED, {}).get(str(contestant.event_id))
    came = Applicant.objects.filter(pk=number, contestant=contestant, looking=True)
    people = {row.person for applicant in came.with_players() for row in applicant.players.all()}
    return next((row.place for row in contestant.players.with_people() if row.person in people), None)


def applied(request: HttpRequest, event: Event) -> Applicant | None:
    """Return whom this browser has put on the waiting list, or who looks for a partner by it."""
    number = request.session.get(APPLIED, {}).get(str(event.pk))
    return event.applicants.not_in().filter(pk=number).first() if number else None


def own_path(request: HttpRequest, event: Event) -> str:
    """Return the page that says where this browser plays, or "" if it has joined no table and signed nobody up."""
    for url in reversed(phones.back_urls(request)):
        path = url.partition("?")[0]
        try:
            match = resolve(path)
        except Resolver404:  # of an earlier version
            continue
        if match.kwargs.get("event_id") == event.pk and is_valid(
            event, *(match.kwargs[name] for name in ("holder", "key", "token"))
        ):
            return path
    has_signed_up = any(str(event.pk) in request.session.get(name, {}) for name in (SIGNED_UP, APPLIED))
    return sign_up_path(event) if has_signed_up else ""


def join_table(request: HttpRequest, sitting: Sitting, contestant: Contestant | None) -> Table | None:
    """Make the browser a phone at the table of the sitting. Return None if nobody can enter hands there any more.

    The phone of a `contestant` is held by one of its players, so that it speaks for their side. The way back leads to
    the page of the request, which goes on to the table of a later round.
    """
    table = sitting.table
    if table is None or phones.link_number(table, phones.Link.ENTRY) is None:
        return None
    holder = _holder(table, sitting, contestant) if contestant else None
    back = f"{request.path}?after={sitting.round.number}"
    if contestant and sitting.round.event.of_teams:
        back += f"&side={sitting.sides.get(contestant=contestant).side}"
    phones.join(request, table, phones.Link.ENTRY, holder, back)
    return table


def _holder(table: Table, sitting: Sitting, contestant: Contestant) -> Player | None:
    own = {player.pk for player in contestant.players_in(sitting.round.number)}
    seat = table.seats.current().filter(player__in=own).select_related("player").first()
    return seat.player if seat else None


def _sign_up_token(event: Event) -> str:
    return _token(event, "sign_up", 0)[:SIGN_UP_LENGTH]


def _evenings_token(club: Club) -> str:
    return _derived(f"evenings:{club.pk}:{club.evenings_link}")


def _token(event: Event, holder: str, key: int) -> str:
    return _derived(f"{holder}:{event.pk}:{key}:{event.link}")


def _derived(value: str) -> str:
    return salted_hmac("scorer.events.links", value, algorithm="sha256").hexdigest()[:TOKEN_LENGTH]
