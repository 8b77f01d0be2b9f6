"""The comparisons: what a result is worth, and how results add up. Values are exact, however they are shown."""
