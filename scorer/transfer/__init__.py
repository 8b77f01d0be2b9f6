"""Import and export of tables and old evenings as files."""
