"""The tests of Skat."""
