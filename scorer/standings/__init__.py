"""Leaderboards and players' results. This package only reads and has no database tables of its own."""
