from django.utils.translation import pgettext_lazy

from scorer import registry


class Config(registry.GameConfig):
    name = "games.tarot"
    title = pgettext_lazy("game", "Tarot")
    icon = "★"
    seat_counts = (4, 3, 5, 6)
    hand_word = pgettext_lazy("tarot", "Deal")
    save_words = pgettext_lazy("tarot", "Save deal %(number)s")
