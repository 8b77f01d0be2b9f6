from django.utils.translation import pgettext_lazy

from scorer import registry


class Config(registry.GameConfig):
    name = "games.tarot"
    title = pgettext_lazy("game", "Tarot")
    icon = "★"
    seat_counts = (4, 3, 5, 6)
    seat_names_of_deals = (
        pgettext_lazy("tarot, seat", "N"),
        pgettext_lazy("tarot, seat", "E"),
        pgettext_lazy("tarot, seat", "S"),
        pgettext_lazy("tarot, seat", "W"),
    )
    hand_word = pgettext_lazy("tarot", "Deal")
    save_words = save_deal_words = pgettext_lazy("tarot", "Save deal %(number)s")
