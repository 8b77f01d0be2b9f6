import pytest
from django.utils import translation

from scorer.web.formatting import ordinal


@pytest.mark.parametrize(
    ("language", "written"),
    [
        ("en", ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "103rd", "111th"]),
        ("de", ["1.", "2.", "3.", "4.", "11.", "12.", "13.", "21.", "22.", "103.", "111."]),
        ("fr", ["1er", "2e", "3e", "4e", "11e", "12e", "13e", "21e", "22e", "103e", "111e"]),
        ("sr", ["1.", "2.", "3.", "4.", "11.", "12.", "13.", "21.", "22.", "103.", "111."]),
    ],
)
def test_places_are_written_as_the_language_writes_them(language: str, written: list[str]) -> None:
    with translation.override(language):
        assert [ordinal(number) for number in (1, 2, 3, 4, 11, 12, 13, 21, 22, 103, 111)] == written
