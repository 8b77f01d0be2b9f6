from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import pgettext_lazy

from games.preferans.models import PreferansHand
from scorer.corrections.admin import GameHandAdmin, player_at


@admin.register(PreferansHand)
class PreferansHandAdmin(GameHandAdmin):
    """Lists only the declarer of the roles; the page of the hand shows the others, and the tricks."""

    listed = ("level", "in_hand", "counter", "passed_out")

    def get_list_display(self, request: HttpRequest) -> list[Any]:
        return [*super().get_list_display(request), "declarer"]

    @admin.display(description=pgettext_lazy("preferans", "Declarer"))
    def declarer(self, row: PreferansHand) -> str:
        return player_at(row, row.declarer)
