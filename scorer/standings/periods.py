"""The stretch of time that a board covers: a season, a month, or all time."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Self

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scorer.club.models import Season
from scorer.standings.results import Result

ALL = "all"
MONTHS = 12
"""So many months back are offered; an earlier one can still be asked for by its address."""


@dataclass(frozen=True, slots=True)
class Period:
    """`code` is how an address says it: a season's id, "2026-11", or "all"."""

    code: str
    name: str
    seasons: tuple[Season, ...]
    month: date | None = None
    """Its first day."""

    @classmethod
    def whole(cls, season: Season) -> Self:
        return cls(str(season.pk), season.name, (season,))

    def of(self, results: Iterable[Result]) -> list[Result]:
        if self.month is None:
            return list(results)
        days = ((result, timezone.localdate(result.opened)) for result in results)
        return [result for result, day in days if (day.year, day.month) == (self.month.year, self.month.month)]


def chosen_period(seasons: Sequence[Season], code: str) -> Period | None:
    """What an address asks for, of all seasons of a club, the newest first; where it asks for nothing that there is,
    the season running now, or the last one. None in a club without any season."""
    if not seasons:
        return None
    month = _month(code)
    if code == ALL:
        return Period(ALL, _("All time"), tuple(seasons))
    if month:
        return Period(code, date_format(month, "YEAR_MONTH_FORMAT"), _seasons_in(seasons, month), month)
    usual = next((season for season in seasons if season.ends is None), seasons[0])
    season = next((season for season in seasons if str(season.pk) == code), usual)
    return Period.whole(season)


def offered(seasons: Sequence[Season]) -> list[tuple[str, list[tuple[str, str]]]]:
    """Groups of codes with their names, for a list to choose from."""
    first = min((season.starts for season in seasons), default=timezone.localdate())
    months: list[tuple[str, str]] = []
    day = timezone.localdate().replace(day=1)
    while day >= first.replace(day=1) and len(months) < MONTHS:
        months.append((f"{day:%Y-%m}", date_format(day, "YEAR_MONTH_FORMAT")))
        day = (day.replace(year=day.year - 1, month=12)) if day.month == 1 else day.replace(month=day.month - 1)
    return [
        (_("Seasons"), [(str(season.pk), season.name) for season in seasons]),
        (_("Months"), months),
        ("", [(ALL, _("All time"))]),
    ]


def _month(code: str) -> date | None:
    try:
        return date.fromisoformat(f"{code}-01") if len(code) == len("2026-11") else None
    except ValueError:
        return None


def _seasons_in(seasons: Sequence[Season], month: date) -> tuple[Season, ...]:
    """Those with a day in that month, and those that began before it: a table stays in its season to the end."""
    return tuple(
        season
        for season in seasons
        if (season.starts.year, season.starts.month) <= (month.year, month.month)
        and (season.ends is None or (season.ends.year, season.ends.month) >= (month.year, month.month))
    )
