from django.contrib import admin

from games.doppelkopf.models import DoppelkopfHand
from scorer.corrections.admin import GameHandAdmin

admin.site.register(DoppelkopfHand, GameHandAdmin)
