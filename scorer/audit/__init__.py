"""The audit of the ledger: it compares rows, scores and the log, and repairs the scores."""
