"""Every write of an event. Each is one transaction, locks the event first and leaves one Revision of it.

A ValidationError says what cannot be done, in a sentence.
"""

from scorer.events.services.plans import choose_plan, discard_plan, renew_links
from scorer.events.services.rounds import end_round, finish, start_round
from scorer.events.services.rulings import rule_contestant, rule_result, withdraw_ruling
from scorer.events.services.signing_up import cancel, make_event, sign_off, sign_up

__all__ = [
    "cancel",
    "choose_plan",
    "discard_plan",
    "end_round",
    "finish",
    "make_event",
    "renew_links",
    "rule_contestant",
    "rule_result",
    "sign_off",
    "sign_up",
    "start_round",
    "withdraw_ruling",
]
