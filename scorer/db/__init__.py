"""The database: the SQLite backend with its write lock, random ids, and what is kept in memory."""
