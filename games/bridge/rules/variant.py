"""The house rules of bridge: there is one way to score a duplicate board, so there is nothing to choose."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Variant:
    """Without fields."""


PRESETS: Mapping[str, Variant] = {"duplicate": Variant()}
