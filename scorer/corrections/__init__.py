"""Changes that a director makes in the admin site. Each shows its effect on points and ranks before it is confirmed."""
