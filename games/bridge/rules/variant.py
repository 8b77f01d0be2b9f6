"""The house rules of bridge: none, because there is only one way to score a duplicate board."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Variant:
    """Has no fields."""


PRESETS: Mapping[str, Variant] = {"duplicate": Variant()}
