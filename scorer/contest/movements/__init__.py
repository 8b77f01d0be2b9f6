"""Movements: plans of a whole session by a construction, one family a file."""
