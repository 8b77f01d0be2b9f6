"""The audit of the ledger: compares rows, scores and the log, and repairs the scores."""
