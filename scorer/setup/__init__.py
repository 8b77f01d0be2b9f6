"""The first run, the demo, the server command, backup and restore."""
