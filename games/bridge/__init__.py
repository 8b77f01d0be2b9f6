"""Contract bridge: duplicate, rubber and Chicago."""
