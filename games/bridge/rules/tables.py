"""What the rules page shows, made from the constants that the code scores with."""

from collections.abc import Mapping
from typing import Any

from games.bridge.rules.variant import Variant


def tables(_variant: Variant) -> Mapping[str, Any]:
    return {}
