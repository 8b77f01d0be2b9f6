"""Event streams: tell every phone at a table at once that something has changed. The phone then fetches it."""

from scorer.live.hub import publish_change, publish_changes, publish_typing, recheck_listeners
from scorer.live.stream import ComeBackLater, register_check
from scorer.live.tickets import Ticket, browser_id, live_path
