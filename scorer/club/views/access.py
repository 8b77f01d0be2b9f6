"""Logging in and out, and passwords."""

from http import HTTPStatus
from typing import Any, cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout, views
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods
from django.views.generic import FormView

from scorer.club import joining
from scorer.club.forms import LogInForm, NewPasswordForm, OwnPasswordForm
from scorer.club.middleware import ask_to_log_in, host_club, is_elsewhere
from scorer.club.models import Club, User
from scorer.club.rights import ClubAct, ClubRequest, club_view, for_anyone, own_clubs, roles_in
from scorer.club.services import delete_login
from scorer.club.suspension import refuse_suspended
from scorer.web import address_limits
from scorer.web.forms import form_status


@require_GET
@for_anyone
@login_not_required
def start(request: HttpRequest) -> HttpResponse:
    """Redirect to the user's club. Show a choice if there are several, and what to do if there is none.

    At the host name of a club, that is the only one, and open to everybody if the club is.
    """
    here = host_club(request)
    if here and roles_in(here, request.user):
        return redirect("standings:home", here.pk)
    if not request.user.is_authenticated:
        return ask_to_log_in(request)
    clubs = [] if here else list(own_clubs(request))
    if len(clubs) == 1:
        return redirect("standings:home", clubs[0][0])
    return render(request, "club/start.html", {"clubs": clubs})


class UnprocessableFormView(FormView):  # type: ignore[type-arg]  # the stubs' class takes parameters, Django's does not
    """Answers a form with errors with status 422. Django's own views answer with 200."""

    def form_invalid(self, form: Any) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form), status=HTTPStatus.UNPROCESSABLE_ENTITY)


class LogInView(UnprocessableFormView, views.LoginView):
    template_name = "club/login.html"
    authentication_form = LogInForm
    redirect_authenticated_user = True

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if address_limits.PASSWORDS.is_exceeded(request):
            return _too_many_attempts(request, "network")
        return super().post(request, *args, **kwargs)

    def form_invalid(self, form: Any) -> HttpResponse:
        if form.has_error(NON_FIELD_ERRORS, "invalid_login") and not _is_locked_out(self.request):
            address_limits.PASSWORDS.count(self.request)
        return super().form_invalid(form)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(**kwargs) | {
            "nobody_yet": not User.objects.exists(),
            "public": _shown_without_login(self.request),
        }


def _shown_without_login(request: HttpRequest) -> list[Club]:
    """Return the public clubs that the login page names: the only one at this address, or all if LIST_CLUBS is set."""
    if here := host_club(request):
        clubs = [here]
    elif settings.LIST_CLUBS:
        clubs = list(Club.objects.filter(public=True).order_by("name"))
    else:
        clubs = list(Club.objects.all()[:2])
        clubs = clubs if len(clubs) == 1 else []
    return [club for club in clubs if club.public and not club.suspended]


class OwnPasswordView(UnprocessableFormView, views.PasswordChangeView):
    template_name = "club/password.html"
    form_class = OwnPasswordForm
    success_url = reverse_lazy("club:start")

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if address_limits.PASSWORDS.is_exceeded(request):
            context = self.get_context_data(form=self.form_class(request.user), wrong_too_often=True)
            return self.render_to_response(context, status=HTTPStatus.TOO_MANY_REQUESTS)
        return super().post(request, *args, **kwargs)

    def form_valid(self, form: Any) -> HttpResponse:
        messages.success(self.request, _("Your password has been changed."))
        return super().form_valid(form)

    def form_invalid(self, form: Any) -> HttpResponse:
        if form.has_error("old_password", "password_incorrect"):  # perhaps somebody who has found a director's phone
            address_limits.PASSWORDS.count(self.request)
        return super().form_invalid(form)


class NewPasswordView(UnprocessableFormView, views.PasswordResetConfirmView):
    """The page of a one-time link. It logs the user in once they have chosen a password."""

    template_name = "club/new_password.html"
    form_class = NewPasswordForm
    post_reset_login = True
    post_reset_login_backend = settings.AUTHENTICATION_BACKENDS[-1]
    success_url = reverse_lazy("club:start")

    def get_user(self, uidb64: str) -> User | None:
        """Return the user of the link, unless the login is blocked."""
        user = super().get_user(uidb64)
        return user if isinstance(user, User) and user.is_active else None

    def form_valid(self, form: Any) -> HttpResponse:
        messages.success(self.request, _("Your password has been set, and you are logged in."))
        return super().form_valid(form)


def _is_locked_out(request: HttpRequest) -> bool:
    """Return whether axes has refused to check the password, or will refuse the next one."""
    return getattr(request, "axes_locked_out", False)


def locked_out(request: HttpRequest, _answer: HttpResponse, _credentials: object) -> HttpResponse:
    """The response after too many wrong passwords for a login (AXES_LOCKOUT_CALLABLE)."""
    return _too_many_attempts(request, "login")


def _too_many_attempts(request: HttpRequest, where: str) -> HttpResponse:
    form = LogInForm(request, initial={"username": request.POST.get("username", "")})
    context = {"form": form, "wrong_too_often": where, "next": request.POST.get("next", "")}
    return render(request, "club/login.html", context, status=HTTPStatus.TOO_MANY_REQUESTS)


log_in = for_anyone(LogInView.as_view())
log_out = for_anyone(views.LogoutView.as_view())
own_password = for_anyone(OwnPasswordView.as_view())
new_password = for_anyone(login_not_required(NewPasswordView.as_view()))


@never_cache
@require_http_methods(["GET", "POST"])
@for_anyone
def join(request: HttpRequest, club_id: int, link_id: int, token: str) -> HttpResponse:
    """Let somebody who has a login join a further club, by a link from its director."""
    if is_elsewhere(request, club_id):
        raise Http404
    user = cast("User", request.user)
    if any(club_id == own for own, *_names in user.roles):  # perhaps by this link a moment ago
        return redirect("standings:home", club_id)
    try:
        link = joining.find_link(club_id, link_id, token)
        club = link.club
        refuse_suspended(club)
        if request.method == "POST":
            joining.join(link, user)
            messages.success(request, _("You now belong to %(club)s.") % {"club": club.name})
            return redirect("standings:home", club.pk)
    except joining.LinkEnded:
        return render(request, "club/join_ended.html", status=HTTPStatus.FORBIDDEN)
    return render(request, "club/join.html", {"link": link})


@require_http_methods(["GET", "POST"])
@club_view(ClubAct.LEAVE)
def leave(request: ClubRequest, club: Club) -> HttpResponse:
    """Give up one's own role in a club. A login that belongs to no other is deleted."""
    membership = get_object_or_404(club.memberships, user=request.user)
    refused = ""
    if request.method == "POST":
        try:
            delete_login(membership, by=request.user)
        except ValidationError as error:
            refused = error.messages[0]
        else:
            if len(request.user.roles) == 1:
                logout(request)
            messages.success(request, _("You have left %(club)s.") % {"club": club.name})
            return redirect("club:start")
    context = {"is_only_club": len(request.user.roles) == 1, "refused": refused}
    return render(request, "club/leave.html", context, status=form_status(request))


@require_GET
@for_anyone
@login_not_required
def lost_password(request: HttpRequest) -> HttpResponse:
    return render(request, "club/lost_password.html")
