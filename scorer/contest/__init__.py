"""Events over many tables: who meets whom. Pure: scorer.scoring, the standard library, and networkx for matching."""
