"""Pages to read: the list of tables, and the rules."""

from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.db.models import Exists, OuterRef
from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET

from scorer.club.models import Club
from scorer.club.rights import ClubAct, ClubRequest, club_view
from scorer.play import selectors
from scorer.play.models import Seat, Table, TablesQuerySet
from scorer.play.rights import TableAct, table_view
from scorer.play.table_context import TableContext
from scorer.registry import GameConfig, all_games, get_game_or_404
from scorer.registry.words import variant_text

PAGE_SIZE = 30


class TablesFilter(forms.Form):
    """The part of the tables that the URL asks for. A value that cannot be parsed is ignored."""

    date = forms.DateField(label=gettext_lazy("Date"), required=False, widget=forms.DateInput(attrs={"type": "date"}))
    game = forms.ChoiceField(label=gettext_lazy("Game"), required=False)
    player = forms.CharField(
        label=gettext_lazy("Player"),
        max_length=80,
        required=False,
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off"}),
    )

    def __init__(self, data: QueryDict) -> None:
        super().__init__(data, auto_id="filter_%s")
        fields: Any = self.fields
        fields["game"].choices = [("", _("all")), *((game.slug, game.title) for game in all_games())]
        self.is_valid()

    @property
    def is_empty(self) -> bool:
        return not any(self.cleaned_data.values())

    def apply(self, tables: TablesQuerySet, club: Club) -> TablesQuerySet:
        date, game, player = (self.cleaned_data.get(name) for name in ("date", "game", "player"))
        if date:
            tables = tables.opened_on(date)
        if game:
            tables = tables.filter(game=game)
        if player:
            found = Seat.objects.filter(table=OuterRef("pk"), player__in=club.players.matching(player))
            tables = tables.filter(Exists(found))
        return tables


@require_GET
@club_view(ClubAct.READ)
def tables(request: ClubRequest, club: Club) -> HttpResponse:
    chosen = TablesFilter(request.GET)
    found = chosen.apply(club.tables.not_cancelled().unsealed(), club).order_by("-opened_at", "number")
    page = Paginator(found, PAGE_SIZE).get_page(request.GET.get("page"))
    context = {"filter": chosen, "page": page, "cards": selectors.table_cards(page)}
    return render(request, "play/tables.html", context)


@require_GET
@table_view(TableAct.WATCH)
def table_rules(request: ClubRequest, table: Table) -> HttpResponse:
    """Show the rules of the table's game with its house rules."""
    table_context = TableContext(table)
    return rules_page(request, table_context.game, table_context.variant, table)


@require_GET
@club_view(ClubAct.READ)
def game_rules(request: ClubRequest, club: Club, game: str) -> HttpResponse:  # noqa: ARG001  # a view's signature
    config = get_game_or_404(game)
    presets = config.rules.PRESETS
    return rules_page(
        request, config, presets.get(request.GET.get("preset", ""), presets[config.default_variant]), None
    )


def rules_page(request: ClubRequest, game: GameConfig, variant: object, table: Table | None) -> HttpResponse:
    fields = [
        (label, choices.get(getattr(variant, name), getattr(variant, name)))
        for name, (label, choices) in game.labels.VARIANT_FIELDS.items()
    ]
    tables = game.rules.tables(variant)
    examples = [
        (example, [example.points[side[0] - 1] for side in game.rules.sides(example.seats)])
        for example in tables["examples"]
    ]
    context = {
        "game": game,
        "table": table,
        "variant": variant,
        "variant_name": variant_text(game, variant),
        "house_rules": fields,
        "presets": [(name, game.labels.VARIANTS[name]) for name in game.rules.PRESETS],
        "scoring": tables,
        "examples": examples,
    }
    return render(request, f"{game.slug}/rules.html", context)
