from django.contrib import admin

from games.belote.models import BeloteHand
from scorer.corrections.admin import GameHandAdmin


@admin.register(BeloteHand)
class BeloteHandAdmin(GameHandAdmin):
    """Without the declarations and the cards, which the hand's own page shows."""

    listed = ("bidder", "value", "trump", "coinche", "points", "belote", "capot", "passed_out")
    seats = ("bidder",)
