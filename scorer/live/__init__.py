"""Tells every phone at a table, at once, that there is something new. What it is, the phone fetches as any page."""

from scorer.live.guests import ask
from scorer.live.telling import tell, tell_guests, whisper
from scorer.live.tickets import Ticket, live_path

__all__ = ["Ticket", "ask", "live_path", "tell", "tell_guests", "whisper"]
