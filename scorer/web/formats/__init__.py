"""Dates as the club writes them, by language, on every page and in the admin site (settings: FORMAT_MODULE_PATH)."""
