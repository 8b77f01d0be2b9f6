"""Every write of an event. Each is one transaction, locks the event first and leaves one Revision of it.

A ValidationError says what cannot be done, in a sentence.
"""

from scorer.events.services.applying import (
    apply,
    let_in,
    match_partners,
    remove_applicant,
    set_invitation,
)
from scorer.events.services.calls import call_director, end_call, end_call_of_station
from scorer.events.services.copies import copy_event, delete_rehearsal, imagine_round, rehearse
from scorer.events.services.following import (
    follow_round,
    hold_round,
    release_round,
    set_following,
)
from scorer.events.services.late_hands import enter_late_hand, put_aside_late_hand
from scorer.events.services.paper import HandOnPaper, type_hands
from scorer.events.services.people import (
    add_late_contestant,
    come_back,
    leave,
    set_line_up,
    set_standing,
    substitute,
    substitute_at,
)
from scorer.events.services.plans import choose_plan, discard_plan, exchange_numbers, move_to_section, renew_links
from scorer.events.services.remaining import (
    bring_round_back,
    draw_anew,
    draw_round,
    exchange,
    max_deals,
    replan,
    set_deals,
    skip_last_round,
)
from scorer.events.services.requests import accept_request, ask_for_correction, refuse_request
from scorer.events.services.rounds import (
    add_minutes,
    end_round,
    finish,
    go_back,
    pause_clock,
    remove_minutes,
    resume_clock,
    start_round,
    stop_clock,
    take_back_round,
)
from scorer.events.services.rulings import name_winner, rule_contestant, rule_other_cards, rule_result, withdraw_ruling
from scorer.events.services.sessions import NO_QUALIFYING, make_final, next_session, set_carried
from scorer.events.services.settings import change_event, set_hand_records, set_prizes, set_squads
from scorer.events.services.signing_off import sign_off, sign_off_self, sign_off_self_signed
from scorer.events.services.signing_up import (
    cancel,
    create_event,
    default_ranking_shown,
    set_wish,
    sign_up,
    sign_up_all,
)
from scorer.events.services.swaps import change_deals, other_deals, swap_contestants, swap_deals, swap_sides
