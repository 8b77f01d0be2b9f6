"""Tells every phone at a table, at once, that there is something new. What it is, the phone fetches as any page."""

from scorer.live.admission import register_check
from scorer.live.publishing import publish_change, publish_typing, recheck_listeners
from scorer.live.tickets import Ticket, browser_id, live_path

__all__ = [
    "Ticket",
    "browser_id",
    "live_path",
    "publish_change",
    "publish_typing",
    "recheck_listeners",
    "register_check",
]
