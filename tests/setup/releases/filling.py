"""Fill a demo with what a release leaves behind, and write it to the folder of the release."""

import gzip
import re
import shutil
from html import unescape
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from scorer import __version__
from scorer.club.models import Club, Player, Role
from scorer.club.services import add_login, add_player
from scorer.events import services as events
from scorer.events.models import Event
from scorer.events.planning.proposals import proposals
from scorer.play import phones, services
from scorer.play.models import Table
from scorer.play.phones import Link
from scorer.registry import get_game
from scorer.setup import backup
from scorer.setup.demo import NAMES
from scorer.transfer.export import id_converter

LOGIN, PASSWORD = "ada", "a club of cards"  # of nobody
FOUR_SPADES = {"way": "points", "level": "4", "strain": "S", "declarer": "S", "tricks": "="}

HIDDEN = r'<input type="hidden" name="(\w+)" value="([^"]*)"'


def make_folder() -> None:
    """Make the folder of the current version from an empty database."""
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    call_command("demo", hands=75)
    fill(Club.objects.get())
    folder = Path(__file__).parent / __version__
    folder.mkdir(exist_ok=True)
    file = settings.DATA / f"backup{backup.engine().suffix}"
    call_command("backup", str(file))
    with file.open("rb") as made, gzip.open(folder / f"{file.name}.gz", "wb") as packed:
        shutil.copyfileobj(made, packed)
    event = Event.objects.filter(state=Event.State.FINISHED).earliest("day")
    call_command("export", str(folder / "event.jsonl"), event=id_converter.to_url(event.pk))
    call_command("export", str(folder / "tables.jsonl"))
    call_command("club", "export", Club.objects.get().name, str(folder / "club.gz"), force=True)


def fill(club: Club) -> None:
    """Add to a demo what is stored in a way of its own: replies, late hands, rulings, and what can be undone.

    Ada enters four boards. Boris accepts the first, Dirk objects to the second, and Ada undoes the fourth. Then the
    table is closed, and three hands are late: the director enters board 5, and puts board 7 aside.
    """
    add_login(club, LOGIN, Role.DIRECTOR, by=None, password=PASSWORD)
    game = get_game("bridge")
    players = [club.players.get(name=name) for name in NAMES[:4]]
    variant = game.rules.PRESETS[game.default_variant]
    table = services.open_table(club, game, variant, players, first_dealer=1, confirms=True, by=None)
    sheet, record = address("table", table), address("record", table)
    ada, boris, _chloe, dirk = (_joined(table, player) for player in players)
    for board in range(1, 5):
        press(ada, sheet, record, board=board, **FOUR_SPADES)
    press(boris, sheet, address("reply", table, 1), accepted="on")
    press(dirk, sheet, address("reply", table, 2), note="We took one trick more")
    assert ada.post(address("undo", table, 4)).status_code == 302
    late = [(phone, filled(phone, sheet, record)) for phone in (ada, boris, dirk)]
    services.close_table(table, by=None)
    for board, (phone, typed) in enumerate(late, start=5):
        answer = phone.post(record, {**typed, **FOUR_SPADES, "board": board, "hand_in": "1"})
        assert answer.status_code == 200, answer.content.decode()
    director = logged_in()
    press(director, sheet, re.findall(r'"(\S*/put-aside/)"', page(director, sheet))[-1], why="It was never a hand")
    first = re.findall(r'name="late" value="(\d+)"', page(director, sheet))[0]
    reopened = press(director, sheet, address("reopen", table), late=first)
    press(director, reopened, record, board=5, **FOUR_SPADES)
    services.close_table(table, by=None)
    merge_a_player(club)
    leave_a_round_out(club)
    event = Event.objects.filter(state=Event.State.FINISHED).earliest("day")
    penalty = {"penalty": 10, "unit": "top"}
    events.rule_contestant(event, event.contestants.get(number=2), penalty, why="Late", law="90", by=None)


def merge_a_player(club: Club) -> None:
    """Boriss, who was typed twice, has played a hand."""
    boriss, game = add_player(club, "Boriss", by=None), get_game("doppelkopf")
    players = [boriss, *(club.players.get(name=name) for name in NAMES[2:5])]
    table = services.open_table(club, game, game.rules.PRESETS["ddv"], players, first_dealer=1, by=None)
    services.record_hand(table, game.rules.EXAMPLES[0].entry, by=None, key=None)
    services.close_table(table, by=None)
    services.merge_players(boriss, club.players.get(name="Boris"), by=None, why="Typed twice")


def leave_a_round_out(club: Club) -> None:
    event = events.create_event(
        club,
        get_game("bridge"),
        name="Short evening",
        preset="duplicate",
        comparison="matchpoints",
        rounds=3,
        per_round=2,
        by=None,
    )
    players = [club.players.get(name=name) for name in NAMES[:12]]
    for first in range(0, len(players), 2):
        events.sign_up(event, players[first : first + 2], by=None)
    events.choose_plan(event, proposals(event, event.contestants.count())[0], by=None)
    events.start_round(event, by=None)
    events.skip_last_round(event, by=None)


def address(name: str, table: Table, *more: object) -> str:
    return reverse(f"play:{name}", args=[table.pk, *more])


def logged_in() -> Client:
    client = Client()
    answer = client.post(reverse("club:login"), {"username": LOGIN, "password": PASSWORD})
    assert answer.status_code == 302, answer.content.decode()
    return client


def page(client: Client, url: str) -> str:
    answer = client.get(url)
    assert answer.status_code == 200, url
    return str(answer.content.decode())


def filled(client: Client, url: str, action: str, **typed: object) -> dict[str, str]:
    """Return what the page has filled in for this action, in the form that has the fields that are `typed`."""
    for form in re.findall(r"<form\b.*?</form>", page(client, url), re.DOTALL):
        if f'"{action}"' in form and all(f'name="{name}"' in form for name in typed):
            return {name: unescape(value) for name, value in re.findall(HIDDEN, form)}
    raise AssertionError(f"{url} has no form for {action}")


def press(client: Client, url: str, action: str, **typed: Any) -> str:
    """Fill in a form of the page and send it, as a browser without scripts does. Return the page that follows."""
    answer = client.post(action, filled(client, url, action, **typed) | typed)
    assert answer.status_code == 302, answer.content.decode()
    return str(answer["Location"])


def _joined(table: Table, player: Player) -> Client:
    client = Client()
    assert client.post(phones.path_of(table, Link.ENTRY), {"player": player.pk}).status_code == 302
    return client
