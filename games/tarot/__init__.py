"""French tarot: one taker against the others, or everybody for themselves when all have passed."""
