"""Find queries that SQLite refuses once a club has grown: it allows an expression 1,000 levels.

Django prefetches along a foreign key by a comparison for each row, joined by OR. `select_related` reads the same in a
join, and a list of ids belongs in an `__in`.
"""

import re
from collections.abc import Callable
from typing import Any

CHAIN = re.compile(r"""("?\w+"?\."?\w+"?) = %s(?: OR \1 = %s)+""")


def refuse_chains(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
    """Execute a query unless it compares a column with one value, or else another, or else another."""
    found = " OR " in sql and CHAIN.search(sql)
    assert not found, f"A chain of OR grows with the rows: {found[0][:200]}"
    return execute(sql, params, many, context)
