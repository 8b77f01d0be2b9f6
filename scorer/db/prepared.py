"""Queries of the ORM whose SQL is built once."""

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import QuerySet

Row = TypeVar("Row")
Value = int | str

FIRST_STAND_IN = 31_001
"""Fits into the smallest integer column, and no query of ours asks for it."""


class Prepared(Generic[Row]):
    """A query that differs from call to call in nothing but its values.

    `build` gets a stand-in for each of them and returns the queryset, once a connection. To build and compile a query
    takes the ORM five times as long as all the rest, the database included: this is for what every hand asks for
    (docs/decisions/0025-prepared-queries.md). What a queryset fetches afterwards, with queries of its own, is left out.
    """

    def __init__(self, build: Callable[..., "QuerySet[Any, Row]"]) -> None:
        self._build = build

    def __call__(self, *values: Value) -> list[Row]:
        # Each thread has its own connection, and what was compiled for that one goes with it.
        of_thread: dict[Prepared[Any], _Compiled] = vars(connections[DEFAULT_DB_ALIAS]).setdefault("prepared", {})
        compiled = of_thread.get(self)
        if compiled is None:
            compiled = of_thread[self] = _Compiled(self._build, len(values))
        return compiled.rows(values)

    def first(self, *values: Value) -> Row | None:
        return next(iter(self(*values)), None)


class _Compiled:
    """A queryset that keeps the compiler of its first time, and has that keep what it has found out."""

    def __init__(self, build: Callable[..., Any], count: int) -> None:
        stand_ins = [str(FIRST_STAND_IN + place) for place in range(count)]
        queryset = build(*map(int, stand_ins))
        compiler = queryset.query.get_compiler(queryset.db)
        self._sql, self._params = compiler.as_sql()
        self._places = [
            (at, stand_ins.index(str(param))) for at, param in enumerate(self._params) if str(param) in stand_ins
        ]
        if {place for _at, place in self._places} != set(range(count)):
            raise ValueError(f"not every value stands by itself in {self._sql}")
        self._connection = compiler.connection
        self._values: Sequence[Value] = ()
        converters = compiler.get_converters([column for column, _sql, _alias in compiler.select])
        compiler.execute_sql = self._execute
        compiler.get_converters = lambda _columns: converters
        queryset.query.get_compiler = lambda *_args, **_kwargs: compiler
        self._rows = queryset._iterable_class(queryset)  # noqa: SLF001  # the queryset itself would keep its first rows

    def rows(self, values: Sequence[Value]) -> list[Any]:
        self._values = values
        return list(self._rows)

    def _execute(self, *_args: Any, **_kwargs: Any) -> list[list[Any]]:
        """All rows in one chunk."""
        params = list(self._params)
        for at, place in self._places:
            params[at] = self._values[place]
        with self._connection.cursor() as cursor:
            cursor.execute(self._sql, params)
            return [cursor.fetchall()]
