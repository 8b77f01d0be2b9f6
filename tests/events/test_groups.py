"""Places by group, beside those of the whole field."""

from random import Random

import pytest

from scorer.club.models import Club, Membership, Player
from scorer.events import services
from scorer.events.contestants import contestants_by_number
from scorer.events.models import Event
from scorer.events.results.event_results import EventResults
from scorer.events.results.ranking import fields_of
from scorer.play.services import merge_players
from tests.events.conftest import MakeEvent, choose, play_round
from tests.events.test_pages import LogIn, address
from tests.factories import PlayerFactory


@pytest.fixture
def event(make_event: MakeEvent) -> Event:
    """Eight at Doppelkopf after a round: the odd ones are juniors, the first three women, the last one a guest."""
    event = make_event("doppelkopf", 8, rounds=2, per_round=4)
    for number in range(1, 9):
        groups = [*(["junior"] if number % 2 else []), *(["women"] if number <= 3 else [])]
        Player.objects.filter(name=f"Player {number}").update(groups=groups, guest=number == 8)
    choose(event, "draw")
    play_round(event, Random(3))
    return event


def groups_of(event: Event) -> dict[str, list[tuple[str, int]]]:
    """The members of each group by place."""
    (field,) = fields_of(EventResults(event), contestants_by_number(event))
    found: dict[str, list[tuple[str, int]]] = {}
    for standing in field.standings:
        for group, place in standing.groups:
            found.setdefault(group, []).append((str(standing.contestant), place))
    return found


def test_each_group_has_places_of_its_own(event: Event) -> None:
    groups = groups_of(event)
    (field,) = fields_of(EventResults(event), contestants_by_number(event))
    order = [str(standing.contestant) for standing in field.standings]
    assert groups.keys() == {"junior", "women", "Guests"}
    for group, names in {"junior": {1, 3, 5, 7}, "women": {1, 2, 3}, "Guests": {8}}.items():
        of_group = [name for name in order if int(name.split()[1]) in names]
        assert [name for name, _place in groups[group]] == of_group
        assert groups[group][0][1] == 1
    assert [place for _name, place in groups["junior"]] in ([1, 2, 3, 4], [1, 1, 3, 4], [1, 2, 2, 4], [1, 2, 3, 3])


def test_those_who_share_a_place_share_it_in_their_group(event: Event) -> None:
    (field,) = fields_of(EventResults(event), contestants_by_number(event))
    first, second, third = field.standings[:3]
    assert first.score is not None
    assert second.score is not None
    penalty = {"penalty": int(first.score - second.score), "unit": "points"}
    services.rule_contestant(event, event.contestants.get(number=first.contestant.number), penalty, why="Tie", by=None)
    Player.objects.update(groups=[], guest=False)
    names = [str(standing.contestant) for standing in (first, second, third)]
    Player.objects.filter(name__in=names).update(groups=["junior"])
    assert [place for _name, place in groups_of(event)["junior"]] == [1, 1, 3]


def test_a_group_to_which_everybody_belongs_says_nothing(event: Event) -> None:
    Player.objects.update(groups=["members"], guest=False)
    assert groups_of(event) == {}


def test_a_pair_belongs_to_the_groups_of_both_and_a_substitute_changes_nothing(make_event: MakeEvent) -> None:
    event = make_event("bridge", 4, rounds=3, per_round=1)
    for number, groups in {1: ["junior", "women"], 2: ["women"], 3: ["women"]}.items():
        Player.objects.filter(name=f"Player {number}").update(groups=groups)
    choose(event, "howell")
    play_round(event, Random(1))
    substitute = Player.objects.get(name="Player 20")
    services.substitute(event, 1, 2, substitute, by=None)
    people = contestants_by_number(event)
    assert "Player 20" in people[1].name
    assert [people[number].groups for number in (1, 2)] == [("women",), ()]


def test_a_player_who_was_merged_has_the_groups_of_the_other(event: Event, club: Club) -> None:
    into = PlayerFactory(club=club, name="Zoran", groups=["over 80"], guest=True)
    merge_players(Player.objects.get(name="Player 1"), into, by=None, why="One person")
    assert contestants_by_number(event)[1].groups == ("over 80", "Guests")


def test_the_ranking_shows_them_beside_the_names_and_follows_the_roster(
    event: Event, ada: Membership, client_of: LogIn
) -> None:
    client = client_of(ada)
    page = client.get(address(event)).content.decode()
    assert page.count('<span class="mark">junior ') == 4
    assert '<span class="mark">Guests 1</span>' in page
    for player in Player.objects.exclude(name="Player 1"):
        player.groups = []
        player.save()
    assert client.get(address(event)).content.decode().count('<span class="mark">junior ') == 1
    file = client.get(address(event, "download", "ranking", "csv")).content.decode("utf-8-sig")
    assert file.splitlines()[0].endswith(",Groups")
    assert sum(line.endswith(',"junior 1, women 1"') for line in file.splitlines()) == 1
