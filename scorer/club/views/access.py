"""Logging in and out, and passwords."""

from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import views
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET
from django.views.generic import FormView

from scorer.club.forms import LogInForm, NewPasswordForm, OwnPasswordForm
from scorer.club.models import Club, User
from scorer.club.rights import ClubRequest, for_anyone
from scorer.web import address_limits


@require_GET
@for_anyone
def start(request: ClubRequest) -> HttpResponse:
    """Redirect to the user's club. Show a choice if there are several, and what to do if there is none."""
    clubs = list(Club.objects.filter(memberships__user=request.user).order_by("name"))
    if len(clubs) == 1:
        return redirect("standings:home", clubs[0].pk)
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
            "public": Club.objects.filter(public=True, suspended=False).order_by("name"),
        }


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


@require_GET
@for_anyone
@login_not_required
def lost_password(request: HttpRequest) -> HttpResponse:
    return render(request, "club/lost_password.html")
