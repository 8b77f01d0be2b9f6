"""Events over many tables: who meets whom, and how results are compared.

Pure: scorer.scoring, the standard library, and networkx for matching.
"""
