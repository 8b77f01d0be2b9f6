import pytest
from django.db import IntegrityError, transaction

from games.doppelkopf.models import DoppelkopfHand, DoppelkopfTable
from games.doppelkopf.rules import PRESETS
from scorer.play import services
from tests.factories import make_players, make_table
from tests.games.conftest import assert_kept_or_refused
from tests.games.doppelkopf.hands import extras, hand, of_range

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

NORMAL = hand(151, "k90", re_extras=extras(1, 2), kontra_extras=extras(0, 0, 1))
PLAIN = hand(151)
SOLO = hand(240, kind="damen", re=(2,), schwarz="kontra", duty="pflicht")
RANGE = of_range(239)
SEVEN = hand(100, re=(3, 2), sitting_out=(1, 4, 5))


@pytest.fixture
def saved(club):
    def save(entry, variant="ddv"):
        players = make_players(club, 4 + len(entry.sitting_out))
        table = make_table(club, "doppelkopf", variant=PRESETS[variant], players=players)
        return services.record_hand(table, entry, by=None, key=None).hand

    return save


IMPOSSIBLE = [
    (PLAIN, {"kind": "skat"}, "doppelkopf_one_kind_of_hand"),
    (NORMAL, {"re_2": None}, "doppelkopf_two_of_re_or_a_soloist"),
    (NORMAL, {"re_1": 8}, "doppelkopf_re_1_in_range"),
    (NORMAL, {"re_2": 8}, "doppelkopf_re_2_in_range"),
    (SOLO, {"re_2": 3}, "doppelkopf_two_of_re_or_a_soloist"),
    (SOLO, {"re_1": 0}, "doppelkopf_re_1_in_range"),
    (NORMAL, {"re_augen": 241}, "doppelkopf_re_augen_in_range"),
    (NORMAL, {"re_augen": 239}, "doppelkopf_augen_possible"),
    (RANGE, {"augen_exact": True}, "doppelkopf_augen_possible"),
    (RANGE, {"re_augen": 238}, "doppelkopf_a_range_by_its_highest"),
    (PLAIN, {"augen_exact": False}, "doppelkopf_a_range_by_its_highest"),
    (NORMAL, {"re_announced": False}, "doppelkopf_re_absage_needs_re"),
    (NORMAL, {"re_absage": "k120"}, "doppelkopf_re_absage_known"),
    (NORMAL, {"kontra_absage": "k90"}, "doppelkopf_kontra_absage_needs_kontra"),
    (NORMAL, {"kontra_fuchs": 2}, "doppelkopf_most_fuchs"),
    (NORMAL, {"re_doppelkopf": 5}, "doppelkopf_most_doppelkopf"),
    (NORMAL, {"re_karlchen": 1}, "doppelkopf_most_karlchen"),
    (SOLO, {"kontra_karlchen": 1}, "doppelkopf_one_kind_of_hand"),
    (SOLO, {"schwarz": "re"}, "doppelkopf_schwarz_without_augen"),
    (NORMAL, {"schwarz": "kontra"}, "doppelkopf_schwarz_without_augen"),
    (NORMAL, {"duty": "pflicht"}, "doppelkopf_one_kind_of_hand"),
    (SOLO, {"duty": "never"}, "doppelkopf_duty_known"),
    (SEVEN, {"sitting_out_1": None}, "doppelkopf_sitting_out_in_order"),
    (SEVEN, {"sitting_out_2": None}, "doppelkopf_sitting_out_in_order"),
    (SEVEN, {"sitting_out_3": 8}, "doppelkopf_sitting_out_3_in_range"),
    (SEVEN, {"sitting_out_3": 4}, "doppelkopf_nobody_in_two_places"),
    (SEVEN, {"sitting_out_1": 2}, "doppelkopf_nobody_in_two_places"),
    (NORMAL, {"re_2": 1}, "doppelkopf_nobody_in_two_places"),
]


def test_a_hand_comes_back_as_it_was_written_and_an_impossible_one_is_refused(saved):
    assert_kept_or_refused(saved, DoppelkopfHand.objects.all(), IMPOSSIBLE, hand(0, kind="hochzeit", schwarz="re"))


def test_the_database_refuses_a_table_of_no_hands_each(club):
    table = make_table(club, "doppelkopf")
    with pytest.raises(IntegrityError, match="doppelkopf_hands_each_above_0"), transaction.atomic():
        DoppelkopfTable.objects.filter(table=table).update(hands_each=0)


def test_the_admin_names_the_players_of_re_and_those_who_sit_out(saved, ada, client_of):
    saved(SEVEN)
    client = client_of(ada)
    ada.user.is_superuser = True
    ada.user.save()
    page = client.get("/admin/doppelkopf/doppelkopfhand/").content.decode()
    assert '<bdi class="who">Chloé</bdi> <bdi class="who">&amp;</bdi> <bdi class="who">Boris</bdi>' in page
    assert "out: Ada, Dirk, Élise" in page
