from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import pgettext, pgettext_lazy

from games.skat.labels import CHOICES
from games.skat.rules.entry import HAND_KINDS, RESULTS, TRUMPS
from games.skat.rules.scoring import DOUBLED, Carry
from games.skat.rules.value import MATADORS
from scorer.play.forms import (
    SUIT_SIGNS,
    DealerSitsOutForm,
    Key,
    Need,
    SittingOutHead,
    button_field,
    data_when,
    number_field,
)

ANNOUNCED: Mapping[Any, Any] = {**dict.fromkeys(TRUMPS, ("", *CHOICES["announced"])), "null": ("", "ouvert")}
SIGNS = {1: pgettext_lazy("skat key", "with {n}"), -1: pgettext_lazy("skat key", "without {n}")}
IN_ORDER = range(1, MATADORS["grand"] + 1), range(MATADORS["grand"] + 1, MATADORS["C"] + 1)
"""The numbers of matadors: each row of keys has those with, and then those without. The second row is rare."""


class HandHead(SittingOutHead):
    @property
    def stakes(self) -> str:
        in_bock = (self.table_context.carry or Carry()).bock
        return pgettext("skat", "Bock × %(times)s") % {"times": DOUBLED["bock"]} if in_bock else ""


class HandForm(DealerSitsOutForm):
    head_class = HandHead
    template = "skat/entry.html"
    more = ("passed_out", "sitting_out", "dealer")
    needs = (
        Need(["kind"]),
        *(
            Need([name], when={"kind": [kind for kind in HAND_KINDS if HAND_KINDS[kind].has(name)]})
            for name in ("declarer", "matadors", "loser", "augen")
        ),
        Need(["result"]),
    )

    passed_out = forms.BooleanField(required=False)
    kind = button_field([(kind, SUIT_SIGNS.get(kind, words)) for kind, words in CHOICES["kind"].items()])
    declarer = button_field(number=True)
    in_hand = forms.BooleanField(required=False)
    matadors = button_field(
        [(sign * n, format_lazy(words, n=n)) for row in IN_ORDER for sign, words in SIGNS.items() for n in row],
        number=True,
    )
    announced = button_field([("", "–"), *CHOICES["announced"].items()])
    result = button_field([*CHOICES["result"].items()])
    bid = number_field()
    kontra = button_field([("", "–"), *CHOICES["kontra"].items()])
    loser = button_field(number=True)
    augen = number_field()
    bock_event = forms.BooleanField(required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Leave out what the house rules of the table do not have."""
        super().__init__(*args, **kwargs)
        fields: Any = self.fields
        fields["declarer"].widget.choices = fields["loser"].widget.choices = self.seat_choices()
        rules = self.table_context.variant
        played = {"kontra": rules.kontra, "bock_event": rules.bock, "loser": rules.ramsch, "augen": rules.ramsch}
        for name in (name for name, is_played in played.items() if not is_played):
            del fields[name]
        if not rules.ramsch:
            fields["kind"].widget.choices = fields["kind"].widget.choices[:-1]

    @property
    def keys_of(self) -> dict[str, list[Key]]:
        """The keys that not every player and kind of game has. Until a kind is chosen, they are those of a suit."""
        keys = {name: self.player_keys(name) for name in self.fields if name in ("declarer", "loser")}
        for name, of_kind in (("announced", ANNOUNCED), ("result", RESULTS)):
            having = [[kind for kind, values in of_kind.items() if key.data["value"] in values] for key in self[name]]
            whens = [data_when(kind=["", *kinds] if "C" in kinds else kinds) for kinds in having]
            keys[name] = [*map(Key, self[name], whens)]
        return keys

    @property
    def rare_is_open(self) -> bool:
        return self.is_used("bid", "kontra", "bock_event")


FORMS = (HandForm,)
