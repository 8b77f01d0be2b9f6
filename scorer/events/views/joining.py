"""Let players sign up themselves, by the link on the wall. It ends with the plan, or when the links are renewed.

Anybody may have walked past that wall: the page knows a name that is typed in full, and tells none.
"""

from collections.abc import Sequence
from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from scorer.club.middleware import is_elsewhere
from scorer.club.models import Player
from scorer.club.names import same_name
from scorer.club.rights import ClubAct, ClubRequest, for_anyone
from scorer.club.suspension import refuse_suspended
from scorer.events import links, services
from scorer.events.contestants import last_partner
from scorer.events.forms.invitations import InvitationForm
from scorer.events.forms.people import SignUpForm, WishForm
from scorer.events.links import Holder
from scorer.events.models import Applicant, Contestant, Event
from scorer.events.planning.wishes import wish_words
from scorer.events.selectors import calendars
from scorer.events.selectors.invitations import facts_of
from scorer.events.states import CANCELLED, Progress
from scorer.events.views.console import accepted, event_view
from scorer.web import address_limits
from scorer.web.forms import form_status, small_number
from scorer.web.middleware import activate_club_language
from scorer.web.phones import address_for_phones, qr_code, url_for_phones

BUTTONS = {"off", "only", "leave", "wish"}
"""What a phone sends that has signed somebody up: to sign off, to leave the waiting list, to ask for a seat."""


@require_GET
@event_view(ClubAct.EVENTS)
def code(request: ClubRequest, event: Event) -> HttpResponse:
    """The code for the wall, to print."""
    path, site = links.sign_up_path(event), address_for_phones(request, event.club.host)
    qr = qr_code(site + path, _("Link to sign up")) if site else ""
    context = {"event": event, "facts": facts_of(event), "qr": qr, "path": path, "site": site, "can": Progress(event)}
    return render(request, "events/sign_up_code.html", context)


@require_GET
@event_view(ClubAct.EVENTS)
def partner(request: ClubRequest, event: Event) -> HttpResponse:
    """The field for the second player, with the partner of last time."""
    if not event.of_pairs:
        raise Http404
    typed = {"player_1": request.GET.get("player_1", ""), "player_2": request.GET.get("player_2", "")}
    form = SignUpForm(typed, event=event, roster=event.club.players.active().matching(""))
    first = form.on_roster(typed["player_1"])
    partner = last_partner(event, first) if first and not typed["player_2"] else None
    name = partner.shown if partner else typed["player_2"]
    shown = SignUpForm(event=event, roster=form.roster, initial={"player_2": name})
    return render(request, "events/partner.html", {"field": shown["player_2"], "found": partner})


@require_http_methods(["GET", "POST"])
@event_view(ClubAct.EVENTS)
def invitation(request: ClubRequest, event: Event) -> HttpResponse:
    """What the invitation says, and its link."""
    form = InvitationForm(request.POST or None, event=event)
    if accepted(form, lambda: services.set_invitation(event, **form.cleaned_data, by=request.user)):
        messages.success(request, _("The invitation is saved."))
        return redirect("events:invitation", event.club_id, event.pk)
    path, site = links.sign_up_path(event), address_for_phones(request, event.club.host)
    context = {"event": event, "form": form, "path": path, "site": site, "can": Progress(event)}
    return render(request, "events/invitation.html", context, status=form_status(request))


@never_cache
@require_http_methods(["GET", "POST"])
@for_anyone
@login_not_required
def join(request: HttpRequest, event_id: int, token: str) -> HttpResponse:
    """Sign up, once; afterwards, the phone's own number, and the link of its contestant once there is a plan."""
    event = _event_of(request, event_id, token)
    if event is None:
        return _closed(request)
    own, can = links.signed_up(request, event), Progress(event)
    if not can["sign_up"]:
        if own is None or can.phase is CANCELLED:
            return _closed(request, event)
        if not {"off", "only"}.isdisjoint(request.POST):
            messages.error(request, _("It is too late to sign off here. Tell the director."))
        return redirect(links.path_by_key(event, Holder.CONTESTANT, own.link))
    if own:
        return _joined(request, event, own)
    if not can["apply"]:
        return _closed(request, event)
    applicant = links.applied(request, event)
    if applicant:
        return _waiting(request, event, applicant)
    if not BUTTONS.isdisjoint(request.POST):
        messages.error(request, _("You are not on the list any more."))
        return redirect(request.path)
    return _sign_up_page(request, event)


@require_GET
@for_anyone
@login_not_required
def calendar(request: HttpRequest, event_id: int, token: str) -> HttpResponse:
    """The event for a calendar, by the link to sign up."""
    event = _event_of(request, event_id, token)
    if event is None:
        return _closed(request)
    return calendars.response(event, [event], lambda path: url_for_phones(request, event.club.host, path))


def _event_of(request: HttpRequest, event_id: int, token: str) -> Event | None:
    """Return the event that the link opens, or None."""
    event = Event.objects.installed().select_related("club").filter(pk=event_id).first()
    if event is None or is_elsewhere(request, event.club_id) or not links.opens_sign_up(event, token):
        return None
    activate_club_language(request, event.club.language)
    refuse_suspended(event.club)
    return event


def _sign_up_page(request: HttpRequest, event: Event) -> HttpResponse:
    roster = event.club.players.active().matching("")
    too_many = request.method == "POST" and address_limits.SIGN_UPS.is_exceeded(request, event.link)
    form = SignUpForm(request.POST or None, event=event, roster=roster, own=True)
    if not too_many and form.is_valid():
        try:
            with transaction.atomic():
                signed = services.apply(event, form.players, **form.named, looking=form.looking, by=None)
                links.note_sign_up(request, signed)
                request.session.save()  # before a second tap hears that they have signed up already
        except ValidationError as error:
            if links.has_just_signed_up(request, event):
                return redirect(request.path)
            form.add_error(None, error)
        else:
            # New links start another count, since a stranger has been shut out with them.
            address_limits.SIGN_UPS.count(request, event.link)
            return redirect(request.path)
    if request.method == "POST":
        # Whoever has the names right has signed up, even if somebody else here has tried too many.
        too_many = too_many or address_limits.NAMES.is_exceeded(request)
        address_limits.NAMES.count(request)
    if too_many:  # without saying which names are on the roster
        form = SignUpForm(event=event, roster=roster, initial=request.POST.dict(), own=True)
    links.remember(request)
    context = {"event": event, "form": form, "too_many": too_many, "facts": facts_of(event)}
    status = HTTPStatus.TOO_MANY_REQUESTS if too_many else form_status(request)
    return render(request, "events/join.html", context, status=status)


def _joined(request: HttpRequest, event: Event, own: Contestant) -> HttpResponse:
    """The number of whoever has signed up, and the seat that they may ask for until there is a plan."""
    if not {"off", "only"}.isdisjoint(request.POST):
        return _sign_off(request, event, own)
    form = WishForm(request.POST if "wish" in request.POST else None, event=event, initial={"wish": own.wish})
    if accepted(form, lambda: services.set_wish(event, own.own_entry, form.cleaned_data["wish"], by=None)):
        messages.success(request, _("Your wish is noted."))
        return redirect(request.path)
    if request.method == "POST" and not form.errors:
        return _as_it_is_now(request, [row.person for row in own.players.with_people()])
    pair = {row.place: row.person for row in own.players.with_people()} if event.of_pairs else {}
    alone = links.alone_at(request, own)
    context = {"event": event, "contestant": own, "form": form, "wish": own.wish and wish_words(event)[own.wish]}
    context |= {"can": Progress(event), "facts": facts_of(event), "pair": {} if alone else pair}
    context["partner"] = next((player for place, player in pair.items() if alone and place != alone), None)
    status = form_status(request) if form.errors else HTTPStatus.OK
    return render(request, "events/joined.html", context, status=status)


def _waiting(request: HttpRequest, event: Event, applicant: Applicant) -> HttpResponse:
    """How many are before whoever waits, or that a player still looks for a partner."""
    if "leave" in request.POST:
        try:
            services.remove_applicant(event, applicant.number, by=None)
        except ValidationError:
            return _as_it_is_now(request, [])
        messages.success(request, _("You have signed off."))
        return redirect(request.path)
    if request.method == "POST":
        return _as_it_is_now(request, [row.person for row in applicant.players.all()])
    before = event.applicants.filter(contestant=None, looking=False, number__lt=applicant.number).count()
    context = {"event": event, "applicant": applicant, "place": before + 1, "facts": facts_of(event)}
    return render(request, "events/waiting.html", context)


def _sign_off(request: HttpRequest, event: Event, own: Contestant) -> HttpResponse:
    """Sign off a contestant or one of its players, whose partner this phone goes on to speak for if it did before."""
    alone = links.alone_at(request, own)
    only = (small_number(request.POST["only"]) or 0) if "only" in request.POST else None
    try:
        left = services.sign_off_self(event, own, alone or only)
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
        return redirect(request.path)
    if left and not alone:
        links.note_sign_up(request, left)
        messages.success(request, _("%(name)s is looking for a partner now.") % {"name": left})
    else:
        messages.success(request, _("You have signed off."))
    return redirect(request.path)


def _as_it_is_now(request: HttpRequest, people: Sequence[Player]) -> HttpResponse:
    """Answer a second tap, or a tap on a page that is older than the list, which must not sign off anybody else.

    `people` are those whom this phone has signed up.
    """
    typed = filter(None, (request.POST.get(name, "") for name in request.POST if name.startswith("player_")))
    known = [name for player in people for name in (player.name, player.shown)]
    if not BUTTONS.isdisjoint(request.POST):
        messages.info(request, _("The list has changed. This is how it is now."))
    elif any(not any(same_name(value, name) for name in known) for value in typed):
        messages.error(request, _("This phone has already signed up. The director can sign up others, too."))
    return redirect(request.path)


def _closed(request: HttpRequest, event: Event | None = None) -> HttpResponse:
    """Tell a phone that it cannot sign up, and who can help. An old code does not even name its `event`."""
    context = {"event": event, "is_planned": event and not Progress(event)["sign_up"]}
    return render(request, "events/sign_up_closed.html", context, status=HTTPStatus.FORBIDDEN)
