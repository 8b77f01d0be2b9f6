"""People and tables for the tests. Ada directs the club, Boris keeps scores, Zoé belongs to another club."""

from typing import Any

import factory
from factory.django import DjangoModelFactory

from scorer.club.models import Club, Membership, Player, Role, Season, User
from scorer.play import services
from scorer.play.models import Table
from scorer.registry import GameConfig, get_game

PASSWORD = "correct horse battery staple"
NAMES = ("Ada", "Boris", "Chloé", "Dirk", "Élise", "Farid", "Greta", "Hugo")


class ClubFactory(DjangoModelFactory[Club]):
    name = "Kartenfreunde"

    class Meta:
        model = Club


class SeasonFactory(DjangoModelFactory[Season]):
    club = factory.SubFactory(ClubFactory)
    name = factory.Sequence(lambda n: f"Season {n + 1}")

    class Meta:
        model = Season


class UserFactory(DjangoModelFactory[User]):
    username = factory.Sequence(lambda n: f"login{n + 1}")
    password = factory.django.Password(PASSWORD)

    class Meta:
        model = User


class MembershipFactory(DjangoModelFactory[Membership]):
    club = factory.SubFactory(ClubFactory)
    user = factory.SubFactory(UserFactory)
    role = Role.SCORER

    class Meta:
        model = Membership


class PlayerFactory(DjangoModelFactory[Player]):
    club = factory.SubFactory(ClubFactory)
    name = factory.Sequence(lambda n: NAMES[n % len(NAMES)] + (f" {n // len(NAMES) + 1}" if n >= len(NAMES) else ""))

    class Meta:
        model = Player


def make_players(club: Club, count: int = 4) -> list[Player]:
    """Return Ada, Boris, Chloé, Dirk ... of a club. Those who are missing are added."""
    there = {player.name: player for player in Player.objects.filter(club=club, name__in=NAMES[:count])}
    return [there.get(name) or PlayerFactory(club=club, name=name) for name in NAMES[:count]]


def make_table(
    club: Club, game: GameConfig | str = "bridge", *, variant: Any = None, seats: int | None = None, **values: Any
) -> Table:
    """Open a table with Ada, Boris, Chloé, Dirk ... in their seats, as many as usual. Ada deals first."""
    config = get_game(game) if isinstance(game, str) else game
    if not club.seasons.open().exists():
        SeasonFactory(club=club)
    players = values.pop("players", None) or make_players(club, seats or config.seat_counts[0])
    variant = variant if variant is not None else config.rules.PRESETS[config.default_variant]
    return services.open_table(club, config, variant, players, first_dealer=1, by=None, **values)
