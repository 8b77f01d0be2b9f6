"""The result of a table: its ranking and settlement, and their page."""
