"""Two phones at one table."""

import re
from datetime import datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.urls import reverse
from playwright.sync_api import Page, Route, expect
from pytest_django.fixtures import Settings

from scorer.club.models import Club, Membership, Player
from scorer.club.services import change_login
from scorer.play import phones, services
from scorer.play.models import Table
from scorer.play.phones import Phone
from scorer.registry import get_game
from scorer.setup import backup
from tests.browser.conftest import Visit, Visitor
from tests.browser.hands import join, save, sheet_path, tap, type_notrump
from tests.factories import PASSWORD, PlayerFactory, make_table

pytestmark = pytest.mark.django_db(transaction=True)


def open_and_listen(page: Page, path: str) -> Page:
    with page.expect_response(re.compile("/live/")):
        page.goto(path)
    return page


def join_and_listen(visitor: Visitor, table: Table, player: str) -> Page:
    with visitor.page.expect_response(re.compile("/live/")):
        return join(visitor, table, player)


def hand(board: int) -> Any:
    return get_game("bridge").rules.Entry(board=board, level=3, strain="NT", declarer="N", tricks=9)


@pytest.mark.postgres
def test_a_hand_that_is_typed_and_saved_on_one_phone_shows_on_the_other(
    visit: Visit, table: Table, ada: Membership, boris: Membership
) -> None:
    theirs, writing = (
        open_and_listen(visitor.page, visitor.site + sheet_path(table)) for visitor in (visit(ada), visit(boris))
    )
    type_notrump(writing, 3)
    expect(theirs.locator("#typing")).to_have_text("Somebody is typing a hand …")
    expect(writing.locator("#typing")).to_have_text("")
    save(writing)
    expect(writing.locator("#rows tr")).to_have_count(1)
    expect(theirs.locator("#rows tr")).to_have_count(1)
    expect(theirs.locator("#totals .lead b")).to_have_text("400")
    expect(theirs.locator("#entry [name=number]")).to_have_value("2")
    # The writer's own update has added no second row.
    expect(writing.locator("#rows tr")).to_have_count(1)
    # After the save, it still shows what others save.
    services.record_hand(table, hand(2), by=None, key=None)
    expect(writing.locator("#rows tr")).to_have_count(2)


def test_a_correction_updates_its_row_and_those_after_it(visit: Visit, table: Table, ada: Membership) -> None:
    for board in (1, 2):
        services.record_hand(table, hand(board), by=None, key=None)
    visitor = visit(ada)
    page = open_and_listen(visitor.page, visitor.site + sheet_path(table))
    services.void_hand(table.hands.get(number=1), by=None)
    expect(page.locator("#hand-1")).to_have_class(re.compile("voided"))
    expect(page.locator("#hand-2 small").last).to_have_text("\N{MINUS SIGN}600")
    expect(page.locator("#rows tr")).to_have_count(2)


def test_a_save_before_the_update_of_a_correction_does_not_hide_it(visit: Visit, table: Table, ada: Membership) -> None:
    services.record_hand(table, hand(1), by=None, key=None)
    visitor = visit(ada)
    page = visitor.page
    page.route(re.compile("/live/"), lambda route: route.abort())
    posted: list[str] = []
    page.on("request", lambda request: posted.extend([request.url] if request.method == "POST" else []))
    saved = re.compile("/hands/$")
    page.route(
        re.compile("/changes/"),
        lambda route: route.continue_() if any(map(saved.search, posted)) else route.abort(),
    )
    page.goto(visitor.site + sheet_path(table))
    services.void_hand(table.hands.get(number=1), by=None)
    type_notrump(page, 3)
    save(page)
    expect(page.locator("#rows tr")).to_have_count(2)
    expect(page.locator("#hand-1")).to_have_class(re.compile("voided"))
    visitor.trouble.clear()  # the browser reports the requests for updates that failed


def test_a_table_closed_elsewhere_is_closed_here_and_shows_its_new_number_when_it_is_reopened(
    visit: Visit, club: Club, table: Table, ada: Membership
) -> None:
    visitor = visit(ada)
    page = open_and_listen(visitor.page, visitor.site + sheet_path(table))
    services.close_table(table, by=None)
    expect(page.get_by_text("This table is closed.")).to_be_visible()
    make_table(club, "bridge")
    page.locator("summary", has_text="Table").click()
    page.get_by_role("button", name="Open it again").click()
    expect(page.locator("#messages")).to_contain_text("now as table 2: another open table has the number 1.")
    services.record_hand(table, hand(1), by=None, key=None)
    expect(page.locator("#rows tr")).to_have_count(1)


def open_half_typed(visit: Visit, table: Table, ada: Membership) -> Page:
    services.record_hand(table, hand(1), by=None, key=None)
    visitor = visit(ada)
    page = open_and_listen(visitor.page, visitor.site + sheet_path(table))
    tap(page, declarer="N", level="4")
    return page


def expect_typed_values_kept(page: Page) -> None:
    expect(page.locator("#entry [name=level][value='4']")).to_be_checked()
    expect(page.locator("#entry [name=declarer][value='N']")).to_be_checked()


def test_a_half_typed_hand_stays_when_a_substitute_sits_down_and_a_message_says_so(
    visit: Visit, club: Club, ada: Membership
) -> None:
    table = make_table(club, "doppelkopf")
    visitor = visit(ada)
    page = open_and_listen(visitor.page, visitor.site + sheet_path(table))
    page.locator("#entry [name=re][value='1']").check()
    page.locator("#entry [name=augen][value='180']").check()
    services.substitute(table, 2, PlayerFactory(club=club, name="Élise"), by=None)
    expect(page.locator("#news")).to_contain_text("Check the names before you save")
    expect(page.locator("#news")).to_be_in_viewport(ratio=1)
    expect(page.locator("#totals")).to_contain_text("Élise")
    expect(page.locator("#heads")).to_contain_text("Élise")
    expect(page.locator("#entry [name=re][value='1']")).to_be_checked()
    expect(page.locator("#entry [name=augen][value='180']")).to_be_checked()
    assert visitor.axe() == []
    assert visitor.overflow() <= 0
    page.get_by_role("checkbox", name="Élise").check()
    save(page)
    expect(page.locator("#hand-1")).to_contain_text("Ada & Élise")
    expect(page.locator("#news")).to_have_text("")


def test_a_half_typed_hand_stays_while_the_sheet_is_updated(visit: Visit, table: Table, ada: Membership) -> None:
    page = open_half_typed(visit, table, ada)
    services.ask_for_confirmations(table, confirms=True, by=None)
    expect(page.locator("#hand-1")).to_contain_text("to be confirmed")
    services.void_hand(table.hands.get(), by=None)
    expect(page.locator("#totals .lead")).to_have_count(0)
    services.record_hand(table, hand(2), by=None, key=None)
    expect(page.locator("#rows tr")).to_have_count(2)
    expect(page.locator("#entry [name=number]")).to_have_value("2")
    expect_typed_values_kept(page)
    expect(page.locator("#news")).to_have_text("")


def test_a_half_typed_hand_stays_when_the_table_is_closed_and_a_message_says_so(
    visit: Visit, table: Table, ada: Membership
) -> None:
    page = open_half_typed(visit, table, ada)
    services.close_table(table, by=None)
    expect(page.locator("#news")).to_have_text("This table is closed. Nothing was saved.")
    expect(page.locator("#notices")).to_contain_text("Its hands can still be corrected.")
    expect_typed_values_kept(page)
    page.locator("details.menu > summary").first.click()
    expect(page.get_by_role("button", name="Open it again")).to_be_visible()
    services.reopen_table(table, by=None)
    expect(page.locator("#notices")).not_to_contain_text("closed")
    expect(page.locator("#news")).to_contain_text("The table has since been changed.")
    expect_typed_values_kept(page)
    tap(page, strain="S", tricks="=")
    save(page)
    expect(page.locator("#rows tr")).to_have_count(2)


def test_values_typed_while_the_form_is_rendered_again_are_not_lost(
    visit: Visit, table: Table, ada: Membership
) -> None:
    page = open_half_typed(visit, table, ada)
    asked: list[str] = []

    def slowly(route: Route) -> None:
        asked.append(route.request.post_data or "")
        if len(asked) == 1:
            tap(page, strain="H")
        route.continue_()

    page.route(re.compile("/entry/$"), slowly)
    services.substitute(table, 1, PlayerFactory(club=table.club, name="Élise"), by=None)
    expect(page.locator("#news")).not_to_have_text("")
    expect_typed_values_kept(page)
    expect(page.locator("#entry [name=strain][value=H]")).to_be_checked()
    assert len(asked) == 2


def test_a_half_written_note_stays_when_a_substitute_sits_down(visit: Visit, club: Club) -> None:
    table = make_table(club, "bridge", confirms=True)
    ada = Phone(phones.Link.ENTRY, Player.objects.get(name="Ada"))
    services.record_hand(table, hand(1), by=ada, key=None)
    page = join_and_listen(visit(), table, "Boris")
    page.locator("#hand-1 summary").first.click()
    page.locator("#hand-1").get_by_text("Object").first.click()
    page.get_by_label("What is wrong?").fill("one trick fewer")
    services.substitute(table, 3, PlayerFactory(club=club, name="Élise"), by=None)
    expect(page.locator("#totals")).to_contain_text("Élise")
    expect(page.get_by_label("What is wrong?")).to_have_value("one trick fewer")


def test_a_phone_whose_table_is_closed_keeps_half_typed_values_and_says_so(visit: Visit, table: Table) -> None:
    page = join_and_listen(visit(), table, "Chloé")
    tap(page, declarer="N", level="4")
    services.close_table(table, by=None)
    expect(page.locator("#news")).to_contain_text("The table has just been closed.")
    expect_typed_values_kept(page)


def test_missed_changes_are_fetched_when_the_connection_is_back(visit: Visit, table: Table, ada: Membership) -> None:
    visitor = visit(ada)
    page = open_and_listen(visitor.page, visitor.site + sheet_path(table))
    visitor.set_offline(True)
    services.record_hand(table, hand(1), by=None, key=None)
    visitor.set_offline(False)
    expect(page.locator("#rows tr")).to_have_count(1)
    visitor.trouble.clear()  # the browser reports the lost connection


def test_what_a_busy_server_refuses_is_fetched_again(visit: Visit, table: Table, ada: Membership) -> None:
    visitor = visit(ada)
    page = open_and_listen(visitor.page, visitor.site + sheet_path(table))
    page.route(re.compile("/changes/"), lambda route: route.fulfill(status=503), times=2)
    services.record_hand(table, hand(1), by=None, key=None)
    expect(page.locator("#rows tr")).to_have_count(1)
    assert ["503" in line for line in visitor.trouble] == [True, True]
    visitor.trouble.clear()


def test_a_page_whose_connection_dies_silently_shows_what_it_missed_within_20_seconds(
    visit: Visit, table: Table, ada: Membership, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def silence(_listener: Any, disconnected: Any) -> list[Any]:
        await disconnected
        return []

    monkeypatch.setattr("scorer.live.stream._next", silence)
    visitor = visit(ada)
    visitor.context.clock.install(time=0)
    visitor.context.clock.pause_at(1)  # or a slow machine would use up the two seconds to spare
    page = visitor.page
    with page.expect_response(re.compile("/changes/")):  # when the stream has opened for the second time
        open_and_listen(page, visitor.site + sheet_path(table))
        page.evaluate("dispatchEvent(new Event('online'))")
    services.record_hand(table, hand(1), by=None, key=None)
    page.clock.run_for(15_000)
    expect(page.locator("#rows tr")).to_have_count(0)
    with page.expect_response(re.compile("/live/")):
        page.clock.run_for(5_000)
    page.clock.resume()  # what the response starts may wait for a moment
    expect(page.locator("#rows tr")).to_have_count(1)


@pytest.mark.postgres
def test_after_a_restore_an_open_sheet_shows_the_restored_hands(
    visit: Visit, table: Table, ada: Membership, settings: Settings, tmp_path: Path
) -> None:
    settings.DATA = tmp_path  # its own maintenance mode, since other tests serve sites too
    services.record_hand(table, hand(1), by=None, key=None)
    visitor = visit(ada)
    backup.save(tmp_path / "friday")
    for board in (2, 3):
        services.record_hand(table, hand(board), by=None, key=None)
    late = make_table(table.club, "bridge")
    pages = [visitor.page, visitor.context.new_page()]
    for page, of in zip(pages, (table, late), strict=True):
        open_and_listen(page, visitor.site + sheet_path(of))
    expect(pages[0].locator("#rows tr")).to_have_count(3)
    call_command("restore", str(tmp_path / "friday"), yes=True, stdout=StringIO())
    expect(pages[0].locator("#rows tr")).to_have_count(1)
    expect(pages[0].locator("#totals .lead b")).to_have_text("400")
    expect(pages[1].get_by_text("404")).to_be_visible()
    visitor.trouble.clear()  # the browser reports pages that were not found


def test_the_club_page_follows_its_tables(visit: Visit, club: Club, ada: Membership) -> None:
    visitor = visit(ada)
    page = open_and_listen(visitor.page, visitor.site + reverse("standings:home", args=[club.pk]))
    table = make_table(club, "bridge")
    services.record_hand(table, hand(1), by=None, key=None)
    expect(page.locator("#now .side.lead .num")).to_have_text("400")


def test_a_phone_joins_by_code_enters_a_hand_and_leaves_when_its_link_ends(
    visit: Visit, table: Table, ada: Membership
) -> None:
    directing = visit(ada).open(reverse("play:phones", args=[table.pk]))
    phone = visit()
    code = re.sub(
        r"\s", "", directing.locator(".invitation p.code").first.inner_text().removeprefix("Code of the table")
    )
    page = phone.open(reverse("club:login"))
    page.get_by_role("link", name="Join a table with its code").click()
    page.get_by_label("Code of the table").fill(code.lower())
    page.get_by_role("button", name="Join").click()
    with page.expect_response(re.compile("/live/")):
        page.get_by_role("button", name="Chloé").click()
    type_notrump(page, 3)
    save(page)
    expect(page.locator("#rows tr")).to_have_count(1)
    assert str(table.hands.get().entered_as) == "Chloé"
    directing.get_by_role("button", name="New code").first.click()
    expect(directing.get_by_text("There is a new code.")).to_be_visible()
    expect(page.get_by_role("heading", name="This link has ended")).to_be_visible()
    phone.trouble.clear()  # the browser reports that the page was forbidden


@pytest.mark.parametrize("where", ["table", "club"])
def test_an_open_page_asks_to_log_in_when_the_login_is_blocked(
    where: str, visit: Visit, table: Table, ada: Membership, boris: Membership
) -> None:
    visitor = visit(boris)
    path = {"table": sheet_path(table), "club": reverse("standings:home", args=[table.club_id])}[where]
    page = open_and_listen(visitor.page, visitor.site + path)
    change_login(boris, role=boris.role, active=False, by=ada.user)
    expect(page.get_by_role("heading", name="Log in")).to_be_visible()
    visitor.expect_failed_requests()  # the page may just have asked for its later hands


def test_half_typed_values_stay_when_the_login_is_blocked_and_a_message_says_so(
    visit: Visit, table: Table, ada: Membership, boris: Membership
) -> None:
    visitor = visit(boris)
    page = open_and_listen(visitor.page, visitor.site + sheet_path(table))
    tap(page, declarer="N", level="4")
    change_login(boris, role=boris.role, active=False, by=ada.user)
    expect(page.locator("#news")).to_contain_text("This page gets no more updates.")
    expect_typed_values_kept(page)
    visitor.expect_failed_requests()


def test_a_half_typed_hand_stays_after_a_restore_and_a_message_says_so(
    visit: Visit, table: Table, ada: Membership
) -> None:
    page = open_half_typed(visit, table, ada)
    page.evaluate("document.getElementById('live').dataset.version = 99")  # later than the backup
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#news")).to_contain_text("This page gets no more updates.")
    expect_typed_values_kept(page)


def test_changing_the_password_in_another_tab_logs_out_neither(
    visit: Visit, table: Table, ada: Membership, boris: Membership
) -> None:
    """The browser gets its new session from that response. A page that sends a request before would be logged out."""
    visitor = visit(boris)
    visitor.context.clock.install()
    page = open_and_listen(visitor.page, visitor.site + sheet_path(table))
    page.clock.pause_at(datetime.now() + timedelta(minutes=1))  # noqa: DTZ005  # the browser's
    other = visitor.context.new_page()
    other.goto(visitor.site + reverse("club:password"))
    other.get_by_label("Old password").fill(PASSWORD)
    other.get_by_label("New password", exact=True).fill("purple elephants play tarot")
    other.get_by_label("The new password again").fill("purple elephants play tarot")
    other.get_by_role("button", name="Change password").click()
    expect(other.get_by_text("Your password has been changed.")).to_be_visible()
    with page.expect_response(re.compile("/live/")):
        page.clock.resume()
    services.record_hand(table, hand(1), by=ada.user, key=None)
    expect(page.locator("#rows tr")).to_have_count(1)


def test_updates_do_not_replace_a_form_with_errors(visit: Visit, table: Table, ada: Membership) -> None:
    visitor = visit(ada)
    page = open_and_listen(visitor.page, visitor.site + sheet_path(table))
    tap(page, level="4")
    save(page)
    expect(page.locator("#id_strain .errors")).to_be_visible()
    services.record_hand(table, hand(1), by=None, key=None)
    expect(page.locator("#rows tr")).to_have_count(1)
    expect(page.locator("#entry [name=level][value='4']")).to_be_checked()


@pytest.mark.parametrize("stream", ["refused", "hoarded"])
def test_a_page_polls_if_its_stream_does_not_get_through(
    stream: str, visit: Visit, table: Table, ada: Membership
) -> None:
    """A proxy responds to the stream with 502, or buffers it until it ends, which it never does."""
    visitor = visit(ada)
    page = visitor.page
    visitor.context.clock.install()
    page.route(re.compile("/live/"), lambda route: route.fulfill(status=502) if stream == "refused" else None)
    page.goto(visitor.site + sheet_path(table))
    for board in (1, 2):
        services.record_hand(table, hand(board), by=None, key=None)
        page.clock.run_for(10_000)
        expect(page.locator("#rows tr")).to_have_count(board)
    expect(page.locator("#entry [name=number]")).to_have_value("3")
    visitor.trouble.clear()  # the browser reports each 502


def test_the_other_side_confirms_a_hand_and_the_phone_that_entered_it_shows_it(
    visit: Visit, club: Club, ada: Membership
) -> None:
    table = make_table(club, "bridge", confirms=True)
    theirs, ours = visit(), visit(scheme="dark")
    for phone, name in ((theirs, "Boris"), (ours, "Ada")):
        join_and_listen(phone, table, name)
    type_notrump(ours.page, 3)
    save(ours.page)
    expect(ours.page.locator("#hand-1")).to_contain_text("to be confirmed")
    row = theirs.page.locator("#hand-1")
    row.locator("summary").first.click()
    row.get_by_text("Object").first.click()
    row.get_by_label("What is wrong?").fill("one trick fewer")
    assert theirs.axe() == []
    # Updates do not remove a half-written note.
    services.correct_hand(table.hands.get(), hand(1), by=None, why="looked at again", dealer=2)
    expect(theirs.page.locator("#live")).to_have_attribute("data-version", "3")
    expect(row.get_by_label("What is wrong?")).to_have_value("one trick fewer")
    row.get_by_role("button", name="Object").click()
    expect(row).to_contain_text("This hand has since been changed.")
    expect(row).to_contain_text("looked at again")
    row.get_by_role("button", name="Object").click()
    for phone in (theirs, ours):
        expect(phone.page.locator("#hand-1")).to_contain_text("Boris: one trick fewer")
        expect(phone.page.locator("#live")).to_have_attribute("data-version", "4")
    row.locator("summary").first.click()
    row.get_by_role("button", name="Accept").click()
    expect(row).to_contain_text("confirmed by Boris")
    expect(ours.page.locator("#hand-1")).to_contain_text("confirmed by Boris")
    expect(theirs.page.locator("#confirmations")).to_have_text("")
    assert ours.axe() == []
