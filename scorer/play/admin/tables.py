"""Tables, seats, the ledger and the log."""

from typing import Any

from django.contrib import admin
from django.db.models import CharField, OuterRef, Subquery
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from scorer.club.admin import ClubAdmin, QuerySet, SeasonFilter
from scorer.club.models import User
from scorer.history.models import Revision
from scorer.play.models import Score, Seat, Table
from scorer.registry import all_games


class GameFilter(admin.SimpleListFilter):
    title = _("game")
    parameter_name = "game"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:  # noqa: ARG002  # Django's signature
        return [(game.slug, str(game.title)) for game in all_games()]

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:  # noqa: ARG002  # Django's signature
        return queryset.filter(game=self.value()) if self.value() else queryset


@admin.display(description=_("Game"), ordering="game")
def game_title(row: Table | Score) -> str:
    """Of a game that is not installed any more, what the row says."""
    return next((str(game.title) for game in all_games() if game.slug == row.game), row.game)


@admin.register(Table)
class TableAdmin(ClubAdmin):
    list_display = ("number", game_title, "opened_at", "state", "season", "players", "sheet")
    list_filter = (SeasonFilter, GameFilter, "state", "opened_at")
    list_select_related = ("season",)
    search_fields = ("seats__player__name",)
    search_help_text = _("A player who sat at the table")

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        return super().get_queryset(request).prefetch_related("seats__player")

    @admin.display(description=_("Players"))
    def players(self, row: Table) -> str:
        return ", ".join(seat.player.shown for seat in row.seats.all() if seat.until is None)

    @admin.display(description=_("Sheet"))
    def sheet(self, row: Table) -> str:
        return format_html('<a href="{}">{}</a>', reverse("play:table", args=[row.pk]), _("Sheet"))


@admin.register(Seat)
class SeatAdmin(ClubAdmin):
    club_path = "table__club_id"
    list_display = ("table", "position", "player", "since", "until")
    list_filter = (SeasonFilter.at("table__season"),)
    list_select_related = ("table", "player")
    search_fields = ("player__name",)


@admin.register(Score)
class ScoreAdmin(ClubAdmin):
    """The ledger. Points follow from the hands: who wants other points corrects a hand."""

    club_path = "table__club_id"
    list_display = ("id", "table", "hand", "seat", "points", "season", game_title)
    list_filter = (SeasonFilter, GameFilter)
    list_select_related = ("table", "hand", "seat__player", "season")
    search_fields = ("player__name",)
    ordering = ("-pk",)


@admin.register(Revision)
class RevisionAdmin(ClubAdmin):
    """The log. It stands here and not beside its model, which knows neither clubs nor hands."""

    list_display = ("id", "at", "actor", "kind", "thing", "action", "why")
    list_filter = ("kind", "at")
    search_fields = ("object_id__exact", "table_id__exact")
    search_help_text = _("The id of a thing or of a table")
    ordering = ("-pk",)
    fields = ("at", "actor", "kind", "object_id", "table_id", "action", "before", "after", "why")

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        actor = User.objects.filter(pk=OuterRef("actor_id")).values("username")
        rows: QuerySet = super().get_queryset(request).annotate(actor_name=Subquery(actor, output_field=CharField()))
        return rows

    @admin.display(description=_("By"))
    def actor(self, row: Any) -> str:
        return row.actor_name or ""

    @admin.display(description=_("Thing"))
    def thing(self, row: Revision) -> str:
        if row.kind != Revision.Kind.HAND:
            return str(row.object_id)
        return format_html(
            '<a href="{}">{}</a>', reverse("admin:play_hand_change", args=[row.object_id]), row.object_id
        )
