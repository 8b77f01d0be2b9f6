"""Logging in and out, and passwords. All but `start` and `own_password` is there for whoever has not logged in."""

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
from scorer.web import guesses


@require_GET
@for_anyone
def start(request: ClubRequest) -> HttpResponse:
    """On to the club of whoever logged in; the choice where there are several, the way out where there is none."""
    clubs = list(Club.objects.filter(memberships__user=request.user).order_by("name"))
    if len(clubs) == 1:
        return redirect("standings:home", clubs[0].pk)
    return render(request, "club/start.html", {"clubs": clubs})


class Refusing(FormView):  # type: ignore[type-arg]  # the stubs' class takes parameters, Django's does not
    """Django's views answer a form with errors 200, ours 422."""

    def form_invalid(self, form: Any) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form), status=HTTPStatus.UNPROCESSABLE_ENTITY)


class LogIn(Refusing, views.LoginView):
    template_name = "club/login.html"
    authentication_form = LogInForm
    redirect_authenticated_user = True

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if guesses.PASSWORDS.too_many(request):
            return _wrong_too_often(request, "network")
        return super().post(request, *args, **kwargs)

    def form_invalid(self, form: Any) -> HttpResponse:
        if form.has_error(NON_FIELD_ERRORS, "invalid_login") and not _is_locked_out(self.request):
            guesses.PASSWORDS.count_wrong(self.request)
        return super().form_invalid(form)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(**kwargs) | {
            "nobody_yet": not User.objects.exists(),
            "public": Club.objects.filter(public=True).order_by("name"),
        }


class OwnPassword(Refusing, views.PasswordChangeView):
    template_name = "club/password.html"
    form_class = OwnPasswordForm
    success_url = reverse_lazy("club:start")

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if guesses.PASSWORDS.too_many(request):
            context = self.get_context_data(form=self.form_class(request.user), wrong_too_often=True)
            return self.render_to_response(context, status=HTTPStatus.TOO_MANY_REQUESTS)
        return super().post(request, *args, **kwargs)

    def form_valid(self, form: Any) -> HttpResponse:
        messages.success(self.request, _("Your password is changed."))
        return super().form_valid(form)

    def form_invalid(self, form: Any) -> HttpResponse:
        if form.has_error("old_password", "password_incorrect"):  # somebody who has found the phone of a director
            guesses.PASSWORDS.count_wrong(self.request)
        return super().form_invalid(form)


class NewPassword(Refusing, views.PasswordResetConfirmView):
    """Where a one-time link leads. Whoever has chosen a password there is logged in."""

    template_name = "club/new_password.html"
    form_class = NewPasswordForm
    post_reset_login = True
    post_reset_login_backend = settings.AUTHENTICATION_BACKENDS[-1]
    success_url = reverse_lazy("club:start")

    def get_user(self, uidb64: str) -> User | None:
        """A blocked login stays outside, whatever link there is."""
        user = super().get_user(uidb64)
        return user if isinstance(user, User) and user.is_active else None

    def form_valid(self, form: Any) -> HttpResponse:
        messages.success(self.request, _("Your password is set, and you are logged in."))
        return super().form_valid(form)


def _is_locked_out(request: HttpRequest) -> bool:
    """By axes: the password was not looked at, or was the last one that is for now."""
    return getattr(request, "axes_locked_out", False)


def locked_out(request: HttpRequest, _answer: HttpResponse, _credentials: object) -> HttpResponse:
    """After too many wrong passwords for a login, instead of the answer that the log-in would have given."""
    return _wrong_too_often(request, "login")


def _wrong_too_often(request: HttpRequest, where: str) -> HttpResponse:
    form = LogInForm(request, initial={"username": request.POST.get("username", "")})
    context = {"form": form, "wrong_too_often": where, "next": request.POST.get("next", "")}
    return render(request, "club/login.html", context, status=HTTPStatus.TOO_MANY_REQUESTS)


log_in = for_anyone(LogIn.as_view())
log_out = for_anyone(views.LogoutView.as_view())
own_password = for_anyone(OwnPassword.as_view())
new_password = for_anyone(login_not_required(NewPassword.as_view()))


@require_GET
@for_anyone
@login_not_required
def lost_password(request: HttpRequest) -> HttpResponse:
    return render(request, "club/lost_password.html")
