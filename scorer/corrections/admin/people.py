"""Merging players who are one person. The club's own admin of players is in scorer.club.admin."""

from functools import partial
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path, reverse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from scorer.club.admin import PlayerAdmin, QuerySet
from scorer.club.models import Player
from scorer.club.names import sort_key
from scorer.corrections.admin.confirming import ChangePreview, ReasonForm, director, form_page
from scorer.corrections.effect import PlayersStateReader
from scorer.play import services
from scorer.play.models import Table
from scorer.registry.words import COMMON_PROBLEMS
from scorer.scoring import Problem


class MergeForm(ReasonForm):
    field_order = ("into",)
    into = forms.TypedChoiceField(label=_("is the same person as"), coerce=int)

    def __init__(self, data: Any = None, *, player: Player) -> None:
        super().__init__(data)
        roster = player.club.players.filter(merged_into=None).exclude(pk=player.pk)
        self.others = {other.pk: other for other in sorted(roster, key=lambda other: sort_key(other.name))}
        self.fields["into"].choices = [  # type: ignore[attr-defined]
            ("", _("choose")),
            *((pk, other.name) for pk, other in self.others.items()),
        ]


def say(problem: Problem) -> str:
    return str(COMMON_PROBLEMS[problem.code])


admin.site.unregister(Player)


@admin.register(Player)
class MergingPlayerAdmin(PlayerAdmin):
    """The club's admin of a player, with pages to merge two players and to undo that."""

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        return super().get_queryset(request).select_related("club", "merged_into")

    @admin.display(description=_("On the roster"), ordering="active")
    def standing(self, row: Player) -> str:
        if row.merged_into:
            return _("Same person as %(name)s") % {"name": row.merged_into.name}
        return super().standing(row)

    def get_urls(self) -> list[Any]:
        own = [
            path(f"<path:object_id>/{act}/", self.admin_site.admin_view(view), name=f"club_player_{act}")
            for act, view in {"merge": self.merge_view, "unmerge": self.unmerge_view}.items()
        ]
        return [*own, *super().get_urls()]

    @method_decorator(require_http_methods(["GET", "POST"]))
    def merge_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        player: Player = self.get_object(request, unquote(object_id))
        form = MergeForm(request.POST or None, player=player)
        form.is_valid()
        into = form.others.get(form.cleaned_data.get("into")) if form.is_bound else None
        tables = Table.objects.filter(seats__player=player).distinct() if into else ()

        def change(cleaned: dict[str, Any]) -> Player:
            return services.merge_players(
                player, form.others[cleaned["into"]], by=director(request), why=cleaned["why"]
            )

        return form_page(
            ChangePreview(request, PlayersStateReader([player, *([into] if into else [])], tables)),
            form,
            change,
            done=partial(self._done, request, _("The two players are now one.")),
            say=say,
            context={
                "title": _("Merge two players"),
                "subject": player.name,
                "back_url": reverse("admin:club_player_change", args=[player.pk]),
                "explained": [
                    _("Everything that %(name)s played will count for the other player.") % {"name": player.name},
                    _("The name stays in the club's records but is no longer offered a seat. This can be undone."),
                ],
            },
        )

    @method_decorator(require_http_methods(["GET", "POST"]))
    def unmerge_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        player: Player = self.get_object(request, unquote(object_id))
        into = player.merged_into
        if into is None:
            raise Http404
        names = {"name": player.name, "other": into.name}
        return form_page(
            ChangePreview(request, PlayersStateReader([player, into], services.tables_of_merge(player))),
            ReasonForm(request.POST or None),
            lambda cleaned: services.unmerge_player(player, by=director(request), why=cleaned["why"]),
            done=partial(self._done, request, _("The two are two players again.")),
            say=say,
            context={
                "title": _("Undo a merge"),
                "subject": _("%(name)s and %(other)s are two people.") % names,
                "back_url": reverse("admin:club_player_change", args=[player.pk]),
                "explained": [
                    _("What %(name)s played before the merge is given back.") % names,
                    _("What has been played since stays with %(other)s.") % names,
                ],
            },
        )

    def _done(self, request: HttpRequest, said: Any, player: Player) -> HttpResponse:
        messages.success(request, said)
        return redirect("admin:club_player_change", player.pk)
