"""Let players sign up themselves, by the link on the wall. It ends with the plan, or when the links are renewed.

Anybody may have walked past that wall: the page knows a name that is typed in full, and tells none.
"""

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from scorer.club.middleware import is_elsewhere
from scorer.club.rights import ClubAct, ClubRequest, for_anyone
from scorer.club.suspension import refuse_suspended
from scorer.events import links, services
from scorer.events.contestants import last_partner
from scorer.events.forms.people import SignUpForm, WishForm
from scorer.events.links import Holder
from scorer.events.models import Contestant, Event
from scorer.events.planning.wishes import wish_words
from scorer.events.states import Progress
from scorer.events.views.console import accepted, event_view
from scorer.web import address_limits
from scorer.web.forms import form_status
from scorer.web.middleware import activate_club_language
from scorer.web.phones import address_for_phones, qr_code


@require_GET
@event_view(ClubAct.EVENTS)
def code(request: ClubRequest, event: Event) -> HttpResponse:
    """The code for the wall, to print."""
    path, site = links.sign_up_path(event), address_for_phones(request, event.club.host)
    qr = qr_code(site + path, _("Link to sign up")) if site else ""
    context = {"event": event, "qr": qr, "path": path, "site": site, "can": Progress(event)}
    return render(request, "events/sign_up_code.html", context)


@require_GET
@event_view(ClubAct.EVENTS)
def partner(request: ClubRequest, event: Event) -> HttpResponse:
    """The field for the second player, with the partner of last time."""
    if event.side_size == 1 or event.of_teams:
        raise Http404
    typed = {"player_1": request.GET.get("player_1", ""), "player_2": request.GET.get("player_2", "")}
    form = SignUpForm(typed, event=event, roster=event.club.players.active().matching(""))
    first = form.on_roster(typed["player_1"])
    partner = last_partner(event, first) if first and not typed["player_2"] else None
    name = partner.shown if partner else typed["player_2"]
    shown = SignUpForm(event=event, roster=form.roster, initial={"player_2": name})
    return render(request, "events/partner.html", {"field": shown["player_2"], "found": partner})


@never_cache
@require_http_methods(["GET", "POST"])
@for_anyone
@login_not_required
def join(request: HttpRequest, event_id: int, token: str) -> HttpResponse:
    """Sign up, once; afterwards, the phone's own number, and the link of its contestant once there is a plan."""
    event = Event.objects.installed().select_related("club").filter(pk=event_id).first()
    if event is None or is_elsewhere(request, event.club_id) or not links.opens_sign_up(event, token):
        return _closed(request)
    activate_club_language(request, event.club.language)
    refuse_suspended(event.club)
    own = links.signed_up(request, event)
    if not Progress(event)["sign_up"]:
        return redirect(links.path_by_key(event, Holder.CONTESTANT, own.link)) if own else _closed(request, event)
    if own:
        return _joined(request, event, own)
    roster = event.club.players.active().matching("")
    too_many = request.method == "POST" and address_limits.SIGN_UPS.is_exceeded(request, event.link)
    form = SignUpForm(request.POST or None, event=event, roster=roster, own=True)
    if not too_many and form.is_valid():
        try:
            contestant = services.sign_up(event, form.players, name=form.team_name, by=None, self_signed=True)
        except ValidationError as error:
            form.add_error(None, error)
        else:
            # New links start another count, since a stranger has been shut out with them.
            address_limits.SIGN_UPS.count(request, event.link)
            links.note_sign_up(request, contestant)
            return redirect(request.path)
    if request.method == "POST":
        # Whoever has the names right has signed up, even if somebody else here has tried too many.
        too_many = too_many or address_limits.NAMES.is_exceeded(request)
        address_limits.NAMES.count(request)
    if too_many:  # without saying which names are on the roster
        form = SignUpForm(event=event, roster=roster, initial=request.POST.dict(), own=True)
    context = {"event": event, "form": form, "too_many": too_many}
    status = HTTPStatus.TOO_MANY_REQUESTS if too_many else form_status(request)
    return render(request, "events/join.html", context, status=status)


def _joined(request: HttpRequest, event: Event, own: Contestant) -> HttpResponse:
    """The number of whoever has signed up, and the seat that they may ask for until there is a plan."""
    form = WishForm(request.POST if "wish" in request.POST else None, event=event, initial={"wish": own.wish})
    if accepted(form, lambda: services.set_wish(event, own.number, form.cleaned_data["wish"], by=None)):
        messages.success(request, _("Your wish is noted."))
        return redirect(request.path)
    context = {"event": event, "contestant": own, "form": form, "wish": own.wish and wish_words(event)[own.wish]}
    status = form_status(request) if form.errors else HTTPStatus.OK
    return render(request, "events/joined.html", context, status=status)


def _closed(request: HttpRequest, event: Event | None = None) -> HttpResponse:
    """Tell a phone that it cannot sign up, and who can help. An old code does not even name its `event`."""
    return render(request, "events/sign_up_closed.html", {"event": event}, status=HTTPStatus.FORBIDDEN)
