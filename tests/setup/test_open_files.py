import resource

import pytest

from scorer.setup.machine import raise_limit_of_files

Limit = tuple[int, int]
UNLIMITED = resource.RLIM_INFINITY


@pytest.mark.parametrize(
    ("before", "after", "files"),
    [
        ((1024, 1_048_576), (65_536, 1_048_576), 65_536),
        ((1024, 4096), (4096, 4096), 4096),
        ((1024, UNLIMITED), (65_536, UNLIMITED), 65_536),
        ((100_000, 1_048_576), None, 100_000),
        ((UNLIMITED, UNLIMITED), None, 65_536),
    ],
)
def test_the_limit_is_raised_as_far_as_possible(
    monkeypatch: pytest.MonkeyPatch, before: Limit, after: Limit | None, files: int
) -> None:
    now: list[Limit] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: before)
    monkeypatch.setattr(resource, "setrlimit", lambda _, limit: now.append(limit))
    assert raise_limit_of_files() == files
    assert now == ([after] if after else [])


def test_a_system_that_refuses_its_own_limit_keeps_the_old_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(*_: object) -> None:
        raise ValueError("current limit exceeds maximum limit")

    monkeypatch.setattr(resource, "getrlimit", lambda _: (256, UNLIMITED))
    monkeypatch.setattr(resource, "setrlimit", refuses)
    assert raise_limit_of_files() == 256
