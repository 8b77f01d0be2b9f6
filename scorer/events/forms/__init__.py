"""What a director types, and what players type who sign up themselves."""
