"""How numbers, dates and points are written in the reader's language. Templates have a filter for each function."""

from datetime import date, datetime

from django.template.defaultfilters import floatformat
from django.utils.formats import date_format, number_format
from django.utils.translation import get_language, pgettext

MINUS, NARROW_SPACE = "\N{MINUS SIGN}", "\N{NARROW NO-BREAK SPACE}"
THOUSANDS = {"en": ",", "de": ".", "fr": NARROW_SPACE, "sr": ".", "sr-latn": "."}
BEFORE_PERCENT = {"de": NARROW_SPACE, "fr": NARROW_SPACE}
"""By language. In others, thousands are separated by a narrow space, and nothing precedes the percent sign."""


def figure(number: int) -> str:
    """Format 1250 as "1,250", "1.250" or "1 250", depending on the language, with a real minus sign."""
    between = THOUSANDS.get(get_language() or "", NARROW_SPACE)
    return f"{number:,}".replace(",", between).replace("-", MINUS)


def signed(number: int) -> str:
    """Format a gain or a loss: "+1,250", "−76", "0"."""
    return f"+{figure(number)}" if number > 0 else figure(number)


def average(number: float) -> str:
    """Format points per hand: "+1.25", "−0.40", with the decimal separator of the language."""
    rounded = round(number, 2) + 0.0  # which turns -0.0 into 0.0
    return ("+" if rounded > 0 else "") + number_format(rounded, 2, force_grouping=False).replace("-", MINUS)


def score(number: float | None, decimals: bool = False) -> str:
    """Format a score with two decimals, or none if it is whole: "12.50", "1,250", "−3"; "–" if there is none.

    With `decimals`, a whole one has them, too, as in a column with others that are not whole.
    """
    return "–" if number is None else str(floatformat(number, "2g" if decimals else "-2g")).replace("-", MINUS)


def percent(share: float) -> str:
    """Format a share from 0 to 1: "63%" or "63 %"."""
    return f"{round(100 * share)}{BEFORE_PERCENT.get(get_language() or '', '')}%"


def ordinal(number: int) -> str:
    """Format a place: "1st", "22nd", "13th"; "1er" and "22e" in French, "1." and "22." in German."""
    if number == 1:
        return pgettext("place", "1st")
    endings = {1: pgettext("place", "%(n)sst"), 2: pgettext("place", "%(n)snd"), 3: pgettext("place", "%(n)srd")}
    teens = number // 10 % 10 == 1
    ending = pgettext("place", "%(n)sth") if teens else endings.get(number % 10, pgettext("place", "%(n)sth"))
    return ending % {"n": number}


def day(when: date) -> str:
    """Format a date: "21 Nov 2026", "21.11.2026"."""
    return date_format(when, "DATE_FORMAT")


def moment(when: datetime) -> str:
    """Format a date with the time: "21 Nov 2026, 20:15"."""
    return date_format(when, "DATETIME_FORMAT")
