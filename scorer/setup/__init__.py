"""First run, demo, the server command, backup and restore."""
