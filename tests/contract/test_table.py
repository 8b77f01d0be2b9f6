"""What every game does at the table, as the browser and the ledger see it."""

from collections.abc import Callable
from dataclasses import fields, replace
from html import unescape
from typing import Any, Literal, get_args, get_origin, get_type_hints
from urllib.parse import urlencode

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import Sum
from django.forms.widgets import ChoiceWidget
from django.http import QueryDict
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags
from pytest_django import DjangoAssertNumQueries

from scorer.audit.check import faults
from scorer.club.models import Club, Membership
from scorer.history.models import Revision
from scorer.play import services
from scorer.play.models import Hand, Score, Seat, Table
from scorer.play.selectors.shares import shares_of
from scorer.play.table_context import TableContext
from scorer.registry import GameConfig
from scorer.scoring import ResultUnit, dump
from scorer.transfer.bulk import WholeTable, write_tables
from tests.contract.conftest import form_data, same, sheet_of
from tests.factories import make_table
from tests.totals import totals_by_position

pytestmark = pytest.mark.usefixtures("caches")

cold_only = pytest.mark.parametrize("caches", ["cold"])
"""For tests that count queries, since a cached sheet takes fewer."""

LogIn = Callable[[Membership], Client]
HTMX = {"HTTP_HX_REQUEST": "true"}


def table_with(
    club: Club, game: GameConfig, hands: int, preset: str | None = None, *, seats: int | None = None
) -> Table:
    variant = game.rules.PRESETS[preset or game.default_variant]
    table = make_table(club, game, variant=variant, seats=seats)
    for entry in sheet_of(game, variant, table.size, hands):
        services.record_hand(table, entry, by=None, key=None)
    return table


def ask(table: Table, entry: Any) -> dict[str, Any]:
    """Return the form that a browser would get now, filled in with an entry."""
    table_context = TableContext(table)
    return form_data(table_context.game, entry, table_context.game.form_class(None)(table_context=table_context))


def save(client: Client, table: Table, entry: Any, **extra: Any) -> Any:
    data = ask(table, entry) | {"seen": all_warnings(table, entry)} | extra
    return client.post(reverse("play:record", args=[table.pk]), data)


def all_warnings(table: Table, entry: Any) -> str:
    return " ".join({warning.code for warning in TableContext(table).warnings(entry)})


def stored(hand: Hand) -> Any:
    return hand.table.config.hand_model.objects.get(hand=hand).entry


def shown_by_position(table: Table) -> dict[int, int]:
    """Return what the head of the sheet shows: the points, those of the current game, or what a record says."""
    rules, variant = table.config.rules, table.read_variant()
    match rules.result_unit(variant):
        case ResultUnit.RECORD:
            return dict(table.seats.values_list("position").annotate(Sum("result")).order_by())
        case ResultUnit.GAMES:
            hands = table.config.hand_model.objects.for_table(table).filter(hand__voided=False)
            carry = rules.replay([detail.entry for detail in hands], variant, table.size)[-1].carry
            return dict(enumerate(rules.current_points(carry, table.size), start=1))
    return totals_by_position(table)


def assert_page_shows_the_ledger(client: Client, table: Table) -> str:
    page = client.get(reverse("play:table", args=[table.pk]))
    totals, sides = shown_by_position(table), table.config.rules.sides(table.size)
    assert [total.points for total in page.context["totals"]] == [totals.get(side[0], 0) for side in sides]
    return str(page.content.decode())


@pytest.mark.postgres
def test_every_entry_survives_the_database_written_hand_by_hand_or_at_once(
    game: GameConfig, preset: str, seats: int, club: Club
) -> None:
    by_hand = table_with(club, game, 30, preset, seats=seats)
    variant = game.rules.PRESETS[preset]
    entries = sheet_of(game, variant, by_hand.size, 30)
    assert [detail.entry for detail in game.hand_model.objects.for_table(by_hand)] == entries
    assert list(faults(by_hand)) == []
    assert game.table_model.objects.get(table=by_hand).variant == variant

    at_once = Table(club=club, season=by_hand.season, game=game.slug, number=2, size=by_hand.size, first_dealer=1)
    seats = [Seat(table=at_once, position=seat.position, player=seat.player) for seat in by_hand.seats.all()]
    lines = [
        (Hand(table=at_once, number=hand.number, dealer=hand.dealer, entered_at=hand.entered_at), stored(hand))
        for hand in by_hand.hands.all()
    ]
    write_tables([WholeTable(at_once, variant, seats, lines)], by=None)

    def told(table: Table) -> list[Any]:
        scores = Score.objects.filter(table=table)
        return [
            sorted(
                scores.values_list("hand__number", "seat__position", "points", "played", "player", "season", "game")
            ),
            list(table.hands.values_list("number", "kind", "dealer", "entered_at")),
            [detail.entry for detail in game.hand_model.objects.for_table(table)],
            game.table_model.objects.get(table=table).variant,
        ]

    assert told(at_once) == told(by_hand)
    assert list(faults(at_once)) == []


@pytest.mark.postgres
def test_a_table_keeps_its_house_rules(game: GameConfig, preset: str, club: Club) -> None:
    """Those of a preset, and with each other choice."""
    usual, table = game.rules.PRESETS[preset], make_table(club, game)
    hints = get_type_hints(game.rules.Variant)
    for field in fields(usual):
        hint = hints[field.name]
        choices = {True, False} if hint is bool else {*get_args(hint)}
        if hint is int or int in choices:
            limits = {field.metadata[name] for name in ("min", "max") if name in field.metadata}
            choices = choices - {int, type(None)} | limits
        for choice in choices | {getattr(usual, field.name)}:
            variant = replace(usual, **{field.name: choice})
            game.table_model.from_variant(table, variant).save()
            assert game.table_model.objects.get(table=table).variant == variant


@pytest.mark.postgres
def test_the_database_refuses_a_choice_that_no_house_rule_has(game: GameConfig, preset: str, club: Club) -> None:
    table = make_table(club, game, variant=game.rules.PRESETS[preset])
    for name, hint in get_type_hints(game.rules.Variant).items():
        if get_origin(hint) is Literal:
            with pytest.raises(IntegrityError, match=f"{game.slug}_{name}_known"), transaction.atomic():
                game.table_model.objects.filter(table=table).update(**{name: "?"})


def test_a_sheet_on_paper_is_fetched_beside_the_usual_one_and_drawn_by_no_save(
    game: GameConfig, preset: str, club: Club, boris: Membership, client_of: LogIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, client, variant = table_with(club, game, 3, preset), client_of(boris), game.rules.PRESETS[preset]
    has_paper, address = game.rules.has_paper(variant), reverse("play:paper", args=[table.pk])
    page = client.get(reverse("play:table", args=[table.pk])).content.decode()
    assert ('id="view-paper"' in page) == has_paper
    paper = client.get(address, **HTMX).content.decode()
    assert ("<table" in paper) == has_paper == bool(paper.strip())
    table.refresh_from_db()
    *_before, following = sheet_of(game, variant, table.size, 4)
    typed = ask(table, following) | {"seen": all_warnings(table, following)}
    monkeypatch.setattr(game.rules, "on_paper", None)
    saved = client.post(reverse("play:record", args=[table.pk]), typed, **HTMX)
    changed = client.get(reverse("play:changes", args=[table.pk]), {"since": table.version}, **HTMX)
    for response in (saved, changed):
        assert response.status_code == 200
        assert (f'hx-get="{address}"' in response.content.decode()) == has_paper


def test_a_hand_typed_into_the_form_is_the_hand_on_the_sheet(
    game: GameConfig, preset: str, seats: int, club: Club, boris: Membership, client_of: LogIn
) -> None:
    variant = game.rules.PRESETS[preset]
    table = make_table(club, game, variant=variant, seats=seats)
    client = client_of(boris)
    for number, entry in enumerate(sheet_of(game, variant, table.size, 12), start=1):
        response = save(client, table, entry)
        assert response.status_code == 302, response.content.decode()
        hand = table.hands.get(number=number)
        assert same(stored(hand), entry)
        assert hand.entered_by == boris.user
    assert list(faults(table)) == []


def test_the_preview_shows_the_points_before_they_are_saved(
    game: GameConfig, preset: str, seats: int, club: Club, boris: Membership, client_of: LogIn
) -> None:
    variant = game.rules.PRESETS[preset]
    table = make_table(club, game, variant=variant, seats=seats)
    client = client_of(boris)
    for entry in sheet_of(game, variant, table.size, 5):
        page = client.post(reverse("play:preview", args=[table.pk]), ask(table, entry), **HTMX)
        assert page.status_code == 200
        for share in shares_of(TableContext(table), TableContext(table).sheet.outcome(entry)):
            for text, _points in share.reasons if not share.mirrors else ():
                assert text in page.content.decode().replace("&#x27;", "'").replace("&amp;", "&")
    assert not table.hands.exists()


def test_an_empty_form_gets_an_error_for_each_field(
    game: GameConfig, seats: int, club: Club, boris: Membership, client_of: LogIn
) -> None:
    table = make_table(club, game, seats=seats)
    response = client_of(boris).post(reverse("play:record", args=[table.pk]), {"key": "k", "number": 1, "layout": 1})
    assert response.status_code == 422
    assert response.context["form"].errors
    assert not table.hands.exists()


@pytest.mark.postgres
def test_the_same_form_posted_twice_saves_one_hand(
    game: GameConfig, seats: int, club: Club, boris: Membership, client_of: LogIn
) -> None:
    table = make_table(club, game, seats=seats)
    entry = sheet_of(game, game.rules.PRESETS[game.default_variant], table.size, 1)[0]
    client = client_of(boris)
    data = ask(table, entry) | {"seen": all_warnings(table, entry)}
    url = reverse("play:record", args=[table.pk])
    assert client.post(url, data).status_code == 302
    assert client.post(url, data).status_code == 302
    assert client.post(url, data, **HTMX).status_code == 200
    assert table.hands.count() == 1


@pytest.mark.postgres
def test_two_devices_with_the_same_number_lose_nothing(
    game: GameConfig, seats: int, club: Club, ada: Membership, boris: Membership, client_of: LogIn
) -> None:
    table = make_table(club, game, seats=seats)
    first, second = sheet_of(game, game.rules.PRESETS[game.default_variant], table.size, 2)
    of_ada = ask(table, first) | {"seen": all_warnings(table, first)}
    of_boris = ask(table, second) | {"seen": all_warnings(table, second)}
    url = reverse("play:record", args=[table.pk])
    assert client_of(ada).post(url, of_ada, **HTMX).status_code == 200

    overtaken = client_of(boris).post(url, of_boris, **HTMX)

    assert overtaken.status_code == 409
    assert "ada" in overtaken.content.decode()
    form = overtaken.context["form"]
    assert form.entry == second
    assert int(form["number"].value()) == 2
    assert table.hands.count() == 1
    again = of_boris | {name: form[name].value() for name in ("key", "number", "layout")}
    again["seen"] = all_warnings(table, second)
    assert client_of(boris).post(url, again, **HTMX).status_code == 200
    assert [stored(hand) for hand in table.hands.all()] == [first, second]


@pytest.mark.postgres
def test_correcting_hand_3_changes_every_total(
    game: GameConfig, preset: str, seats: int, club: Club, ada: Membership, client_of: LogIn
) -> None:
    table = table_with(club, game, 6, preset, seats=seats)
    variant = game.rules.PRESETS[preset]
    other = sheet_of(game, variant, table.size, 9, seed=7)[-1]
    hand = table.hands.get(number=3)
    before = stored(hand)
    url = reverse("play:correct", args=[table.pk, 3])
    client = client_of(ada)
    form = client.get(url).context["form"]
    data = form_data(game, other, form) | {"why": "typed wrong", "seen": "x"}
    response = client.post(url, data)
    if response.status_code == 422:  # a warning asks for a second look; it has been shown now
        data["seen"] = response.context["seen"]
        response = client.post(url, data)

    assert response.status_code == 302
    assert same(stored(hand), other)
    assert list(faults(table)) == []
    entries = [detail.entry for detail in game.hand_model.objects.for_table(table)]
    due = [
        sum(points) for points in zip(*(o.points for o in game.rules.replay(entries, variant, table.size)), strict=True)
    ]
    assert [totals_by_position(table).get(seat, 0) for seat in range(1, table.size + 1)] == due
    change = Revision.objects.get(kind="hand", object_id=hand.pk, action="correct")
    assert (change.actor_id, change.why) == (ada.user.pk, "typed wrong")
    assert change.before["entry"] == dump(before)
    assert change.after["entry"] == dump(other)
    assert "typed wrong" in assert_page_shows_the_ledger(client, table)


def test_a_correction_needs_a_reason(
    game: GameConfig, seats: int, club: Club, ada: Membership, client_of: LogIn
) -> None:
    table = table_with(club, game, 2, seats=seats)
    url = reverse("play:correct", args=[table.pk, 1])
    client = client_of(ada)
    other = stored(table.hands.get(number=2))
    data = form_data(game, other, client.get(url).context["form"])
    data["seen"] = " ".join(game.labels.PROBLEMS)
    response = client.post(url, data)
    assert response.status_code == 422
    assert response.context["why"].errors["reason"]
    assert same(response.context["form"].entry, other)


def test_a_hand_is_voided_and_restored(
    game: GameConfig, preset: str, seats: int, club: Club, ada: Membership, client_of: LogIn
) -> None:
    table = table_with(club, game, 5, preset, seats=seats)
    before = totals_by_position(table)
    client = client_of(ada)
    client.post(reverse("play:void", args=[table.pk, 2]), {"why": "misdeal"})

    hand = table.hands.get(number=2)
    assert hand.voided
    assert not Score.objects.filter(hand=hand).exists()
    assert list(faults(table)) == []
    assert_page_shows_the_ledger(client, table)
    client.post(reverse("play:void", args=[table.pk, 2]))
    client.post(reverse("play:restore", args=[table.pk, 2]))
    assert totals_by_position(table) == before
    assert_page_shows_the_ledger(client, table)
    assert [r.action for r in Revision.objects.of("hand", hand.pk)] == ["record", "void", "restore"]


def test_the_last_hand_can_be_undone_and_keeps_its_values(
    game: GameConfig, seats: int, club: Club, boris: Membership, client_of: LogIn
) -> None:
    table = table_with(club, game, 3, seats=seats)
    client = client_of(boris)
    assert client.post(reverse("play:undo", args=[table.pk, 2])).status_code == 409
    assert client.post(reverse("play:undo", args=[table.pk, 3])).status_code == 302
    hand = table.hands.get(number=3)
    assert hand.voided
    assert stored(hand)
    assert services.next_number(table) == 4
    assert_page_shows_the_ledger(client, table)


@pytest.mark.postgres
def test_an_adjustment_is_a_line_of_its_own(
    game: GameConfig, seats: int, club: Club, boris: Membership, client_of: LogIn
) -> None:
    table = table_with(club, game, 2, seats=seats)
    before = totals_by_position(table)
    client = client_of(boris)
    url = reverse("play:adjust", args=[table.pk])
    form = client.get(url).context["form"]
    data = {name: form[name].value() for name in ("key", "number", "layout")} | {"points_0": "-30", "why": "a revoke"}
    assert client.post(url, data).status_code == 302

    side = game.rules.sides(table.size)[0]
    after = totals_by_position(table)
    for seat in range(1, table.size + 1):
        assert after.get(seat, 0) - before.get(seat, 0) == (-30 if seat in side else 0)
    assert table.hands.get(number=3).kind == "adjustment"
    assert list(faults(table)) == []
    assert "a revoke" in assert_page_shows_the_ledger(client, table)


def test_a_director_finds_a_hand_in_the_admin_and_corrects_it_there(
    game: GameConfig, seats: int, club: Club, ada: Membership, client_of: LogIn
) -> None:
    table = table_with(club, game, 6, seats=seats)
    client = client_of(ada)
    first, second = (stored(table.hands.get(number=number)) for number in (1, 2))
    page = f"admin:{game.slug}_{game.slug}hand"
    address = reverse(f"{page}_change", args=[table.hands.get(number=1).pk])
    assert address in client.get(reverse(f"{page}_changelist")).content.decode()
    for entry in (first, second):
        data = form_data(game, entry, client.get(address).context["form"])
        data |= {"why": "typed wrong", "seen": " ".join(game.labels.PROBLEMS)}
        answer = client.post(address, data)
        if entry is second:  # the first one is there already and changes nothing
            answer = client.post(address, data | {"confirm": answer.context["fingerprint"]})
        assert answer.status_code == 302
        assert same(stored(table.hands.get(number=1)), entry)
    assert list(faults(table)) == []
    assert_page_shows_the_ledger(client, table)


def test_a_save_returns_the_sheet_as_it_left_it(
    game: GameConfig, seats: int, club: Club, ada: Membership, client_of: LogIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other phones save the next two hands before the response is rendered."""
    table = table_with(club, game, 2, seats=seats)
    table.refresh_from_db()
    first, second, third = sheet_of(game, game.rules.PRESETS[game.default_variant], table.size, 5)[2:]
    data = ask(table, first) | {"seen": all_warnings(table, first)}
    left: dict[int, int] = {}
    record = services.record_hand

    def record_in_a_hurry(*args: Any, **kwargs: Any) -> services.Saved:
        saved = record(*args, **kwargs)
        left.update(totals_by_position(table))
        record(table, second, by=None, key=None)
        record(table, third, by=None, key=None)
        return saved

    monkeypatch.setattr("scorer.play.services.saving.record_hand", record_in_a_hurry)
    answer = client_of(ada).post(reverse("play:record", args=[table.pk]), data, **HTMX)

    (row,) = answer.context["rows"]
    sides = game.rules.sides(table.size)
    assert (row.hand.number, same(row.entry, first)) == (3, True)
    assert list(row.running) == [left.get(side[0], 0) for side in sides]
    assert [total.points for total in answer.context["totals"]] == list(row.running)
    assert answer.context["form"]["number"].value() == 4
    assert f'data-version="{table.version + 1}"' in answer.content.decode()


@cold_only
def test_a_page_takes_as_many_queries_for_12_hands_as_for_3(
    game: GameConfig,
    seats: int,
    club: Club,
    ada: Membership,
    client_of: LogIn,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    limits = {"table": 14, "correct": 13, "rules": 9, "hand": 15}
    own = len(game.hand_model._meta.related_objects)  # tables that refer to the game's hands, each read once per page
    client = client_of(ada)
    counts: dict[str, list[int]] = {page: [] for page in limits}
    for hands in (3, 12):
        table = table_with(club, game, hands, seats=seats)
        services.correct_hand(
            table.hands.get(number=1), stored(table.hands.get(number=2)), by=ada.user, why="typed wrong"
        )
        for page, limit in limits.items():
            args = [table.pk, 2] if page in ("hand", "correct") else [table.pk]
            services.close_table(table, by=None) if page == "hand" else None
            with django_assert_max_num_queries(limit + own) as asked:
                assert client.get(reverse(f"play:{page}", args=args)).status_code == 200
            counts[page].append(len(asked))
    assert {page: few for page, (few, _many) in counts.items()} == {page: many for page, (_few, many) in counts.items()}


@cold_only
@pytest.mark.postgres
def test_a_save_takes_as_many_queries_on_a_long_sheet_as_on_a_short_one(
    game: GameConfig,
    seats: int,
    club: Club,
    boris: Membership,
    client_of: LogIn,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    client = client_of(boris)
    variant = game.rules.PRESETS[game.default_variant]
    counts = []
    own = 3 * len(game.hand_model._meta.related_objects)  # tables that refer to the game's hands: two reads and a write
    telling = 1 if connection.vendor == "postgresql" else 0  # PostgreSQL notifies the other processes
    for hands in (3, 12):
        table = table_with(club, game, hands, seats=seats)
        entry = sheet_of(game, variant, table.size, hands + 1)[-1]
        data = ask(table, entry) | {"seen": all_warnings(table, entry)}
        with django_assert_max_num_queries(21 + own + telling) as asked:
            assert client.post(reverse("play:record", args=[table.pk]), data, **HTMX).status_code == 200
        counts.append(len(asked))
    assert counts[0] == counts[1]


@cold_only
def test_a_hand_typed_into_a_form_for_a_later_hand_is_saved_in_its_turn(
    game: GameConfig,
    seats: int,
    club: Club,
    boris: Membership,
    client_of: LogIn,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    client = client_of(boris)
    variant = game.rules.PRESETS[game.default_variant]
    for hands in (0, 3):
        table = table_with(club, game, hands, seats=seats)
        with django_assert_max_num_queries(11 + len(game.hand_model._meta.related_objects)):
            forms = client.get(reverse("play:ahead", args=[table.pk])).context["forms"]
        assert [form["number"].value() for form in forms] == list(range(hands + 2, hands + 14))
        assert len({form["key"].value() for form in forms}) == len(forms)
        typed = sheet_of(game, variant, table.size, hands + 2)
        services.record_hand(table, typed[-2], by=None, key=None)
        data = form_data(game, typed[-1], forms[0]) | {"seen": all_warnings(table, typed[-1])}
        assert client.post(reverse("play:record", args=[table.pk]), data, **HTMX).status_code == 200
        assert same(stored(table.hands.get(number=hands + 2)), typed[-1])


def test_the_rules_page_prints_the_scored_examples(
    game: GameConfig, preset: str, club: Club, ada: Membership, client_of: LogIn
) -> None:
    page = client_of(ada).get(reverse("play:game_rules", args=[club.pk, game.slug]), {"preset": preset})
    assert page.status_code == 200
    assert page.context["variant"] == game.rules.PRESETS[preset]
    shown = unescape(page.content.decode())
    assert any(example.caption in shown for example in game.rules.EXAMPLES if example.variant == preset)


def test_each_side_sees_every_hand_from_its_own_point_of_view(
    game: GameConfig, seats: int, club: Club, boris: Membership, client_of: LogIn
) -> None:
    table = table_with(club, game, 4, seats=seats)
    services.void_hand(table.hands.get(number=2), by=None)
    client = client_of(boris)
    sheet = client.get(reverse("play:table", args=[table.pk])).context["rows"]
    for place, (side, _name) in enumerate(TableContext(table).sides):
        page = client.get(reverse("play:own", args=[table.pk, side[0]]))
        rows = page.context["rows"]
        assert [row.points for row in rows] == [row.points[place : place + 1] for row in sheet]
        assert [row.running for row in rows] == [row.running[place : place + 1] for row in sheet]
        assert [total.points for total in page.context["totals"]] == [rows[0].running[0]]
        assert page.content.decode().count('<td class="num') == 4
    assert client.get(reverse("play:own", args=[table.pk, table.size + 1])).status_code == 404


def test_what_was_typed_in_half_a_hand_is_said_in_the_words_of_the_form(
    game: GameConfig, seats: int, club: Club
) -> None:
    table = table_with(club, game, 0, seats=seats)
    for entry in sheet_of(game, TableContext(table).variant, table.size, 20):
        data = ask(table, entry)
        form = game.form_class(data["way"])(QueryDict(urlencode(data, doseq=True)), table_context=TableContext(table))
        for field in form.visible_fields():
            chosen = [one for one in field if isinstance(field.field.widget, ChoiceWidget) and one.data["selected"]]
            labels = ", ".join(strip_tags(str(one.choice_label)) for one in chosen if one.data["value"])
            assert labels in {"", "–"} or (str(field.label), labels) in form.words
        raw = [repr(value) for value in data.values() if isinstance(value, list | str)]
        assert not any(one in said for one in raw for _label, said in form.words), form.words
        assert all(label and said for label, said in form.words), form.words
