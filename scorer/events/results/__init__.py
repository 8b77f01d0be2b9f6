"""The results of an event: read from the ledger of its tables, compared, and ranked. Nothing of them is stored."""
