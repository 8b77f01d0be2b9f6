"""What directors decide for their club: its settings, seasons and logins."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import BadRequest, ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scorer.club import joining, services
from scorer.club.forms import ClubForm, LoginForm, MembershipLinkForm, NewLoginForm, NewSeasonForm
from scorer.club.models import Club, Membership, Role
from scorer.club.rights import ClubAct, ClubRequest, club_view
from scorer.web.forms import form_status
from scorer.web.phones import qr_code, url_for_phones


@require_http_methods(["GET", "POST"])
@club_view(ClubAct.SETTINGS)
def settings(request: ClubRequest, club: Club) -> HttpResponse:
    """The club's name, language and visibility, its correction period, and what its leaderboards rank by."""
    form = ClubForm(request.POST or None, instance=Club.objects.get(pk=club.pk))
    if form.is_valid():
        services.change_club(club, **form.cleaned_data, by=request.user)
        messages.success(request, _("The settings have been changed."))
        return redirect("club:settings", club.pk)
    return render(request, "club/settings.html", {"form": form}, status=form_status(request))


@require_GET
@club_view(ClubAct.READ)
def seasons(request: ClubRequest, club: Club) -> HttpResponse:
    of_club = list(club.seasons.all())
    context = {"open": next((season for season in of_club if season.ends is None), None), "seasons": of_club}
    return render(request, "club/seasons.html", context)


@require_http_methods(["GET", "POST"])
@club_view(ClubAct.SEASONS)
def start_season(request: ClubRequest, club: Club) -> HttpResponse:
    form = NewSeasonForm(request.POST or None, initial={"starts": timezone.localdate()})
    if form.is_valid():
        try:
            season = services.start_season(club, **form.cleaned_data, by=request.user)
        except ValidationError as error:
            form.add_error(None if error.code == "season_open" else "name", error)
        else:
            messages.success(request, _("The season %(name)s has started.") % {"name": season.name})
            return redirect("club:seasons", club.pk)
    return render(request, "club/start_season.html", {"form": form}, status=form_status(request))


@require_POST
@club_view(ClubAct.SEASONS)
def end_season(request: ClubRequest, club: Club, season_id: int) -> HttpResponse:
    season = services.end_season(get_object_or_404(club.seasons, pk=season_id), by=request.user)
    messages.success(request, _("The season %(name)s has ended.") % {"name": season.name})
    return redirect("club:seasons", club.pk)


@require_http_methods(["GET", "POST"])
@club_view(ClubAct.LOGINS)
def logins(request: ClubRequest, club: Club) -> HttpResponse:
    has_neighbours = services.has_neighbours(club)
    form = NewLoginForm(request.POST or None, has_neighbours=has_neighbours, initial={"role": Role.SCORER})
    if form.is_valid():
        try:
            membership = services.add_login(club, **form.cleaned_data, by=request.user)
        except ValidationError as error:
            form.add_error("username", error)
        else:
            return redirect("club:login_change", club.pk, membership.pk)
    memberships = club.memberships.select_related("user").order_by("user__username")
    context = {"form": form, "memberships": memberships}
    if has_neighbours:
        context |= {
            "link_form": MembershipLinkForm(initial={"role": Role.SCORER}),
            "links": joining.valid_links(club.pk),
        }
    return render(request, "club/logins.html", context, status=form_status(request))


@never_cache
@require_POST
@club_view(ClubAct.LOGINS)
def make_membership_link(request: ClubRequest, club: Club) -> HttpResponse:
    """Show a new link with which somebody who has a login joins the club. It cannot be shown again."""
    form = MembershipLinkForm(request.POST)
    if not form.is_valid():  # a choice that the page did not offer
        raise BadRequest
    link = joining.make_link(club, form.cleaned_data["role"], by=request.user)
    return _link_page(request, "club/membership_link.html", joining.path_of(link), _("Join the club"), {"link": link})


@require_POST
@club_view(ClubAct.LOGINS)
def withdraw_membership_link(request: ClubRequest, club: Club, link_id: int) -> HttpResponse:
    joining.withdraw_link(get_object_or_404(club.membership_links, pk=link_id), by=request.user)
    messages.success(request, _("The link no longer works."))
    return redirect("club:logins", club.pk)


@require_http_methods(["GET", "POST"])
@club_view(ClubAct.LOGINS)
def login_change(request: ClubRequest, club: Club, membership_id: int) -> HttpResponse:
    membership = _membership_or_404(club, membership_id)
    initial = {"role": membership.role, "active": membership.active}
    form = LoginForm(request.POST or None, initial=initial)
    if form.is_valid():
        try:
            services.change_login(membership, **form.cleaned_data, by=request.user)
        except ValidationError as error:
            form.add_error(None, error)
        else:
            messages.success(request, _("The login %(name)s has been changed.") % {"name": membership.user.username})
            own = membership.user_id == request.user.pk  # and may no longer be a director, who may see the logins
            return redirect("club:start") if own else redirect("club:logins", club.pk)
    return _change_page(request, membership, form)


@require_POST
@club_view(ClubAct.LOGINS)
def delete_login(request: ClubRequest, club: Club, membership_id: int) -> HttpResponse:
    membership = _membership_or_404(club, membership_id)
    try:
        services.delete_login(membership, by=request.user)
    except ValidationError as error:
        form = LoginForm({"role": membership.role, "active": membership.active})
        form.add_error(None, error)
        return _change_page(request, membership, form)
    messages.success(request, _("The login %(name)s has been deleted.") % {"name": membership.user.username})
    own = membership.user_id == request.user.pk
    return redirect("club:start") if own else redirect("club:logins", club.pk)


@never_cache
@require_POST
@club_view(ClubAct.LOGINS)
def login_link(request: ClubRequest, club: Club, membership_id: int) -> HttpResponse:
    """Show a new one-time link. It is not stored, so it cannot be shown again."""
    membership = _membership_or_404(club, membership_id)
    try:
        path = services.password_link(membership.user, within=club, by=request.user)
    except ValidationError as error:
        form = LoginForm({"role": membership.role, "active": membership.active})
        form.add_error(None, error)
        return _change_page(request, membership, form)
    title = _("Choose a password for %(name)s") % {"name": membership.user.username}
    return _link_page(request, "club/login_link.html", path, title, {"login": membership})


def _link_page(request: ClubRequest, template: str, path: str, title: str, context: dict[str, Any]) -> HttpResponse:
    url = url_for_phones(request, request.club.host, path)
    return render(request, template, context | {"url": url, "qr": qr_code(url, title)})


def _membership_or_404(club: Club, membership_id: int) -> Membership:
    return get_object_or_404(club.memberships.select_related("user"), pk=membership_id)


def _change_page(request: ClubRequest, membership: Membership, form: LoginForm) -> HttpResponse:
    return render(request, "club/login_change.html", {"login": membership, "form": form}, status=form_status(request))
