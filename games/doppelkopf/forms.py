from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.text import format_lazy
from django.utils.translation import pgettext, pgettext_lazy

from games.doppelkopf.labels import CHOICES, FIELDS, PARTIES, SORTS
from games.doppelkopf.models import EXTRAS
from games.doppelkopf.rules.bock import TIMES
from games.doppelkopf.rules.checks import MOST_EXTRAS
from games.doppelkopf.rules.entry import ABSAGEN, ALL_AUGEN, AT_PLAY, KINDS, SOLOS, UNANNOUNCED_SOLOS, Entry, is_solo
from games.doppelkopf.rules.ranges import SINGLE, Range, ranges
from games.doppelkopf.rules.sheet import RESTING, Carry, owing, resting
from scorer.play.forms import (
    KeyRow,
    Need,
    Parts,
    SittingOutForm,
    SittingOutHead,
    as_number,
    button_field,
    number_field,
    seat_field,
)
from scorer.scoring import Problem

EXACT = "exact"
"""A choice beside the ranges: the Augen are typed."""
NO_TRICK, TRICK = "no_trick", "trick"
"""What the party with 0 Augen won."""
SAID = "said"
"""Re or Kontra, without an Absage."""
RESTING_FIELDS = tuple(f"sitting_out_{place}" for place in range(1, max(RESTING) - AT_PLAY + 1))

PARTNERED = [kind for kind in KINDS if kind not in SOLOS]


class Seats(forms.MultipleChoiceField):
    """Positions drawn as buttons, several of which can be chosen. It accepts any, because the judge checks them."""

    widget = forms.CheckboxSelectMultiple

    def to_python(self, value: Any) -> list[Any]:
        return [as_number(seat) for seat in super().to_python(value)]

    def valid_value(self, value: Any) -> bool:  # noqa: ARG002  # Django's signature
        return True


def _announcement_field(party: str) -> Any:
    """A field for the announcement and the Absage of a party. An Absage includes Re or Kontra."""
    label = format_lazy(pgettext_lazy("doppelkopf", "{party} said"), party=PARTIES[party])
    return button_field([("", "–"), (SAID, PARTIES[party]), *CHOICES[f"{party}_absage"].items()], label=label)


def _count_field(party: str, sort: str) -> Any:
    name = pgettext_lazy("doppelkopf", "Fuchs caught") if sort == "fuchs" else SORTS[sort]
    label = format_lazy(pgettext_lazy("doppelkopf", "{party}: {sort}"), party=PARTIES[party], sort=name)
    return button_field([("", "–"), *((n, str(n)) for n in range(1, MOST_EXTRAS[sort] + 1))], number=True, label=label)


def _initial_augen(entry: Entry) -> dict[str, Any]:
    """Return the initial choice of a range, or of exact Augen. The ranges of a single number are exact, too."""
    if entry.augen_exact and entry.re_augen not in SINGLE:
        return {"augen": EXACT}
    return {"augen": entry.re_augen, "re_augen": None}


class HandHead(SittingOutHead):
    @property
    def stakes(self) -> str:
        times = TIMES ** len((self.table_context.carry or Carry()).bock)
        return pgettext("doppelkopf", "Bock × %(times)s") % {"times": times} if times > 1 else ""


class HandForm(SittingOutForm):
    head_class = HandHead
    template = "doppelkopf/entry.html"
    sitting_out_fields = RESTING_FIELDS
    more = ("dealer", *RESTING_FIELDS)
    needs = (
        *(Need([name]) for name in ("kind", "re", "soloist", "augen")),
        Need(["re"], least=2, when={"kind": PARTNERED}, code="two_of_re", params={"n": 1}),
        Need(["re_augen", "kontra_augen"]),
        Need(["schwarz"], code="no_schwarz"),
    )

    composed = (
        *(
            KeyRow(
                f"{party}_said",
                {"": {}, SAID: {f"{party}_announced": True}}
                | {absage: {f"{party}_absage": absage, f"{party}_announced": True} for absage in ABSAGEN},
            )
            for party in PARTIES
        ),
        *(Parts(name, fields) for name, fields in EXTRAS.items()),
    )

    kind = button_field([*CHOICES["kind"].items()], initial="normal")
    re = Seats(required=False, label=pgettext_lazy("doppelkopf", "Re: the two players"))
    soloist = button_field(number=True, label=pgettext_lazy("doppelkopf", "Soloist"))
    augen = button_field(label=FIELDS["re_augen"])
    """One of the ranges, by its highest number, or EXACT."""
    re_augen = number_field()
    kontra_augen = number_field(label=pgettext_lazy("doppelkopf", "Augen of Kontra"))
    schwarz = button_field(
        [
            (NO_TRICK, pgettext_lazy("doppelkopf", "No trick: schwarz")),
            (TRICK, pgettext_lazy("doppelkopf", "A trick of 0 Augen")),
        ],
        label=pgettext_lazy("doppelkopf", "The party with 0 Augen took"),
    )
    re_said = _announcement_field("re")
    kontra_said = _announcement_field("kontra")
    re_fuchs = _count_field("re", "fuchs")
    re_doppelkopf = _count_field("re", "doppelkopf")
    re_karlchen = _count_field("re", "karlchen")
    kontra_fuchs = _count_field("kontra", "fuchs")
    kontra_doppelkopf = _count_field("kontra", "doppelkopf")
    kontra_karlchen = _count_field("kontra", "karlchen")
    duty = button_field([*CHOICES["duty"].items()])
    """If empty it is a Lustsolo, but it must not be empty if the soloist owes a Pflichtsolo."""
    bock = forms.BooleanField(required=False, label=pgettext_lazy("doppelkopf", "Bock: this hand counts double"))
    bock_event = forms.BooleanField(required=False)
    sitting_out_1 = seat_field(label=FIELDS["sitting_out"])
    sitting_out_2 = seat_field(label=FIELDS["sitting_out"])
    sitting_out_3 = seat_field(label=FIELDS["sitting_out"])

    @property
    def most_resting(self) -> int:
        return self.table_context.size - AT_PLAY

    def resting_by_deal(self) -> tuple[int, ...]:
        return resting(self.dealer_position, self.table_context.size)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.table_context.variant.scoring == "ddv":
            del self.fields["bock"]
        players = self.player_choices()
        parts = [(part.highest, part.figure) for part in self.ranges]
        exact = (EXACT, format_html("<small>{}</small>", pgettext("doppelkopf", "exact")))
        for name, choices in {"re": players, "soloist": players, "augen": [*parts, exact]}.items():
            self.fields[name].widget.choices = choices

    # For the template

    @property
    def ranges(self) -> tuple[Range, ...]:
        return ranges(self.table_context.variant)

    @property
    def solo_is_chosen(self) -> bool:
        return self["kind"].value() in SOLOS

    @property
    def rare_is_open(self) -> bool:
        """Whether the fold with the rare fields starts open."""
        counts = [f"{party}_{sort}" for party in PARTIES for sort in SORTS]
        duties = () if self.table_context.variant.pflichtsolo else ("duty",)
        return self.is_used(*counts, *duties, "bock", "bock_event", usual="lust")

    @property
    def asks_schwarz(self) -> bool:
        """Whether to ask if a party won no trick. With the house scoring only Augen matter."""
        return bool(self.table_context.variant.scoring == "ddv" or self["schwarz"].value() == NO_TRICK)

    @property
    def asks_event(self) -> bool:
        return self.table_context.variant.bock_after_event or self.is_used("bock_event")

    # To the hand format and back

    def entry_data(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        data = super().entry_data(cleaned)
        if cleaned.get("kind") in SOLOS and cleaned.get("soloist") is not None:
            data["re"] = [cleaned["soloist"]]
        if not data["re"]:
            del data["re"]
        data |= self._augen(cleaned)
        if data.get("schwarz") == NO_TRICK:
            data["schwarz"] = "kontra" if data.get("re_augen") == ALL_AUGEN else "re"
        elif data.get("schwarz") == TRICK:
            del data["schwarz"]
        data["sitting_out"] = list(self.resting)
        return data

    def _augen(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        """Return the Augen of Re from what was entered: the exact number of either party, or a range."""
        if cleaned.get("re_augen") is not None:
            return {"re_augen": cleaned["re_augen"]}
        if cleaned.get("kontra_augen") is not None:
            return {"re_augen": ALL_AUGEN - cleaned["kontra_augen"]}
        if cleaned.get("augen") in (None, "", EXACT):
            return {}
        part = self._range(cleaned["augen"])
        return {"re_augen": as_number(cleaned["augen"]), "augen_exact": part is None or part.is_number}

    def _range(self, chosen: Any) -> Range | None:
        return next((part for part in self.ranges if str(part.highest) == chosen), None)

    @classmethod
    def initial_of(cls, entry: Entry) -> dict[str, Any]:
        seats = list(entry.re or ())
        solo = is_solo(entry)
        return {
            **super().initial_of(entry),
            "re": [] if solo else seats,
            "soloist": seats[0] if solo and seats else None,
            **_initial_augen(entry),
            "schwarz": (NO_TRICK if entry.schwarz else TRICK) if entry.re_augen in (0, ALL_AUGEN) else None,
            "duty": entry.duty if solo else None,
        }

    def form_problems(self, cleaned: Mapping[str, Any]) -> list[Problem]:
        return [*self._contradictions(cleaned), *self._left_open(cleaned)]

    def _contradictions(self, cleaned: Mapping[str, Any]) -> Iterator[Problem]:
        """Without JavaScript, the page shows all ways to enter the Augen at once."""
        re, kontra = cleaned.get("re_augen"), cleaned.get("kontra_augen")
        if re is not None and kontra is not None and re + kontra != ALL_AUGEN:
            yield Problem("kontra_augen", "augen_sum", {"all": ALL_AUGEN})
        exact = self._augen({**cleaned, "augen": EXACT}).get("re_augen")
        part = self._range(cleaned.get("augen"))
        if exact is not None and part is not None and exact not in part:
            yield Problem("re_augen" if re is not None else "kontra_augen", "augen_range_and_number")

    def _left_open(self, cleaned: Mapping[str, Any]) -> Iterator[Problem]:
        """Require some answers. In a file, no answer means that the party won a trick, or that it was a Lustsolo."""
        in_tricks = self.table_context.variant.scoring == "ddv"
        if in_tricks and self._augen(cleaned).get("re_augen") in (0, ALL_AUGEN) and not cleaned.get("schwarz"):
            yield Problem("schwarz", "no_schwarz")
        called = cleaned.get("kind") in SOLOS and cleaned.get("kind") not in UNANNOUNCED_SOLOS
        if called and not cleaned.get("duty"):
            for seat in {*self.entry_data(cleaned).get("re", ())} & {*self._owing}:
                yield Problem("duty", "lust_before_pflicht", {"seat": seat})

    @property
    def _owing(self) -> tuple[int, ...]:
        """The seats that owed a Pflichtsolo before this hand."""
        table_context = self.table_context
        before = table_context.sheet.carry_before(table_context.at) or Carry()
        return owing(before.duty_done, table_context.variant, table_context.size)

    def is_missing(self, problem: Problem) -> bool:
        return super().is_missing(problem) or (problem.code == "two_of_re" and problem.params["n"] == 1)

    def field_of(self, problem: Problem) -> str | None:
        field = problem.field.partition(".")[0]
        if field == "re" and self["kind"].value() in SOLOS:
            return "soloist"
        if field == "re_augen":
            return self._augen_field()
        return super().field_of(Problem("sitting_out_1", problem.code) if field == "sitting_out" else problem)

    def _augen_field(self) -> str:
        for name in ("re_augen", "kontra_augen"):
            if self[name].value() not in (None, ""):
                return name
        return "re_augen" if self["augen"].value() == EXACT else "augen"


FORMS = (HandForm,)
