"""All writes at a table. Each is one transaction that takes its locks first and leaves one Revision per table.

`scorer.play.rights` has already decided whether the actor may do it; the services decide whether it can be done now.
They raise Refused if the values are wrong, and Conflict if something has happened at the table meanwhile.
"""

from scorer.play.services.closing_line import closing_points
from scorer.play.services.confirmations import accept_hands, ask_for_confirmations, reply_to_hand
from scorer.play.services.errors import Conflict, ConflictCode, Refused
from scorer.play.services.hands import (
    adjustment_problems,
    correct_adjustment,
    correct_hand,
    move_hand,
    record_adjustment,
    record_hand,
    restore_hand,
    total_problems,
    undo_hand,
    void_hand,
)
from scorer.play.services.late import enter_late, hand_in, put_aside
from scorer.play.services.opening import (
    NewTable,
    free_numbers,
    open_table,
    open_tables,
    opened_before,
    seating_problems,
)
from scorer.play.services.people import merge_players, pre_merge, tables_of_merge, unmerge_player
from scorer.play.services.saving import (
    Faulty,
    HandedIn,
    Improbable,
    Prevented,
    TypedHand,
    save_late,
    save_typed,
)
from scorer.play.services.seats import change_partners, exchange_players, substitute, swap_seats
from scorer.play.services.settings import change_deals, change_variant, rate_of, renew_link, revoke_link, set_rate
from scorer.play.services.shared import (
    Actor,
    Saved,
    first_revision,
    last_revision,
    lock_all,
    next_number,
)
from scorer.play.services.states import (
    cancel_table,
    close_table,
    close_tables,
    note_ruling,
    reopen_table,
    seal_tables,
    unseal_tables,
)

__all__ = [
    "Actor",
    "Conflict",
    "ConflictCode",
    "Faulty",
    "HandedIn",
    "Improbable",
    "NewTable",
    "Prevented",
    "Refused",
    "Saved",
    "TypedHand",
    "accept_hands",
    "adjustment_problems",
    "ask_for_confirmations",
    "cancel_table",
    "change_deals",
    "change_partners",
    "change_variant",
    "close_table",
    "close_tables",
    "closing_points",
    "correct_adjustment",
    "correct_hand",
    "enter_late",
    "exchange_players",
    "first_revision",
    "free_numbers",
    "hand_in",
    "last_revision",
    "lock_all",
    "merge_players",
    "move_hand",
    "next_number",
    "note_ruling",
    "open_table",
    "open_tables",
    "opened_before",
    "pre_merge",
    "put_aside",
    "rate_of",
    "record_adjustment",
    "record_hand",
    "renew_link",
    "reopen_table",
    "reply_to_hand",
    "restore_hand",
    "revoke_link",
    "save_late",
    "save_typed",
    "seal_tables",
    "seating_problems",
    "set_rate",
    "substitute",
    "swap_seats",
    "tables_of_merge",
    "total_problems",
    "undo_hand",
    "unmerge_player",
    "unseal_tables",
    "void_hand",
]
