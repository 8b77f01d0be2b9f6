from django.contrib import admin

from games.tarot.models import TarotHand
from scorer.corrections.admin import GameHandAdmin

admin.site.register(TarotHand, GameHandAdmin)
