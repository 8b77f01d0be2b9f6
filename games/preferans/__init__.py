"""Preferans: a declarer against two defenders, ten tricks, no settlement between the players."""
