import pytest
from django.utils import translation

from scorer.club.names import clean_name, join_names, same_name, short_names, similar, sort_key, without_accents


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Ada \t Nowak\n", "Ada Nowak"),
        ("E\u0301lise", "\u00c9lise"),
        ("Bo\x00ris\x1b", "Bo ris"),
        ("Dirk\u2028Hansen", "Dirk Hansen"),
        ("👩‍👩‍👧‍👦", "👩‍👩‍👧‍👦"),
        ("محمد", "محمد"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        (" \u200b\u202e ", ""),
        ("Boris\u202e retsaM", "Boris retsaM"),
        ("\u2067Ada\u2069\u200f", "Ada"),
        ("", ""),
    ],
)
def test_clean_name_normalises_names_and_empties_invisible_ones(typed: str, kept: str) -> None:
    assert clean_name(typed) == kept


@pytest.mark.parametrize("mark", "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
def test_clean_name_removes_marks_of_writing_direction(mark: str) -> None:
    assert clean_name(f"A{mark}da") == "Ada"
    assert clean_name(mark) == ""


def test_join_names_isolates_names_written_from_right_to_left() -> None:
    assert join_names(["Ada", "Élise 2"], " & ") == "Ada & Élise 2"
    assert join_names(["محمد", "Ada", "דנה"], ", ") == "\u2068محمد\u2069, Ada, \u2068דנה\u2069"


def test_names_that_differ_only_in_case_or_spacing_are_the_same() -> None:
    assert same_name("ÉLISE  Fabre", "e\u0301lise fabre")
    assert not same_name("René", "Rene")


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("en", "ada Elif Élise Émile Zoé"),
        ("de", "Arne Ärne Özgür Paul Strasser Straßer"),
        ("fr", "Chloe Chloé Élodie Eve Žana"),
        ("sr-latn", "Cveta Čeda Ćira Dunja Džana Đorđe Luka Љубица Мира Zoé Žana"),
        ("sr", "Ана Vera Гојко Ђорђе Žana Зоран Лука Ljuba Ћира Уна Čeda Џана Шаја"),
        ("sr", "Eva Éva Žan Олга Queen 東"),
    ],
)
def test_names_are_sorted_in_the_order_of_the_readers_language(language: str, names: str) -> None:
    with translation.override(language):
        assert sorted(set(names.split()), key=sort_key) == names.split()


def test_a_name_is_found_without_its_accents() -> None:
    assert sorted(["Zoé", "Élise", "ada", "Émile", "Elif"], key=without_accents) == [
        "ada",
        "Elif",
        "Élise",
        "Émile",
        "Zoé",
    ]


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("Ada", ["Ada Nowak", "Adam"]),
        ("nowak", ["Ada Nowak"]),
        ("Ada Nowak-Lange", ["Ada Nowak"]),
        ("Borsi", ["Boris"]),
        ("Elise", ["Élise"]),
        ("Петр", ["Пётр"]),
        ("Zoran", []),
    ],
)
def test_similar_finds_the_names_that_may_be_meant(name: str, meant: list[str]) -> None:
    assert similar(name, ["Ada Nowak", "Adam", "Boris", "Élise", "Пётр", "Hugo"]) == meant


@pytest.mark.parametrize(
    ("names", "room", "short"),
    [
        ("Mehmet Yılmaz, Greta Lindqvist, Zoé", None, "Mehmet, Greta, Zoé"),
        ("Anna Klein, Anna Sommer, Hugo Klein", None, "Anna K., Anna S., Hugo"),
        ("Anna Klein, Anna Krause", None, "Anna Kl., Anna Kr."),
        ("Anna Klein, Anna", None, "Anna K., Anna"),
        ("Anna Klein, anna Sommer", None, "Anna K., anna S."),
        ("Anna Klei, Anna Klein", None, "Anna Klei, Anna Klein"),
        ("Zoé Klein, Zoe Sommer", None, "Zoé K., Zoe S."),
        ("Anna Klein, Anna Klein", None, "Anna Klein, Anna Klein"),
        ("Anna, Anna", None, "Anna, Anna"),
        ("Christine Weber, Hugo Sanchez", 6, "Christi., Hugo"),
        ("Mehmet Yılmaz, Emilie, Willi", 6, "Mehm., Emilie, Willi"),
        ("Christine Weber, Christine Wagner", 6, "C. We., C. Wa."),
        ("Alexander Klein, Alexandra Sommer", 6, "Ale. K., Ale. S."),
        ("Alexander Klein, Alexandra Sommer", 8.1, "Alexa. K., Alexa. S."),
        ("Alexander, Alexandra", 6, "Alexander, Alexandra"),
        ("Alexander Weber, Alexandra Weber", 6, "Alexander, Alexandra"),
        ("Alexander Weber, Alexandra Weber, Alexandre Weber", 6, "Alexander, Alexandra, Alexandre"),
        ("Christoph Weber, Christophe Weber", 6, "Christoph, Christophe"),
        ("Alexander Weber, Alexandra Weber, Alexander Klein", 6, "Alexander W., Alexandra, Ale. K."),
        ("Alexander Weber, Alexander Weber", 6, "Alexander Weber, Alexander Weber"),
        ("Klaus-Dieter Meier, Hugo", 6.5, "Klaus., Hugo"),
        ("Ve\u030cranova\u0301 Li", 4, "Ve\u030cr."),
        ("", 4, ""),
    ],
)
def test_names_at_one_table_are_as_short_as_they_can_be(names: str, room: float | None, short: str) -> None:
    assert ", ".join(short_names(tuple(names.split(", ")), room)) == short


def test_a_name_with_a_hyphen_stays_whole_on_two_lines_if_its_parts_fit() -> None:
    names = ("Klaus-Dieter Meier", "Jean-Christophe Weber", "Anne-Marie Klein", "Anne-Marie Groß")
    assert short_names(names, 6.5, two_lines=True) == ("Klaus-Dieter", "Jean-C.", "Ann. K.", "Ann. G.")
