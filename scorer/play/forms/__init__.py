"""The forms for the lines of a sheet. A game builds its own from `EntryForm`, or `SittingOutForm`, and these fields."""

from scorer.play.forms.composed import KeyRow, Parts
from scorer.play.forms.entry import EntryForm, Head
from scorer.play.forms.fields import (
    SUIT_SIGNS,
    WIDTH_BESIDE_KEYS,
    Key,
    Need,
    as_number,
    button_field,
    data_when,
    number_field,
    seat_field,
)
from scorer.play.forms.line import MAX_KEY_LENGTH, AdjustmentForm, filled_in, fingerprint_of, key_of_undone, new_key
from scorer.play.forms.reasons import AskForm, CorrectionWhyForm, RefusalForm, ReplyForm, VoidForm, WhyForm
from scorer.play.forms.sitting_out import DealerSitsOutForm, SittingOutForm, SittingOutHead
