"""Tells every phone at a table, at once, that there is something new. What it is, the phone fetches as any page."""

from scorer.live.telling import recheck, tell, whisper
from scorer.live.tickets import Ticket, browser_of, live_path
from scorer.live.welcome import ask

__all__ = ["Ticket", "ask", "browser_of", "live_path", "recheck", "tell", "whisper"]
