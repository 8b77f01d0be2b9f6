"""Movements: plans for a whole session that follow a construction. Each family has its own file."""
