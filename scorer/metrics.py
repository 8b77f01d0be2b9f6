"""What this process has done and is doing, for Prometheus. docs/operating.md says what to make of it.

The numbers are those of one process. They name kinds of pages, and never a club, a table or a person.
"""

import time
from collections.abc import Callable
from typing import Any

from prometheus_client import Counter, Gauge, Histogram

REQUESTS = Histogram(
    "scorer_request_seconds",
    "Time from the complete request until its response is made, with the wait for a thread.",
    ["kind", "status"],
    buckets=(0.01, 0.03, 0.1, 0.3, 1, 3, 8),
)
HANDS = Counter("scorer_hands_saved", "Hands that were added to sheets.")
WAITING = Gauge("scorer_requests_waiting", "Requests that wait for a thread.", ["kind"])
STREAMS = Gauge("scorer_streams", "Pages that listen for news.")
REFUSALS = Counter("scorer_refusals", "Requests that were refused before Django saw them, and streams.", ["why"])
CACHE_READS = Counter("scorer_cache_reads", "Reads of a cache in memory: found, or computed.", ["cache", "result"])
CACHE_ENTRIES = Gauge("scorer_cache_entries", "Entries of a cache in memory.", ["cache"])
STATEMENTS = Histogram(
    "scorer_database_seconds",
    "Time of each statement, with its wait for locks.",
    buckets=(0.001, 0.01, 0.1, 0.5, 1, 2),
)


def time_statement(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
    """Execute a statement as Django's `execute_wrapper` does, and count its time, also if it fails."""
    began = time.perf_counter()
    try:
        return execute(sql, params, many, context)
    finally:
        STATEMENTS.observe(time.perf_counter() - began)
