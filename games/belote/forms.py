from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from games.belote.labels import CHOICES
from games.belote.models import STORED
from games.belote.rules.cards import (
    CARDS,
    LAST_TRICK,
    RANKS,
    ROUND_POINTS,
    SEATS,
    trick_points,
    trick_winner,
    tricks_of,
)
from games.belote.rules.entry import COINCHES, SIDE_NAMES, SLAMS, SUITS, TRICKS, TRUMPS, VALUES, Entry, Trick, Trump
from games.belote.rules.ffb import CAPOT_BASE, CAPOT_POINTS
from games.belote.rules.house import TIMES
from games.belote.rules.parties import Standing
from scorer.play.forms import (
    SUIT_SIGNS,
    EntryForm,
    Head,
    Need,
    Parts,
    as_number,
    button_field,
    data_when,
    number_field,
    seat_field,
)
from scorer.scoring import Problem, after, load

MADE, FAILED = "made", "failed"
NO = "no"
"""The answer that a side did not win all eight tricks."""
NO_CAPOT = (None, "", NO)
"""The answers after which the entry has no capot."""
CAPOTS_OF_BIDDER = ("contracting", "bidder")
"""The capots in which the bidder's side won all eight tricks."""
MADE_BY: Mapping[Any, tuple[str, ...]] = {"capot": CAPOTS_OF_BIDDER, "generale": ("bidder",)}
"""The capots that make a contract, the usual one first."""

BIDDERS, OTHERS = (CHOICES["belote"][side] for side in SIDE_NAMES)


class ContractHead(Head):
    @property
    def stakes(self) -> str:
        waiting = (self.table_context.carry or Standing()).waiting
        return pgettext("belote", "litige + %(points)d") % {"points": waiting} if waiting else ""


class ContractForm(EntryForm):
    """The fields that both ways of entry have."""

    head_class = ContractHead
    composed = tuple(Parts(name, fields) for name, fields in STORED.items())

    ffb_only: tuple[str, ...] = ("declarations_contracting", "declarations_opponent")
    """Fields for the federation's scoring."""
    needs: ClassVar[tuple[Need, ...]] = (Need(["bidder"]), Need(["value"]), Need(["trump"]))

    bidder = button_field(number=True)
    value = button_field()
    trump = button_field()
    coinche = button_field([("none", "–"), *((name, f"× {TIMES[name]}") for name in COINCHES[1:])], initial="none")
    declarations_contracting = number_field(label=BIDDERS)
    declarations_opponent = number_field(label=OTHERS)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not self.ffb:
            for name in self.ffb_only:
                del self.fields[name]
        slams = [(slam, CHOICES["value"][slam]) for slam in SLAMS] if self.ffb else []
        trumps: Sequence[Trump] = TRUMPS if self.ffb else SUITS
        self.fields["bidder"].widget.choices = self.seat_choices()
        self.fields["value"].widget.choices = [*((value, str(value)) for value in VALUES), *slams]
        self.fields["trump"].widget.choices = [(trump, SUIT_SIGNS.get(trump, trump)) for trump in trumps]

    @property
    def ffb(self) -> bool:
        return bool(self.table_context.variant.scoring == "ffb")

    def entry_data(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        data = super().entry_data(cleaned)
        return data | {"value": as_number(data["value"])} if "value" in data else data


class PointsForm(ContractForm):
    """The contract and the points of the bidder's side."""

    template = "belote/entry.html"
    ffb_only = (*ContractForm.ffb_only, "slam", "capot", "capot_opponent", "belotes_contracting", "belotes_opponent")

    needs = (
        *ContractForm.needs,
        Need(["points"], when={"value": ["", *VALUES]}),
        Need(["slam"]),
        Need(["capot"], code="no_capot", params={"points": ROUND_POINTS}),
        Need(["capot_opponent"], code="no_capot", params={"points": 0}),
    )

    points = number_field(label=gettext_lazy("Points of the bidder's side"))
    """Also 250 or 252, as all eight tricks count. Those of a capot or générale that failed may be left out."""
    belote = button_field([("", "–"), *CHOICES["belote"].items()])
    slam = button_field(
        [(MADE, pgettext_lazy("belote", "Made")), (FAILED, pgettext_lazy("belote", "Failed"))],
        label=pgettext_lazy("belote", "Result"),
    )
    """Of a contract of capot or générale it is the whole result."""
    capot = button_field(
        [
            ("contracting", pgettext_lazy("belote", "Yes")),
            ("bidder", CHOICES["capot"]["bidder"]),
            (NO, pgettext_lazy("belote", "No")),
        ],
        label=gettext_lazy("All eight tricks?"),
    )
    capot_opponent = button_field(
        [("opponent", pgettext_lazy("belote", "Yes")), (NO, pgettext_lazy("belote", "No"))],
        label=gettext_lazy("All eight tricks to the opponents?"),
    )
    belotes_contracting = number_field(label=BIDDERS)
    belotes_opponent = number_field(label=OTHERS)
    passed_out = forms.BooleanField(required=False)

    def entry_data(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        data = super().entry_data(cleaned)
        answers = (data.pop("capot", NO), cleaned.get("capot_opponent"))
        capot = next((answer for answer in answers if answer not in NO_CAPOT), None)
        value, points = data.get("value"), data.get("points")
        if self.ffb and value in SLAMS and not data.get("passed_out"):
            made_by = MADE_BY[value]
            if cleaned.get("slam") == MADE:
                data["points"], capot = ROUND_POINTS, capot if capot in made_by else made_by[0]
            else:
                data.setdefault("points", 0)
                capot = None if capot in made_by else capot
        elif points in (CAPOT_BASE, CAPOT_POINTS):
            data["points"], capot = ROUND_POINTS, (capot or "contracting") if self.ffb else None
        if capot:
            data["capot"] = capot
        return data

    @classmethod
    def initial_of(cls, entry: Entry) -> dict[str, Any]:
        initial = super().initial_of(entry)
        if entry.value in MADE_BY:
            made = entry.capot in MADE_BY[entry.value]
            initial |= {"slam": MADE if made else FAILED, "points": None if made else entry.points or None}
        elif entry.capot not in CAPOTS_OF_BIDDER:
            initial["capot"] = NO if entry.points == ROUND_POINTS else None
        initial["capot_opponent"] = (entry.capot or NO) if entry.points == 0 else None
        return initial

    @property
    def when(self) -> dict[str, str]:
        """The same, by what the contract and the points ask for."""
        number = {"value": ["", *VALUES]}
        return super().when | {
            "points": f"[{_when(**number)}, {_when(value=SLAMS, slam=[FAILED])}]" if self.ffb else _when(),
            "slam": _when(value=SLAMS),
            "capot": _when(**number, points=[ROUND_POINTS]),
            "capot_opponent": _when(**number, points=[0]),
        }

    @property
    def sides_when(self) -> list[tuple[str, str]]:
        """The names of each side, with when it is the bidder's."""
        return [(name, _when(bidder=seats)) for seats, name in self.table_context.sides]

    def form_problems(self, cleaned: Mapping[str, Any]) -> Iterator[Problem]:
        """A capot or générale was made or failed; with all the points, or none, a side may have won every trick.

        The judge takes a missing answer for a no, because a file need not say it.
        """
        points = cleaned.get("points")
        if not self.ffb or cleaned.get("passed_out"):
            return
        if cleaned.get("value") in SLAMS:
            if cleaned.get("slam") not in (MADE, FAILED):
                yield Problem("slam", "required")
        elif points in (0, ROUND_POINTS):
            field = "capot" if points else "capot_opponent"
            if not cleaned.get(field):
                yield Problem(field, "no_capot", {"points": points})

    @classmethod
    def can_show(cls, entry: Entry) -> bool:
        return entry.tricks is None


def _when(**fields: Iterable[Any]) -> str:
    """Return the value of data-when for a hand that was not passed out, with these values."""
    return data_when(passed_out=[""], **fields)


@dataclass(frozen=True, slots=True)
class Place:
    """A player's side of the table, with the card that lies there, if any. `area` is n, e, s or w."""

    area: str
    name: str
    card: str | None
    turn: bool


@dataclass(frozen=True, slots=True)
class WonTrick:
    """A finished trick: who led, and which side gets its card points."""

    number: int
    leader: str
    cards: tuple[str, ...]
    side: str
    points: int


MOVES = frozenset({"card", "undo_card"})


class CardsHead(ContractHead):
    @property
    def subtitle(self) -> str:
        if self.form.complete:
            return super().subtitle
        trick = _("trick %(number)d") % {"number": len(self.form.finished) + 1}
        return f"{trick} · {super().subtitle}"


class CardsForm(ContractForm):
    """The contract and all cards, in the order of play.

    Every card is a button that returns the form with that card in `tricks`, so this works without JavaScript.
    """

    head_class = CardsHead
    way = "cards"
    way_label = gettext_lazy("From the cards")
    template = "belote/cards.html"
    more = ("leader", "dealer")
    steps = ContractForm.steps | MOVES

    tricks = forms.CharField(required=False, max_length=200, widget=forms.HiddenInput)
    """The cards in order, "JH 7H 9H AH AS". Leaders and winners follow from the first leader and the trump."""
    leader = seat_field(label=pgettext_lazy("belote", "First lead"))

    def __init__(self, data: Any = None, **kwargs: Any) -> None:
        self.moved = data is not None and bool(MOVES & data.keys())
        is_step = data is not None and bool(self.steps & data.keys())
        super().__init__(_stepped(data) if is_step else data, **kwargs)
        after_dealer = _("%(name)s, after the dealer") % {
            "name": self.table_context.seat_name(after(self.dealer_position, SEATS))
        }
        self.fields["leader"].choices = [("", after_dealer), *self.seat_choices()]  # type: ignore[attr-defined]

    @property
    def depends_on(self) -> tuple[Hashable, ...]:
        return self.dealer_position, self.first_leader

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        unfinished = [problem for problem in self.problems if problem.code in ("eight_tricks", "four_cards")]
        if unfinished:  # shown in full beside the cards; the list of what is missing only says that cards are
            others = tuple(problem for problem in self.problems if problem not in unfinished)
            self.problems = others if self.step else (*others, Problem("tricks", "required"))
        return cleaned

    def entry_data(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        data = super().entry_data(cleaned)
        cards = cleaned.get("tricks", "").split()
        data["tricks"] = [
            {"leader": trick.leader, "cards": list(trick.cards)}
            for trick in tricks_of(cards, self.first_leader, self.trump_chosen)
        ]
        return data

    @classmethod
    def initial_of(cls, entry: Entry) -> dict[str, Any]:
        tricks = entry.tricks or ()
        return super().initial_of(entry) | {
            "tricks": " ".join(card for trick in tricks for card in trick.cards),
            "leader": tricks[0].leader if tricks else None,
        }

    @classmethod
    def can_show(cls, entry: Entry) -> bool:
        return entry.tricks is not None

    # The table as it stands

    @property
    def contract(self) -> Entry | None:
        """The contract for the title of its fold. None until all of it is chosen."""
        chosen = {
            "value": str(self["value"].value() or ""),
            "coinche": self["coinche"].value(),
            "trump": self.trump_chosen,
        }
        entry, problems = load(Entry, super().entry_data({"bidder": self.seat("bidder"), **chosen}))
        is_open = problems or self["value"].errors or None in (entry.bidder, entry.value, entry.trump)
        return None if is_open else entry

    @property
    def contract_is_open(self) -> bool:
        """Whether the fold with the contract starts open, because it is incomplete, wrong, or still without cards."""
        names = ("bidder", "value", "trump", "coinche", *self.ffb_only)
        return not self.contract or not self.cards or any(self[name].errors for name in names if name in self.fields)

    @property
    def trump_chosen(self) -> Trump | None:
        return next((trump for trump in TRUMPS if trump == self["trump"].value()), None)

    @property
    def first_leader(self) -> int:
        return self.seat("leader") or after(self.dealer_position, SEATS)

    @property
    def cards(self) -> list[str]:
        """The cards played so far, without anything that is not a card."""
        return [card for card in str(self["tricks"].value() or "").split() if card in CARDS]

    @property
    def tricks_begun(self) -> tuple[Trick, ...]:
        return tricks_of(self.cards, self.first_leader, self.trump_chosen)

    @property
    def finished(self) -> list[WonTrick]:
        """The tricks with a known winner. There are none until a trump is chosen."""
        trump = self.trump_chosen
        if trump is None:
            return []
        won = []
        for number, trick in enumerate(self.tricks_begun, start=1):
            if len(trick.cards) == SEATS:
                points = trick_points(trick, trump) + (LAST_TRICK if number == TRICKS else 0)
                leader = self.table_context.seat_name(trick.leader or 0)
                won.append(WonTrick(number, leader, trick.cards, self._side(trick_winner(trick, trump)), points))
        return won

    @property
    def points_so_far(self) -> list[tuple[str, int]]:
        """The card points of each side so far."""
        finished = self.finished
        return [
            (name, sum(trick.points for trick in finished if trick.side == name))
            for _seats, name in self.table_context.sides
        ]

    @property
    def complete(self) -> bool:
        return len(self.finished) >= TRICKS

    @property
    def waits_for_trump(self) -> bool:
        """Whether a trick is full but has no winner yet, because no trump is chosen."""
        return self.trump_chosen is None and len(self.cards) >= SEATS

    @property
    def turn(self) -> str | None:
        return next((place.name for place in self.places if place.turn), None)

    @property
    def places(self) -> list[Place]:
        """The players in the order of play, from seat 1 at the bottom."""
        cards, leader = self._current_trick()
        turn = None if self.complete or self.waits_for_trump else after(leader, SEATS, len(cards))
        played = {after(leader, SEATS, place): card for place, card in enumerate(cards)}
        return [
            Place(area, self.table_context.seat_name(seat), played.get(seat), seat == turn)
            for seat, area in enumerate(("s", "w", "n", "e"), start=1)
        ]

    def _current_trick(self) -> tuple[tuple[str, ...], int]:
        """Return the cards of the current trick, and who leads it."""
        tricks, trump = self.tricks_begun, self.trump_chosen
        if not tricks:
            return (), self.first_leader
        last = tricks[-1]
        leader = last.leader or self.first_leader
        if len(last.cards) == SEATS and trump is not None:
            return (), trick_winner(last, trump)
        return last.cards, leader

    @property
    def last_player(self) -> str:
        trick = self.tricks_begun[-1]
        return self.table_context.seat_name(after(trick.leader or 1, SEATS, len(trick.cards) - 1))

    @property
    def deck(self) -> list[list[tuple[str, bool]]]:
        """A row for each suit: the cards, and whether each can be played."""
        played = set(self.cards)
        return [
            [(f"{rank}{suit}", f"{rank}{suit}" not in played and not self.waits_for_trump) for rank in RANKS]
            for suit in ("S", "H", "C", "D")
        ]

    def _side(self, seat: int) -> str:
        return next(name for seats, name in self.table_context.sides if seat in seats)


def _stepped(data: Any) -> Any:
    """Return the data with one card added or removed."""
    data = data.copy()
    cards = data.get("tricks", "").split()
    card = data.get("card", "")
    if card in CARDS and card not in cards:
        cards.append(card)
    elif "undo_card" in data:
        cards = cards[:-1]
    data["tricks"] = " ".join(cards)
    return data


FORMS = (PointsForm, CardsForm)
