"""Opening tables: a new one, one like an earlier one, or several at once."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods

from scorer.club.models import Club
from scorer.club.rights import ClubAct, ClubRequest, club_view
from scorer.play import selectors, services
from scorer.play.models import Table
from scorer.play.occasions import lines_of
from scorer.play.opening.forms import (
    SeatingForm,
    TableForm,
    VariantForm,
    last_evening,
    roster_for_seats,
    seating_of,
)
from scorer.registry import GameConfig, all_games, get_game_or_404
from scorer.web.forms import form_status, id_number, small_number

USUALLY_AT_ONCE, MAX_AT_ONCE = 4, 20
LATEST, LATEST_OCCASIONS = 6, 3
"""How many can be taken over from the page that asks for the game."""


@require_GET
@club_view(ClubAct.OPEN)
def choose(request: ClubRequest, club: Club) -> HttpResponse:
    """Let the user choose a game, or an earlier table whose game, players and house rules to take over."""
    tables = club.tables.not_cancelled()
    last = selectors.table_cards(tables.without_occasion().order_by("-opened_at")[:LATEST])
    games = [(game, ", ".join(map(str, sorted(game.seat_counts)))) for game in all_games()]
    occasions = lines_of(tables, LATEST_OCCASIONS)
    context = {"games": games, "last": last, "occasions": occasions, "season": club.seasons.open().first()}
    return render(request, "play/choose.html", context)


@require_http_methods(["GET", "POST"])
@club_view(ClubAct.OPEN)
def open_one(request: ClubRequest, club: Club, game: str) -> HttpResponse:
    config = get_game_or_404(game)
    like = like_table(request, club, config)
    posted = request.POST or None
    variant = VariantForm(posted, game=config, variant=like.read_variant() if like else None)
    roster = roster_for_seats(club)
    seating = SeatingForm(
        posted,
        club=club,
        game=config,
        roster=roster,
        number=services.free_numbers(club, 1)[0],
        initial=seating_of(like) if like else None,
    )
    form = TableForm(posted, game=config, like=like)
    checked = [bool(posted) and part.is_valid() for part in (variant, seating, form)]
    if all(checked) and form.fits(variant.variant):
        with transaction.atomic():
            table = open_seated(request, config, variant, seating, form.values, like=like)
        return redirect("play:table", table.pk)
    context = {
        "game": config,
        "variant": variant,
        "seating": seating,
        "roster": roster,
        "form": form,
        "season": club.seasons.open().first(),
    }
    return render(request, "play/open.html", context, status=form_status(request))


def like_table(request: HttpRequest, club: Club, config: GameConfig) -> Table | None:
    """Return the table named by `?like=` if it is one of this club and game."""
    like = id_number(request.GET.get("like"))
    return club.tables.filter(game=config.slug, pk=like).first() if like else None


def open_seated(
    request: ClubRequest,
    config: GameConfig,
    variant: VariantForm,
    seating: SeatingForm,
    table: Mapping[str, Any],
    *,
    like: Table | None,
) -> Table:
    """Open a table with the values of a TableForm, and with the rate of the table that it is `like`, if that fits."""
    repeated = services.opened_before(request.club, table["key"])
    if repeated:
        return repeated
    opened = services.open_table(
        request.club,
        config,
        variant.variant,
        seating.players(by=request.user),
        first_dealer=seating.cleaned_data.get("first_dealer", 1),
        by=request.user,
        **table,
    )
    unit = config.rules.result_unit
    if like is None or unit(like.read_variant()) is not unit(variant.variant):  # a rate for points is none for games
        return opened
    return services.set_rate(opened, services.rate_of(like), by=request.user)


@require_http_methods(["GET", "POST"])
@club_view(ClubAct.OPEN)
def open_several(request: ClubRequest, club: Club, game: str) -> HttpResponse:
    """Open several tables under one set of house rules. Rows that were left empty are skipped."""
    config = get_game_or_404(game)
    posted = request.POST or None
    wanted = small_number((request.POST or request.GET).get("tables", ""))
    again = list(last_evening(club, config)) if "again" in request.GET else []
    count = min(wanted, MAX_AT_ONCE) if wanted else len(again) or USUALLY_AT_ONCE
    variant = VariantForm(posted, game=config, variant=again[0].read_variant() if again else None)
    roster = roster_for_seats(club)
    numbers = services.free_numbers(club, count)
    rows = [
        SeatingForm(
            posted,
            club=club,
            game=config,
            roster=roster,
            number=numbers[index],
            prefix=f"t{index}",
            initial=seating_of(again[index]) if index < len(again) else None,
        )
        for index in range(count)
    ]
    form = TableForm(posted, game=config, like=again[0] if again else None)
    needed = [row for row in rows if posted and not row.is_blank]
    if posted:
        checked = [part.is_valid() for part in (variant, form, *needed)]  # not any(), so that every error is shown
        if all(checked) and needed and form.fits(variant.variant) and check_no_one_twice(needed):
            with transaction.atomic():
                for index, row in enumerate(needed):
                    own = form.values | {"key": f"{form.cleaned_data['key'][:30]}.{index}"}
                    open_seated(request, config, variant, row, own, like=again[0] if again else None)
            text = ngettext("%(n)d table is open.", "%(n)d tables are open.", len(needed))
            messages.success(request, text % {"n": len(needed)})
            return redirect("standings:home", club.pk)
    context: dict[str, Any] = {
        "game": config,
        "variant": variant,
        "rows": rows,
        "roster": roster,
        "form": form,
        "count": count,
        "nobody": bool(posted) and not needed,
        "season": club.seasons.open().first(),
    }
    return render(request, "play/open_several.html", context, status=form_status(request))


def check_no_one_twice(rows: list[SeatingForm]) -> bool:
    """Whether nobody sits at two of the tables. If somebody does, the second seat gets an error."""
    seen: set[str] = set()
    is_fine = True
    for row in rows:
        for position, person in row.people.items():
            name = str(person).casefold()
            if name in seen:
                row.add_error(f"name_{position}", _("%(name)s already has a seat.") % {"name": person})
                is_fine = False
            seen.add(name)
    return is_fine


@require_GET
@club_view(ClubAct.OPEN)
def house_rules(request: ClubRequest, club: Club, game: str) -> HttpResponse:  # noqa: ARG001  # a view's signature
    """Show the house rules of the chosen preset, except for rules that were changed."""
    variant = VariantForm(request.GET if "preset" in request.GET else None, game=get_game_or_404(game))
    if variant.is_bound:
        variant.follow_preset()
    return render(request, "play/house_rules.html", {"variant": variant})
