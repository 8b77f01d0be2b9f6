"""Evenings that nobody planned: every action of an event, in any order, with checks after each (`make evenings`)."""
