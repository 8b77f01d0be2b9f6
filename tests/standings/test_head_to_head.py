"""Whom a player has played with and against, how often, and how that went; the form, and what moved the rating."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from random import Random

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from scorer.club import services as club_services
from scorer.club.models import Club, Membership, Player
from scorer.events.models import Event
from scorer.standings import links
from scorer.standings.head_to_head import Hands, HeadToHead, common_results
from scorer.standings.periods import Period, chosen_period
from scorer.standings.records import PlayerPage, form_of, player_page
from scorer.standings.selectors import PeriodResults
from tests.events.conftest import make_event, players
from tests.factories import make_players, make_table
from tests.standings.conftest import Evening
from tests.standings.test_events import pairs, players_of

__all__ = ["make_event", "pairs", "players"]

LogIn = Callable[[Membership], Client]


@pytest.fixture
def four(club: Club) -> list[Player]:
    """Ada, Boris, Chloé and Dirk. At bridge, Ada and Chloé are partners if seated in this order."""
    return make_players(club, 4)


def period_of(club: Club, code: str = "") -> Period:
    period = chosen_period(list(club.seasons.all()), code)
    assert period
    return period


def page(player: Player) -> PlayerPage:
    return player_page(player.club, player, period_of(player.club))


def between(player: Player, other: Player, code: str = "") -> HeadToHead:
    return common_results(player, other, PeriodResults.for_period(period_of(player.club, code)))


@pytest.mark.postgres
def test_hands_count_by_hand_and_by_side(four: Sequence[Player], evening: Evening, club: Club) -> None:
    ada, boris, chloe, dirk = four
    evening(10, -10, game="bridge", players=four, hands=5)
    evening(-20, 20, game="bridge", players=[ada, chloe, boris, dirk], hands=3)
    evening(5, 0, -5, players=[ada, boris, chloe], hands=2)
    make_table(club, "bridge", players=four)  # still open
    hands = {other.name: other.hands for other in page(ada).other_players}
    assert hands == {"Boris": Hands(3, 7), "Chloé": Hands(5, 5), "Dirk": Hands(0, 8)}
    assert [between(ada, other).hands for other in (boris, chloe, dirk)] == [Hands(3, 7), Hands(5, 5), Hands(0, 8)]


def test_of_a_month_it_counts_the_hands_of_that_month(four: Sequence[Player], evening: Evening) -> None:
    ada, boris, chloe, _dirk = four
    evening(5, 0, -5, players=[ada, boris, chloe], hands=2, days=40)
    evening(5, 0, -5, players=[ada, boris, chloe], hands=3)
    opened = timezone.localtime() - timedelta(hours=1)
    assert between(ada, boris, f"{opened:%Y-%m}").hands == Hands(0, 3)
    assert between(ada, boris, "all").hands == Hands(0, 5)


def test_whoever_has_played_few_hands_is_not_named_as_the_best(four: Sequence[Player], evening: Evening) -> None:
    ada, boris, chloe, dirk = four
    evening(50, -50, game="bridge", players=[ada, boris, dirk, chloe], hands=5)  # once with Dirk, and won
    for points in (10, 10, -10):
        evening(points, -points, game="bridge", players=four, hands=12)
    named = page(ada).named
    assert [other.name for other in named.partners] == ["Chloé"]
    assert [other.name for other in named.beaten] == ["Boris", "Dirk"]
    assert named.hardest == []
    assert [other.name for other in page(boris).named.hardest] == ["Ada", "Chloé"]


def test_head_to_head_says_who_was_ahead_and_how_they_did_together(four: Sequence[Player], evening: Evening) -> None:
    ada, boris, chloe, _dirk = four
    for points in ((10, -30, 20), (10, 10, -20), (-10, 20, -10), (30, 0, -30)):
        evening(*points, players=[ada, boris, chloe])
    evening(10, -10, game="bridge", players=four)
    found = between(ada, boris)
    assert (found.ahead, found.behind, found.equal, len(found.together)) == (3, 1, 1, 0)
    mirrored = between(boris, ada)
    assert (mirrored.ahead, mirrored.behind, mirrored.equal) == (1, 3, 1)
    found = between(ada, chloe)
    assert (len(found.against), len(found.together), found.won) == (4, 1, 1)


def test_an_event_in_which_both_were_ranked_counts_once(pairs: Event) -> None:
    (first, partner), (second, _other) = (
        [Player.objects.get(pk=pk) for pk in players_of(pairs, number)] for number in (1, 2)
    )
    (meeting,) = between(first, second).against
    assert (meeting.event, meeting.field) == (pairs, 3)
    assert meeting.ahead == -between(second, first).against[0].ahead
    assert between(first, second).hands == Hands()  # they sat in the same direction
    (meeting,) = between(first, partner).together
    assert meeting.places[0] == meeting.places[1]
    assert between(first, partner).hands == Hands(6, 0)


def test_the_page_of_two_is_read_by_members_and_by_the_own_link(
    four: Sequence[Player], evening: Evening, ada: Membership, client_of: LogIn, club: Club,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:  # fmt: skip
    chloe, dirk = four[2:]
    evening(10, -10, game="bridge", players=four)
    evening(10, -30, 20, players=[four[0], chloe, dirk])
    director, path = client_of(ada), reverse("standings:head_to_head", args=[club.pk, chloe.pk, dirk.pk])
    with django_assert_max_num_queries(20):
        text = director.get(path).content.decode()
    assert "Against each other" in text
    assert "Dirk ahead" in text
    assert path in director.get(reverse("standings:player", args=[club.pk, chloe.pk])).content.decode()
    chloe = club_services.renew_player_link(chloe, by=None)
    own = links.path_of(chloe) or ""
    with_dirk = f"{own}with/{path.split('/')[-2]}/"
    assert with_dirk in Client().get(own).content.decode()
    text = Client().get(with_dirk).content.decode()
    assert "Dirk ahead" in text
    assert "/clubs/" not in text
    assert Client().get(f"{own}with/{path.split('/')[-4]}/").status_code == 404  # with oneself
    Club.objects.filter(pk=club.pk).update(public=True)
    assert Client().get(path).status_code == 200
    results = reverse("standings:player", args=[club.pk, dirk.pk])
    assert results in Client().get(with_dirk).content.decode()
    club_services.hide_player(dirk, hidden=True, by=None)
    assert Client().get(path).status_code == 404
    assert results not in Client().get(with_dirk).content.decode()  # it would lead to a page that is not there
    assert director.get(path).status_code == 200


def test_the_form_is_the_mean_of_the_latest_percentages(four: Sequence[Player], evening: Evening) -> None:
    points = [(10, 0, -10), (-5, 15, -10), (-20, 10, 10), (0, 0, 0), (9, 0, -9), (9, 0, -9)]
    for days, values in enumerate(points):
        evening(*values, players=four[:3], days=len(points) - days)
    assert [round(100 * finish.share) for finish in page(four[0]).finishes] == [100, 50, 0, 50, 100, 100]
    assert form_of(page(four[0]).finishes) == [100, 75, 50, 50, 60, 60]


def test_the_changes_of_the_rating_lead_to_the_rating(four: Sequence[Player], evening: Evening, club: Club) -> None:
    random = Random(4)
    for days in range(8, 0, -1):
        evening(*random.sample(range(-20, 20), 3), players=random.sample(list(four), 3), days=days)
    for player in four:
        found = page(player)
        assert sum(finish.change for finish in found.finishes) == found.rating[-1]
        assert [finish.step and finish.step.rating for finish in found.finishes] == list(found.rating)
        assert [before.step and before.step.rating for before in found.finishes[:-1]] == [
            finish.before for finish in found.finishes[1:]
        ]


def test_the_page_has_the_form_the_reason_of_the_rating_and_the_records(
    four: Sequence[Player], evening: Evening, ada: Membership, client_of: LogIn, club: Club
) -> None:
    evening(10, -30, 20, players=four[:3], days=1, hands=7)
    evening(10, -30, -40, players=four[:3], hands=2)
    text = client_of(ada).get(reverse("standings:player", args=[club.pk, four[0].pk])).content.decode()
    for words in (
        'id="form"', "Last result: ", "were beaten", "more than expected", "Most hands on one day: 7"
    ):  # fmt: skip
        assert words in text
