"""Which house rules have a sheet as players keep it on paper. The contract suite asks what it does on the pages."""

import pytest

from scorer.registry import get_game

WITH_PAPER = {
    "belote": {"parties"},
    "bridge": {"rubber", "chicago", "chicago_duplicate"},
    "doppelkopf": {"house", "ddv"},
    "preferans": {"bule"},
    "tarot": {"house"},
}


@pytest.mark.parametrize("slug", WITH_PAPER)
def test_these_presets_have_a_sheet_on_paper(slug: str) -> None:
    rules = get_game(slug).rules
    assert {preset for preset, variant in rules.PRESETS.items() if rules.has_paper(variant)} == WITH_PAPER[slug]
