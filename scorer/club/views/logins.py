from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from scorer.club import services
from scorer.club.forms import LoginForm, NewLoginForm
from scorer.club.models import Club, Membership, Role
from scorer.club.rights import ClubAct, ClubRequest, club_view
from scorer.web.forms import form_status
from scorer.web.phones import address_for_phones, qr_code


@require_http_methods(["GET", "POST"])
@club_view(ClubAct.LOGINS)
def logins(request: ClubRequest, club: Club) -> HttpResponse:
    form = NewLoginForm(request.POST or None, initial={"role": Role.SCORER})
    if form.is_valid():
        try:
            membership = services.add_login(club, **form.cleaned_data, by=request.user)
        except ValidationError as error:
            form.add_error("username", error)
        else:
            return redirect("club:login_change", club.pk, membership.pk)
    memberships = club.memberships.select_related("user").order_by("user__username")
    return render(request, "club/logins.html", {"form": form, "memberships": memberships}, status=form_status(request))


@require_http_methods(["GET", "POST"])
@club_view(ClubAct.LOGINS)
def change(request: ClubRequest, club: Club, membership_id: int) -> HttpResponse:
    membership = _membership_or_404(club, membership_id)
    initial = {"role": membership.role, "active": membership.user.is_active}
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


@never_cache
@require_POST
@club_view(ClubAct.LOGINS)
def link(request: ClubRequest, club: Club, membership_id: int) -> HttpResponse:
    """Show a new one-time link. It is not stored, so it cannot be shown again."""
    membership = _membership_or_404(club, membership_id)
    try:
        path = services.password_link(membership.user, within=club, by=request.user)
    except ValidationError as error:
        form = LoginForm({"role": membership.role, "active": membership.user.is_active})
        form.add_error(None, error)
        return _change_page(request, membership, form)
    site = address_for_phones(request)
    url = site + path if site else request.build_absolute_uri(path)
    title = _("Choose a password for %(name)s") % {"name": membership.user.username}
    return render(request, "club/login_link.html", {"login": membership, "url": url, "qr": qr_code(url, title)})


def _membership_or_404(club: Club, membership_id: int) -> Membership:
    return get_object_or_404(club.memberships.select_related("user"), pk=membership_id)


def _change_page(request: ClubRequest, membership: Membership, form: LoginForm) -> HttpResponse:
    return render(request, "club/login_change.html", {"login": membership, "form": form}, status=form_status(request))
