"""The entry form of tarot. Each of the two kinds of deal has a module of its own, as in the rules."""

from games.tarot.forms.deal import DealForm

FORMS = (DealForm,)
