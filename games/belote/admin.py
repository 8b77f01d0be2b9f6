from django.contrib import admin

from games.belote.models import BeloteHand
from scorer.corrections.admin import GameHandAdmin


@admin.register(BeloteHand)
class BeloteHandAdmin(GameHandAdmin):
    """Lists neither declarations nor cards; the page of the hand shows them."""

    listed = ("bidder", "value", "trump", "coinche", "points", "belote", "capot", "passed_out")
    seats = ("bidder",)
