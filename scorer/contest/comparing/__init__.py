"""The comparisons: what a result is worth, and how a contestant's results add up. Exact, whatever is shown of it."""
