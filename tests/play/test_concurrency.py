"""Eight people save at the same moment: at one table, where they get conflicts, and in a room of twenty tables."""

import re
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import cycle, islice
from random import Random
from threading import Barrier
from typing import Any, TypeVar

import pytest
from django.core.management import call_command
from django.db import connections
from django.test import Client
from django.urls import reverse

from scorer.club.models import Club, Membership
from scorer.history.models import Revision
from scorer.play import services
from scorer.play.models import Hand, Table
from scorer.play.services import Conflict, Saved
from scorer.play.table_context import TableContext
from scorer.play.views import saving, sheet
from scorer.registry import GameConfig, all_games
from tests.contract.conftest import same, sheet_of
from tests.contract.test_table import HTMX, all_warnings, ask, stored
from tests.factories import make_table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

T = TypeVar("T")

WRITERS = 8
TABLES = 20


def at_once(work: Callable[[int], T]) -> list[T]:
    """Run eight threads that begin together, and return their results. Raise what any of them raises."""
    together = Barrier(WRITERS, timeout=20)

    def run(writer: int) -> T:
        try:
            together.wait()
            return work(writer)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(WRITERS) as pool:
        return list(pool.map(run, range(WRITERS)))


@dataclass(frozen=True)
class Form:
    """A filled-in hand with a key of its own."""

    table: Table
    key: str
    entry: Any


def presets() -> Iterator[tuple[GameConfig, Any]]:
    """Return every variant of every game, including those with memory."""
    for game in all_games():
        for variant in game.rules.PRESETS.values():
            yield game, variant


def with_memory() -> tuple[GameConfig, Any]:
    return next((game, variant) for game, variant in presets() if game.rules.remembers(variant))


def forms_for(table: Table, count: int) -> list[Form]:
    game = table.config
    variant = game.table_model.objects.get(table=table).variant
    return [
        Form(table, f"{table.pk}-{place}", entry)
        for place, entry in enumerate(sheet_of(game, variant, table.size, count))
    ]


def send(form: Form) -> Saved:
    """Save the hand without a number."""
    return services.record_hand(form.table, form.entry, by=None, key=form.key)


def send_numbered(form: Form) -> Saved:
    """Save like a person: with the number of the form, or the next one if somebody was faster."""
    while True:
        try:
            return services.record_hand(
                form.table,
                form.entry,
                by=None,
                key=form.key,
                number=services.next_number(form.table),
                layout=form.table.layout,
            )
        except Conflict as conflict:
            assert conflict.code == "taken"  # noqa: PT017  # any other one would be a bug


def sheet_is_whole(table: Table) -> None:
    """Check that numbers have no gaps, and that each write has one version and one line of the log."""
    numbers = list(table.hands.values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))
    table.refresh_from_db()
    assert table.version == Revision.objects.for_table(table.pk).count()


def each_is_there_once(results: Iterable[tuple[Form, Saved]]) -> None:
    """Check that each form saved one hand, that one of its responses was the first, and that every hand has a form."""
    by_key: dict[str, list[tuple[Form, Saved]]] = {}
    for form, saved in results:
        by_key.setdefault(form.key, []).append((form, saved))
    hands = set()
    for sent in by_key.values():
        form, saved = sent[0]
        assert {other.hand.pk for _form, other in sent} == {saved.hand.pk}
        assert [other.repeated for _form, other in sent].count(False) == 1
        assert not any(other.differs for _form, other in sent)
        hand = Hand.objects.get(pk=saved.hand.pk)
        assert hand.table_id == form.table.pk
        assert same(stored(hand), form.entry)
        hands.add(hand.pk)
    assert hands == set(Hand.objects.values_list("pk", flat=True))
    assert len(hands) == len(by_key)
    call_command("check_ledger")


@pytest.mark.parametrize("how", [send, send_numbered])
def test_each_hand_is_saved_once_although_two_phones_send_it(club: Club, how: Callable[[Form], Saved]) -> None:
    game, variant = with_memory()
    table = make_table(club, game, variant=variant)
    forms = forms_for(table, 24)

    def write(writer: int) -> list[tuple[Form, Saved]]:
        return [(form, how(form)) for form in forms[writer // 2 :: WRITERS // 2]]

    each_is_there_once(saved for results in at_once(write) for saved in results)
    assert table.hands.count() == len(forms)
    sheet_is_whole(table)


def test_each_hand_at_twenty_tables_is_saved_once_although_four_phones_send_it(club: Club) -> None:
    kinds = islice(cycle(presets()), TABLES)
    tables = [make_table(club, game, variant=variant) for game, variant in kinds]
    forms = [forms_for(table, 2) for table in tables]

    def write(writer: int) -> list[tuple[Form, Saved]]:
        first = 5 * (writer % 4)
        mine = [of_table[writer // 4] for of_table in forms[first:] + forms[:first]]
        return [(form, how(form)) for form, how in zip(mine, cycle([send, send_numbered]))]

    each_is_there_once(saved for results in at_once(write) for saved in results)
    for table in tables:
        sheet_is_whole(table)


def test_tables_with_one_number_reopened_at_once_get_different_numbers(club: Club) -> None:
    tables = []
    for _ in range(WRITERS):
        tables.append(make_table(club))
        services.close_table(tables[-1], by=None)
    assert {table.number for table in tables} == {1}
    opened = at_once(lambda writer: services.reopen_table(tables[writer], by=None))
    assert sorted(table.number for table in opened) == list(range(1, WRITERS + 1))
    for table in tables:
        sheet_is_whole(table)


def test_hands_are_saved_while_earlier_ones_are_corrected_and_voided(club: Club) -> None:
    """Four threads add hands; four correct the existing ones, each in an order of its own."""
    game, variant = with_memory()
    table = make_table(club, game, variant=variant)
    forms = forms_for(table, 32)
    first, later = forms[:8], forms[8:]
    written = [send(form) for form in first]
    entries = [form.entry for form in forms]

    def write(writer: int) -> int:
        if writer < WRITERS // 2:
            return sum(not send_numbered(form).repeated for form in later[writer :: WRITERS // 2])
        random = Random(writer)  # reproducible
        return sum(change(saved.hand, random) for saved in random.sample(written, len(written)))

    def change(hand: Hand, random: Random) -> bool:
        """Return whether it was saved: somebody else may have been faster with the same hand."""
        services.void_hand(hand, by=None)
        services.restore_hand(hand, by=None)
        hand.refresh_from_db()
        try:
            services.correct_hand(hand, random.choice(entries), by=None, why="typed wrong", basis=hand.version)
        except Conflict as conflict:
            assert conflict.code == "corrected"  # noqa: PT017  # any other one would be a bug
            return False
        return True

    assert all(at_once(write))
    assert table.hands.count() == len(forms)
    sheet_is_whole(table)
    call_command("check_ledger")


@pytest.fixture
def overtaking(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Save the next of the given hands whenever a page has read the first half of what it shows."""

    def overtake(*forms: Form) -> None:
        left = iter(forms)

        class HalfRead(TableContext):
            def __init__(self, *args: Any, **kwargs: Any) -> None:
                super().__init__(*args, **kwargs)
                with ThreadPoolExecutor(1) as other:
                    for form in islice(left, 1):
                        other.submit(send, form).result()
                    other.submit(connections.close_all).result()

        for view in (sheet, saving):
            monkeypatch.setattr(view, "TableContext", HalfRead)

    return overtake


def test_a_page_is_consistent_although_hands_are_saved_while_it_is_read(
    club: Club, boris: Membership, client_of: Callable[[Membership], Client], overtaking: Callable[..., None]
) -> None:
    table = make_table(club)
    first, second, third, fourth, fifth, sixth = forms_for(table, 6)
    client = client_of(boris)
    send(first)

    overtaking(second)
    page = client.get(reverse("play:table", args=[table.pk]))
    assert lines_in(page) == [1]
    assert page.context["form"]["number"].value() == 2
    version = page.context["table"].version

    overtaking(third)
    changed = client.get(reverse("play:changes", args=[table.pk]), {"since": version}, **HTMX)
    assert lines_in(changed) == [2]
    assert changed.context["table"].version == version + 1

    overtaking(fourth, fifth)
    data = ask(table, sixth.entry) | {"seen": all_warnings(table, sixth.entry)}
    answer = client.post(reverse("play:record", args=[table.pk]), data, **HTMX)
    assert answer.status_code == 409
    assert lines_in(answer) == [4, 3, 2, 1]
    assert table.hands.count() == 5


def lines_in(answer: Any) -> list[int]:
    return [int(number) for number in re.findall(r'<tr id="hand-(\d+)"', answer.content.decode())]
