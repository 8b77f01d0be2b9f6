"""What must be true of an event whatever has been done to it."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from io import BytesIO, StringIO
from itertools import product
from pathlib import Path
from typing import Any, TypeVar

from django.apps import apps
from django.core.management import call_command
from django.db import transaction
from django.db.models import Max
from django.db.models.functions import Length
from django.test import Client
from django.urls import reverse

from scorer.audit.check import faults_of, site_faults
from scorer.audit.events import faults_of_event
from scorer.audit.rows import Fault
from scorer.club.models import Club
from scorer.contest.comparing.total import Total
from scorer.contest.values import four_decimals
from scorer.db.ids import IdConverter
from scorer.events import links
from scorer.events.contestants import contestants_by_number
from scorer.events.files import SHEETS, event_lines
from scorer.events.models import Event, Sitting, SittingSide
from scorer.events.results.event_results import EventResults
from scorer.events.results.squads import squads_of
from scorer.events.services.carrying import carry_differences, follows
from scorer.play.models import Table
from scorer.transfer.event_export import export_event
from scorer.transfer.importing import Faulty, import_file
from scorer.transfer.json_lines import parse_lines
from tests.factories import ClubFactory

MEANT = {200, 302}
"""A page that does not apply leads to another one."""
NOT_OFFERED = {*MEANT, 404, 409}
"""What a page may answer whose link is not on any page at this time."""


def tables_of(event: Event) -> list[Table]:
    """Its tables in the order of rounds and stations, also those of rounds that were taken back."""
    sittings = Sitting.objects.filter(round__event=event).exclude(table=None)
    return [sitting.table for sitting in sittings.select_related("table").order_by("round__number", "station")]


def check_event(event: Event) -> None:
    """Nobody sits in two places or where they do not compete, and nobody has two results of a deal."""
    assert_none(faults_of_event(event))
    contestants = {contestant.pk: contestant for contestant in event.contestants.with_players()}
    for place in SittingSide.objects.filter(sitting__round__event=event).select_related("sitting__round"):
        contestant, number = contestants[place.contestant_id], place.sitting.round.number
        assert contestant.competes_in(number), f"{contestant.number} does not compete in round {number}"
    check_seats(event)
    check_results(event)
    check_bracket(event)
    if follows(event):
        assert not carry_differences(event), "what is carried over differs from the qualifying"


def check_seats(event: Event) -> None:
    """Nobody has two seats at the tables of a round that runs."""
    running = Sitting.objects.filter(round__in=event.planned_rounds.running(), table__state=Table.State.OPEN)
    seated = Counter(running.filter(table__seats__until=None).values_list("table__seats__player", flat=True))
    assert max(seated.values(), default=1) == 1, f"two seats: {seated}"


def check_results(event: Event) -> None:
    results = EventResults(event)
    played = (line.result for line in results.lines if line.result.deal and line.result.points is not None)
    had = Counter(
        (contestant, event.of_teams * side, result.deal)  # a team has a result on each side
        for result in played
        for side, contestant in enumerate(result.contestants)
    )
    assert max(had.values(), default=1) == 1, f"two results of a deal: {[key for key in had if had[key] > 1]}"
    ranked = Counter(one.standing.contestant for one in results.ranking.places)
    assert max(ranked.values(), default=1) == 1, f"ranked twice: {ranked}"


def check_bracket(event: Event) -> None:
    """Nobody plays in the last round of a knock-out who was out before it."""
    last = event.planned_rounds.last()
    sittings = Sitting.objects.filter(round=last)
    playing = set(sittings.values_list("sides__contestant__number", flat=True))
    out = {number for number, lost_in in EventResults(event).out.items() if last and lost_in < last.number}
    assert playing.isdisjoint(out), f"out, but playing: {playing & out}"


def check_ledger(event: Event) -> None:
    assert_none(faults_of(tables_of(event)))


def check_site() -> None:
    assert_none(site_faults())
    check_lengths()


def check_lengths() -> None:
    """Every text is as short as PostgreSQL demands. SQLite stores any."""
    for model in apps.get_models():
        limits = {field.name: field.max_length for field in model._meta.concrete_fields if field.max_length}
        longest = model._default_manager.aggregate(**{f"_{name}": Max(Length(name)) for name in limits})
        long = {name for name, limit in limits.items() if (longest[f"_{name}"] or 0) > limit}
        assert not long, f"too long: {long} of {model._meta.label}"


def assert_none(faults: Iterable[Fault]) -> None:
    found = [f"{fault.code} {fault.row} ({fault.table}, line {fault.hand})" for fault in faults]
    assert not found, found


def check_command_rank(event: Event, folder: Path) -> None:
    """`manage.py rank` gives the site's ranking from what the site has exported."""
    results, file = EventResults(event), folder / "results.jsonl"
    lines = event_lines(results, contestants_by_number(event))
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    winners = ["--set", f"winners={event.winners}"] if results.comparison.ranks_sides else []
    settings = ["--set", "scale=matchpoints"] if event.comparison == "vp" and not event.of_teams else winners
    for name, value in event.comparison_settings.items():
        settings += ["--set", f"{name}={str(value).lower()}"]
    if isinstance(results.comparison, Total) and results.comparison.lot:
        settings += ["--set", f"lot={results.comparison.lot}"]
    settings += ["--set", "games=true"] if results.comparison.games else []
    settings += ["--minimum", str(int(100 * results.minimum))]
    settings += ["--squad-best", str(event.squad_best)] if event.squad_best else []
    settings += ["--match-points"] if event.squads == Event.Squads.MATCH_POINTS else []
    out = StringIO()
    try:
        call_command("rank", event.game, event.comparison, str(file), *settings, *_by_section(event), stdout=out)
    except SystemExit:
        raise AssertionError(f"rank refuses a line: {_problems(out)}") from None
    said = list(map(json.loads, out.getvalue().splitlines()))
    ranked = [line for line in said if "place" in line and "contestant" in line]  # not those of squads
    theirs = [tuple(line.get(name) for name in ("place", "contestant", "score", "field", "section")) for line in ranked]
    ours = [
        (one.place, one.standing.contestant, four_decimals(one.standing.score), one.standing.field, one.section)
        for one in results.ranking.places
    ]
    assert theirs == ours
    assert [(line["place"], line["squad"]) for line in said if "place" in line and "squad" in line] == [
        (row.place, row.name) for row in squads_of(results, contestants_by_number(event))
    ]


def _by_section(event: Event) -> list[str]:
    return [] if event.one_field else ["--by-section"]


def _problems(out: StringIO) -> list[Any]:
    return [line for line in map(json.loads, out.getvalue().splitlines()) if "problems" in line]


def check_transfer(event: Event) -> None:
    """Another club that imports the event exports the same, ranks the same and has no faults."""
    with transaction.atomic():
        elsewhere = ClubFactory(name="Elsewhere")
        exported = list(export_event(event))
        content = "".join(exported).encode()
        try:
            import_file(elsewhere, lambda: parse_lines(BytesIO(content), elsewhere), by=None)
        except Faulty as faulty:
            raise AssertionError([(fault.field, fault.text) for fault in faulty.survey.faults]) from None
        moved: Event = elsewhere.events.get()
        assert _without_ids(export_event(moved)) == _without_ids(exported)
        assert _ranked(moved) == _ranked(event)
        check_event(moved)
        check_ledger(moved)
        transaction.set_rollback(True)


def _without_ids(lines: Iterable[str]) -> list[dict[str, Any]]:
    """The records without ids, tables in the order of their content."""
    event, *tables = (json.loads(line) for line in lines)
    for record in (event, *tables):
        record.pop("id", None)
    event.pop("event")
    for sitting in (sitting for each in event["plan"] for sitting in each["sittings"]):
        sitting.pop("table", None)
    return [event, *sorted(tables, key=lambda table: json.dumps(table, sort_keys=True))]


def _ranked(event: Event) -> list[tuple[int, int, Any]]:
    places = EventResults(event).ranking.places
    return [(one.place, one.standing.contestant, one.standing.score) for one in places]


T = TypeVar("T")
Page = tuple[str, set[int]]
"""A URL, and what it may answer."""


def pages_of_club(club: Club, event: Event) -> Iterator[Page]:
    for name in (
        "standings:home",
        "standings:all_games",
        "standings:statistics",
        "play:tables",
        "play:hands",
        "events:events",
        "standings:evenings",
        "standings:calendar",
        "standings:honours",
        "standings:championships",
    ):
        yield reverse(name, args=[club.pk]), MEANT
    yield reverse("standings:board", args=[club.pk, event.game]), MEANT
    for championship in club.championships.all():
        yield reverse("standings:championship", args=[club.pk, championship.pk]), MEANT
    for view in range(3):
        yield reverse("standings:big_screen", args=[club.pk]) + f"?view={view}&still", MEANT
    for player in club.players.filter(seats__table__in=tables_of(event)).distinct().order_by("pk")[:4]:
        yield reverse("standings:player", args=[club.pk, player.pk]), MEANT
        yield reverse("standings:player_statistics", args=[club.pk, player.pk]), MEANT


def pages_of_event(event: Event) -> Iterator[Page]:
    """Pages for everybody who may read the club."""
    for name in ("event", "movement", "prizes", "sessions"):
        yield _page(event, name), MEANT
    for view in range(3):
        yield _page(event, "screen") + f"?view={view}&still", MEANT
    formats = [("event", known.ending) for known in event.report_formats]
    for what, kind in [*product(SHEETS, ("csv",)), ("results", "xlsx"), ("event", "jsonl"), *formats]:
        yield _page(event, "download", what, kind), {200, 403}
    if event.of_teams:
        yield _page(event, "matches"), MEANT
    for number in _some(_numbers(event), event):
        yield _page(event, "scorecard", number), MEANT
        yield _page(event, "match", number, 1), NOT_OFFERED
    for deal in _some(_deals(event), event):
        yield _page(event, "traveller", deal), MEANT


def pages_of_director(event: Event) -> Iterator[Page]:
    of_event = (
        "people",
        "cards",
        "add_late_contestant",
        "replan",
        "copy",
        "settings",
        "draw",
        "following",
        "paper",
        "seats",
        "invitation",
    )
    for name in (*of_event, "go_on_by_paper"):
        yield _page(event, name), MEANT
    of_others = ("next_session", "make_final", "carried")
    of_plans = ("plan", "own_movement", "hand_records", "sections")
    for name in (*of_plans, "sign_up_list", "sign_up_code", "squads", *of_others):
        yield _page(event, name), NOT_OFFERED
    for number in _some(_numbers(event), event):
        for name in ("contestant", "rule_contestant"):
            yield _page(event, name, number), MEANT
        yield _page(event, "wish", event.contestants.get(number=number).own_entry), MEANT
        yield _page(event, "name_winner", 1, number), NOT_OFFERED
    for deal, name in product(_some(_deals(event), event), ("other_cards", "deal_from_paper")):
        yield _page(event, name, deal), NOT_OFFERED
    started = Sitting.objects.filter(round__event=event).exclude(table=None).order_by("round__number", "station")
    for sitting in _some(list(started), event):
        yield _page(event, "swap", sitting.pk), MEANT
        yield _page(event, "sheet_from_paper", sitting.pk), MEANT
        for deal in sitting.deals[:1]:
            yield _page(event, "rule_result", sitting.pk, deal), NOT_OFFERED
        for name in ("table", "progress", "paper", "result"):
            yield reverse(f"play:{name}", args=[sitting.table_id]), NOT_OFFERED if name == "paper" else MEANT


def pages_of_links(event: Event) -> Iterator[Page]:
    """The pages of the links on the tables and on the guide cards."""
    for number in _some(_numbers(event), event):
        own = links.path_of(event, links.Holder.CONTESTANT, number)
        yield own, MEANT
        yield f"{own}results/", MEANT
        yield f"{own}matches/1/", NOT_OFFERED
        for deal in _some(_deals(event), event)[:1]:
            yield f"{own}deals/{deal}/", MEANT
        for sitting in Sitting.objects.filter(round__event=event, sides__contestant__number=number).exclude(table=None):
            yield f"{own}tables/{IdConverter().to_url(sitting.table_id)}/hands/1/", NOT_OFFERED
    yield links.sign_up_path(event), {200, 403}
    for station in range(1, 3):
        yield links.path_of(event, links.Holder.STATION, station), MEANT


def check_pages(reader: Client, pages: Iterable[Page]) -> None:
    for path, meant in pages:
        status = reader.get(path).status_code
        assert status in meant, f"{path} answers {status}"


def _page(event: Event, name: str, *more: Any) -> str:
    return reverse(f"events:{name}", args=[event.club_id, event.pk, *more])


def _numbers(event: Event) -> list[int]:
    return list(event.contestants.values_list("number", flat=True))


def _deals(event: Event) -> list[int]:
    return sorted({deal for sitting in Sitting.objects.filter(round__event=event) for deal in sitting.deals})


def _some(rows: list[T], event: Event) -> list[T]:
    """Two of them, others after each change of the event: pages take most of the time."""
    first = event.version % (len(rows) or 1)
    return (rows + rows)[first : first + min(2, len(rows))]
