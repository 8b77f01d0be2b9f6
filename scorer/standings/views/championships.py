"""Championships: their list, the board of each, what makes up a line of it, and what directors change about them."""

from collections.abc import Iterator
from typing import Any

from django.contrib import messages
from django.core.exceptions import BadRequest, ValidationError
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scorer.club.models import Club
from scorer.club.rights import ClubAct, ClubRequest, club_view
from scorer.standings import services
from scorer.standings.boards import display_names
from scorer.standings.championship_forms import USUAL_POINTS, ChampionshipForm, LeaveOutForm
from scorer.standings.championship_words import games_in_words, period_in_words, rule_in_words
from scorer.standings.championships import Boards, Row, boards_of, events_in, row_of, rows_of
from scorer.standings.event_results import whole_event
from scorer.standings.models import Championship
from scorer.web import spreadsheet
from scorer.web.forms import form_status

PAGE_SIZE = 50


@require_GET
@club_view(ClubAct.READ)
def championships(request: ClubRequest, club: Club) -> HttpResponse:
    listed = club.championships.select_related("season")
    return render(request, "standings/championships.html", {"championships": [_in_words(row) for row in listed]})


@require_GET
@club_view(ClubAct.READ)
def championship(request: ClubRequest, club: Club, championship_id: int) -> HttpResponse:
    """Show the board of players or, with `?of=pairs`, that of pairs. `?file=csv&what=results` is every result."""
    found = _championship_or_404(club, championship_id)
    of = Championship.Of.PAIRS if request.GET.get("of") == Championship.Of.PAIRS else found.boards[0]
    if of not in found.boards:
        of = found.boards[0]
    boards = boards_of(found)
    rows = rows_of(found, boards, of)
    if "file" in request.GET:
        what = results_file if request.GET.get("what") == "results" else board_file
        return what(request.GET["file"], found, boards, rows, of)
    page = Paginator(rows, PAGE_SIZE).get_page(request.GET.get("page"))
    context = _in_words(found) | {
        "of": of,
        "page": page,
        "events": len(boards.events),
        "key": (boards.key, get_language(), of, [(row.name, row.has_page) for row in page]),
    }
    return render(request, "standings/championship.html", context)


@require_GET
@club_view(ClubAct.READ)
def results(
    request: ClubRequest, club: Club, championship_id: int, player_id: int, partner_id: int | None = None
) -> HttpResponse:
    """Show what each event is worth to a player or a pair, and which of them count."""
    found = _championship_or_404(club, championship_id)
    who = (player_id,) if partner_id is None else (player_id, partner_id)
    boards = boards_of(found)
    of = Championship.Of.PLAYERS if partner_id is None else Championship.Of.PAIRS
    ranked = next((place for place in boards.places.get(of, ()) if place.who == who), None)
    names = display_names(club)
    row = ranked and row_of(ranked, names)
    if not (ranked and row and row.has_page):
        raise Http404
    context = _in_words(found) | {
        "row": row,
        "people": [(player, names.get(player, "")) for player in who],
        "results": [
            (result, float(result.worth), result.finish.percent and float(result.finish.percent), event)
            for result in reversed(ranked.events)
            for event in (boards.events[result.finish.event],)
        ],
    }
    return render(request, "standings/championship_results.html", context)


@require_GET
@club_view(ClubAct.READ)
def events(request: ClubRequest, club: Club, championship_id: int) -> HttpResponse:
    """Show which events count. Directors leave out single ones."""
    found = _championship_or_404(club, championship_id)
    left_out = {whole_event(row.event) for row in found.left_out.select_related("event")}
    listed = [(event, whole_event(event) in left_out) for event in events_in(found)]
    return render(request, "standings/championship_events.html", _in_words(found) | {"listed": listed})


@require_POST
@club_view(ClubAct.EVENTS)
def leave_out(request: ClubRequest, club: Club, championship_id: int) -> HttpResponse:
    found = _championship_or_404(club, championship_id)
    form = LeaveOutForm(request.POST, events=events_in(found))
    if not form.is_valid():  # a choice that the page did not offer
        raise BadRequest
    services.leave_out(found, form.chosen, by=request.user)
    messages.success(request, _("The events that count have been changed."))
    return redirect("standings:championship", club.pk, found.pk)


@require_http_methods(["GET", "POST"])
@club_view(ClubAct.EVENTS)
def add(request: ClubRequest, club: Club) -> HttpResponse:
    new = Championship(club=club, season=club.seasons.open().first(), points=USUAL_POINTS)
    return _form_page(request, new, ChampionshipForm(request.POST or None, championship=new))


@require_http_methods(["GET", "POST"])
@club_view(ClubAct.EVENTS)
def change(request: ClubRequest, club: Club, championship_id: int) -> HttpResponse:
    found = _championship_or_404(club, championship_id)
    return _form_page(request, found, ChampionshipForm(request.POST or None, championship=found), is_stored=True)


def _form_page(
    request: ClubRequest, championship: Championship, form: ChampionshipForm, *, is_stored: bool = False
) -> HttpResponse:
    if form.is_valid():
        try:
            services.save_championship(form.instance, by=request.user)
        except ValidationError as error:
            form.add_error(None, error)
        else:
            messages.success(request, _("The championship is saved."))
            return redirect("standings:championship", championship.club_id, championship.pk)
    context = {"form": form, "stored": is_stored, "championship": championship}
    return render(request, "standings/championship_form.html", context, status=form_status(request))


@require_POST
@club_view(ClubAct.EVENTS)
def rule(request: ClubRequest, club: Club) -> HttpResponse:
    """Return the rule that was typed, in a sentence."""
    form = ChampionshipForm(request.POST, championship=Championship(club=club))
    form.is_valid()
    return render(request, "standings/championship_rule.html", {"form": form})


@require_POST
@club_view(ClubAct.EVENTS)
def delete(request: ClubRequest, club: Club, championship_id: int) -> HttpResponse:
    services.delete_championship(_championship_or_404(club, championship_id), by=request.user)
    messages.success(request, _("The championship has been deleted."))
    return redirect("standings:championships", club.pk)


def _championship_or_404(club: Club, championship_id: int) -> Championship:
    return get_object_or_404(club.championships.select_related("season", "club"), pk=championship_id)


def _in_words(found: Championship) -> dict[str, Any]:
    return {
        "championship": found,
        "period": period_in_words(found),
        "games": games_in_words(found),
        "sentence": rule_in_words(found.rule, found.of),
        "averages": found.rule.averages,
    }


def board_file(kind: str, found: Championship, boards: Boards, rows: list[Row], of: str) -> HttpResponse:
    """Export the board with a column for what each event is worth. The rule is below it."""
    header = [_("Place"), _who(of), _value(found), _("Events"), _("Counting")]
    header += [f"{result.event.name}, {result.event.day.isoformat()}" for result in boards.events.values()]

    def line(row: Row) -> Iterator[Any]:
        worth = {result.finish.event: rounded(result.worth) for result in row.ranked.events}
        yield from (row.ranked.place, row.name, rounded(row.ranked.value), len(worth), row.ranked.counting)
        yield from (worth.get(event) for event in boards.events)

    rule = [None, rule_in_words(found.rule, found.of), *[None] * (len(header) - 2)]
    return spreadsheet.response(kind, found.name, header, [*(list(line(row)) for row in rows), rule])


def results_file(kind: str, found: Championship, boards: Boards, rows: list[Row], of: str) -> HttpResponse:
    """Export every result, a line each, with all that the board is calculated from."""
    header = [
        _who(of), _("Event"), _("Game"), _("Date"), _("Place"), _("Sharing the place"), _("Contestants"), "%",
        _("Worth"), _("Counts"),
    ]  # fmt: skip
    lines = [
        [
            row.name,
            event.name,
            str(event.config.title),
            event.day,
            result.finish.place,
            result.finish.sharing,
            result.finish.field,
            None if result.finish.percent is None else rounded(result.finish.percent),
            rounded(result.worth),
            int(result.counts),
        ]
        for row in rows
        for result in row.ranked.events
        for event in (boards.events[result.finish.event].event,)
    ]
    return spreadsheet.response(kind, _("%(name)s, results") % {"name": found.name}, header, lines)


def _who(of: str) -> str:
    return _("Pair") if of == Championship.Of.PAIRS else _("Player")


def _value(found: Championship) -> str:
    return "%" if found.rule.averages else _("Points")


def rounded(number: Any) -> float:
    return round(float(number), 4)
