"""Revision: the append-only log of who changed what, when and why."""
