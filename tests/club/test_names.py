import pytest

from scorer.club.names import clean_name, plain, same_name


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
        ("", ""),
    ],
)
def test_a_name_is_kept_in_one_spelling_and_an_invisible_one_is_none(typed: str, kept: str) -> None:
    assert clean_name(typed) == kept


def test_names_that_differ_in_case_or_white_space_are_one() -> None:
    assert same_name("ÉLISE  Fabre", "e\u0301lise fabre")
    assert not same_name("René", "Rene")


def test_a_name_is_found_and_sorted_without_its_accents() -> None:
    assert sorted(["Zoé", "Élise", "ada", "Émile", "Elif"], key=plain) == ["ada", "Elif", "Élise", "Émile", "Zoé"]
