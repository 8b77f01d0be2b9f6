"""Every address of events and of a club's data, asked for and sent to by those for whom it is not."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from scorer.club.models import Club, Membership, Role
from scorer.club.rights import ALLOWED
from scorer.events import services
from scorer.events.links import Holder, path_of
from scorer.events.models import Event, Sitting
from scorer.events.planning.proposals import proposals
from scorer.history.models import Revision
from scorer.play.models import Table
from scorer.registry import all_games
from tests.bench import Line
from tests.bench.measuring import browser_of, found_club
from tests.factories import MembershipFactory, PlayerFactory

APPS = "events", "transfer"
TEAMS, OF_TEAM, DEALS = 4, 4, 2
TYPED = {
    "name": "Mine now",
    "why": "Mine now",
    "side_1": ["1", "2"],
    "side_2": ["3", "4"],
    "added_up": "sum",
    "first": "1",
    "last": "2",
    "carried_percent": "50",
    "delete": "1",
    "player_1": "Spy",
}


def addresses(_public_club: Club) -> Iterator[Line]:
    """In a club that only its own logins see: by nobody, the director of another club, and who only keeps scores."""
    director = found_club()
    event = of_teams(director)
    outside = [Client(SERVER_NAME="localhost"), browser_of(found_club())]
    scorer = browser_of(MembershipFactory(club=event.club, role=Role.SCORER))
    before, shown = changes(event), 0
    for path, who_may in addresses_of(event, director, path_of(of_teams(found_club()), Holder.CONTESTANT, 1)):
        may = Role.SCORER in ALLOWED.get(who_may, ())
        for client in outside if may else [*outside, scorer]:
            shown += client.get(path).status_code == 200
            shown += client.post(path, TYPED).status_code == 200
    yield "addresses.spied", shown, "pages"
    yield "addresses.meddled", changes(event) - before, "changes"


def of_teams(director: Membership) -> Event:
    """Teams in their first round."""
    game = next(game for game in all_games() if game.events and game.events.team_comparisons)
    assert game.events
    values = {"preset": game.default_variant, "comparison": game.events.team_comparisons[0].name, "per_round": DEALS}
    event = services.create_event(director.club, game, name="Teams", competes=Event.Competes.TEAMS, **values, by=None)
    for team in range(TEAMS):
        services.sign_up(event, PlayerFactory.create_batch(OF_TEAM, club=event.club), name=f"Team {team}", by=None)
    services.choose_plan(event, proposals(event, TEAMS)[0], by=None)
    services.start_round(event, by=None)
    return event


def addresses_of(event: Event, director: Membership, foreign: str) -> Iterator[tuple[str, Any]]:
    """Yield every address with who may use it. Where it takes a link, that is the link of a contestant elsewhere."""
    sitting = Sitting.objects.filter(round__event=event).exclude(table=None)[0]
    player = event.club.players.all()[0]
    *_path, key, token = foreign.strip("/").split("/")
    values = {
        "club_id": event.club_id,
        "event_id": event.pk,
        "table_id": sitting.table_id,
        "sitting_id": sitting.pk,
        "player_id": player.pk,
        "other_id": player.pk,
        "membership_id": director.pk,
        "game": event.game,
        "key": int(key),
        "token": token,
        "what": "ranking",
        "kind": "csv",
    }
    for app in get_resolver().url_patterns:
        for pattern, names in with_names([app] if getattr(app, "app_name", "") in APPS else []):
            chosen = {name: values.get(name, 1) for name in names}
            yield reverse(f"{app.app_name}:{pattern.name}", kwargs=chosen), getattr(pattern.callback, "who_may", None)


def with_names(patterns: Sequence[Any], names: Sequence[str] = ()) -> Iterator[tuple[URLPattern, list[str]]]:
    """Yield each address with the names of what it takes."""
    for pattern in patterns:
        taken: Mapping[str, Any] = pattern.pattern.converters
        if isinstance(pattern, URLResolver):
            yield from with_names(pattern.url_patterns, [*names, *taken])
        else:
            yield pattern, [*names, *taken]


def changes(event: Event) -> int:
    tables = Table.objects.filter(club=event.club).count()
    return Revision.objects.filter(club_id=event.club_id).count() + event.club.events.count() + tables
