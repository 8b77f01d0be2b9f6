from django.contrib import admin

from games.bridge.models import BridgeHand
from scorer.play.admin import GameHandAdmin

admin.site.register(BridgeHand, GameHandAdmin)
