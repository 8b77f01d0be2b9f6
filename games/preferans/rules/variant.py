"""The house rules of preferans: none, because the binding text leaves nothing to choose."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final


@dataclass(frozen=True, slots=True)
class Variant:
    """Has no fields."""


PRESETS: Final[Mapping[str, Variant]] = MappingProxyType({"house": Variant()})
