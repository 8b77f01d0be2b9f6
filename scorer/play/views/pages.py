"""Pages that only show something: the lists of tables and hands, and the rules."""

from datetime import date, timedelta
from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db.models import Exists, OuterRef
from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET

from scorer.club.models import Club
from scorer.club.rights import ClubAct, ClubRequest, club_view
from scorer.play import selectors
from scorer.play.models import Hand, Seat, Table, TablesQuerySet, ordinal
from scorer.play.occasions import lines_of
from scorer.play.rights import TableAct, table_view
from scorer.play.table_context import TableContext
from scorer.registry import GameConfig, all_games, get_game_or_404
from scorer.registry.description import Subject
from scorer.registry.words import variant_text
from scorer.scoring import settings_in_force

PAGE_SIZE = 30
USUAL_OCCASIONS = 5
"""How many are shown above the tables until somebody looks for one."""


class TablesFilter(forms.Form):
    """Filters tables by the values in the query string. Invalid values are ignored."""

    date = forms.DateField(
        label=gettext_lazy("Date"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}),
        # In another time zone, the first and the last day of the calendar begin and end outside it.
        validators=[MinValueValidator(date.min + timedelta(days=2)), MaxValueValidator(date.max - timedelta(days=2))],
    )
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
        day, game, player = (self.cleaned_data.get(name) for name in ("date", "game", "player"))
        if day:
            tables = tables.opened_on(day)
        if game:
            tables = tables.filter(game=game)
        if player:
            seats = Seat.objects.filter(table=OuterRef("pk"), player__in=club.players.matching(player))
            tables = tables.filter(Exists(seats))
        return tables


@require_GET
@club_view(ClubAct.READ)
def tables(request: ClubRequest, club: Club) -> HttpResponse:
    chosen = TablesFilter(request.GET)
    matching = chosen.apply(club.tables.not_cancelled(), club)
    alone = matching.without_occasion().order_by("-opened_at", "number")
    page = Paginator(alone, PAGE_SIZE).get_page(request.GET.get("page"))
    context = {"filter": chosen, "page": page, "cards": selectors.table_cards(page)}
    if page.number == 1:
        context["occasions"] = lines_of(matching, USUAL_OCCASIONS if chosen.is_empty else PAGE_SIZE)
    return render(request, "play/tables.html", context)


class HandsFilter(TablesFilter):
    """Filters hands by their tables."""

    number = forms.IntegerField(
        label=gettext_lazy("Table"),
        min_value=1,
        max_value=9_999,
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "numeric"}),
    )
    field_order = ("date", "number", "player", "game")

    def apply(self, tables: TablesQuerySet, club: Club) -> TablesQuerySet:
        number = self.cleaned_data.get("number")
        tables = super().apply(tables, club)
        return tables.filter(number=number) if number else tables


@require_GET
@club_view(ClubAct.READ)
def hands(request: ClubRequest, club: Club) -> HttpResponse:
    """Find a hand by day, table, player and game. Without any of these, show those of the last day."""
    chosen = HandsFilter(request.GET)
    tables = club.tables.not_cancelled().unsealed()
    last = tables.order_by("-opened_at").first() if chosen.is_empty else None
    matching = tables.opened_on(timezone.localdate(last.opened_at)) if last else chosen.apply(tables, club)
    lines = Hand.objects.filter(table__in=matching).select_related("table").annotate(ordinal=ordinal())
    page = Paginator(lines.order_by("-table__opened_at", "table__number", "table", "-number"), PAGE_SIZE).get_page(
        request.GET.get("page")
    )
    context = {"filter": chosen, "last": last, "page": page, "lines": selectors.listed_lines(page)}
    return render(request, "play/hands.html", context)


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
    in_force = settings_in_force(variant)
    fields = [
        (label, choices.get(getattr(variant, name), getattr(variant, name)))
        for name, (label, choices) in game.labels.VARIANT_FIELDS.items()
        if name in in_force
    ]
    examples = [
        (
            example,
            game.describe(Subject(example.entry, {}, variant)),
            [example.points[side[0] - 1] for side in game.rules.sides(example.seats)],
        )
        for example in game.examples_of(variant)
    ]
    context = {
        "game": game,
        "table": table,
        "variant": variant,
        "variant_name": variant_text(game, variant, *((table.deal_count, table.size) if table else ())),
        "house_rules": fields,
        "presets": [(name, game.labels.VARIANTS[name]) for name in game.rules.PRESETS],
        "scoring": game.rules.tables(variant),
        "examples": examples,
    }
    return render(request, f"{game.slug}/rules.html", context)
