"""Tables and old evenings as files: what goes out and what comes in."""
