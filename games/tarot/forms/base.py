"""What both kinds of deal use: who sits out, which kind it is, who showed a handful; and fields for points."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.formats import number_format

from games.tarot.labels import SIZES
from games.tarot.rules.cards import HANDFUL_TRUMPS, figure
from games.tarot.rules.entry import FIVE, Size
from scorer.play.forms import WIDTH_BESIDE_KEYS, SittingOutForm, button_field, seat_field

PASSED = "passed"
"""A choice beside the contracts: everybody passed, and the deal is played one for one."""


class BaseDealForm(SittingOutForm):
    sitting_out = seat_field()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for seat, name in self.table_context.names_within(WIDTH_BESIDE_KEYS).items():
            self.fields[f"handful_{seat}"] = button_field([("", "–"), *SIZES.items()], label=name)

    @property
    def most_resting(self) -> int:
        return int(self.table_context.size == FIVE)

    def resting_by_deal(self) -> tuple[int, ...]:
        return (self.dealer_position,) if self.all_may_play else ()

    @property
    def all_may_play(self) -> bool:
        return self.table_context.size == FIVE and bool(self.table_context.variant.mort)

    @property
    def handful_fields(self) -> list[BoundField]:
        return [self[f"handful_{seat}"] for seat in self.playing]

    @property
    def handful_trumps(self) -> Mapping[Size, int]:
        return HANDFUL_TRUMPS[len(self.playing)]

    def is_one_for_one(self, values: Mapping[str, Any]) -> bool:
        return "contract" not in self.fields or values.get("contract") == PASSED


class PointsField(forms.Field):
    """Card points, "40.5" or "40,5". Any other text stays as it is, and the judge refuses it."""

    def __init__(self, **kwargs: Any) -> None:
        attrs = {"inputmode": "decimal", "autocomplete": "off"}
        super().__init__(required=False, widget=forms.TextInput(attrs=attrs), **kwargs)

    def to_python(self, value: Any) -> Any:
        text = str(value or "").strip().replace(",", ".")
        if not text:
            return None
        return float(text) if re.fullmatch(r"-?[0-9]{1,40}(\.[0-9])?", text) else text

    def prepare_value(self, value: Any) -> Any:
        return number_format(figure(value)) if isinstance(value, float) else value


def number_select(numbers: Sequence[int], **kwargs: Any) -> forms.IntegerField:
    """Return a field with a menu. It accepts any number, because the judge checks what was chosen."""
    choices = [("", "–"), *((number, str(number)) for number in numbers)]
    return forms.IntegerField(required=False, widget=forms.Select(choices=choices), **kwargs)


def is_empty(value: Any) -> bool:
    return value is None or value is False or value == ""


Teams = tuple[tuple[int, ...], ...]
"""The pairs of a one-for-one deal. As values of a menu: "1+3 2+4"."""


def pairings(players: Sequence[int]) -> Iterator[Teams]:
    """Yield all ways to make pairs. The first has partners opposite each other."""
    half = len(players) // 2
    opposite = tuple(zip(players[:half], players[half:], strict=True))
    yield opposite
    yield from (teams for teams in _all_pairings(tuple(players)) if teams != opposite)


def _all_pairings(players: tuple[int, ...]) -> Iterator[Teams]:
    if not players:
        yield ()
        return
    first, *others = players
    for other in others:
        rest = tuple(player for player in others if player != other)
        yield from (((first, other), *pairs) for pairs in _all_pairings(rest))


def teams_to_text(teams: Teams | None) -> str:
    """Return the pairs, and the seats of each, in ascending order. The text is empty if everybody plays alone."""
    return " ".join("+".join(map(str, team)) for team in sorted(tuple(sorted(team)) for team in teams or ()))


def teams_from_text(text: str) -> list[list[int]]:
    return [[int(seat) for seat in team.split("+")] for team in text.split()]
