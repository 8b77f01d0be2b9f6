"""The tests here run once for each installed game and name none."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from random import Random
from typing import Any

import pytest
from django.db import connection

from scorer.registry import GameConfig, all_games
from scorer.scoring import Example, dump

SEED = 20261121
ON_POSTGRES = connection.vendor == "postgresql"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    games = all_games()
    if "example" in metafunc.fixturenames:
        pairs = [(game, example) for game in games for example in game.rules.EXAMPLES]
        names = [f"{game.slug}: {example.caption}"[:70] for game, example in pairs]
        metafunc.parametrize(("game", "example"), pairs, ids=names)
    elif "game" in metafunc.fixturenames:
        names = [name for name in ("game", "preset", "seats") if name in metafunc.fixturenames]
        # The tests of every preset ask about the tables that a game has in the database. The others are not the game's.
        some = games[:1] if ON_POSTGRES and "preset" not in names else games
        metafunc.parametrize(names, [case for game in some for case in cases(game, names)])


def cases(game: GameConfig, names: Sequence[str]) -> Iterator[Any]:
    """Yield the combinations of what `names` ask for: the game, its presets, its usual and its largest tables."""
    # What a variant changes is the rules' to work out. A database stores them all alike.
    presets = [game.default_variant] if ON_POSTGRES else game.rules.PRESETS
    sizes = dict.fromkeys((game.seat_counts[0], max(game.seat_counts)))
    values: dict[str, Iterable[Any]] = {"game": [game], "preset": presets, "seats": sizes}
    for case in product(*(values[name] for name in names)):
        yield pytest.param(*case, id="-".join([game.slug, *map(str, case[1:])]))


WARM = pytest.param("warm", marks=pytest.mark.django_db(transaction=True))


@pytest.fixture(params=["cold" if ON_POSTGRES else WARM])
def caches(request: pytest.FixtureRequest) -> str:
    """Whether sheets are cached during the test. In one transaction they are not: they are cached when it commits.

    What is cached does not depend on the database, so one of them runs with sheets cached and the other without.
    """
    return str(request.param)


def sheet_of(game: GameConfig, variant: Any, seats: int, hands: int, seed: int = SEED) -> list[Any]:
    """Return the entries of a plausible evening, as the demo makes them up."""
    random = Random(seed)  # reproducible
    rules = game.rules
    entries: list[Any] = []
    dealer = 1
    for _ in range(hands):
        entry = rules.random_entry(random, entries, variant, seats, dealer)
        dealer = rules.next_dealer(entry, rules.dealer(entry, dealer), seats, variant)
        entries.append(entry)
    return entries


def form_data(game: GameConfig, entry: Any, form: Any) -> dict[str, Any]:
    """Return what a browser posts for an entry: its initial values in a form, with the key and number of `form`."""
    way = next(one for one in game.entry_forms.values() if one.can_show(entry))
    data = {name: form[name].value() for name in ("key", "number", "layout")}
    shown = way.initial_of(entry)
    fields = {name: value for name, value in shown.items() if name in way.base_fields or name in form.fields}
    posted = {  # 0 is a value, although it equals False
        name: "on" if value is True else value
        for name, value in fields.items()
        if value is not None and value is not False and value != ""
    }
    return {**data, **posted, "way": way.way}


def same(entry: Any, other: Any) -> bool:
    return bool(dump(entry) == dump(other))


__all__ = ["Example", "form_data", "same", "sheet_of"]
