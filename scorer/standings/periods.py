"""The period that a board covers: a season, a month, or all time."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Self

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scorer.club.models import Season
from scorer.standings.result import Result

ALL = "all"
MONTHS = 12
"""The number of past months that are offered. Earlier ones can still be requested by URL."""


@dataclass(frozen=True, slots=True)
class Period:
    """A period. `code` identifies it in URLs: the id of a season, "2026-11", or "all"."""

    code: str
    name: str
    seasons: tuple[Season, ...]
    month: date | None = None
    """The first day of the month."""

    @classmethod
    def for_season(cls, season: Season) -> Self:
        return cls(str(season.pk), season.name, (season,))

    def filter(self, results: Iterable[Result]) -> list[Result]:
        if self.month is None:
            return list(results)
        days = ((result, timezone.localdate(result.opened)) for result in results)
        return [result for result, day in days if (day.year, day.month) == (self.month.year, self.month.month)]


def chosen_period(seasons: Sequence[Season], code: str) -> Period | None:
    """Return the requested period. `seasons` are all seasons of a club, the newest first.

    An invalid code stands for the current season, or else for the last one. A club without seasons has no period: None.
    """
    if not seasons:
        return None
    month = _month(code)
    if code == ALL:
        return Period(ALL, _("All time"), tuple(seasons))
    if month:
        return Period(code, date_format(month, "YEAR_MONTH_FORMAT"), _seasons_in(seasons, month), month)
    usual = next((season for season in seasons if season.ends is None), seasons[0])
    season = next((season for season in seasons if str(season.pk) == code), usual)
    return Period.for_season(season)


def period_choices(seasons: Sequence[Season]) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the codes and names of the periods to choose from, in groups."""
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
    """Return the seasons that overlap the month, including those that began before it.

    A table stays in its season until it is closed.
    """
    return tuple(
        season
        for season in seasons
        if (season.starts.year, season.starts.month) <= (month.year, month.month)
        and (season.ends is None or (season.ends.year, season.ends.month) >= (month.year, month.month))
    )
