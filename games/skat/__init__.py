"""Skat: a declarer against two, for the value of the game; at a table of four the dealer sits out, but scores."""
