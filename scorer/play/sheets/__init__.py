"""The sheet of a table: its lines, their scores in the ledger, and how both are read, kept and logged."""
