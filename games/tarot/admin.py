from django.contrib import admin
from django.http import HttpRequest

from games.tarot.models import TarotHand
from scorer.club.admin import QuerySet
from scorer.corrections.admin import GameHandAdmin


@admin.register(TarotHand)
class TarotHandAdmin(GameHandAdmin):
    """Lists no results of single players; the page of the hand shows them."""

    listed = ("kind", "contract", "taker", "partner", "oudlers", "points", "petit_au_bout", "slam", "passed_out")
    seats = ("taker", "partner")

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        return super().get_queryset(request).prefetch_related("players")
