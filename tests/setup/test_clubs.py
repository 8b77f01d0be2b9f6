"""Whole clubs on a server for many: added, listed, suspended, and moved with everything."""

import gzip
import io
import json
import re
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.hashers import make_password
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.db import connection, models
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django.fixtures import Settings

from scorer.club import joining
from scorer.club.hosts import set_host
from scorer.club.models import Club, Membership, Role, User
from scorer.club.services import add_login, add_player, delete_login, suspend
from scorer.club.suspension import ClubSuspended, refuse_suspended
from scorer.db.ids import IdConverter
from scorer.events import services as event_services
from scorer.events.links import SIGNED_UP, Holder, path_of
from scorer.events.models import Contestant, Event
from scorer.history.models import Revision
from scorer.play import phones, rights, services
from scorer.play.models import Hand, Table
from scorer.setup.services import setup_path
from scorer.standings.periods import Period
from scorer.standings.selectors import PeriodResults, all_games_board, game_board
from scorer.transfer.club_rows import parts
from scorer.transfer.event_export import export_club
from tests.contract.test_table import ask
from tests.damage import all_faults
from tests.events.test_rounds import room
from tests.factories import PASSWORD, ClubFactory, MembershipFactory, PlayerFactory, UserFactory, make_table
from tests.setup.releases.filling import fill

FORM = {"club": "Nord", "season": "Winter", "username": "nora", "password1": PASSWORD, "password2": PASSWORD}


@pytest.fixture(autouse=True)
def _data_folder(tmp_path: Path, settings: Settings) -> None:
    settings.DATA = tmp_path


IMPORTS = {"transfer.import", "transfer.importedevent", "transfer.importedtable"}
NOT_IN_THE_DEMO = IMPORTS | {"play.tablerate", "events.call", "club.membershiplink"}


def command(*arguments: str, **options: Any) -> str:
    out = io.StringIO()
    call_command("club", *arguments, stdout=out, stderr=io.StringIO(), **options)
    return out.getvalue()


@pytest.fixture
def fresh(db: None) -> Club:
    """The demo club with events, replies, late hands, a merge, a ruling, a round left out, and a hand of Boris."""
    call_command("demo", hands=75, stdout=io.StringIO(), stderr=io.StringIO())
    club = Club.objects.get()
    fill(club)
    Session.objects.all().delete()  # of the phones that have filled it
    boris = add_login(club, "boris", Role.SCORER, by=None).user
    table = make_table(club, "bridge", players=list(club.players.filter(merged_into=None, active=True)[:4]))
    services.record_hand(table, table.config.rules.EXAMPLES[0].entry, by=boris, key="form 1")
    return club


@pytest.fixture(scope="module")
def made() -> list[bytes]:
    """The file of the club, once it has been made: that takes seconds."""
    return []


@pytest.fixture
def file(made: list[bytes], request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / "made.club.gz"
    if not made:
        command("export", request.getfixturevalue("fresh").name, str(path), "--passwords")
        made.append(path.read_bytes())
    path.write_bytes(made[0])
    return path


@pytest.fixture
def full(db: None, file: Path) -> Club:
    """The same club, imported if it was made for another test."""
    if not Club.objects.exists():
        command("import", str(file))
    return Club.objects.get()


def lines_of(path: Path) -> list[Any]:
    with gzip.open(path, "rt") as file:
        return [json.loads(line) for line in file]


def rewrite(path: Path, lines: list[Any]) -> None:
    with gzip.open(path, "wt") as file:
        file.writelines(json.dumps(line) + "\n" for line in lines)


def counted(model: Any) -> bool:
    return isinstance(model._meta.pk, models.AutoField)


def content_of(path: Path) -> dict[str, list[dict[str, Any]]]:
    """Return the rows by kind, with the places of counted ids in their order instead of them.

    Without the checksums in the log, in which such ids take part: `check_ledger` compares those with the lines.
    """
    rows: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for line in lines_of(path)[1:]:
        if isinstance(line, dict):
            kind, columns = line["rows"], line["columns"]
        else:
            rows[kind].append(dict(zip(columns, line, strict=True)))
    models_by_label = {part.label: part.model for part in parts()} | {"club.user": User}
    places: dict[Any, dict[Any, int]] = {
        models_by_label[kind]: {row["id"]: place for place, row in enumerate(of_kind)}
        for kind, of_kind in rows.items()
        if counted(models_by_label[kind])
    }
    for kind, of_kind in rows.items():
        for row in of_kind:
            for field in models_by_label[kind]._meta.concrete_fields:
                model = models_by_label[kind] if field.primary_key and counted(models_by_label[kind]) else None
                model = model or field.related_model
                if model in places and row.get(field.attname) is not None:
                    row[field.attname] = places[model][row[field.attname]]
    for revision in rows["history.revision"]:
        revision["actor_id"] = places[User].get(revision["actor_id"])
        for values in (revision["before"], revision["after"]):
            values.pop("lines", None)
            values |= {name: places[User].get(values[name]) for name in ("opened_by", "entered_by") if name in values}
    return rows


def rankings(club: Club) -> list[Any]:
    found: list[Any] = []
    for season in club.seasons.order_by("pk"):
        played = PeriodResults.for_period(Period.for_season(season))
        boards = [all_games_board(club, played), *(game_board(club, game, played) for game in played.games())]
        found += [board.rows for board in boards]
    return found


@pytest.mark.postgres
def test_a_club_moves_with_everything_that_is_stored_of_it(fresh: Club, tmp_path: Path) -> None:
    full, file = fresh, tmp_path / "demo.club.gz"
    command("export", full.name, str(file), "--passwords")
    before, ranked, tables = content_of(file), rankings(full), "".join(export_club(full))
    logins = set(User.objects.values_list("pk", flat=True))
    assert not [part.label for part in parts() if part.label not in before and part.label not in NOT_IN_THE_DEMO]

    command("delete", full.name, "--yes")
    assert not Club.objects.exists()
    assert not User.objects.exists()
    assert [revision.action for revision in Revision.objects.all()] == ["delete"]
    Revision.objects.forget_club(full.pk)  # as on another server
    said = command("import", str(file))

    assert "The links and QR codes still work" in said
    assert "Without a password (passwordlink NAME): boris." in said
    moved = Club.objects.get()
    assert logins.isdisjoint(User.objects.values_list("pk", flat=True))
    command("export", moved.name, str(tmp_path / "again.gz"), "--passwords")
    after = content_of(tmp_path / "again.gz")
    assert after["history.revision"].pop()["action"] == "import"
    assert before["history.revision"][0].pop("key") == "setup"
    assert after["history.revision"][0].pop("key") is None, "each site has that once"
    assert after == before
    assert rankings(moved) == ranked
    assert "".join(export_club(moved)) == tables
    assert list(all_faults()) == []


@pytest.mark.postgres
def test_a_club_moves_to_a_site_with_other_clubs_and_touches_nothing_of_theirs(
    full: Club, file: Path, zoe: Membership, tmp_path: Path
) -> None:
    command("delete", full.name, "--yes")
    UserFactory(username="Ada")
    table = make_table(zoe.club)
    services.record_hand(table, table.config.rules.EXAMPLES[0].entry, by=zoe.user, key="form 1")
    command("export", zoe.club.name, str(tmp_path / "zoe.gz"), "--passwords")

    said = command("import", str(file))

    renamed = re.search(r"The login ada is called (ada-\d{3}) here.", said)
    assert renamed
    assert list(all_faults()) == []
    moved = Club.objects.get(pk=full.pk)
    ada = moved.memberships.get(user__username=renamed[1])
    assert (ada.role, ada.user.is_staff, ada.user.is_superuser) == (Role.DIRECTOR, True, False)
    command("export", zoe.club.name, str(tmp_path / "still.gz"), "--passwords")
    assert lines_of(tmp_path / "still.gz") == lines_of(tmp_path / "zoe.gz")


@pytest.mark.postgres
def test_links_and_codes_go_on_with_the_same_secret_key(full: Club, file: Path) -> None:
    table = Table.objects.filter(state=Table.State.OPEN, has_occasion=False).first()
    assert table
    event = Event.objects.filter(state=Event.State.FINISHED).earliest("day")
    qr = phones.path_of(table, phones.Link.ENTRY)
    card, station = path_of(event, Holder.CONTESTANT, 2), path_of(event, Holder.STATION, 1)
    command("delete", full.name, "--yes")
    assert Client().get(qr).status_code == 403
    command("import", str(file))
    assert [Client().get(path).status_code for path in (qr, card, station)] == [200, 200, 200]


@pytest.mark.postgres
def test_with_their_sessions_phones_and_logins_go_on_after_a_move(
    full: Club, zoe: Membership, client_of: Any, tmp_path: Path
) -> None:
    table = Table.objects.filter(state=Table.State.OPEN, has_occasion=False).first()
    contestant = Contestant.objects.filter(event__state=Event.State.RUNNING).first()
    assert table
    assert contestant
    phone, guest, ada = Client(), Client(), client_of(full.memberships.get(user__username="ada"))
    for joined in (table, make_table(zoe.club)):
        phone.post(phones.path_of(joined, phones.Link.ENTRY))
    session = guest.session
    session[SIGNED_UP] = {str(contestant.event_id): contestant.pk, "1": 2}
    session.save()
    client_of(zoe)
    path = tmp_path / "demo.club.gz"
    command("export", full.name, str(path), "--passwords", "--sessions")
    command("delete", full.name, "--yes")
    Session.objects.all().delete()  # as on another server
    command("import", str(path))

    assert phone.get(reverse("play:table", args=[table.pk])).status_code == 200
    assert list(phone.session.keys()) == [phones.JOINED]
    assert len(phone.session[phones.JOINED]) == 1
    moved = Contestant.objects.get(event=contestant.event_id, number=contestant.number)
    assert moved.pk != contestant.pk
    assert dict(guest.session) == {SIGNED_UP: {str(moved.event_id): moved.pk}}
    assert ada.get(reverse("club:players", args=[full.pk])).status_code == 200
    assert Session.objects.count() == 3


def test_without_the_flag_no_session_leaves_the_server(full: Club, client_of: Any, file: Path) -> None:
    client_of(full.memberships.get(user__username="ada"))
    path = file.with_name("again.gz")
    command("export", full.name, str(path), "--passwords")
    with gzip.open(path, "rt") as text:
        assert "sessions.session" not in text.read()


def test_with_another_secret_key_the_command_says_that_links_end(full: Club, file: Path, settings: Settings) -> None:
    command("delete", full.name, "--yes")
    settings.SECRET_KEY = "that of another server"
    said = command("import", str(file))
    assert "The old links and QR codes no longer work" in said


def test_a_club_that_comes_back_begins_an_era_since_processes_remember_it(full: Club, file: Path) -> None:
    before = dict(Table.objects.values_list("pk", "era"))
    versions = dict(Table.objects.values_list("pk", "version"))
    command("delete", full.name, "--yes")
    command("import", str(file))
    assert not [table for table in Table.objects.all() if table.era == before[table.pk]]
    assert all(table.version > versions[table.pk] for table in Table.objects.all())
    assert list(all_faults()) == []


def test_without_the_flag_no_password_leaves_the_server(full: Club, tmp_path: Path) -> None:
    path = tmp_path / "demo.club.gz"
    said = command("export", full.name, str(path))
    assert "each login needs a one-time link" in said
    with gzip.open(path, "rt") as file:
        assert "password" not in file.read()
    assert path.stat().st_mode & 0o077 == 0
    command("delete", full.name, "--yes")
    assert "passwordlink NAME): ada, demo, boris" in command("import", str(path))
    assert not any(user.has_usable_password() for user in User.objects.all())


def test_who_is_no_login_of_the_club_cannot_log_in_there_after_a_move(full: Club, tmp_path: Path) -> None:
    operator = User.objects.create_superuser("operator", password=PASSWORD)
    table = Table.objects.filter(state=Table.State.OPEN, game="bridge", has_occasion=False).first()
    assert table
    services.record_hand(table, table.config.rules.EXAMPLES[0].entry, by=operator, key="form 2")
    path = tmp_path / "demo.club.gz"
    command("export", full.name, str(path), "--passwords")
    command("delete", full.name, "--yes")
    assert User.objects.get() == operator
    command("import", str(path))
    moved = User.objects.get(username__startswith="operator-")
    assert (moved.is_active, moved.is_superuser, moved.is_staff) == (False, False, False)
    assert Hand.objects.filter(entered_by=moved).count() == 1


def test_an_existing_club_is_not_imported_again(full: Club, file: Path) -> None:
    with pytest.raises(CommandError, match="is here already"):
        command("import", str(file))
    assert list(all_faults()) == []


@pytest.mark.postgres
@pytest.mark.parametrize("damage", ["cut", "text", "no header", "later", "unknown column", "unknown kind", "lost row"])
def test_a_file_that_cannot_be_read_changes_nothing(damage: str, full: Club, file: Path) -> None:
    command("delete", full.name, "--yes")
    lines, content = lines_of(file), file.read_bytes()
    match damage:
        case "cut":
            file.write_bytes(content[: len(content) // 2])
        case "text":
            file.write_text("Ada, Boris")
        case "no header":
            rewrite(file, lines[1:])
        case "later":
            rewrite(file, [lines[0] | {"format": 2}, *lines[1:]])
        case "unknown column":
            rewrite(file, [lines[0], {"rows": "play.hand", "columns": ["id", "trumps"]}, [1, "S"]])
        case "unknown kind":
            rewrite(file, [lines[0], {"rows": "canasta.hand", "columns": ["id"]}, [1]])
        case "lost row":
            place = next(place for place, line in enumerate(lines) if line == {**line_of(lines, "events.contestant")})
            rewrite(file, [*lines[: place + 1], *lines[place + 2 :]])
    with pytest.raises(CommandError) as refused:
        command("import", str(file))
    assert "Traceback" not in str(refused.value)
    assert not Club.objects.exists()
    assert not User.objects.exists()


def line_of(lines: list[Any], kind: str) -> Any:
    return next(line for line in lines if isinstance(line, dict) and line.get("rows") == kind)


def test_a_column_that_an_older_file_does_not_have_gets_its_default(full: Club, file: Path) -> None:
    lines = lines_of(file)
    head = line_of(lines, "club.club")
    place = lines.index(head)
    column = head["columns"].index("suspended")
    for line in (head["columns"], lines[place + 1]):
        del line[column]
    rewrite(file, lines)
    command("delete", full.name, "--yes")
    command("import", str(file))
    assert Club.objects.get().suspended is False


def test_deleting_asks_for_the_name(full: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CommandError, match="use --yes"):
        command("delete", full.name)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("builtins.input", lambda _question: "another")
    assert "Nothing was changed" in command("delete", full.name)
    assert Club.objects.filter(suspended=False).exists()
    monkeypatch.setattr("builtins.input", lambda _question: full.name.upper())
    assert "is deleted. Everything of it is in" in command("delete", full.name)
    assert not Club.objects.exists()


def test_if_the_file_cannot_be_written_nothing_is_deleted(full: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    def full_disk(*_args: object, **_kwargs: object) -> None:
        raise OSError("No space left on device")

    monkeypatch.setattr("scorer.setup.clubs.services.write_club", full_disk)
    with pytest.raises(CommandError, match="No space left"):
        command("delete", full.name, "--yes")
    assert Club.objects.get().tables.exists()


def test_a_file_is_not_overwritten_without_being_told_so(club: Club, tmp_path: Path) -> None:
    path = tmp_path / "club.gz"
    command("export", club.name, str(path))
    with pytest.raises(CommandError, match="already"):
        command("export", club.name, str(path))
    command("export", club.name, str(path), "--force")
    with pytest.raises(CommandError, match="no folder"):
        command("export", club.name, str(tmp_path / "nowhere" / "club.gz"))
    with pytest.raises(CommandError, match="no club of this name"):
        command("export", "Elsewhere", str(path), "--force")
    ClubFactory(name=club.name)
    with pytest.raises(CommandError, match="Several clubs"):
        command("suspend", club.name)
    command("suspend", IdConverter().to_url(club.pk))
    assert list(Club.objects.filter(suspended=True)) == [club]


def test_the_list_has_what_an_operator_looks_for(full: Club, zoe: Membership) -> None:
    command("add", "Nord")
    suspend(zoe.club, suspended=True, by=None)
    demo, elsewhere, nord = sorted(command("list").splitlines())
    assert re.search(r"^Demo club, \d\d tables, \d\d hands, \d.*\d, .* KB, \w{13}$|MB, \w{13}$", demo)
    assert re.fullmatch(r"Elsewhere, 0 tables, 0 hands, never played, 0 bytes, \w{13}, suspended", elsewhere)
    assert nord.endswith(", not set up yet")


def test_a_club_is_added_by_its_name_and_set_up_by_whoever_opens_the_link(ada: Membership, settings: Settings) -> None:
    settings.SITE = "https://cards.example"
    link, said = command("add", "Nord").splitlines()
    assert said == "Whoever opens it first sets up the club and directs it."
    path = link.removeprefix(settings.SITE)
    browser = Client()
    page = browser.get(path)
    assert (page.status_code, page.context["form"]["club"].value()) == (200, "Nord")
    assert command("add", "nord").splitlines()[0] == link, "the link can be printed again"

    chosen = browser.post(path, FORM | {"club": "Kartenclub Nord"}, follow=True)

    club = Club.objects.exclude(pk=ada.club_id).get()
    assert (club.name, club.seasons.get().name) == ("Kartenclub Nord", "Winter")
    director = club.memberships.get()
    assert (director.role, director.user.has_usable_password()) == (Role.DIRECTOR, False)
    assert re.fullmatch(r"nora-\d{3}", director.user.username)
    assert f'value="{director.user.username}"' in chosen.content.decode(), "the browser remembers it with the password"
    browser.post(chosen.request["PATH_INFO"], {"new_password1": PASSWORD, "new_password2": PASSWORD})
    assert browser.get(reverse("standings:home", args=[club.pk])).status_code == 200
    assert browser.get(reverse("standings:home", args=[ada.club_id])).status_code == 404
    assert setup_path(club) is None
    assert Client().get(path).status_code == 404
    with pytest.raises(CommandError, match="There is a club of this name already"):
        command("add", "Kartenclub Nord")


def test_the_link_of_one_club_sets_up_no_other(ada: Membership) -> None:
    command("add", "Nord")
    command("add", "Süd")
    nord, south = Club.objects.get(name="Nord"), Club.objects.get(name="Süd")
    path = setup_path(nord)
    assert path
    token = path.split("/")[-2]
    assert Client().get(reverse("setup:begin_club", args=[south.pk, token])).status_code == 404
    assert Client().get(reverse("setup:begin_club", args=[ada.club_id, token])).status_code == 404
    assert Client().get(reverse("setup:begin", args=[token])).status_code == 404


@pytest.fixture
def suspended(club: Club, ada: Membership) -> Table:
    """A table with a phone's link, in a public club that is then suspended."""
    Club.objects.filter(pk=club.pk).update(public=True)
    table = make_table(club)
    command("suspend", club.name)
    return Table.objects.select_related("club").get(pk=table.pk)


def test_the_pages_of_a_suspended_club_say_so_and_its_phones_keep_what_they_hold(
    suspended: Table, ada: Membership, client_of: Any
) -> None:
    command("resume", suspended.club.name)
    phone = Client()
    phone.post(phones.path_of(suspended, phones.Link.ENTRY))
    assert phone.get(reverse("play:table", args=[suspended.pk])).status_code == 200
    command("suspend", suspended.club.name)
    home = reverse("standings:home", args=[suspended.club_id])
    sheet, record = (reverse(f"play:{name}", args=[suspended.pk]) for name in ("table", "record"))
    for reader, path in ((Client(), home), (client_of(ada), home), (phone, sheet), (client_of(ada), sheet)):
        page = reader.get(path)
        assert (page.status_code, page["Retry-After"], page["Cache-Control"]) == (503, "30", "no-store")
        assert "This club is suspended" in page.content.decode()
    assert phone.post(record, {}, headers={"HX-Request": "true"}).status_code == 503, "which the outbox tries again"
    assert Client().get(phones.path_of(suspended, phones.Link.ENTRY)).status_code == 503
    command("resume", suspended.club.name)
    assert phone.get(sheet).status_code == 200


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_hand_whose_club_is_exported_just_before_its_table_is_locked_is_not_saved_there_but_on_its_new_server(
    club: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It passed the check before the club was suspended, so it would be saved where nobody looks any more."""
    table = make_table(club)
    path, phone, record = tmp_path / "moving.gz", Client(), reverse("play:record", args=[table.pk])
    phone.post(phones.path_of(table, phones.Link.ENTRY))
    typed = ask(table, table.config.rules.EXAMPLES[0].entry) | {"key": "form 1"}

    def check_too_early(of: Club) -> None:
        refuse_suspended(of)
        command("suspend", club.name)
        command("export", club.name, str(path), "--passwords", "--sessions")

    with monkeypatch.context() as patched:
        patched.setattr(rights, "refuse_suspended", check_too_early)
        refused = phone.post(record, typed, headers={"HX-Request": "true"})
    assert (refused.status_code, refused["Retry-After"]) == (503, "30"), "after which the outbox tries again"
    assert not table.hands.exists()
    command("delete", club.name, "--yes")
    Revision.objects.forget_club(club.pk)
    command("import", str(path))
    for _ in range(2):
        assert phone.post(record, typed, headers={"HX-Request": "true"}).status_code == 200
    assert table.hands.count() == 1
    assert list(all_faults()) == []


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("action", ["record", "close", "close all", "substitute", "merge", "open", "start"])
def test_whatever_comes_too_late_for_the_export_of_a_suspended_club_is_refused(action: str, club: Club) -> None:
    table, event = make_table(club), room(club, 4)
    player = table.seats.get(position=1).player
    other = PlayerFactory(club=club)
    too_late: dict[str, Callable[[], Any]] = {
        "record": lambda: services.record_hand(table, table.config.rules.EXAMPLES[0].entry, by=None, key=None),
        "close": lambda: services.close_table(table, by=None),
        "close all": lambda: services.close_tables([table.pk], by=None),
        "substitute": lambda: services.substitute(table, 1, other, by=None),
        "merge": lambda: services.merge_players(player, other, by=None, why="the same"),
        "open": lambda: make_table(club),
        "start": lambda: event_services.start_round(event, by=None),
    }
    suspend(club, suspended=True, by=None)
    logged = Revision.objects.count()
    with pytest.raises(ClubSuspended):
        too_late[action]()
    assert Revision.objects.count() == logged
    suspend(club, suspended=False, by=None)
    too_late[action]()
    assert Revision.objects.count() > logged + 1


def test_pages_of_a_suspended_club_do_not_fill_the_log(suspended: Table, capfd: pytest.CaptureFixture[str]) -> None:
    Client().get(reverse("standings:home", args=[suspended.club_id]))
    assert "Service Unavailable" not in capfd.readouterr().err


def test_a_stranger_does_not_learn_that_a_club_is_suspended(suspended: Table, zoe: Membership, client_of: Any) -> None:
    Club.objects.filter(pk=suspended.club_id).update(public=False)
    assert client_of(zoe).get(reverse("standings:home", args=[suspended.club_id])).status_code == 404
    assert client_of(zoe).get(reverse("play:table", args=[suspended.pk])).status_code == 404
    assert Client().get(reverse("standings:home", args=[suspended.club_id])).status_code == 302


def test_links_of_an_event_say_that_the_club_is_suspended(full: Club) -> None:
    event = Event.objects.filter(state=Event.State.FINISHED).earliest("day")
    card = path_of(event, Holder.CONTESTANT, 2)
    suspend(full, suspended=True, by=None)
    assert Client().get(card).status_code == 503


def test_a_suspended_club_is_not_offered_before_logging_in_and_has_no_admin_site(
    suspended: Table, ada: Membership, client_of: Any
) -> None:
    assert suspended.club.name not in Client().get(reverse("club:login")).content.decode()
    assert client_of(ada).get(reverse("admin:index")).status_code in (302, 403)


@pytest.fixture
def operator(db: None) -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("operator", password=PASSWORD))
    return client


@pytest.mark.postgres
def test_the_admin_site_shows_an_operator_the_same(operator: Client, full: Club, zoe: Membership) -> None:
    where = reverse("admin:club_club_changelist")
    operator.get(where)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        page = operator.get(where).content.decode()
    assert len(queries) <= 12
    hands = Hand.objects.counted().count()
    assert f'<td class="field-hands">{hands}</td>' in page
    assert 'class="field-last_evening' in page
    chosen = {"action": "suspend", "_selected_action": [zoe.club_id]}
    assert "Elsewhere is suspended." in operator.post(where, chosen, follow=True).content.decode()
    assert list(Club.objects.filter(suspended=True)) == [zoe.club]
    assert (
        "Elsewhere is no longer suspended."
        in operator.post(where, chosen | {"action": "resume"}, follow=True).content.decode()
    )


def test_directors_suspend_nothing_in_the_admin_site(ada: Membership, client_of: Any) -> None:
    where = reverse("admin:club_club_changelist")
    page = client_of(ada).get(where).content.decode()
    assert "field-hands" not in page
    client_of(ada).post(where, {"action": "suspend", "_selected_action": [ada.club_id]})
    assert not Club.objects.filter(suspended=True).exists()


def test_an_operator_adds_a_club_in_the_admin_site_and_gets_its_set_up_link(operator: Client, ada: Membership) -> None:
    add = reverse("admin:club_club_add")
    page = operator.post(add, {"name": "Nord"}, follow=True)
    path = setup_path(Club.objects.get(name="Nord"))
    assert f"http://testserver{path}" in page.content.decode()
    assert f"http://testserver{path}" in operator.post(add, {"name": "nord"}, follow=True).content.decode()
    taken = operator.post(add, {"name": ada.club.name}, follow=True)
    assert "There is a club of this name already." in taken.content.decode()
    assert Club.objects.count() == 2
    assert not LogEntry.objects.exists()


def test_directors_add_no_club(ada: Membership, client_of: Any) -> None:
    assert client_of(ada).get(reverse("admin:club_club_add")).status_code == 403
    assert client_of(ada).post(reverse("admin:club_club_add"), {"name": "Nord"}).status_code == 403
    assert Club.objects.count() == 1


# Logins of several clubs


@pytest.fixture
def shared(full: Club, zoe: Membership) -> User:
    """Ada of the demo club, who also keeps scores in Zoé's club, and did something there."""
    user = User.objects.get(username="ada")
    MembershipFactory(club=zoe.club, user=user, role=Role.SCORER)
    add_player(zoe.club, "Emil", by=user)
    return user


@pytest.mark.postgres
def test_the_file_of_a_club_has_no_rights_in_another_and_deleting_it_leaves_them(
    shared: User, full: Club, zoe: Membership, tmp_path: Path
) -> None:
    there = shared.memberships.get(club=zoe.club)
    path = tmp_path / "demo.club.gz"
    command("export", full.name, str(path), "--passwords")
    with gzip.open(path, "rt") as file:
        content = file.read()
    assert str(there.pk) not in content
    assert str(zoe.club_id) not in content
    assert "zoe" not in content
    command("delete", full.name, "--yes")
    shared.refresh_from_db()
    assert (shared.username, shared.is_active, shared.is_staff) == ("ada", True, False)
    assert list(shared.memberships.all()) == [there]
    assert set(User.objects.values_list("username", flat=True)) == {"ada", "zoe"}
    assert list(all_faults()) == []


def test_a_deleted_club_leaves_no_name_of_who_acted_elsewhere_and_left(
    shared: User, full: Club, zoe: Membership
) -> None:
    delete_login(shared.memberships.get(club=zoe.club), by=zoe.user)
    command("delete", full.name, "--yes")
    shared.refresh_from_db()
    assert (shared.username, shared.is_active) == ("N.N.1", False)
    assert Revision.objects.get(kind="player").actor_id == shared.pk


@pytest.mark.postgres
def test_whoever_imports_can_say_that_a_login_is_here_already(
    shared: User, full: Club, zoe: Membership, tmp_path: Path
) -> None:
    path = tmp_path / "demo.club.gz"
    command("export", full.name, str(path), "--passwords")
    before = content_of(path)
    command("delete", full.name, "--yes")
    User.objects.filter(pk=shared.pk).update(username="ada-815", password="!that of another server")

    said = command("import", str(path), "--login", "ada=ADA-815")

    assert "is called" not in said
    shared.refresh_from_db()
    assert (shared.username, shared.is_staff, shared.password) == ("ada-815", True, "!that of another server")
    assert set(shared.memberships.values_list("club", "role")) == {(full.pk, "director"), (zoe.club_id, "scorer")}
    assert Revision.objects.filter(club_id=full.pk, actor_id=shared.pk).exists()
    assert list(all_faults()) == []
    command("export", full.name, str(tmp_path / "again.gz"), "--passwords")
    after = content_of(tmp_path / "again.gz")
    assert len(after["club.membership"]) == len(before["club.membership"])


@pytest.mark.postgres
def test_a_session_of_a_login_that_is_here_already_ends_with_the_move_unless_its_password_is_the_same(
    full: Club, client_of: Any, zoe: Membership, tmp_path: Path
) -> None:
    """The phones at the tables go on in any case. The director logs in with the password of this server."""
    table = Table.objects.filter(state=Table.State.OPEN, has_occasion=False).first()
    assert table
    phone, ada = Client(), client_of(full.memberships.get(user__username="ada"))
    phone.post(phones.path_of(table, phones.Link.ENTRY))
    path, roster = tmp_path / "demo.club.gz", reverse("club:players", args=[full.pk])
    command("export", full.name, str(path), "--sessions")
    command("delete", full.name, "--yes")
    Session.objects.all().delete()
    User.objects.filter(pk=zoe.user_id).update(password=make_password("another"))

    command("import", str(path), "--login", "ada=zoe")

    assert phone.get(reverse("play:table", args=[table.pk])).status_code == 200
    assert ada.get(roster).status_code == 302
    zoe.user.refresh_from_db()
    assert client_of(zoe).get(roster).status_code == 200


@pytest.mark.parametrize(
    ("logins", "said"),
    [
        (["ada=nobody"], "There is no login nobody"),
        (["nobody=zoe"], "The club has no login nobody"),
        (["ada=zoe", "demo=zoe"], "cannot both be zoe"),
        (["ada"], "LOGIN=HERE"),
    ],
)
def test_a_login_that_is_not_there_imports_nothing(
    logins: list[str], said: str, full: Club, file: Path, zoe: Membership
) -> None:
    command("delete", full.name, "--yes")
    with pytest.raises(CommandError, match=said):
        command("import", str(file), *(part for login in logins for part in ("--login", login)))
    assert list(Club.objects.all()) == [zoe.club]
    assert list(zoe.user.memberships.all()) == [zoe]


def test_a_blocked_login_of_an_older_file_stays_blocked(full: Club, file: Path) -> None:
    lines = lines_of(file)
    head = line_of(lines, "club.membership")
    place, column = lines.index(head), head["columns"].index("active")
    del head["columns"][column]
    for line in lines[place + 1 :]:
        if isinstance(line, dict):
            break
        del line[column]
    logins = line_of(lines, "club.user")
    boris = next(line for line in lines[lines.index(logins) + 1 :] if "boris" in line)
    boris[logins["columns"].index("is_active")] = False
    rewrite(file, lines)
    command("delete", full.name, "--yes")
    command("import", str(file))
    active = dict(Membership.objects.values_list("user__username", "active"))
    assert not active.pop("boris")
    assert all(active.values())
    assert not User.objects.get(username="boris").is_active


@pytest.mark.parametrize("taken", [True, False])
def test_a_host_name_comes_along_unless_it_is_taken(taken: bool, full: Club, zoe: Membership, tmp_path: Path) -> None:
    path = tmp_path / "demo.club.gz"
    set_host(full, "demo.example")
    command("export", full.name, str(path))
    command("delete", full.name, "--yes")
    if taken:
        set_host(zoe.club, "demo.example")
    said = command("import", str(path))
    assert ("Its host name demo.example is taken here" in said) == taken
    assert Club.objects.get(pk=full.pk).host == (None if taken else "demo.example")


def test_a_link_to_join_goes_on_with_the_same_secret_key(
    full: Club, zoe: Membership, client_of: Any, tmp_path: Path
) -> None:
    path, link = tmp_path / "demo.club.gz", joining.make_link(full, Role.MEMBER, by=None)
    command("export", full.name, str(path))
    command("delete", full.name, "--yes")
    command("import", str(path))
    assert client_of(zoe).post(joining.path_of(link)).status_code == 302
    assert full.memberships.get(user=zoe.user).role == Role.MEMBER


def test_in_the_only_club_of_a_site_the_name_of_a_superuser_is_taken(operator: Client) -> None:
    path = command("add", "Nord").splitlines()[0]
    assert "A number is added to it" not in Client().get(path).content.decode()
    refused = Client().post(path, FORM | {"username": "Operator"})
    assert (refused.status_code, refused.context["form"].errors["username"]) == (422, ["This login is taken."])
    assert Client().post(path, FORM).status_code == 302
    assert User.objects.filter(username="nora").exists()
    command("add", "Süd")
    assert "A number is added to it" in Client().get(setup_path(Club.objects.get(name="Süd")) or "").content.decode()
