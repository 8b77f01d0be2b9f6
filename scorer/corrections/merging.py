"""The pages that merge two players who are one person, and that undo it, for the club's pages and the admin site."""

from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from scorer.club.models import Club, Player
from scorer.club.names import sort_key
from scorer.club.rights import ClubAct, ClubRequest, club_view
from scorer.corrections.confirming import ReasonForm, director, form_page
from scorer.corrections.effect import StateReader
from scorer.play import services
from scorer.play.models import Table
from scorer.registry.words import COMMON_PROBLEMS
from scorer.scoring import Problem
from scorer.web.previews import ChangePreview


class MergeForm(ReasonForm):
    field_order = ("into",)
    into = forms.TypedChoiceField(label=_("is the same person as"), coerce=int)

    def __init__(self, data: Any = None, *, player: Player) -> None:
        super().__init__(data)
        roster = player.club.players.filter(merged_into=None).exclude(pk=player.pk)
        self.others = {other.pk: other for other in sorted(roster, key=lambda other: sort_key(other.name))}
        self.offer("into", ((pk, other.name) for pk, other in self.others.items()))


def say(problem: Problem) -> str:
    return str(COMMON_PROBLEMS[problem.code])


@require_http_methods(["GET", "POST"])
@club_view(ClubAct.SETTINGS)
def merge(request: ClubRequest, club: Club, player_id: int) -> HttpResponse:
    return merge_page(request, *_find(club, player_id))


@require_http_methods(["GET", "POST"])
@club_view(ClubAct.SETTINGS)
def unmerge(request: ClubRequest, club: Club, player_id: int) -> HttpResponse:
    return unmerge_page(request, *_find(club, player_id))


def _find(club: Club, player_id: int) -> tuple[Player, str]:
    """Return the player and the address of their page."""
    player = get_object_or_404(club.players.select_related("merged_into"), pk=player_id)
    return player, reverse("club:player", args=[club.pk, player.pk])


def merge_page(request: HttpRequest, player: Player, back_url: str) -> HttpResponse:
    """Merge `player` with another one. `back_url` is the page of the player."""
    form = MergeForm(request.POST or None, player=player)
    form.is_valid()
    into = form.others.get(form.cleaned_data.get("into")) if form.is_bound else None
    tables = Table.objects.filter(seats__player=player).distinct() if into else ()

    def change(cleaned: dict[str, Any]) -> Player:
        return services.merge_players(player, form.others[cleaned["into"]], by=director(request), why=cleaned["why"])

    return form_page(
        ChangePreview(request, StateReader(tables, [player, *([into] if into else [])])),
        form,
        change,
        done=partial(_done, request, back_url, _("The two players are now one.")),
        say=say,
        context={
            "title": _("Merge two players"),
            "subject": player.name,
            "back_url": back_url,
            "explained": [
                _("Everything that %(name)s played will count for the other player.") % {"name": player.name},
                _("The name stays in the club's records but is no longer offered a seat. This can be undone."),
            ],
        },
    )


def unmerge_page(request: HttpRequest, player: Player, back_url: str) -> HttpResponse:
    """Undo the merge of `player`. `back_url` is the page of the player."""
    into = player.merged_into
    if into is None:
        raise Http404
    names = {"name": player.name, "other": into.name}
    return form_page(
        ChangePreview(request, StateReader(services.tables_of_merge(player), [player, into])),
        ReasonForm(request.POST or None),
        lambda cleaned: services.unmerge_player(player, by=director(request), why=cleaned["why"]),
        done=partial(_done, request, back_url, _("The two are two players again.")),
        say=say,
        context={
            "title": _("Undo a merge"),
            "subject": _("%(name)s and %(other)s are two people.") % names,
            "back_url": back_url,
            "explained": [
                _("What %(name)s played before the merge is given back.") % names,
                _("What has been played since stays with %(other)s.") % names,
            ],
        },
    )


def _done(request: HttpRequest, back_url: str, message: Any, _player: Player) -> HttpResponse:
    messages.success(request, message)
    return redirect(back_url)
