"""Pages to read: the list of tables, and the rules."""

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from scorer.club.models import Club
from scorer.club.rights import ClubAct, ClubRequest, club_view
from scorer.play import selectors
from scorer.play.models import Table
from scorer.play.rights import TableAct, table_view
from scorer.play.table_context import TableContext
from scorer.registry import GameConfig, get_game_or_404
from scorer.registry.words import variant_text

PAGE_SIZE = 30


@require_GET
@club_view(ClubAct.READ)
def tables(request: ClubRequest, club: Club) -> HttpResponse:
    page = Paginator(club.tables.not_cancelled().unsealed().order_by("-opened_at", "number"), PAGE_SIZE).get_page(
        request.GET.get("page")
    )
    return render(request, "play/tables.html", {"page": page, "cards": selectors.table_cards(page)})


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
    context = {
        "game": game,
        "table": table,
        "variant": variant,
        "variant_name": variant_text(game, variant),
        "house_rules": fields,
        "presets": [(name, game.labels.VARIANTS[name]) for name in game.rules.PRESETS],
        "scoring": game.rules.tables(variant),
    }
    return render(request, f"{game.slug}/rules.html", context)
