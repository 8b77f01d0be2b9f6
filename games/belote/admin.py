from django.contrib import admin

from games.belote.models import BeloteHand
from scorer.corrections.admin import GameHandAdmin

admin.site.register(BeloteHand, GameHandAdmin)
