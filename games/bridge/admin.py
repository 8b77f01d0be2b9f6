from django.contrib import admin

from games.bridge.models import BridgeHand
from scorer.corrections.admin import GameHandAdmin

admin.site.register(BridgeHand, GameHandAdmin)
