"""A deal for tests."""

from games.bridge.rules.cards import Cards, read_cards

DEAL = "AKQ2.T9.864.KQ53 JT98.AKQ.T9.JT98 7654..AKQJ7532.A 3.J8765432..7642"
"""The hands of North, East, South and West. Some have no card in a suit."""


def dealt() -> Cards:
    cards, problems = read_cards(f"N:{DEAL}")
    assert cards, problems
    return cards
