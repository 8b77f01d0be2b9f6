"""Parties at the table: the sheet as on paper, what a correction moves, and how the result says who won them."""

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal

import pytest
from django.test import Client
from django.urls import reverse

from games.belote.rules import Entry
from games.belote.rules.examples import PARTIES
from scorer.club.models import Club, Membership
from scorer.play import services
from scorer.play.models import Table
from scorer.play.result.settlement import result_of
from scorer.play.selectors.knock_on import knock_on_effects_of_correction
from scorer.play.table_context import TableContext
from scorer.scoring.settlement import Rate
from tests.factories import PlayerFactory, make_table
from tests.games.belote.test_parties import OF_THREE, OURS, THEIRS, UNLIMITED, hand

LogIn = Callable[[Membership], Client]

pytestmark = pytest.mark.django_db

WON = "Ada & Chloé win the belle by 560 : 432, and the match by two games to one."


def sitting(club: Club, *entries: Entry, variant: object = OF_THREE) -> Table:
    table = make_table(club, "belote", variant=variant)
    services.record_hands(table, entries, by=None)
    return reread(table)


def reread(table: Table) -> Table:
    return Table.objects.get(pk=table.pk)


def page_of(client: Client, name: str, table: Table) -> str:
    return " ".join(client.get(reverse(f"play:{name}", args=[table.pk])).content.decode().split())


def test_the_totals_of_the_table_add_up_all_parties(club: Club) -> None:
    table = sitting(club, *PARTIES["house"])
    assert [TableContext(table).sheet.totals[seat] for seat in (1, 2)] == [672 + 0 + 560, 300 + 648 + 432]


def test_the_page_says_which_end_of_a_party_a_correction_moves_before_it_is_saved(club: Club) -> None:
    table = sitting(club, OURS, hand(100), hand(112), THEIRS)
    said = knock_on_effects_of_correction(TableContext(table), 1, hand(112, coinche="coinche"))
    assert "Hand 2: no longer: Game 1 won by 548 : 262 (Ada & Chloé)" in said
    assert "Hand 4: Game 1 won by 860 : 436 (Boris & Dirk)" in said
    assert "now: Boris & Dirk win game 1 by 860 : 436, and lead by one game" in said


def test_a_correction_that_moves_many_parties_names_the_first(club: Club) -> None:
    table = sitting(club, *[OURS, OURS] * 7, variant=UNLIMITED)
    said = knock_on_effects_of_correction(TableContext(table), 1, THEIRS)
    assert "Hand 2: no longer: Game 1 won by 896 : 400 (Ada & Chloé); Hand 3: Game 2 won" in said
    assert "and 10 more hands" in said


def test_a_correction_that_moves_no_end_says_nothing_of_it(club: Club) -> None:
    table = sitting(club, THEIRS, OURS)
    assert "won by" not in knock_on_effects_of_correction(TableContext(table), 2, hand(112))


def test_a_correction_leaves_the_points_of_later_hands_alone(club: Club) -> None:
    table = sitting(club, OURS, hand(100), THEIRS)
    services.correct_hand(table.hands.get(number=1), THEIRS, by=None, why="the other side bid")
    points = [outcome.points[:2] for outcome in TableContext(reread(table)).sheet.outcomes()]
    assert points == [(0, 648), (100, 62), (0, 648)]


def test_each_party_is_on_the_page_as_on_paper(club: Club, boris: Membership, client_of: LogIn) -> None:
    table = sitting(club, *PARTIES["house"])
    page = page_of(client_of(boris), "paper", table)
    assert page.count('class="pad tallied"') == 3
    assert page.index("<caption>Belle</caption>") < page.index("<caption>Game 2</caption>")
    assert '<b class="winner">560</b>' in page


def test_a_party_keeps_the_names_of_those_who_began_it(club: Club, boris: Membership, client_of: LogIn) -> None:
    table = sitting(club, THEIRS)
    services.substitute(table, 2, PlayerFactory(club=club, name="Eva"), by=None)
    services.record_hand(table, OURS, by=None, key=None)
    belle, first = page_of(client_of(boris), "paper", table).split("<caption>Game 1</caption>")
    assert "Eva &amp; Dirk" in belle
    assert "Boris &amp; Dirk" in first


def test_the_result_says_who_has_won_whoever_has_more_points(club: Club, boris: Membership, client_of: LogIn) -> None:
    table = sitting(club, *PARTIES["house"])
    client = client_of(boris)
    found = result_of(TableContext(table))
    assert [total.name for _place, total in found.standing] == ["Ada & Chloé", "Boris & Dirk"]
    assert found.notices == (WON,)
    assert WON.replace("&", "&amp;") in page_of(client, "result", table)
    assert WON in client.get(reverse("play:result", args=[table.pk])).context["text"]


def test_the_file_of_a_closed_table_says_who_has_won(club: Club, boris: Membership, client_of: LogIn) -> None:
    table = services.set_rate(sitting(club, *PARTIES["house"]), Rate(Decimal("0.01")), by=None)
    services.close_table(table, by=None)
    file = client_of(boris).get(reverse("transfer:sheet_file", args=[table.pk, "csv"])).content.decode()
    assert file.index(WON) < file.index("Settlement")


def test_a_game_before_the_belle_has_a_notice_that_offers_no_end(
    club: Club, boris: Membership, client_of: LogIn
) -> None:
    notice = "Boris &amp; Dirk win game 1 by 648 : 0, and lead by one game."
    table = sitting(club, THEIRS)
    page = client_of(boris).get(reverse("play:table", args=[table.pk])).content.decode()
    before, _said, after = page.partition(f'<div class="notice row ends"><span>{notice}</span></div>')
    assert after
    assert notice not in before
    services.record_hand(table, OURS, by=None, key=None)
    assert "win game 1" not in page_of(client_of(boris), "table", table)


def test_partners_may_be_cut_anew_between_parties(club: Club, boris: Membership, client_of: LogIn) -> None:
    table = sitting(club, THEIRS, variant=replace(UNLIMITED, target=500))
    assert reverse("play:partners", args=[table.pk]) in page_of(client_of(boris), "table", table)
