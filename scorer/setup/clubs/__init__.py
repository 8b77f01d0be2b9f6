"""Whole clubs, for whoever runs a server for many: added, listed, written to a file, read from one, and deleted."""
