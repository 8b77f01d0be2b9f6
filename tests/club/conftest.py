import threading
from collections.abc import Callable

import pytest
from django.db import connection


@pytest.fixture
def at_once() -> Callable[..., list[object]]:
    """Call functions in threads that start at the same time, and return what each returns or raises."""

    def at_once(*works: Callable[[], object]) -> list[object]:
        results: list[object] = []
        together = threading.Barrier(len(works))

        def run(work: Callable[[], object]) -> None:
            try:
                together.wait(10)
                results.append(work())
            except Exception as error:  # noqa: BLE001  # handed to the test
                results.append(error)
            finally:
                connection.close()

        threads = [threading.Thread(target=run, args=[work]) for work in works]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(30)
        return results

    return at_once
