"""Clubs, seasons, players, and the logins with their rights."""
