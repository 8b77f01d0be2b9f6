"""Tells every phone at a table, at once, that there is something new. What it is, the phone fetches as any page."""

from scorer.live.telling import tell, whisper
from scorer.live.tickets import live_path

__all__ = ["live_path", "tell", "whisper"]
