"""Contract bridge, scored as in a duplicate event."""
