from django.contrib import admin

from games.preferans.models import PreferansHand
from scorer.corrections.admin import GameHandAdmin

admin.site.register(PreferansHand, GameHandAdmin)
