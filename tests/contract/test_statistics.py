"""What a game counts in its hands."""

from collections import Counter
from collections.abc import Callable, Sequence
from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorer.club.models import Club, Membership, Player
from scorer.play import services
from scorer.registry import GameConfig
from scorer.scoring import Case, Example, Statistic
from scorer.standings.periods import Period
from scorer.standings.statistics import Statistics, _cache, statistics_of
from tests.contract.conftest import sheet_of
from tests.damage import each_column_changed
from tests.factories import make_players, make_table
from tests.rollback import rolled_back

HANDS = 40


def check(game: GameConfig, statistic: Statistic, entry: Any, variant: Any, seats: int, points: Sequence[int]) -> None:
    cases: list[Case] = list(statistic.cases(entry, variant, seats))
    assert {case.group for case in cases} <= {*statistic.groups}
    done_by = [seat for case in cases for seat in case.seats]
    assert len(done_by) == len({*done_by}), "a seat has one case at the most"
    assert {*done_by} <= {*range(1, seats + 1)}.difference(getattr(entry, "sitting_out", ()))
    for case in cases:
        assert len({points[seat - 1] for seat in case.seats}) == 1, "who did it together has the same points"


def test_the_cases_of_an_example_are_groups_of_those_who_played(game: GameConfig, example: Example) -> None:
    variant = game.rules.PRESETS[example.variant]
    for statistic in game.rules.STATISTICS:
        check(game, statistic, example.entry, variant, example.seats, example.points)


def test_so_are_those_of_an_evening(game: GameConfig, preset: str, seats: int) -> None:
    variant = game.rules.PRESETS[preset]
    entries = sheet_of(game, variant, seats, HANDS)
    for entry, outcome in zip(entries, game.rules.replay(entries, variant, seats), strict=True):
        for statistic in game.rules.STATISTICS:
            check(game, statistic, entry, variant, seats, outcome.points)


def test_each_statistic_counts_something_and_has_a_name_of_its_own(game: GameConfig) -> None:
    names = [statistic.name for statistic in game.rules.STATISTICS]
    assert len(names) == len({*names})
    examples = [(each.entry, game.rules.PRESETS[each.variant], each.seats) for each in game.rules.EXAMPLES]
    assert all(any(any(statistic.cases(*hand)) for hand in examples) for statistic in game.rules.STATISTICS)


def play(game: GameConfig, club: Club) -> tuple[list[Any], list[Player]]:
    """Play the game at a table of its smallest size and close it."""
    variant, seats = game.rules.PRESETS[game.default_variant], game.seat_counts[0]
    entries = sheet_of(game, variant, seats, HANDS)
    players = make_players(club, seats)
    table = make_table(club, game.slug, variant=variant, players=players)
    services.record_hands(table, entries, by=None)
    services.close_table(table, by=None)
    return entries, players


@pytest.mark.django_db
@pytest.mark.postgres
def test_the_statistics_of_a_club_and_its_players_add_up_to_the_hands(game: GameConfig, club: Club) -> None:
    variant, seats = game.rules.PRESETS[game.default_variant], game.seat_counts[0]
    entries, players = play(game, club)
    period = Period.for_season(club.seasons.get())
    of_club = statistics_of(period, game.slug)
    assert of_club.deals == (len(entries) if game.rules.STATISTICS else 0)
    of_players = [statistics_of(period, game.slug, who=player.pk) for player in players]
    for statistic in game.rules.STATISTICS:
        title, _made, labels = game.labels.STATISTICS[statistic.name]
        cases = [case for entry in entries for case in statistic.cases(entry, variant, seats)]
        sections = [section for section in of_club.sections if section.title == title]
        assert {row.label: row.count.times for section in sections for row in section.rows} == Counter(
            str(labels[case.group]) for case in cases
        )
        for section in sections:
            assert section.total.count.times == len(cases)
            assert section.total.count.made == sum(case.made for case in cases)
            assert section.deals == sum(any(statistic.cases(entry, variant, seats)) for entry in entries)
        shares = [section for found in of_players for section in found.sections if section.title == title]
        assert sum(section.total.count.times for section in shares) == sum(len(case.seats) for case in cases)


@pytest.mark.django_db
def test_a_damaged_hand_is_left_out_and_the_pages_are_shown(
    game: GameConfig, ada: Membership, client_of: Callable[[Membership], Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    if not game.rules.STATISTICS:
        return
    _entries, players = play(game, ada.club)
    period = Period.for_season(ada.club.seasons.get())
    client = client_of(ada)

    def found(who: int = 0) -> Statistics:
        _cache.clear()
        return statistics_of(period, game.slug, who=who)

    for _column, changed in each_column_changed(game.hand_model):
        assert not changed or found().deals + found().unreadable == HANDS
    first, second = game.hand_model.objects.order_by("hand__number")[:2]
    entry = type(first).entry.fget

    def unreadable(self: Any) -> Any:
        return 1 / 0 if self.pk == first.pk else entry(self)

    monkeypatch.setattr(type(first), "entry", property(unreadable))
    with rolled_back():  # before the database checks references to the row
        rows = game.hand_model.objects.filter(pk=second.pk)
        rows._raw_delete(rows.db)
        assert (found().deals, found().unreadable) == (HANDS - 2, 2)
        played = sum(found(player.pk).unreadable for player in players)
        assert played == first.hand.scores.filter(played=True).count() + second.hand.scores.filter(played=True).count()
        address = reverse("standings:statistics", args=[ada.club_id]) + f"?game={game.slug}"
        assert client.get(reverse("standings:player", args=[ada.club_id, players[0].pk])).status_code == HTTPStatus.OK
        assert "2 hands can no longer be read and are left out." in client.get(address).content.decode()
