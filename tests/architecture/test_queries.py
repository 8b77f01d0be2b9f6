"""No query of the tests may become one that SQLite refuses for a large club (tests/chains.py)."""

import pytest

from scorer.club.models import Club
from scorer.play.models import Seat
from tests.factories import make_table


def test_prefetching_along_a_foreign_key_is_noticed(club: Club) -> None:
    make_table(club)
    seats = Seat.objects.all()
    assert {seat.player.name for seat in seats.select_related("player")} == {"Ada", "Boris", "Chloé", "Dirk"}
    with pytest.raises(AssertionError, match="chain of OR"):
        list(seats.prefetch_related("player"))
