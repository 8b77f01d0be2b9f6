"""Finds the games: every package under games/ is one. No other shared code names a game."""

from scorer.registry.config import GameConfig, all_games, find_game, game_apps, get_game, get_game_or_404
