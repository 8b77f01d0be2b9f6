"""What the page of an event shows its director."""
