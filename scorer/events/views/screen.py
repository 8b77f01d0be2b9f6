"""The big screen of an event, for the projector in the room."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_GET

from scorer.club.rights import ClubAct, ClubRequest
from scorer.db.snapshot import snapshot_read
from scorer.events.contestants import ContestantRow, contestants_by_number
from scorer.events.models import Event
from scorer.events.planning.movement import Seats, seats_in
from scorer.events.results.bracket import BracketMatch, BracketRound, bracket_rounds
from scorer.events.results.event_results import EventResults, Viewer
from scorer.events.results.kept import results_for
from scorer.events.results.matches import MatchRow, PlayerRow, matches_of, players_of
from scorer.events.results.ranking import Field, StandingRow, fields_of
from scorer.events.results.sessions import SquadTotalRow, read_sessions, sessions_of
from scorer.events.results.squads import SquadRow, squads_of
from scorer.events.states import Progress
from scorer.events.views.console import event_view
from scorer.web.forms import small_number

SECONDS = 12
"""How long one view stays."""

ROWS = 8
"""How many rows can be read from the far end of the room."""

BEST = 6
"""How many players of teams, each with the team in a second line."""

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class View:
    """Some of the seats of a round, or some places of a ranking."""

    seats: Sequence[Seats] = ()
    matches: Sequence[BracketMatch] = ()
    of_round: BracketRound | None = None
    """The round of a knock-out whose matches they are."""
    standings: Sequence[StandingRow] = ()
    field: Field | None = None
    """Whose places they are."""
    squads: Sequence[SquadRow | SquadTotalRow] = ()
    of_teams: Sequence[MatchRow] = ()
    """Matches of the latest round of teams."""
    players: Sequence[PlayerRow] = ()
    """The best players of teams."""
    title: str = ""
    """Of all but seats and rankings of contestants."""


@require_GET
@snapshot_read()
@event_view(ClubAct.READ)
def screen(request: ClubRequest, event: Event) -> HttpResponse:
    """Where to sit, and the ranking, in turn. `?view=` is the current view; `?still` stops.

    Everybody in the room reads it, so it shows what everybody may see, whoever has logged in.
    """
    progress = Progress(event)
    rounds, running = progress.rounds, progress.running
    people = contestants_by_number(event)
    shown = None if event.is_over else running or progress.following
    results = results_for(event, Viewer())
    seated = {number: contestant for number, contestant in people.items() if number not in results.out}
    views = [View(seats=seats) for seats in _pages(seats_in(shown, seated) if shown else [], 2 * ROWS)]
    if progress.started:
        views += [*_brackets(results, people), *_rankings(results, people)]
    number = (small_number(request.GET.get("view")) or 0) % max(len(views), 1)
    context = {
        "event": event,
        "progress": progress,
        "rounds": progress.round_count if rounds else 0,
        "undrawn": event.state == Event.State.RUNNING and progress.round_count > len(rounds),
        "running": running,
        "shown": shown,
        "view": views[number] if views else View(),
        "number": number,
        "following": (number + 1) % max(len(views), 1),
        "seconds": SECONDS,
        "still": "still" in request.GET,
    }
    return render(request, "events/screen_view.html" if request.htmx else "events/screen.html", context)


def _brackets(results: EventResults, people: dict[int, ContestantRow]) -> list[View]:
    """Return the last two rounds of a knock-out: who has gone on, and who meets now."""
    rounds = bracket_rounds(results, people)[:2]
    return [View(matches=matches, of_round=shown) for shown in rounds for matches in _pages(shown.matches, ROWS)]


def _rankings(results: EventResults, people: dict[int, ContestantRow]) -> list[View]:
    fields = fields_of(results, people)
    squads: list[tuple[str, Sequence[SquadRow | SquadTotalRow]]] = [
        (gettext("Ranking of squads"), squads_of(results, people))
    ]
    sessions = sessions_of(results.event)
    if len(sessions) > 1:
        read = read_sessions(sessions, lambda session: results_for(session, Viewer()))
        fields.append(read.field)
        squads.append((read.squads_title, read.squad_rows))
    views = [View(standings=standings, field=field) for field in fields for standings in _pages(field.standings, ROWS)]
    views += [View(squads=rows, title=title) for title, ranked in squads for rows in _pages(ranked, ROWS)]
    return [*views, *_of_teams(results, people)]


def _of_teams(results: EventResults, people: dict[int, ContestantRow]) -> list[View]:
    """Return the matches of the latest round that has begun, and the best players."""
    ranked = results.ranked if results.event.of_teams else None
    rounds = matches_of(ranked, people) if ranked else {}
    latest = next(iter(rounds), None)
    if ranked is None or latest is None:
        return []
    title = gettext("Matches of round %(number)s") % {"number": latest}
    views = [View(of_teams=matches, title=title) for matches in _pages(rounds[latest], ROWS)]
    best = players_of(ranked, people)[:BEST]
    return (
        [*views, View(players=best, title=gettext("The best players, by IMPs for each board (Butler)"))]
        if best
        else views
    )


def _pages(items: Sequence[Item], size: int) -> list[Sequence[Item]]:
    """Split the items into pages of equal length, so that the last one is not nearly empty."""
    count = -(-len(items) // size)
    length = -(-len(items) // count) if count else 0
    return [items[start : start + length] for start in range(0, len(items), length)] if length else []
