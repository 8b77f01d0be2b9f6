"""Every URL of the site is requested by everybody: who gets a page, and that nobody else writes or learns anything."""

import contextlib
import contextvars
import logging
import re
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from http import HTTPStatus
from typing import Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.sessions.models import Session
from django.db import connection
from django.db.models import Value
from django.db.models.functions import Concat
from django.http import QueryDict
from django.test import Client
from django.urls import NoReverseMatch, get_resolver, reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from pytest_django.fixtures import Settings

from scorer.club.joining import make_link
from scorer.club.models import Club, Membership, Player, Role, User
from scorer.db import lock_timeouts
from scorer.db.ids import LENGTH
from scorer.events.services import create_event, sign_up
from scorer.play import phones, services
from scorer.play.models import Table
from scorer.play.phones import Link
from scorer.registry import all_games
from scorer.standings.models import Championship
from scorer.standings.services import save_championship
from scorer.transfer.models import Import
from tests.architecture.test_rights import names
from tests.contract.conftest import sheet_of
from tests.factories import MembershipFactory, SeasonFactory, UserFactory, make_table
from tests.rollback import rolled_back
from tests.server.test_log import breaks

WHO = ("nobody", "public", "watcher", "phone", "member", "scorer", "director", "stranger")
"""Visitors without a login, of a private and of a public club; phones that joined by a link; the three roles of a
login; and the director of another club."""

# The response to each of WHO: "." is the page, "L" a redirect to the login page, "F" is 403 and "N" is 404.
READ_CLUB, READ_TABLE = "L.LL...N", "L......N"
SCORERS, DIRECTORS = "LLLLF..N", "LLLLFF.N"
WRITE_HANDS, ARRANGE, ANSWER = "LLF.F..N", "LLFFF..N", "LLF.FFFN"
LOGIN, ANYONE = "LLLL....", "........"
ANSWERS = {
    "club:anonymise": DIRECTORS,
    "club:bring_back": SCORERS,
    "club:end_season": DIRECTORS,
    "club:join": "LLLL...F",  # the token is that of a table; whoever belongs to the club is led there
    "club:language": ANYONE,
    "club:leave": "LLLL...N",
    "club:login": ANYONE,
    "club:delete_login": DIRECTORS,
    "club:login_change": DIRECTORS,
    "club:login_link": DIRECTORS,
    "club:logins": DIRECTORS,
    "club:logout": LOGIN,
    "club:lost_password": ANYONE,
    "club:make_membership_link": DIRECTORS,
    "club:new_password": ANYONE,
    "club:password": LOGIN,
    "club:player": SCORERS,
    "club:players": SCORERS,
    "club:roster_file": SCORERS,
    "club:seasons": READ_CLUB,
    "club:settings": DIRECTORS,
    "club:start": LOGIN,
    "club:start_season": DIRECTORS,
    "club:too_large": ANYONE,
    "club:withdraw_membership_link": DIRECTORS,
    "events:add_minutes": DIRECTORS,
    "events:accept_request": DIRECTORS,
    "events:around": READ_TABLE,
    "events:ask": "FFFFFFFF",
    "events:bring_round_back": DIRECTORS,
    "events:call": "LLFNFNNN",  # the table is at no event
    "events:copy": DIRECTORS,
    "events:cancel": DIRECTORS,
    "events:cards": DIRECTORS,
    "events:carried": DIRECTORS,
    "events:come_back": DIRECTORS,
    "events:contestant_link": "FFFFFFFF",  # the token is that of a table, not of an event
    "events:deal_from_paper": "LLLLFFNN",  # no round has started
    "events:delete_rehearsal": DIRECTORS,
    "events:discard_plan": DIRECTORS,
    "events:download": READ_CLUB,
    "events:draw": DIRECTORS,
    "events:end_call": "LLFNFNNN",
    "events:end_round": DIRECTORS,
    "events:enter_late_hand": DIRECTORS,
    "events:event": READ_CLUB,
    "events:events": READ_CLUB,
    "events:end_call_of_station": DIRECTORS,
    "events:finish": DIRECTORS,
    "events:following": DIRECTORS,
    "events:go_back": DIRECTORS,
    "events:go_on_by_paper": DIRECTORS,
    "events:hand_records": "LLLLFFNN",  # the game of this event has none
    "events:hold_round": DIRECTORS,
    "events:refuse_request": DIRECTORS,
    "events:release_round": DIRECTORS,
    "events:remove_minutes": DIRECTORS,
    "events:house_rules": DIRECTORS,
    "events:imagine_round": DIRECTORS,
    "events:calendar": "FFFFFFFF",
    "events:invitation": DIRECTORS,
    "events:join": "FFFFFFFF",  # the token is that of a table
    "events:let_in": DIRECTORS,
    "events:match_partners": DIRECTORS,
    "events:remove_applicant": DIRECTORS,
    "events:add_late_contestant": DIRECTORS,
    "events:leave": DIRECTORS,
    "events:create": DIRECTORS,
    "events:line_up": "LLLLFFNN",  # no teams compete in this event
    "events:name_winner": "LLLLFFNN",  # this event is no knock-out
    "events:match": "LNLLNNNN",  # no teams compete in this event
    "events:matches": "LNLLNNNN",
    "events:make_final": DIRECTORS,
    "events:movement": READ_CLUB,
    "events:next_session": DIRECTORS,
    "events:own_deal": "FFFFFFFF",
    "events:own_line_up": "FFFFFFFF",
    "events:own_match": "FFFFFFFF",
    "events:own_results": "FFFFFFFF",
    "events:other_cards": "LLLLFFNN",  # no hand has been played
    "events:paper": DIRECTORS,
    "events:pause_clock": DIRECTORS,
    "events:people": DIRECTORS,
    "events:contestant": DIRECTORS,
    "events:plan": DIRECTORS,
    "events:own_movement": "LLLLFFNN",  # the game of this event has none
    "events:settings": DIRECTORS,
    "events:prizes": READ_CLUB,
    "events:set_prizes": DIRECTORS,
    "events:squads": DIRECTORS,
    "events:put_aside_late_hand": DIRECTORS,
    "events:renew_links": DIRECTORS,
    "events:replan": DIRECTORS,
    "events:resume_clock": DIRECTORS,
    "events:rule_contestant": DIRECTORS,
    "events:rule_result": "LLLLFFNN",  # no hand has been played
    "events:scorecard": READ_CLUB,
    "events:set_deals": DIRECTORS,
    "events:seats": DIRECTORS,
    "events:sections": DIRECTORS,
    "events:screen": READ_CLUB,
    "events:sessions": READ_CLUB,
    "events:sheet_from_paper": "LLLLFFNN",
    "events:sign_off": DIRECTORS,
    "events:sign_off_one": DIRECTORS,
    "events:sign_off_self_signed": DIRECTORS,
    "events:sign_up": DIRECTORS,
    "events:partner": DIRECTORS,
    "events:rehearse": DIRECTORS,
    "events:sign_up_code": DIRECTORS,
    "events:sign_up_list": DIRECTORS,
    "events:spoiled": "LLLLFFNN",
    "events:skip_round": DIRECTORS,
    "events:start_round": DIRECTORS,
    "events:start_without_clock": DIRECTORS,
    "events:station_link": "FFFFFFFF",
    "events:stop_clock": DIRECTORS,
    "events:substitute": DIRECTORS,
    "events:swap": "LLLLFFNN",  # no round has started
    "events:take_back_round": DIRECTORS,
    "events:traveller": READ_CLUB,
    "events:wish": DIRECTORS,
    "events:with_standing": DIRECTORS,
    "events:withdraw_ruling": DIRECTORS,
    "events:without_standing": DIRECTORS,
    "play:accept_all": ANSWER,
    "play:adjust": WRITE_HANDS,
    "play:ahead": READ_TABLE,
    "play:reply": ANSWER,
    "play:ask": WRITE_HANDS,
    "play:cancel": ARRANGE,
    "play:decide": WRITE_HANDS,
    "play:seen": ANSWER,
    "play:changes": READ_TABLE,
    "play:choose": SCORERS,
    "play:close": ARRANGE,
    "play:code": ANYONE,
    "play:confirms": ARRANGE,
    "play:correct": WRITE_HANDS,
    "transfer:data": DIRECTORS,
    "play:entry": WRITE_HANDS,
    "transfer:evenings_template": DIRECTORS,
    "transfer:event_file": DIRECTORS,
    "transfer:event_file_packed": DIRECTORS,
    "transfer:export_packed": DIRECTORS,
    "transfer:export_tables": DIRECTORS,
    "play:game_rules": READ_CLUB,
    "play:hand": READ_TABLE,
    "play:house_rules": SCORERS,
    "transfer:import_evenings": DIRECTORS,
    "transfer:import_results": DIRECTORS,
    "transfer:import_tables": DIRECTORS,
    "play:join": ANYONE,
    "play:open": SCORERS,
    "play:open_several": SCORERS,
    "play:own": READ_TABLE,
    "play:paper": READ_TABLE,
    "play:phones": WRITE_HANDS,
    "play:preview": WRITE_HANDS,
    "play:preview_correction": WRITE_HANDS,
    "play:progress": READ_TABLE,
    "play:put_aside": ARRANGE,
    "play:rate": WRITE_HANDS,
    "play:record": WRITE_HANDS,
    "play:renew_link": ARRANGE,
    "play:reopen": ARRANGE,
    "play:result": READ_TABLE,
    "play:restore": WRITE_HANDS,
    "play:revoke_link": ARRANGE,
    "play:rules": READ_TABLE,
    "transfer:sheet_file": READ_TABLE,
    "play:partners": ARRANGE,
    "play:substitute": ARRANGE,
    "play:table": READ_TABLE,
    "transfer:stored_of_login": DIRECTORS,
    "transfer:stored_of_player": DIRECTORS,
    "transfer:table_file": ARRANGE,
    "transfer:undo_import": DIRECTORS,
    "play:tables": READ_CLUB,
    "play:hands": READ_CLUB,
    "corrections:merge": DIRECTORS,
    "corrections:unmerge": "LLLLFFNN",  # the player has not been merged
    "play:undo": WRITE_HANDS,
    "play:void": WRITE_HANDS,
    "setup:begin": "NNNNNNNN",  # the link has ended, since the site has a club
    "setup:begin_club": "NNNNNNNN",  # likewise, since the club has logins
    "standings:add_championship": DIRECTORS,
    "standings:all_games": READ_CLUB,
    "standings:big_screen": READ_CLUB,
    "standings:board": READ_CLUB,
    "standings:calendar": READ_CLUB,
    "standings:evenings": READ_CLUB,
    "standings:change_championship": DIRECTORS,
    "standings:championship": READ_CLUB,
    "standings:championship_events": READ_CLUB,
    "standings:championship_rule": DIRECTORS,
    "standings:championships": READ_CLUB,
    "standings:delete_championship": DIRECTORS,
    "standings:home": READ_CLUB,
    "standings:invited": "FFFFFFFF",  # the token is that of a table
    "standings:invited_calendar": "FFFFFFFF",
    "standings:renew_evenings_link": DIRECTORS,
    "standings:head_to_head": READ_CLUB,
    "standings:honours": READ_CLUB,
    "standings:link": DIRECTORS,
    "standings:own": "FFFFFFFF",  # the token is that of a table
    "standings:own_head_to_head": "FFFFFFFF",
    "standings:own_hide": "FFFFFFFF",
    "standings:leave_out": DIRECTORS,
    "standings:pair_results": "LNLLNNNN",  # the event is not finished
    "standings:player": READ_CLUB,
    "standings:player_statistics": READ_CLUB,
    "standings:statistics": READ_CLUB,
    "standings:player_results": "LNLLNNNN",
}


@dataclass
class Site:
    """A club with a table, and a browser for each of WHO."""

    club: Club
    table: Table
    browsers: dict[str, Client]
    values: dict[str, Any] = field(default_factory=dict)

    def address(self, name: str) -> str:
        space, _colon, view = name.partition(":")
        ((_text, parameters),) = get_resolver(None).namespace_dict[space][1].reverse_dict.getlist(view)[0][0]
        return reverse(name, kwargs={parameter: self.values[parameter] for parameter in parameters})

    def browser(self, who: str) -> Client:
        Club.objects.filter(pk=self.club.pk).update(public=who == "public")
        return self.browsers[who]


@pytest.fixture
def site(club: Club, ada: Membership, boris: Membership, zoe: Membership) -> Site:
    SeasonFactory(club=zoe.club)
    game = all_games()[0]
    table = make_table(club, game)
    for entry in sheet_of(game, game.rules.PRESETS[game.default_variant], table.size, 2):
        services.record_hand(table, entry, by=ada.user, key=None)
    member = MembershipFactory(club=club, user=UserFactory(username="mehmet"), role=Role.MEMBER)
    browsers = {who: Client(raise_request_exception=False) for who in WHO}
    for who, membership in (("member", member), ("scorer", boris), ("director", ada), ("stranger", zoe)):
        browsers[who].force_login(membership.user)
    for who, link in (("watcher", Link.WATCHING), ("phone", Link.ENTRY)):
        assert browsers[who].post(phones.path_of(table, link) or "").status_code == 302
    seat = table.seats.select_related("player").get(position=1)
    event = create_event(
        club, game, name="Tuesday", preset=game.default_variant, comparison="total", rounds=2, per_round=2, by=None
    )
    players = list(Player.objects.filter(seats__table=table).order_by("seats__position"))
    for side in game.rules.sides(table.size):
        sign_up(event, [players[position - 1] for position in side], by=None)
    championship = save_championship(Championship(club=club, name="Cup", season=club.seasons.get()), by=None)
    values = {
        "club_id": club.pk,
        "championship_id": championship.pk,
        "event_id": event.pk,
        "sitting_id": 1,
        "table_id": table.pk,
        "game": game.slug,
        "number": 1,
        "entry": event.contestants.get(number=1).own_entry,
        "other": 2,
        "place": 1,
        "team": 1,
        "key": 1,
        "minutes": 5,
        "station": 1,
        "deal": 1,
        "late": 1,
        "ask": 1,
        "position": 1,
        "kind": "csv",
        "what": "ranking",
        "link": Link.WATCHING,
        "token": (phones.path_of(table, Link.WATCHING) or "").split("/")[-2],
        "player_id": seat.player_id,
        "partner_id": seat.player_id,
        "other_id": table.seats.get(position=2).player_id,
        "season_id": club.seasons.get().pk,
        "import_id": Import.objects.create(club=club).pk,
        "membership_id": boris.pk,
        "link_id": make_link(club, Role.SCORER, by=None).pk,
        "uidb64": urlsafe_base64_encode(force_bytes(ada.user_id)),
    }
    return Site(club, table, browsers, values)


def answer_of(client: Client, path: str, data: dict[str, Any] | None = None) -> str:
    """Return the response as in ANSWERS, to a GET if there are no data."""
    answer = client.get(path) if data is None else client.post(path, data)
    assert answer.status_code < 500, (path, data)
    return meaning_of(answer)


def meaning_of(answer: Any) -> str:
    if answer.streaming:
        b"".join(answer)  # an error in the middle of a response is raised here
    if answer.status_code == 302 and answer["Location"].startswith(reverse("club:login") + "?next="):
        return "L"
    return {401: "L", 403: "F", 404: "N"}.get(answer.status_code, "." if answer.status_code < 500 else "E")


def rows() -> dict[str, Any]:
    """Return everything in the database except sessions."""
    return {
        model._meta.label: list(model._default_manager.order_by("pk").values())
        for model in apps.get_models()
        if model not in {Session, Club}  # which `browser` changes
    }


def test_every_url_is_in_the_list() -> None:
    assert sorted(ANSWERS) == sorted(names())


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgres
def test_everybody_gets_the_page_in_the_list_with_its_own_transactions(site: Site) -> None:
    """Other tests run in one transaction, in which nothing is read-only and no lock is refused."""
    director = site.browser("director")
    answers = {name: director.get(site.address(name)) for name in ANSWERS}
    pages = {name: answer for name, answer in answers.items() if answer.status_code != HTTPStatus.METHOD_NOT_ALLOWED}
    # Who may read a page does not depend on the database, and whether it can be read does not depend on who reads it.
    others = ("phone",) if connection.vendor == "postgresql" else tuple(who for who in WHO if who != "director")
    found = {
        name: {who: answer_of(site.browser(who), site.address(name)) for who in others} | {"director": meaning_of(page)}
        for name, page in pages.items()
    }
    assert found == {name: {who: ANSWERS[name][WHO.index(who)] for who in found[name]} for name in pages}
    assert len(pages) > 35


@pytest.mark.skipif(connection.vendor != "sqlite", reason="where a writer locks more than what it writes")
@pytest.mark.django_db(transaction=True)
def test_every_page_is_served_while_another_process_writes(site: Site) -> None:
    director = site.browser("director")
    due = {name: answers[WHO.index("director")] for name, answers in ANSWERS.items()}

    def read() -> dict[str, str]:
        found = {}
        for name, meaning in due.items():
            lock_timeouts.start_request(read_only=True)
            answer = director.get(site.address(name))
            found[name] = meaning if answer.status_code == HTTPStatus.METHOD_NOT_ALLOWED else meaning_of(answer)
        return found

    with contextlib.closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as process:
        process.execute("BEGIN IMMEDIATE")
        assert contextvars.copy_context().run(read) == due


@pytest.mark.django_db(transaction=True)
def test_every_page_of_the_admin_is_served_with_its_own_transactions(site: Site, zoe: Membership) -> None:
    director = site.browser("director")
    found: dict[str, set[int]] = {}
    for path in admin_addresses(zoe):
        found.setdefault(path.split("/")[-2], set()).add(director.get(path).status_code)
    assert found == {
        "change": {200, 302},
        "delete": {403},
        "history": {302},
        "merge": {200},
        "move": {200},
        "preview": {405},
        "restore": {405},
        "rules": {200},
        "swap": {200},
        "unmerge": {404},
        "void": {405},
    }


UNSEEN = "of-the-login-"


def test_the_name_of_a_login_is_shown_only_to_logins_of_its_club(site: Site) -> None:
    User.objects.update(username=Concat(Value(UNSEEN), "username"))
    director, scorer = User.objects.get(username=f"{UNSEEN}ada"), User.objects.get(username=f"{UNSEEN}boris")
    hand, second = site.table.hands.order_by("number")
    services.correct_hand(hand, all_games()[0].hand_model.objects.get(hand=second).entry, by=scorer, why="misread")
    services.void_hand(hand, by=scorer)
    services.restore_hand(hand, by=director)
    shown = set()
    served = [(who, name) for name in ANSWERS for who, answer in zip(WHO, ANSWERS[name], strict=True) if answer == "."]
    own_pages = {"play:table", "play:hand", "play:changes", "play:own"}
    for who, name in served:
        if name == "club:logout" or (who in {"member", "scorer", "director"} and name not in own_pages):
            continue
        client, path = site.browser(who), site.address(name)
        for ask in (partial(client.get, path, {"since": 1}), partial(client.post, path, {"key": "k"})):
            with rolled_back():
                answer = ask()
            text = b"".join(answer).decode(errors="replace") if answer.streaming else answer.content.decode()
            if f"{UNSEEN}ada" in text or f"{UNSEEN}boris" in text:
                shown.add((who, name))
    assert {who for who, _name in shown} == {"member", "scorer", "director"}
    assert {name for who, name in shown if who == "member"} == own_pages


def test_the_log_has_the_route_of_a_page_and_not_its_url(
    site: Site, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.MIDDLEWARE = [*settings.MIDDLEWARE, f"{breaks.__module__}.{breaks.__name__}"]
    for name in ANSWERS:
        caplog.clear()
        path = site.address(name)
        assert site.browser("director").get(path).status_code == 500
        assert "Internal Server Error: /" in caplog.text
        parts = set(path.split("/")) - {"championships"}  # a word as long as an id
        ids_and_tokens = [part for part in parts if len(part) >= LENGTH and part.isalnum()]
        assert not any(part in caplog.text for part in ids_and_tokens), name


MANY_DIGITS = "9" * 5000
"""Python raises ValueError when it converts more than 4,300 digits."""
FOR_SOME = {
    "name": "x" * 5000,
    "starts": "0000-99-99",
    "username": "\x00",
    "file": "no file",
    "kept": "../../etc/passwd",
    "next": "\x00",
    "language": MANY_DIGITS,
}
"""Values for fields of these names, sent to every URL."""
VALUES: list[Any] = ["\x00", "99999999999999999999"]
"""Values for any field. A database judges these in its own way."""
if connection.vendor == "sqlite":
    VALUES += ["-1", MANY_DIGITS, "𝟙", "NaN", ["1", "' OR 1=1 --"]]
QUERY = {"page": "x", "since": "\x00", "sort": "';--", "season": "9" * 30, "like": "?", "way": "x", "file": "exe"}


@dataclass(frozen=True)
class Address:
    """A URL, the fields of the forms that lead there, and whether it is for posting only, and no page."""

    name: str
    path: str
    fields: set[str]
    only_posted: bool


def field_names(page: Any) -> set[str]:
    """Return the fields of the forms on a page, except in its frame."""
    main = "" if page.streaming else page.content.decode().partition("<main")[2].partition("</main>")[0]
    return set(re.findall(r'name="([\w-]+)"', main)) - {"csrfmiddlewaretoken"}


APPS = [{"events"}, {"play"}, {name.partition(":")[0] for name in ANSWERS} - {"events", "play"}]


def each_address(site: Site, apps: set[str]) -> Iterator[Address]:
    """Yield each URL of these apps."""
    cookies = {who: client.cookies.copy() for who, client in site.browsers.items()}
    at_the_table = field_names(site.browser("director").get(reverse("play:table", args=[site.table.pk])))
    for name in ANSWERS:
        if name.partition(":")[0] in apps:
            path = site.address(name)
            page = site.browser("director").get(path)
            fields = field_names(page) | (at_the_table if path.startswith("/tables/") else set())
            yield Address(name, path, fields, page.status_code == HTTPStatus.METHOD_NOT_ALLOWED)
            for who, client in site.browsers.items():  # somebody may have logged out
                client.cookies = cookies[who].copy()


@pytest.mark.parametrize("apps", APPS)
def test_forms_give_everybody_the_response_in_the_list_and_write_nothing_without_permission(
    apps: set[str], site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.ERROR, "django.request")  # redacting a refusal takes as long as refusing
    before = rows()
    for address in each_address(site, apps):
        for who, answer in zip(WHO, ANSWERS[address.name], strict=True):
            client = site.browser(who)
            if answer != ".":
                for values in [{}, dict.fromkeys(address.fields, "1")] if address.fields else [{}]:
                    found = answer_of(client, address.path, values)
                    assert found == answer or not address.only_posted, (address, who)  # for pages, see the test above
            elif address.only_posted:
                with rolled_back():
                    assert answer_of(client, address.path, {}) == answer, (address, who)
    assert rows() == before


@pytest.mark.postgres
@pytest.mark.parametrize("apps", APPS)
def test_garbage_causes_no_error(apps: set[str], site: Site) -> None:
    for address in each_address(site, apps):
        if "." not in ANSWERS[address.name]:
            continue
        client = site.browser(WHO[ANSWERS[address.name].index(".")])  # the others get the same form
        with rolled_back():
            if connection.vendor == "sqlite":  # without values, a database has nothing to judge
                answer_of(client, address.path, {})
            answer_of(client, address.path, dict.fromkeys(address.fields, "on") | FOR_SOME)
            for value in VALUES if address.fields else []:
                answer_of(client, address.path, dict.fromkeys(address.fields, value))
            assert client.get(address.path, QUERY).status_code < 500


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The names of the values that views have read from a request."""
    found: set[str] = set()

    def spy(how: Callable[..., Any]) -> Callable[..., Any]:
        def looked(data: Any, name: Any, *rest: Any) -> Any:
            found.add(name)
            return how(data, name, *rest)

        return looked

    for how in ("__getitem__", "__contains__", "getlist"):
        monkeypatch.setattr(QueryDict, how, spy(getattr(QueryDict, how)))
    return found


def pages_with_queries(site: Site) -> Iterator[tuple[Client, str]]:
    """Yield every URL, with somebody to whom it is served, and every list of the admin site."""
    for name, answers in ANSWERS.items():
        if "." in answers:
            yield site.browser(WHO[answers.index(".")]), site.address(name)
    for model in admin.site._registry:
        yield (
            site.browser("director"),
            reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist"),
        )


def test_a_very_long_number_in_a_query_string_causes_no_error(site: Site, asked: set[str]) -> None:
    queries = 0
    for client, path in pages_with_queries(site):
        asked.clear()
        client.get(path)
        names = set(asked)
        for name in names:
            assert client.get(path, {name: MANY_DIGITS}).status_code < 500, (path, name)
        queries += len(names)
    assert queries > 100


def admin_addresses(stranger: Membership) -> Iterator[str]:
    """Yield every page of the admin site about an object, for one object of each model that is not the stranger's."""
    others = {stranger, stranger.user, stranger.club, stranger.club.seasons.get()}
    for model, model_admin in admin.site._registry.items():
        label = f"{model._meta.app_label}_{model._meta.model_name}"
        row = next((row for row in model._default_manager.all() if row not in others), None)
        for url in model_admin.urls:
            if row is None or url.name is None or not url.name.startswith(label):
                continue
            try:
                yield reverse(f"admin:{url.name}", args=[row.pk])
            except NoReverseMatch:  # a page about all objects
                continue


def test_the_admin_shows_a_club_only_to_its_directors(site: Site, zoe: Membership) -> None:
    pages = list(admin_addresses(zoe))
    assert len(pages) > 30
    for who in ("nobody", "phone", "member", "scorer", "stranger"):
        client = site.browser(who)
        before = rows()
        for path in pages:
            for answer in (client.get(path), client.post(path, {"post": "yes", "why": "because"})):
                assert answer.status_code in {302, 403, 404, 405}, (who, path)
                if answer.status_code == 302:
                    assert answer["Location"].startswith((reverse("club:login"), reverse("admin:index"))), (who, path)
        assert rows() == before


def test_the_lists_of_the_admin_have_nothing_of_another_club(site: Site) -> None:
    stranger = site.browser("stranger")
    for model in admin.site._registry:
        answer = stranger.get(reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist"))
        if answer.status_code == 200:
            shown = answer.content.decode()
            for text in ("Kartenfreunde", "Chloé", "boris", "mehmet", "Autumn"):
                assert text not in shown, (model, text)
