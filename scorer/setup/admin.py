"""The clubs in the admin site, as an operator sees them: a superuser, who runs the server for all of them."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.defaultfilters import filesizeformat
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scorer.club.admin import ClubAdmin, QuerySet
from scorer.club.models import Club
from scorer.club.services import suspend
from scorer.setup.clubs.overview import with_figures
from scorer.setup.services import add_club, setup_path
from scorer.web.formatting import day
from scorer.web.phones import url_for_phones

admin.site.unregister(Club)


class AddClubForm(forms.ModelForm[Club]):
    class Meta:
        model = Club
        fields = ("name",)


@admin.register(Club)
class OperatedClubAdmin(ClubAdmin):
    """What `club add`, `list`, `suspend` and `resume` do. Directors see their own clubs, without these figures."""

    actions = ("suspend", "resume")

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        clubs = super().get_queryset(request)
        return with_figures(clubs) if request.user.is_superuser else clubs

    def get_list_display(self, request: HttpRequest) -> list[Any]:
        if not request.user.is_superuser:
            return super().get_list_display(request)
        return ["name", "tables", "hands", "last_evening", "size", "host", "standing"]

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        return super().get_actions(request) if request.user.is_superuser else {}

    def has_add_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_superuser)

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        return super().get_form(request, obj, change, **kwargs) if obj else AddClubForm

    def add_view(self, request: HttpRequest, form_url: str = "", extra_context: Any = None) -> HttpResponse:
        """Leave out the buttons to go on: the next page shows the link."""
        left_out = {"show_save_and_add_another": False, "show_save_and_continue": False}
        return super().add_view(request, form_url, left_out | (extra_context or {}))

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        if change:
            super().save_model(request, obj, form, change)
        else:
            added = add_club(form.cleaned_data["name"])
            obj.pk, obj.host = added.pk, added.host

    def log_addition(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        """Log nothing: `add_club` has left a Revision."""

    def response_add(self, request: HttpRequest, obj: Any, post_url_continue: Any = None) -> HttpResponse:  # noqa: ARG002  # Django's signature
        """Show the set-up link. Whoever adds the club once more sees it again, until somebody has used it."""
        link = url_for_phones(request, obj.host, setup_path(obj) or "")
        messages.success(request, _("Whoever opens this link first sets up the club and directs it: %s") % link)
        return redirect("admin:club_club_changelist")

    @admin.display(description=_("Tables"), ordering="table_count")
    def tables(self, row: Any) -> int:
        count: int = row.table_count
        return count

    @admin.display(description=_("Hands"), ordering="hand_count")
    def hands(self, row: Any) -> int:
        count: int = row.hand_count
        return count

    @admin.display(description=_("Last evening"), ordering="last_opened")
    def last_evening(self, row: Any) -> str:
        return day(timezone.localtime(row.last_opened)) if row.last_opened else ""

    @admin.display(description=_("Size"), ordering="size")
    def size(self, row: Any) -> str:
        return filesizeformat(row.size)

    @admin.display(description="", ordering="suspended")
    def standing(self, row: Any) -> str:
        if row.suspended:
            return str(_("suspended"))
        return "" if row.has_logins else str(_("not set up yet"))

    @admin.action(description=_("Suspend"))
    def suspend(self, request: HttpRequest, clubs: QuerySet) -> None:
        self._set_suspended(request, clubs, suspended=True)

    @admin.action(description=_("Lift the suspension"))
    def resume(self, request: HttpRequest, clubs: QuerySet) -> None:
        self._set_suspended(request, clubs, suspended=False)

    def _set_suspended(self, request: HttpRequest, clubs: QuerySet, *, suspended: bool) -> None:
        for club in clubs.order_by("pk"):
            suspend(club, suspended=suspended, by=request.user)  # type: ignore[arg-type]  # a superuser has logged in
            text = _("%(club)s is suspended.") if suspended else _("%(club)s is no longer suspended.")
            messages.success(request, text % {"club": club.name})
