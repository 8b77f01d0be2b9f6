"""Tables, seats, hands, the ledger, and every page of a table."""
