"""All writes at a table. Each is one transaction that takes its locks first and leaves one Revision per table.

`scorer.play.rights` has already decided whether the actor may do it; the services decide whether it can be done now.
They raise Refused if the values are wrong, and Conflict if something has happened at the table meanwhile.
"""

from scorer.play.services.errors import Conflict, ConflictCode, Refused
from scorer.play.services.hands import (
    adjustment_problems,
    correct_adjustment,
    correct_hand,
    move_hand,
    record_adjustment,
    record_hand,
    record_hands,
    restore_hand,
    total_problems,
    undo_hand,
    void_hand,
)
from scorer.play.services.late_hands import enter_late, hand_in, put_aside
from scorer.play.services.opening import (
    NewTable,
    free_numbers,
    open_table,
    open_tables,
    opened_before,
    seating_problems,
)
from scorer.play.services.people import merge_players, pre_merge, tables_of_merge, unmerge_player
from scorer.play.services.replies import accept_hands, ask_for_confirmations, reply_to_hand
from scorer.play.services.requests import accept_request, ask_for_correction, note_seen, refuse_request
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
    lock_all,
    next_number,
)
from scorer.play.services.states import (
    cancel_table,
    close_table,
    close_tables,
    closing_points,
    note_ruling,
    reopen_table,
    seal_tables,
    unseal_tables,
)
