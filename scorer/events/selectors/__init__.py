"""What the page of an event shows its director, and other pages show of events."""
