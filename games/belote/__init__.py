"""Belote coinchée: two pairs, one contract, eight tricks."""
