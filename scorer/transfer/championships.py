"""Championships in files: their rules, with the events that are left out (docs/table-format.md)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Annotated, Any

from django.db.models import Prefetch, QuerySet

from scorer import __version__
from scorer.club.models import Club, Season, User
from scorer.club.names import comparable
from scorer.events.models import Event
from scorer.history.models import Revision
from scorer.registry import all_games
from scorer.standings.models import Championship, LeftOut, problems_of
from scorer.transfer.columns import dump_columns
from scorer.transfer.export import VERSION, id_converter
from scorer.transfer.line_reader import LineReader, RowName, import_key, local_id
from scorer.transfer.parsed import Values
from scorer.transfer.values import Id, NameOrNone, read_day, read_text

MOST_LEFT_OUT = 1_000


@dataclass(frozen=True, slots=True)
class ParsedChampionship:
    """A championship in the file. Two of them are equal if their rules and periods are."""

    file_line: int = field(compare=False)
    id: int | None = field(compare=False)
    season: str = field(compare=False)
    """Empty for one of a range of dates."""
    season_starts: date | None = field(compare=False)
    season_key: str
    values: Values
    left_out: tuple[RowName, ...] = field(compare=False)

    @property
    def key(self) -> str:
        """The same for two spellings of one name: a club has each name once."""
        return "championship " + comparable(self.values["name"])


@dataclass(frozen=True, slots=True)
class _Record:
    version: int
    championship: Id
    season: NameOrNone = ""
    season_starts: Annotated[date, read_day] | None = None
    left_out: tuple[Annotated[str, read_text], ...] = ()
    scorer: str = ""


class ChampionshipReader(LineReader):
    def read(self, data: Mapping[str, Any]) -> ParsedChampionship | None:
        """Return None if there are faults."""
        head, values = self._row(Championship, data, "", shape=_Record)
        if not self._is_readable_version(head.version):
            return None
        self._list(data.get("left_out", []), "left_out", MOST_LEFT_OUT)
        known = {game.slug for game in all_games() if game.events}
        if not (isinstance(values["games"], list) and known.issuperset(map(str, values["games"]))):
            self._fault("choice", "games", {"choices": ", ".join(sorted(known))})
        if not self.faults:
            for name, text in problems_of({**values, "season": head.season}).items():
                self._say(name, str(text))
        if self.faults:
            return None
        names = [RowName(import_key(self.club, "event", text), local_id(text), text) for text in head.left_out]
        return ParsedChampionship(
            file_line=self.file_line,
            id=local_id(head.championship),
            season=head.season,
            season_starts=head.season_starts,
            season_key=comparable(head.season),
            values=values,
            left_out=tuple(names),
        )


def championship_records(
    championships: "QuerySet[Championship]", events: "QuerySet[Event]"
) -> Iterator[dict[str, Any]]:
    """`events` are those that the file has."""
    left_out = Prefetch("left_out", LeftOut.objects.filter(event__in=events.order_by()).order_by("event_id"))
    for row in championships.select_related("season").prefetch_related(left_out):
        season = {"season": row.season.name, "season_starts": row.season.starts.isoformat()} if row.season else {}
        names = [id_converter.to_url(left.event_id) for left in row.left_out.all()]
        yield {
            "version": VERSION,
            "scorer": __version__,
            "championship": id_converter.to_url(row.pk),
            **season,
            **dump_columns(row),
            **({"left_out": names} if names else {}),
        }


def existing_championship(club: Club, parsed: ParsedChampionship) -> Championship | None:
    """Return the one of a club that has this id, or else this name."""
    rows = list(club.championships.all())
    of_id = next((row for row in rows if row.pk == parsed.id), None)
    return of_id or next((row for row in rows if comparable(row.name) == comparable(parsed.values["name"])), None)


def write_championship(
    parsed: ParsedChampionship, club: Club, season: Season | None, left_out: list[int], *, by: User | None
) -> Championship:
    """`left_out` are ids of events."""
    championship = Championship(club=club, season=season, **parsed.values)
    if parsed.id and not Championship.objects.filter(pk=parsed.id).exists():
        championship.pk = parsed.id
    championship.save(force_insert=True)
    LeftOut.objects.bulk_create(LeftOut(championship=championship, event_id=event) for event in sorted(left_out))
    Revision.objects.log(Revision.Kind.CHAMPIONSHIP, championship, "import", by)
    return championship
