"""The admin site, where directors find and correct things. It uses the club's own log-in page."""

from typing import Any, cast

from django.conf import settings
from django.contrib import admin
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, resolve_url
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from scorer.club.middleware import is_elsewhere
from scorer.club.models import Club, Membership, Role, User


def directed_clubs(request: HttpRequest) -> frozenset[int]:
    """Return the ids of the clubs that the user directs. They are queried once per request.

    A superuser directs all. Nobody else directs one that is suspended. At the host name of a club there is only that.
    """
    known: frozenset[int] | None = getattr(request, "directed_clubs", None)
    if known is None:
        clubs = Club.objects.all()
        if not request.user.is_superuser:
            user = cast("User", request.user)
            directs = Membership.objects.filter(user=user, role=Role.DIRECTOR, active=True)
            clubs = clubs.filter(memberships__in=directs, suspended=False)
        known = frozenset(pk for pk in clubs.values_list("pk", flat=True) if not is_elsewhere(request, pk))
        request.directed_clubs = known  # type: ignore[attr-defined]
    return known


FIRST, LAST = ("play",), ("club", "history")
"""The apps whose models are listed before and after those of the games."""


class DirectorsSite(admin.AdminSite):
    site_header = _("Administration")
    site_title = "Scorer"
    index_title = _("For directors")
    enable_nav_sidebar = False  # the lists need the width

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        """Add the name of the club, if the user directs only one."""
        clubs = Club.objects.filter(pk__in=directed_clubs(request)).values_list("name", flat=True)[:2]
        return super().each_context(request) | {"club_name": clubs[0] if len(clubs) == 1 else ""}

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[Any]:
        """Return the apps in the order in which directors need them: tables, the games, the club, the log."""
        order = {label: place - len(FIRST) for place, label in enumerate(FIRST)}
        order |= {label: place + 1 for place, label in enumerate(LAST)}
        return sorted(super().get_app_list(request, app_label), key=lambda app: order.get(app["app_label"], 0))

    def has_permission(self, request: HttpRequest) -> bool:
        user = request.user
        return user.is_authenticated and (user.is_superuser or bool(directed_clubs(request)))

    @login_not_required
    def login(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:  # noqa: ARG002  # Django's signature
        if self.has_permission(request):
            return redirect("admin:index")
        if request.user.is_authenticated:
            raise PermissionDenied
        return redirect_to_login(request.GET.get("next") or reverse("admin:index"), resolve_url(settings.LOGIN_URL))

    def password_change(self, request: HttpRequest, extra_context: Any = None) -> Any:  # noqa: ARG002  # Django's signature
        return redirect("club:password")
