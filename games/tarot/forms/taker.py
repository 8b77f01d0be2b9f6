"""The part of the form for a deal with a taker."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import pgettext, pgettext_lazy

from games.tarot.forms.base import PASSED, BaseDealForm, PointsField, is_empty
from games.tarot.labels import CHOICES
from games.tarot.labels import FIELDS as LABELS
from games.tarot.rules.cards import MAX_OUDLERS, POINTS, figure
from games.tarot.rules.entry import FIVE, Entry
from scorer.play.forms import Key, Need, as_number, button_field, data_when
from scorer.scoring import Problem

ALONE = "alone"
"""A choice beside the players that can be called: the taker plays alone."""

FIELDS = ("contract", "taker", "oudlers", "points", "petit_au_bout", "slam")


class TakerForm(BaseDealForm):
    needs = (
        *(Need([name]) for name in ("contract", "taker", "oudlers", "points")),
        Need(["partner"], code="partner_needed"),
        Need(["slam"], when={"points": [0, figure(POINTS)]}, code="no_slam"),
    )

    contract = button_field([*CHOICES["contract"].items(), (PASSED, pgettext_lazy("tarot", "All passed"))])
    taker = button_field(number=True)
    partner = button_field()
    oudlers = button_field(
        [(n, str(n)) for n in range(MAX_OUDLERS + 1)], number=True, label=pgettext_lazy("tarot", "Oudlers")
    )
    points = PointsField(label=pgettext_lazy("tarot", "Taker's points"))
    petit_au_bout = button_field([("", "–"), *CHOICES["petit_au_bout"].items()])
    slam = button_field([("", "–"), *CHOICES["slam"].items()])

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields = self.fields
        players = self.player_choices()
        fields["taker"].widget.choices = players
        fields["partner"].widget.choices = [*players, (ALONE, pgettext("tarot", "Alone"))]
        if len(self.playing) > FIVE:
            for name in FIELDS:
                del fields[name]
        if len(self.playing) == FIVE:
            fields["points"].label = LABELS["points"]  # with those of the called player
        else:
            del fields["partner"]

    @property
    def when(self) -> dict[str, str]:
        """The same, by the contract; nobody can be called before there is a taker."""
        taker = data_when(passed_out=[""], contract=["", *CHOICES["contract"]])
        return super().when | {"taker": taker, "partner": data_when(taker=self.playing)}

    @property
    def partner_keys(self) -> list[Key]:
        """The taker has no key here, because "Alone" would mean the same."""
        return [
            Key(choice, data_when(taker=[seat for seat in self.playing if str(seat) != str(choice.data["value"])]))
            for choice in self["partner"]
        ]

    def taker_data(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        data = {name: cleaned[name] for name in FIELDS if not is_empty(cleaned.get(name))}
        called = cleaned.get("partner")
        if not is_empty(called):
            data["partner"] = cleaned.get("taker") if called == ALONE else as_number(called)
        shown = {seat: cleaned.get(f"handful_{seat}") for seat in self.playing}
        data["handfuls"] = [{"seat": seat, "size": size} for seat, size in shown.items() if size]
        return data

    @staticmethod
    def taker_initial(entry: Entry) -> dict[str, Any]:
        alone = entry.partner is not None and entry.partner == entry.taker
        handfuls = {f"handful_{handful.seat}": handful.size for handful in entry.handfuls}
        return {"partner": ALONE if alone else entry.partner, **handfuls}

    @staticmethod
    def taker_problems(cleaned: Mapping[str, Any]) -> Iterator[Problem]:
        """If a side has all the points, it won every trick. Only the form asks whether that was announced."""
        if cleaned.get("points") in (0.0, POINTS) and not cleaned.get("slam"):
            yield Problem("slam", "no_slam")
