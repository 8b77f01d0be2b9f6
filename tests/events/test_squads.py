"""Squads: who plays for which, and what they score together."""

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from scorer.club.models import Club, Membership, Player
from scorer.events import services
from scorer.events.contestants import contestants_by_number
from scorer.events.forms.lists import read_list
from scorer.events.links import Holder, path_of, sign_up_path
from scorer.events.models import Event, Sitting
from scorer.events.planning.proposals import proposals
from scorer.events.results.event_results import EventResults, Viewer
from scorer.events.results.squads import SquadRow, squads_of
from scorer.play import services as play
from scorer.registry import get_game
from scorer.scoring import load
from scorer.transfer.event_export import export_event
from tests.events.conftest import MakeEvent, choose, play_all, play_round
from tests.events.test_pages import address

LogIn = Callable[[Membership], Client]
NAMES = {number: "Lions" if number % 2 else "Tigers" for number in range(1, 8)}
"""Number 8 plays for nobody."""


def with_squads(event: Event, best: int | None = None) -> Event:
    services.set_squads(event, "sum", best=best, names=NAMES, by=None)
    event.refresh_from_db()
    return event


@pytest.fixture
def event(make_event: MakeEvent) -> Event:
    """Eight players at Doppelkopf."""
    return make_event("doppelkopf", 8, rounds=1, per_round=4)


@pytest.fixture
def played(event: Event) -> Event:
    """The same after a round, with two squads."""
    choose(with_squads(event), "draw")
    play_round(event, Random(5))
    event.refresh_from_db()
    return event


def squads_of_event(event: Event) -> list[SquadRow]:
    return squads_of(EventResults(event), contestants_by_number(event))


def squads_in(event: Event) -> dict[str, float]:
    return {squad.name: squad.score for squad in squads_of_event(event)}


def scores_in(event: Event) -> dict[int, float]:
    places = EventResults(event).ranking.places
    return {ranked.standing.contestant: float(ranked.standing.score) for ranked in places}


def test_the_scores_of_the_members_are_added_up(played: Event) -> None:
    scores = scores_in(played)
    assert squads_in(played) == {
        squad: sum(scores[number] for number, name in NAMES.items() if name == squad) for squad in ("Lions", "Tigers")
    }


def test_only_the_best_count_if_the_director_says_so(played: Event) -> None:
    services.set_squads(played, "sum", best=2, names={}, by=None)
    played.refresh_from_db()
    scores = scores_in(played)
    best = sorted((scores[number] for number in (1, 3, 5, 7)), reverse=True)[:2]
    assert squads_in(played)["Lions"] == sum(best)


@pytest.mark.parametrize("game", ["belote", "bridge", "skat", "tarot", "preferans"])
def test_every_game_has_squads(game: str, make_event: MakeEvent) -> None:
    event = with_squads(make_event(game, 8, rounds=3 if game == "bridge" else 1, per_round=2))
    choose(event, "mitchell" if game == "bridge" else "draw")
    for number in range(event.rounds or 0):
        play_round(event, Random(number))
    services.finish(event, by=None)
    event.refresh_from_db()
    scores = scores_in(event)
    assert squads_in(event)["Tigers"] == pytest.approx(sum(scores.get(number, 0) for number in (2, 4, 6)))


def test_they_are_shown_to_whoever_sees_the_ranking(played: Event, ada: Membership, client_of: LogIn) -> None:
    page = client_of(ada).get(address(played, "event"))
    assert [squad.name for squad in page.context["squads"]] == [*sorted(squads_in(played), key=squads_in(played).get)][
        ::-1
    ]
    text = page.content.decode()
    assert "Ranking of squads" in text
    assert "All members of a squad count." in text
    Event.objects.update(ranking_shown="at_the_end")
    played.refresh_from_db()
    assert squads_of(EventResults(played, Viewer()), contestants_by_number(played)) == []


def test_a_phone_marks_the_squad_of_whoever_holds_it(played: Event, client: Client) -> None:
    services.finish(played, by=None)

    def marked(number: int) -> list[str]:
        page = client.get(path_of(played, Holder.CONTESTANT, number)).content.decode()
        table = page.partition('id="squads-ranked"')[2]
        return re.findall(r'<tr class="own"[^>]*>.*?<bdi>(\w+)</bdi>', table, re.DOTALL)

    assert [marked(number) for number in (1, 2, 8)] == [["Lions"], ["Tigers"], []]


def test_the_big_screen_the_card_and_the_files_have_them(played: Event, ada: Membership, client_of: LogIn) -> None:
    client = client_of(ada)
    views = [client.get(address(played, "screen") + f"?view={view}").content.decode() for view in range(4)]
    assert any("Tigers" in view and "Ranking of squads" in view for view in views)
    assert "Lions" in client.get(address(played, "scorecard", 1)).content.decode()
    ranking = client.get(address(played, "download", "ranking", "csv")).content.decode()
    assert "Squad" in ranking.splitlines()[0]
    squads = client.get(address(played, "download", "squads", "csv")).content.decode().splitlines()
    assert len(squads) == 3
    assert "Player 1" in "".join(squads)
    assert client.get(address(played, "download", "squads", "xlsx")).status_code == 200


def test_the_command_ranks_them_as_the_site_does(played: Event, tmp_path: Any, capsys: Any) -> None:
    services.set_squads(played, "sum", best=3, names={}, by=None)
    played.refresh_from_db()
    lines = tmp_path / "results.jsonl"
    people = contestants_by_number(played)
    from scorer.events.files import event_lines  # noqa: PLC0415  # a name of its own here

    lines.write_text("".join(json.dumps(line) + "\n" for line in event_lines(EventResults(played), people)))
    call_command("rank", "doppelkopf", "total", str(lines), "--squad-best", "3")
    said = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {line["squad"]: line["score"] for line in said if "squad" in line} == squads_in(played)


def field_of(event: Event, number: int) -> str:
    """The field for the squad of a contestant."""
    return f"squad_{contestants_by_number(event)[number].entry}"


def test_the_director_says_who_plays_for_whom(event: Event, ada: Membership, client_of: LogIn) -> None:
    client, typed = client_of(ada), {"squads": "sum", "best": "4"}
    typed |= {field_of(event, 1): " Lions ", field_of(event, 2): "lions", field_of(event, 3): "Tigers"}
    assert client.post(address(event, "squads"), typed).status_code == 302
    event.refresh_from_db()
    assert (event.squads, event.squad_best) == ("sum", 4)
    people = contestants_by_number(event)
    assert [people[number].squad for number in (1, 2, 3, 4)] == ["Lions", "Lions", "Tigers", ""]
    page = client.get(address(event, "squads")).content.decode()
    assert '<option value="Tigers">' in page


def test_what_is_wrong_is_said_and_nothing_is_lost(event: Event, ada: Membership, client_of: LogIn) -> None:
    first, second = field_of(event, 1), field_of(event, 2)
    typed = {"squads": "most", "best": "0", first: "x" * 41, second: "Lions"}
    page = client_of(ada).post(address(event, "squads"), typed)
    assert page.status_code == 422
    assert set(page.context["form"].errors) == {"squads", "best", first}
    assert 'value="Lions"' in page.content.decode()
    assert not event.contestants.exclude(squad="").exists()


def test_names_of_squads_that_would_not_be_ranked_are_asked_about(
    event: Event, ada: Membership, client_of: LogIn
) -> None:
    page = client_of(ada).post(address(event, "squads"), {"squads": "", field_of(event, 1): "Lions"})
    assert set(page.context["form"].errors) == {"squads"}
    assert 'value="Lions"' in page.content.decode()
    with_squads(event)
    kept = {f"squad_{person.entry}": person.squad for person in contestants_by_number(event).values()}
    assert client_of(ada).post(address(event, "squads"), {"squads": "", **kept}).status_code == 302
    event.refresh_from_db()
    assert event.squads == ""


def test_whoever_signs_off_while_the_director_types_moves_nobody_to_another_squad(
    event: Event, ada: Membership, client_of: LogIn
) -> None:
    client = client_of(ada)
    typed = {field_of(event, number): f"Squad {number}" for number in (1, 2, 3)}
    services.sign_off(event, event.contestants.get(number=2).own_entry, by=None)
    client.post(address(event, "squads"), {"squads": "sum", **typed})
    squads = {str(contestant): contestant.squad for contestant in event.contestants.with_players()}
    assert (squads["Player 1"], squads["Player 3"], squads["Player 4"]) == ("Squad 1", "Squad 3", "")


def test_whoever_signs_up_says_for_which_squad_once_there_are_any(
    event: Event, ada: Membership, client_of: LogIn, club: Club
) -> None:
    client = client_of(ada)
    assert "squad" not in client.get(address(event, "event")).context["form"].fields
    with_squads(event)
    assert "squad" in client.get(address(event, "event")).context["form"].fields
    Player.objects.create(club=club, name="Chloé")
    client.post(address(event, "sign_up"), {"player_1": "Chloé", "squad": "TIGERS"})
    assert event.contestants.get(number=9).squad == "Tigers"


def test_a_list_has_a_squad_in_a_line(event: Event) -> None:
    with_squads(event)
    (line,) = read_list("Bears 2: Ada", event)
    assert line.squad == "Bears 2"
    lines = read_list("1. Bears: Ada & Boris / Hansen, Dörte\nChloé\n2: Dirk", event)
    assert [(line.squad, [player.name for player in line.players]) for line in lines] == [
        ("Bears", ["Ada"]),
        ("Bears", ["Boris"]),
        ("Bears", ["Dörte Hansen"]),
        ("", ["Chloé"]),
        ("", ["Dirk"]),
    ]


def test_a_list_of_pairs_has_a_squad_before_each(make_event: MakeEvent) -> None:
    event = make_event("bridge", 2)
    services.set_squads(event, "sum", names={}, by=None)
    event.refresh_from_db()
    (line,) = read_list("Lions: Ada & Boris", event)
    assert (line.squad, [player.name for player in line.players]) == ("Lions", ["Ada", "Boris"])


def test_a_list_is_signed_up_with_its_squads(event: Event, ada: Membership, client_of: LogIn) -> None:
    with_squads(event)
    client, names = client_of(ada), "Bears: Ada Adler & Boris Bauer\nChloé Chopin"
    digest = client.post(address(event, "sign_up_list"), {"names": names}).context["digest"]
    assert client.post(address(event, "sign_up_list"), {"names": names, "confirm": digest}).status_code == 302
    people = contestants_by_number(event)
    assert [(people[number].name, people[number].squad) for number in (9, 10, 11)] == [
        ("Ada Adler", "Bears"),
        ("Boris Bauer", "Bears"),
        ("Chloé Chopin", ""),
    ]


def test_without_squads_a_colon_is_part_of_a_name(event: Event) -> None:
    (line,) = read_list("Dr: Ada", event)
    assert (line.squad, [player.name for player in line.players]) == ("", ["Dr: Ada"])


def test_whoever_comes_late_plays_for_a_squad(played: Event, club: Club) -> None:
    chloe = Player.objects.create(club=club, name="Chloé")
    contestant = services.add_late_contestant(played, [chloe], squad="lions", by=None)
    assert contestant.squad == "Lions"


def test_teams_have_no_squads(make_event: MakeEvent, ada: Membership, client_of: LogIn) -> None:
    event = make_event("bridge", 4, competes="teams")
    with pytest.raises(ValidationError, match="already teams"):
        services.set_squads(event, "sum", names={}, by=None)
    assert "already teams" in client_of(ada).get(address(event, "squads")).content.decode()


def test_a_copy_and_a_file_of_the_whole_event_keep_them(played: Event) -> None:
    values = {"name": "Again", "preset": played.preset, "comparison": played.comparison}
    copy, _left_out = services.copy_event(played, values, contestants=True, by=None)
    assert copy.squads == "sum"
    assert [contestant.squad for contestant in copy.contestants.all()][:2] == ["Lions", "Tigers"]
    exported = json.loads(next(iter(export_event(played))))
    assert exported["squads"] == "sum"
    assert exported["contestants"][0]["squad"] == "Lions"


def test_a_squad_with_too_few_members_is_told_why(played: Event) -> None:
    services.set_squads(played, "sum", best=4, names={}, by=None)
    played.refresh_from_db()
    with override("en"):
        last = squads_of(EventResults(played), contestants_by_number(played))[-1]
    assert (last.name, last.why_no_place) == ("Tigers", "no place: 3 members of at least 4")


def league(make_event: MakeEvent, squads: int, game: str = "doppelkopf", **values: Any) -> Event:
    """So many squads of four, who have signed up in turn."""
    event = make_event(game, 4 * squads, per_round=1, **values)
    names = {number: f"Squad {number % squads:02}" for number in range(1, 4 * squads + 1)}
    services.set_squads(event, "match_points", day=2, names=names, by=None)
    event.refresh_from_db()
    return event


@pytest.mark.parametrize("game", ["doppelkopf", "skat"])
def test_a_league_day_is_proposed_first_and_gives_match_points_in_each_group(game: str, make_event: MakeEvent) -> None:
    event = league(make_event, 8, game, rounds=2)
    first = proposals(event, 32)[0]
    assert (first.key, first.title, first.rounds) == ("draw-league", "League day", 2)
    choose(event, "draw-league")
    assert event.settings == {"day": 2}
    for number in (1, 2):
        play_round(event, Random(number))
    event.refresh_from_db()
    rows = squads_of(EventResults(event), contestants_by_number(event))
    assert len(rows) == 8
    assert sum(row.match_points or 0 for row in rows) == 2 * (4 + 3 + 2 + 1)
    assert [(row.match_points, row.score) for row in rows] == sorted(
        [(row.match_points, row.score) for row in rows], reverse=True
    )


def test_a_league_day_takes_four_members_of_each_squad(make_event: MakeEvent) -> None:
    event = league(make_event, 4)
    assert proposals(event, 16)[0].key == "draw-league"
    services.set_squads(event, "match_points", names={1: "Squad 02"}, by=None)
    event.refresh_from_db()
    assert "draw-league" not in {proposal.key for proposal in proposals(event, 16)}


def test_a_league_day_goes_on_when_somebody_leaves_or_comes_late(make_event: MakeEvent, club: Club) -> None:
    event = league(make_event, 8, rounds=3)
    choose(event, "draw-league")
    play_round(event, Random(1))
    services.leave(event, 5, by=None)
    services.add_late_contestant(event, [Player.objects.create(club=club, name="Chloé")], squad="Squad 05", by=None)
    services.draw_anew(event, by=None)
    play_round(event, Random(2))
    event.refresh_from_db()
    assert len(squads_of(EventResults(event), contestants_by_number(event))) == 8


def test_the_command_gives_match_points_as_the_site_does(
    make_event: MakeEvent, ada: Membership, client_of: LogIn, tmp_path: Any, capsys: Any
) -> None:
    event = league(make_event, 8, rounds=1)
    choose(event, "draw-league")
    play_round(event, Random(1))
    lines = tmp_path / "results.jsonl"
    client = client_of(ada)
    lines.write_bytes(client.get(address(event, "download", "event", "jsonl")).content)
    call_command("rank", "doppelkopf", "total", str(lines), "--match-points")
    said = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    page = client.get(address(event, "event"))
    assert [(line["place"], line["squad"], line["match_points"]) for line in said if "match_points" in line] == [
        (row.place, row.name, row.match_points) for row in page.context["squads"]
    ]
    assert "The first of a group of four has 4 match points" in page.content.decode()


def test_the_draw_says_who_meets_a_member_of_the_same_squad(
    make_event: MakeEvent, ada: Membership, client_of: LogIn
) -> None:
    event = make_event("doppelkopf", 8, rounds=2, per_round=1)
    services.set_squads(event, "sum", names=dict.fromkeys(range(1, 9), "Lions"), by=None)
    choose(event, "draw-standing")
    page = client_of(ada).get(address(event, "draw")).content.decode()
    assert page.count("play for the same squad") == 2 * 6


@pytest.mark.parametrize("contestants", [24, 60])
@pytest.mark.parametrize("game", ["doppelkopf", "skat"])
def test_an_evening_of_squads_by_posts(
    game: str, contestants: int, ada: Membership, club: Club, client_of: LogIn
) -> None:
    client, config = client_of(ada), get_game(game)
    typed = {"name": "Cup", "preset": config.default_variant, "comparison": "total", "rounds": 2, "per_round": 1}
    assert client.post(reverse("events:create", args=[club.pk, game]), typed).status_code == 302
    event = Event.objects.get()
    client.post(address(event, "squads"), {"squads": "sum", "best": "4"})
    names = "\n".join(
        f"Squad {first // 4:02}: " + " & ".join(f"Person {first + place:02}" for place in range(4))
        for first in range(0, contestants, 4)
    )
    digest = client.post(address(event, "sign_up_list"), {"names": names}).context["digest"]
    client.post(address(event, "sign_up_list"), {"names": names, "confirm": digest})
    assert client.post(address(event, "plan"), {"format": "draw"}).status_code == 302
    squad_of = event.contestants.in_bulk(field_name="pk")
    for _round in range(2):
        client.post(address(event, "start_round"))
        running = event.planned_rounds.get(ended_at=None, started_at__isnull=False)
        for sitting in running.sittings.prefetch_related("sides").select_related("table"):
            there = [squad_of[side.contestant_id].squad for side in sitting.sides.all()]
            assert len(set(there)) == len(there)
            play_all(sitting.table, Random(sitting.station))
        assert client.post(address(event, "end_round")).status_code == 302
    assert client.post(address(event, "finish")).status_code == 302
    event.refresh_from_db()
    assert event.state == Event.State.FINISHED
    scores, squads = scores_in(event), squads_in(event)
    assert len(squads) == contestants // 4
    assert sum(squads.values()) == sum(scores.values())


def next_day(event: Event) -> Event:
    values = {"name": event.name, "day": timezone.localdate(), "added_up": "sum", "by_standing": False}
    following, _left_out = services.next_session(event, **values, by=None)
    return following


def league_day(event: Event, seed: int) -> Event:
    choose(event, "draw-league")
    play_round(event, Random(seed))
    services.finish(event, by=None)
    event.refresh_from_db()
    return event


@pytest.fixture
def two_days(make_event: MakeEvent) -> tuple[Event, Event]:
    """Eight squads on two match days. A member of the first squad has changed to the second, and one came instead."""
    first = league_day(league(make_event, 8, rounds=1), 1)
    second = next_day(first)
    names = {number: f"SQUAD {number % 8:02}" for number in range(1, 33)} | {1: "squad 02", 2: "squad 01"}
    services.set_squads(second, "match_points", day=second.match_day, names=names, by=None)
    second.refresh_from_db()
    return first, league_day(second, 2)


def test_the_next_session_of_a_league_is_the_next_match_day(two_days: tuple[Event, Event]) -> None:
    first, second = two_days
    assert (first.match_day, second.match_day, second.settings) == (2, 3, {"day": 3})


def test_match_points_of_several_match_days_add_up(
    two_days: tuple[Event, Event], ada: Membership, client_of: LogIn
) -> None:
    days = [{row.name.casefold(): row for row in squads_of_event(event)} for event in two_days]
    client = client_of(ada)
    page = client.get(address(two_days[0], "sessions"))
    rows = page.context["total"].squad_rows
    assert len(rows) == 8
    for row in rows:
        own = [day[row.name.casefold()] for day in days]
        assert row.match_points == sum(squad.match_points or 0 for squad in own)
        assert row.score == sum(squad.score for squad in own)
    ranks_by = [(row.match_points, row.score) for row in rows]
    assert ranks_by == sorted(ranks_by, reverse=True)
    text = page.content.decode()
    assert "League table" in text
    assert rows[0].name in text
    csv = client.get(address(two_days[1], "download", "squads_sessions", "csv")).content.decode().splitlines()
    assert len(csv) == 9
    assert csv[0].count("Match points") == 3
    assert client.get(address(two_days[1], "download", "squads_sessions", "xlsx")).status_code == 200
    views = [client.get(address(two_days[1], "screen") + f"?view={view}").content.decode() for view in range(20)]
    assert any("League table" in view for view in views)


def test_the_link_of_a_contestant_has_the_league_table(two_days: tuple[Event, Event], client: Client) -> None:
    page = client.get(path_of(two_days[1], Holder.CONTESTANT, 5)).content.decode()
    assert "League table" in page
    table = page.partition('id="squads-of-sessions"')[2]
    own = two_days[1].contestants.get(number=5).squad
    assert re.findall(r'<tr class="own"[^>]*>.*?<bdi>([^<]+)</bdi>', table, re.DOTALL)[0] == own


def test_the_best_members_of_each_session_add_up(played: Event, ada: Membership, client_of: LogIn) -> None:
    services.set_squads(played, "sum", best=2, names={}, by=None)
    services.finish(played, by=None)
    played.refresh_from_db()
    second = next_day(played)
    services.set_squads(second, "sum", best=3, names={8: "Bears"}, by=None)
    choose(second, "draw")
    play_round(second, Random(6))
    second.refresh_from_db()
    page = client_of(ada).get(address(second, "sessions"))
    assert "Squads, all sessions" in page.content.decode()
    rows = {row.name: row for row in page.context["total"].squad_rows}
    once, twice = squads_in(played), squads_in(second)
    assert {name: row.score for name, row in rows.items()} == {
        name: once.get(name, 0) + twice[name] for name in ("Lions", "Tigers", "Bears")
    }
    assert rows["Bears"].sessions[0].figure == "–"


def test_squads_that_are_level_are_separated_as_the_setting_says(make_event: MakeEvent) -> None:
    event = make_event("doppelkopf", 4, rounds=1, per_round=2, comparison_settings={"ties": "solos"})
    services.set_squads(event, "sum", names={1: "Lions", 2: "Lions", 3: "Tigers", 4: "Tigers"}, by=None)
    choose(event, "draw")
    services.start_round(event, by=None)
    sitting = Sitting.objects.get(round__event=event)
    seats = {side.contestant.number: side.side for side in sitting.sides.select_related("contestant")}
    for soloist, augen in ((1, 150), (2, 90)):  # won and lost: both squads have 0 points
        hand = {"kind": "damen", "re": [seats[soloist]], "re_augen": augen}
        entry, _problems = load(get_game("doppelkopf").rules.Entry, hand)
        play.record_hand(sitting.table, entry, by=None, key=None)
    services.end_round(event, by=None)
    event.refresh_from_db()
    with override("en"):
        rows = squads_of_event(event)
        assert [(row.place, row.name, row.score, row.tie_break) for row in rows] == [
            (1, "Lions", 0, "by solos won: 1"),
            (2, "Tigers", 0, "by solos won: 0"),
        ]
        assert rows[0].tie_rule.startswith("Where scores are level, more solos won decide")


def test_when_all_rounds_are_played_finishing_comes_first_and_drawing_another_stays_possible(
    make_event: MakeEvent, ada: Membership, client_of: LogIn
) -> None:
    event, client = make_event("doppelkopf", 8, rounds=2, per_round=1), client_of(ada)
    choose(event, "draw-standing")

    def buttons() -> tuple[bool, bool]:
        """Whether drawing is the main button, and whether finishing is."""
        page = client.get(address(event, "event")).content.decode()
        return '<button name="do" value="draw">' in page, 'id="finish-event"' not in page

    play_round(event, Random(1))
    assert buttons() == (True, False)
    services.draw_round(event, by=None)
    play_round(event, Random(2))
    assert buttons() == (False, True)
    services.draw_round(event, by=None)
    play_round(event, Random(3))
    assert buttons() == (False, True)


def sign_up_by_link(event: Event, typed: dict[str, str], phone: Client) -> Any:
    return phone.post(sign_up_path(event), typed, follow=True)


def test_whoever_signs_up_by_the_link_may_name_a_squad_and_is_told_of_no_others(
    event: Event, ada: Membership, client: Client, client_of: LogIn
) -> None:
    assert "squad" not in client.get(sign_up_path(event)).context["form"].fields
    with_squads(event)
    page = client.get(sign_up_path(event))
    assert "squad" in page.context["form"].fields
    assert [word for word in ("Lions", "Tigers", "datalist", "list=") if word in page.content.decode()] == []
    joined = sign_up_by_link(event, {"player_1": "Player 9", "squad": " tigers "}, client)
    assert "Tigers" in joined.content.decode()
    assert event.contestants.get(number=9).squad == "Tigers"
    director = client_of(ada).get(address(event, "event")).content.decode()
    assert director.count('<span class="mark"><bdi>Tigers</bdi></span>') == 4
    wrong = sign_up_by_link(event, {"player_1": "Player 10", "squad": "x" * 41}, Client())
    assert (wrong.status_code, set(wrong.context["form"].errors)) == (422, {"squad"})
    assert sign_up_by_link(event, {"player_1": "Player 10"}, Client()).status_code == 200
    assert event.contestants.get(number=10).squad == ""


def test_whoever_waits_keeps_the_squad_and_brings_it_along(
    event: Event, ada: Membership, client: Client, client_of: LogIn
) -> None:
    with_squads(event)
    Event.objects.update(limit=8)
    waiting = sign_up_by_link(event, {"player_1": "Player 9", "squad": "bears"}, client)
    assert "bears" in waiting.content.decode()
    applicant = event.applicants.get()
    assert applicant.squad == "bears"
    assert "bears" in client_of(ada).get(address(event, "event")).content.decode()
    exported = json.loads(next(iter(export_event(event))))
    assert exported["applicants"][0]["squad"] == "bears"
    services.let_in(event, applicant.number, by=None)
    assert event.contestants.get(number=9).squad == "bears"


def test_players_who_find_each_other_play_for_the_squad_of_the_first_who_named_one(
    make_event: MakeEvent, client: Client
) -> None:
    event = make_event("bridge", 2)
    services.set_squads(event, "sum", names={1: "Lions"}, by=None)
    event.refresh_from_db()
    sign_up_by_link(event, {"player_1": "Player 11", "looking": "1"}, client)
    sign_up_by_link(event, {"player_1": "Player 12", "squad": "LIONS", "looking": "1"}, Client())
    first, second = event.applicants.order_by("number")
    services.match_partners(event, first.number, second.number, by=None)
    contestant = event.contestants.get(number=3)
    assert contestant.squad == "Lions"
