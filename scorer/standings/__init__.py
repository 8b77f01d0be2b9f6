"""Leaderboards, players' results and championships. Nothing but the rules of championships is stored."""
