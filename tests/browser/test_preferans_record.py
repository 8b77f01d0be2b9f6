"""A record of bule, supe and refe at the table: typed hand by hand, drawn as on paper, corrected, and settled."""

from collections.abc import Sequence

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from games.preferans.rules import Entry
from games.preferans.rules.examples import SESSION, SESSION_VARIANT
from scorer.audit.check import faults
from scorer.club.models import Club, Membership
from scorer.play import services
from scorer.play.models import Table
from tests.browser.conftest import DESK, PHONE, Visit, assert_fits
from tests.browser.hands import sheet_path
from tests.browser.test_papers import CUT, LONG
from tests.browser.test_preferans import Taps
from tests.factories import PlayerFactory, make_players, make_table
from tests.games.preferans.test_record import BULE

pytestmark = pytest.mark.django_db(transaction=True)


def record(club: Club, *entries: Entry, seats: int = 3, names: Sequence[str] = ()) -> Table:
    players = [PlayerFactory(club=club, name=name) for name in names[:seats]] or make_players(club, seats)
    table = make_table(club, "preferans", variant=SESSION_VARIANT if seats == 3 else BULE, players=players)
    services.record_hands(table, entries, by=None)
    return table


def test_a_session_is_played_on_a_phone_to_its_settlement(visit: Visit, club: Club, boris: Membership) -> None:
    table = record(club)
    page = visit(boris).open(sheet_path(table))
    state, taps = page.locator("#totals .state"), Taps(page)
    taps.keys(declarer="1", level="4", defence="both", tricks_2="3", tricks_3="1")
    expect(page.locator("#why")).to_contain_text("Bule: 12 − 8 = 4")
    assert_fits(page)
    taps.save()
    expect(page.locator("#hand-1")).to_be_visible()
    expect(state).to_contain_text("28 bule left.")
    expect(page.locator("#explained")).to_contain_text("Bule: Ada 4, Boris 12, Chloé 12, together 28.")
    assert taps.count == 6
    services.record_hand(table, SESSION[1], by=None, key=None)
    page.reload()
    expect(state).to_contain_text("1 open refa: Ada, Boris, Chloé.")
    taps.keys(declarer="2", level="5", defence="follow-1", tricks_1="2")
    expect(page.locator("#why")).to_contain_text("Refa: 10 × 2 = 20")
    taps.save()
    expect(page.locator("#hand-3")).to_be_visible()
    taps.keys(declarer="3", level="3", defence="both", tricks_1="2", tricks_2="3")
    taps.save()
    expect(page.locator("#hand-4")).to_be_visible()
    taps.keys(declarer="1", level="5", defence="nobody")
    taps.save()
    expect(page.locator("#notices")).to_contain_text("All bule are played: record 1 is finished.")
    expect(page.locator("#notices")).to_contain_text("Settlement: Ada +192, Boris +100, Chloé −292.")
    page.locator("label[for=view-paper]").click()
    expect(page.locator(".record svg.refa.played")).to_have_count(3)
    expect(page.locator(".record tfoot")).to_contain_text("+192")
    expect(page.locator(".record tfoot")).to_contain_text("+344")
    assert not faults(table)


def test_a_corrected_early_hand_says_what_it_moves_before_it_is_saved(
    visit: Visit, club: Club, boris: Membership
) -> None:
    table = record(club, *SESSION[:4])
    page = visit(boris).open(reverse("play:correct", args=[table.pk, 1]))
    page.locator("input[name=level][value='5']").check(force=True)
    why = page.locator("#why")
    expect(why).to_contain_text("now: Bule: Ada 2, Boris −8, Chloé 24, together 18")
    expect(why).to_contain_text("now: Settlement:")


@pytest.mark.parametrize("seats", [3, 4])
def test_the_paper_fits_and_is_readable_and_no_name_at_the_head_of_a_column_is_cut(
    visit: Visit, club: Club, boris: Membership, seats: int
) -> None:
    at_four = [Entry(2, roles=("declarer", "follow", "follow"), tricks=(6, 2, 2), sitting_out=(4,))]
    visitor = visit(boris)
    table = record(club, *(SESSION if seats == 3 else at_four), seats=seats, names=LONG)
    page = visitor.open(sheet_path(table))
    page.locator("label[for=view-paper]").click()
    expect(page.locator(".record")).to_have_count(1 if seats == 3 else 2)
    assert visitor.faults() == []
    for width, height in (PHONE, (640, 800), DESK):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(CUT) == []
        heads = page.locator(".record th:not(.player) bdi").filter(visible=True).all_inner_texts()
        assert set(heads) >= ({"Chloé", "Hans-J."} if seats == 3 and width > PHONE[0] else {"Chlo.", "Han."})
        assert len(set(heads)) == seats
    page.emulate_media(media="print")
    assert page.evaluate(CUT) == []
