"""What each release leaves behind, for the next ones to read: a backup of each kind of database, and exported files.

`python -m tests.setup.releases` makes the folder of the current one (docs/changes.md).
"""
