"""The house rules of preferans: the binding text leaves a table nothing to choose."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final


@dataclass(frozen=True, slots=True)
class Variant:
    """Without fields."""


PRESETS: Final[Mapping[str, Variant]] = MappingProxyType({"house": Variant()})
