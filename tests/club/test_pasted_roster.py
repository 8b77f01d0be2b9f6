"""What a list for the roster says: names, or a table with numbers, groups and notes."""

import pytest
from django.conf import settings
from django.utils import translation

from scorer.club.pasted_roster import ListedPlayer, as_text, read_groups, read_roster


def read(text: str) -> list[ListedPlayer]:
    return [player for line in read_roster(text, lambda _name: False) for player in line.players]


ADA = ListedPlayer("Ada Nowak", "4711", ("junior", "women"), "needs a chair with arms")


@pytest.mark.parametrize(
    "table",
    [
        "Name;Number;Group;Note\nAda Nowak;4711;junior, women;needs a chair with arms",
        "Nachname\tVorname\tMitglieds-Nr.\tGruppe\tBemerkung\nNowak\tAda\t4711\tjunior/women\tneeds a chair with arms",
        "Nom;Prénom;Remarque;Catégories;Numéro\nNowak;Ada;needs a chair with arms;junior,women;4711",
        "Презиме;Име;Број;Група;Напомена\nNowak;Ada;4711;junior, women;needs a chair with arms",
        "Number;Name;Groups;Phone;Note\n4711;Nowak, Ada;junior, women;0170;needs a chair with arms",
        "Ada Nowak; 4711; junior, women; needs a chair with arms",
        "4711\tAda Nowak\tjunior, women, Junior\tneeds a chair with arms",
    ],
)
def test_a_table_says_numbers_groups_and_notes(table: str) -> None:
    assert read(table) == [ADA]


@pytest.mark.parametrize(
    ("table", "players"),
    [
        ("1\tAda\tjunior\n2\tBoris", [ListedPlayer("Ada", groups=("junior",)), ListedPlayer("Boris")]),
        ("Ada; 12\nBoris; DBV 13", [ListedPlayer("Ada", "12"), ListedPlayer("Boris", "DBV 13")]),
        ("Name;Group\nAda;Gast\nBoris;", [ListedPlayer("Ada", guest=True), ListedPlayer("Boris")]),
        ("Name; Number\nAda", [ListedPlayer("Ada")]),
        ("Name", [ListedPlayer("Name")]),
        ("Ada; Boris; Chloé", [ListedPlayer("Ada"), ListedPlayer("Boris"), ListedPlayer("Chloé")]),
        ("Player 1; Player 2", [ListedPlayer("Player 1"), ListedPlayer("Player 2")]),
    ],
)
def test_what_counts_the_lines_is_no_number_and_what_names_players_is_no_table(
    table: str, players: list[ListedPlayer]
) -> None:
    assert read(table) == players


@pytest.mark.parametrize(
    "title", ["Federation number", "Verbands-Nr.", "Licence", "Број у савезу", "Numéro fédéral", "NATIONAL_ID_NUMBER"]
)
def test_a_federation_number_has_a_column_of_its_own(title: str) -> None:
    assert read(f"Name;{title};Number\nAda;00471108;12") == [ListedPlayer("Ada", "12", federation_number="00471108")]


def test_what_has_no_title_is_left_out() -> None:
    (line,) = read_roster("Name;Phone;Group\nAda;0170 1234;junior", lambda _name: False)
    assert (line.players, line.left_out) == ([ListedPlayer("Ada", groups=("junior",))], ["0170 1234"])


@pytest.mark.parametrize("language", dict(settings.LANGUAGES))
def test_what_is_left_of_a_list_can_be_sent_again_in_every_language(language: str) -> None:
    players = [
        ADA,
        ListedPlayer("Boris", guest=True),
        ListedPlayer("Dirk", federation_number="00471108"),
        ListedPlayer("Chloé", note="a, b, c"),
    ]
    with translation.override(language):
        assert read(as_text(players)) == players
        assert as_text([ListedPlayer("Ada"), ListedPlayer("Boris")]) == "Ada\nBoris"


def test_groups_are_read_once_each_and_a_guest_is_no_group() -> None:
    assert read_groups("junior; Women/ junior,, invitée ") == (("junior", "Women"), True)
    assert read_groups("") == ((), False)
