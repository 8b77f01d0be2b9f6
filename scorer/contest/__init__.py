"""Events over many tables: who meets whom. Pure: scorer.scoring and the standard library."""
