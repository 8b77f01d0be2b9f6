"""No field of a form trusts that a value is a number."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from scorer.club.models import Club, Membership
from scorer.play.table_context import TableContext
from scorer.registry import GameConfig
from tests.contract.conftest import form_data, sheet_of
from tests.factories import make_table

BAD = {"9" * 5000: ("play:preview", "play:record"), "x": ("play:record",)}
"""Values, and where they are posted. Python refuses to parse numbers of more than 4,300 digits."""


@pytest.mark.parametrize(("bad", "pages"), BAD.items(), ids=("digits", "letter"))
def test_a_bad_value_in_any_field_is_no_server_error(
    bad: str,
    pages: tuple[str, ...],
    game: GameConfig,
    seats: int,
    club: Club,
    boris: Membership,
    client_of: Callable[[Membership], Client],
) -> None:
    table = make_table(club, game, seats=seats)
    table_context, browser = TableContext(table), client_of(boris)
    entries = [
        *sheet_of(game, table_context.variant, table_context.size, 5),
        *(example.entry for example in game.rules.EXAMPLES),
    ]
    for way in game.entry_forms.values():
        form = way(table_context=table_context)
        shown = next((entry for entry in entries if way.can_show(entry)), None)
        whole = form_data(game, shown, form) if shown else {}
        for name in {*form.fields, *whole}:
            data = whole | {"key": name[:40], "way": way.way, "seen": "all", name: bad}
            for page in pages:
                answer = browser.post(reverse(page, args=[table.pk]), data)
                assert answer.status_code in {200, 302, 409, 422}, (way, page, name)
