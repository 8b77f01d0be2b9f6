"""Leaderboards and players' results: reads only, no tables of its own."""
