"""Changes that a director makes in the admin site; each shows its effect on points and ranks first."""
