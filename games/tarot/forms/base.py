"""The part of the form that both kinds of deal use: who sits out, which kind it is, and who showed a handful."""

from collections.abc import Mapping
from typing import Any

from django.forms.boundfield import BoundField

from games.tarot.labels import SIZES
from games.tarot.rules.cards import HANDFUL_TRUMPS
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
