"""The database: lock timeouts, snapshot reads, bulk inserts, versioned caches and random ids."""
