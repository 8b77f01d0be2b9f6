__version__ = "1.1"
"""docs/changes.md says what each version has changed, and how to make the next one."""
