"""A correction offers the players of its own hand, whoever sits out in the next one."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.doppelkopf.rules import Entry as DoppelkopfEntry
from games.tarot.rules import PRESETS as TAROT
from games.tarot.rules.entry import Entry as TarotEntry
from scorer.club.models import Club, Membership
from scorer.play import services
from tests.factories import make_players, make_table

LogIn = Callable[[Membership], Client]

HANDS = [
    ("doppelkopf", None, DoppelkopfEntry(kind="normal", re=(2, 4), re_augen=150, sitting_out=(1,)), "re"),
    (
        "tarot",
        replace(TAROT["house"], mort=True),
        TarotEntry(kind="taker", taker=2, contract="garde", oudlers=2, points=49.0, sitting_out=(1,)),
        "taker",
    ),
]


@pytest.mark.django_db
@pytest.mark.parametrize(("slug", "variant", "entry", "field"), HANDS, ids=[hand[0] for hand in HANDS])
def test_a_correction_at_a_table_of_five_does_not_offer_whoever_sat_out(
    slug: str, variant: Any, entry: Any, field: str, club: Club, boris: Membership, client_of: LogIn
) -> None:
    table = make_table(club, slug, variant=variant, players=make_players(club, 5))
    services.record_hand(table, entry, by=None, key=None)
    correction, sheet = reverse("play:correct", args=[table.pk, 1]), reverse("play:table", args=[table.pk])
    assert offered(client_of(boris), correction, field) == [2, 3, 4, 5]
    assert offered(client_of(boris), sheet, field) == [1, 3, 4, 5]


def offered(client: Client, address: str, field: str) -> list[int]:
    return [seat for seat, _name in client.get(address).context["form"].fields[field].widget.choices]
