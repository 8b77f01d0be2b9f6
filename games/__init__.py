"""One folder a game. Deleting a folder removes the game; nothing else names it."""
