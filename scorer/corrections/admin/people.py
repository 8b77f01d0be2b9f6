"""Merging players who are one person. The club's own admin of players is in scorer.club.admin."""

from django.contrib import admin
from django.contrib.admin.utils import unquote
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from scorer.club.admin import PlayerAdmin, QuerySet
from scorer.club.models import Player
from scorer.corrections.merging import merge_page, unmerge_page

admin.site.unregister(Player)


@admin.register(Player)
class MergingPlayerAdmin(PlayerAdmin):
    """The club's admin of a player, with pages to merge two players and to undo that."""

    pages = ("merge", "unmerge")

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        return super().get_queryset(request).select_related("club", "merged_into")

    @admin.display(description=_("On the roster"), ordering="active")
    def standing(self, row: Player) -> str:
        if row.merged_into:
            return _("Same person as %(name)s") % {"name": row.merged_into.name}
        return super().standing(row)

    @method_decorator(require_http_methods(["GET", "POST"]))
    def merge_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return merge_page(request, *self._find(request, object_id))

    @method_decorator(require_http_methods(["GET", "POST"]))
    def unmerge_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return unmerge_page(request, *self._find(request, object_id))

    def _find(self, request: HttpRequest, object_id: str) -> tuple[Player, str]:
        """Return the player and the address of their page."""
        player: Player = self.get_object(request, unquote(object_id))
        return player, reverse("admin:club_player_change", args=[player.pk])
