"""The base class of all admin pages, and the pages of a club.

Directors see only the clubs that they direct, by the role in their Membership; Django's permissions are not used.
Nothing can be added or deleted here. Changes go through the services, so that each leaves a Revision.
"""

from collections.abc import Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.contrib.admin.widgets import AdminTextInputWidget
from django.core.exceptions import BadRequest, ValidationError
from django.db import models
from django.db.models.constants import LOOKUP_SEP
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path, reverse
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from scorer.club import services
from scorer.club.forms import ClubForm, GroupsField
from scorer.club.models import Club, Membership, Player, Season, User, validate_groups
from scorer.club.names import clean_name
from scorer.club.site import directed_clubs

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
else:
    ModelAdmin = admin.ModelAdmin

QuerySet = models.QuerySet[Any]

FILTER_LOOKUPS = ("exact", "isnull", "gte", "lt")
"""The lookups of Django's own filters: for a choice, for an empty value, for a range of days."""


class DirectorsAdmin(ModelAdmin):
    """The base class: shows each row to the directors of its club. Read-only unless `may_change`."""

    club_path: ClassVar[str] = "club_id"
    """The lookup path from a row to the id of its club."""
    may_change: ClassVar[bool] = False
    player_path: ClassVar[str] = ""
    """The lookup path from a row to its players. If set, the search is for their names, ignoring case and accents."""
    pages: ClassVar[Sequence[str]] = ()
    """Pages of a row beside Django's own: "merge" is at .../merge/ and has a `merge_view`."""
    actions: Sequence[str] | None = None
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    empty_value_display = ""

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        return super().get_queryset(request).filter(**{f"{self.club_path}__in": directed_clubs(request)})

    def get_urls(self) -> list[Any]:
        name = f"{self.opts.app_label}_{self.opts.model_name}"
        own = [
            path(
                f"<path:object_id>/{page}/",
                self.admin_site.admin_view(getattr(self, f"{page}_view")),
                name=f"{name}_{page}",
            )
            for page in self.pages
        ]
        return [*own, *super().get_urls()]

    def get_list_display(self, request: HttpRequest) -> list[Any]:
        """Return the columns. Only directors of several clubs see which club a row belongs to."""
        several = len(directed_clubs(request)) > 1
        return [column for column in super().get_list_display(request) if column != "club" or several]

    def is_directed(self, request: HttpRequest, row: Any) -> bool:
        clubs = directed_clubs(request)
        return attrgetter(self.club_path.replace(LOOKUP_SEP, "."))(row) in clubs if row else bool(clubs)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.is_directed(request, obj)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.may_change and self.is_directed(request, obj)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.is_directed(request, None)

    def has_add_permission(self, request: HttpRequest) -> bool:  # noqa: ARG002  # Django's signature
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ARG002  # Django's signature
        return False

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        """Raise Http404 for a row of another club, as for one that does not exist."""
        try:
            row = super().get_object(request, object_id, from_field)
        except OverflowError:  # a number too large for the column
            row = None
        if row is None:
            raise Http404
        return row

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:  # noqa: ARG002  # Django's signature
        """Allow only the lookups of the list's filters. With others, a secret could be guessed letter by letter."""
        filters = self.get_list_filter(request) if request else ()
        names = [item.parameter_name if isinstance(item, type) else item for item in filters]  # type: ignore[attr-defined]
        return lookup in {*names, *(f"{name}{LOOKUP_SEP}{how}" for name in names for how in FILTER_LOOKUPS)}

    def get_search_fields(self, request: HttpRequest) -> list[str] | tuple[str, ...]:
        """Return search fields, without which Django shows no search box."""
        return [self.player_path] if self.player_path else super().get_search_fields(request)

    def get_search_results(self, request: HttpRequest, queryset: QuerySet, search_term: str) -> tuple[QuerySet, bool]:
        if not self.player_path:
            return super().get_search_results(request, queryset, search_term)
        if not search_term.strip():
            return queryset, False
        players = Player.objects.filter(club__in=directed_clubs(request)).matching(clean_name(search_term))
        several = True  # a table may be found twice, if a player has had two seats there
        return queryset.filter(**{f"{self.player_path}__in": [player.pk for player in players]}), several

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Use the name of the rows as the title, instead of "Select table to view"."""
        extra_context = {"title": capfirst(self.opts.verbose_name_plural)} | (extra_context or {})
        if any("\0" in value for value in request.GET.values()):  # PostgreSQL's text cannot contain it
            raise BadRequest
        try:
            return super().changelist_view(request, extra_context)
        except OverflowError as error:  # the first or last day of the calendar, in another time zone
            raise BadRequest from error

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Use the name of the model as the title, instead of "View table"."""
        title = {"title": capfirst(self.opts.verbose_name)}
        return super().change_view(request, object_id, form_url, title | (extra_context or {}))

    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Show a message if a service refuses what the form accepted, because something has changed meanwhile."""
        try:
            return super().changeform_view(request, *args, **kwargs)
        except ValidationError as refused:
            messages.error(request, " ".join(refused.messages))
            return redirect(request.path)

    def history_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> HttpResponse:  # noqa: ARG002  # Django's signature
        """Show the Revisions of a row. Django's own history only has the changes made in the admin."""
        row = self.get_object(request, unquote(object_id))
        return redirect(f"{reverse('admin:history_revision_changelist')}?q={row.pk}")

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        """Log nothing: Django's log would contain names, and the service has left a Revision."""


class DirectedClubsFilter(admin.SimpleListFilter):
    """Offers the choices of the clubs that the user directs. Django's filter would offer those of every club."""

    path: ClassVar[str]
    """The lookup path from a row of the list to the value that is chosen."""

    @classmethod
    def at(cls, path: str) -> "type[DirectedClubsFilter]":
        return type(cls.__name__, (cls,), {"path": path})

    def has_output(self) -> bool:
        """Keep a filter that has a value but no choices: it matches nothing, and must not be ignored."""
        return super().has_output() or self.value() is not None

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:  # noqa: ARG002  # Django's signature
        if self.value() is None:
            return queryset
        offered = {value for value, _name in self.lookup_choices}
        return queryset.filter(**{f"{self.path}__in": offered & {self.value()}})


class ClubFilter(DirectedClubsFilter):
    """Offered only to directors of several clubs."""

    title = _("club")
    parameter_name = "club"
    path = "club"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:  # noqa: ARG002  # Django's signature
        clubs = directed_clubs(request)
        several = len(clubs) > 1
        return [(str(club.pk), club.name) for club in Club.objects.filter(pk__in=clubs).order_by("name")] * several


class SeasonFilter(DirectedClubsFilter):
    title = _("season")
    parameter_name = "season"
    path = "season"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:  # noqa: ARG002  # Django's signature
        return [(str(season.pk), season.name) for season in Season.objects.filter(club__in=directed_clubs(request))]


class PlayerForm(forms.ModelForm[Player]):
    groups = GroupsField(label=_("Groups"), required=False, validators=[validate_groups], widget=AdminTextInputWidget)

    class Meta:
        model = Player
        fields = ("name", "shown_as", "number", "federation_number", "groups", "note", "guest", "hidden", "active")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        player, name = self.instance, cleaned.get("name")
        problems = {
            "name": services.player_problem(player.club, name, of=player) if name else None,
            "shown_as": services.shown_name_problem(player, cleaned.get("shown_as", "")),
            **services.number_problems(player, {kind: cleaned.get(kind, "") for kind in services.NUMBERS}),
        }
        for field, problem in problems.items():
            if problem:
                self.add_error(field, problem)
        return cleaned


@admin.register(Player)
class PlayerAdmin(DirectorsAdmin):
    may_change = True
    form = PlayerForm
    list_display = ("name", "shown_as", "number", "standing", "club")
    list_filter = (ClubFilter, "guest", "active")
    list_select_related = ("club",)
    player_path = "pk"

    @admin.display(description=_("On the roster"), ordering="active")
    def standing(self, row: Player) -> str:
        if not row.active:
            return str(_("former"))
        return str(_("guest") if row.guest else _("plays here"))

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:  # noqa: ARG002  # Django's signature
        services.change_player(obj, **form.cleaned_data, by=request.user)  # type: ignore[arg-type]


@admin.register(Club)
class ClubAdmin(DirectorsAdmin):
    club_path = "pk"
    may_change = True
    form = ClubForm
    list_display = ("name", "correction_days")

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:  # noqa: ARG002  # Django's signature
        services.change_club(obj, **form.cleaned_data, by=request.user)  # type: ignore[arg-type]


@admin.register(Season)
class SeasonAdmin(DirectorsAdmin):
    list_display = ("name", "starts", "ends", "club")
    list_select_related = ("club",)
    search_fields = ("name",)


@admin.register(Membership)
class MembershipAdmin(DirectorsAdmin):
    list_display = ("user", "role", "active", "club")
    list_filter = ("role", "active")
    list_select_related = ("user", "club")
    search_fields = ("user__username",)


@admin.register(User)
class UserAdmin(DirectorsAdmin):
    """The logins of a club. Their rights, which differ by club, and passwords are changed on the site's page Logins."""

    fields = ("username", "date_joined", "last_login")
    list_display = ("username", "last_login")
    search_fields = ("username",)
    club_path = "memberships__club_id"

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        return super().get_queryset(request).distinct()

    def is_directed(self, request: HttpRequest, row: Any) -> bool:
        clubs = directed_clubs(request)
        return row.memberships.filter(club__in=clubs).exists() if row else bool(clubs)
