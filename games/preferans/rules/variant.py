"""The house rules of preferans. They are about the record beside the points, and when play stops."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

KeptRecord = Literal["none", "bule"]
StartingFor = Literal["player", "table"]
PlayedRefa = Literal["always", "not_spades"]
UncounteredSpades = Literal["played", "refa", "refa_or_fail", "pass"]
LastHand = Literal["bule", "value", "full"]


OF_RECORD: Final = {"applies": lambda variant: variant.keeps_record}


@dataclass(frozen=True, slots=True)
class Variant:
    """With the record "bule", players keep bule, supe and refe beside the points (rules/record.py).

    All fields but `record` and `stop_at_five` have an effect only then.
    """

    record: KeptRecord = "none"
    bule: int = field(default=60, metadata={"min": 2, "max": 1000, **OF_RECORD})
    bule_for: StartingFor = field(default="player", metadata=OF_RECORD)
    """Whether `bule` is what each player starts with, or what all of them start with together."""
    refe: int | None = field(default=2, metadata={"min": 0, "max": 100, **OF_RECORD})
    """How many refe may be written. With None there is no limit."""
    refe_under_hat: bool = field(default=False, metadata=OF_RECORD)
    """Whether a refa is also written while somebody's bule are negative."""
    refa_played: PlayedRefa = field(default="always", metadata=OF_RECORD)
    """In which games a declarer with an open refa must play it."""
    spades: UncounteredSpades = field(default="played", metadata=OF_RECORD)
    """What happens to spades with the talon that nobody counters. All but "played" force a counter on them.

    They are then not played out. "refa" and "refa_or_fail" write a refa; if none may be written, the declarer makes
    the contract or fails. With "pass" the declarer makes it.
    """
    stop_at_five: bool = False
    """Whether play stops once the defenders have five tricks."""
    last_hand: LastHand = field(default="bule", metadata=OF_RECORD)
    """What the hand that ends the record is worth if its declarer has more to write down than there is left.

    With "bule" these are limited to the rest, with "value" the supe of that hand too, with "full" nothing is.
    """
    double_fall: bool = field(default=False, metadata=OF_RECORD)
    """Whether a declarer who fails a game that is worth more than the bule left falls by twice its value."""

    @property
    def keeps_record(self) -> bool:
        return self.record == "bule"

    @property
    def forces_counter(self) -> bool:
        """Whether spades with the talon are played only after a counter."""
        return self.keeps_record and self.spades != "played"


PRESETS: Final[Mapping[str, Variant]] = {"house": Variant(), "bule": Variant(record="bule")}
