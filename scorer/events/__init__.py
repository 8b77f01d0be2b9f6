"""Events: an evening over many tables, planned and ranked together."""
