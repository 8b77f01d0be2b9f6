"""How many wrong guesses an address has, and when it gets them back."""

import re
from pathlib import Path

import pytest
from django.http import HttpRequest
from django.test import RequestFactory

from scorer.web import address_limits
from scorer.web.address_limits import MAX_GUESSES, NETWORK_FACTOR, AddressLimit

MINUTE = 60


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A list with the time as its only element."""
    clock = [1000.0]
    monkeypatch.setattr(address_limits, "monotonic", lambda: clock[0])
    return clock


def asked_from(host: str) -> HttpRequest:
    return RequestFactory(REMOTE_ADDR=host).get("/")


def guess(codes: AddressLimit, host: str, times: int) -> int:
    """Guess up to so many times, and return the number of guesses that were allowed."""
    request = asked_from(host)
    for guessed in range(times):
        if codes.is_exceeded(request):
            return guessed
        codes.count(request)
    return times


def test_an_address_has_a_number_of_guesses_at_once_and_then_one_per_minute(clock: list[float]) -> None:
    codes = AddressLimit(MINUTE)
    assert guess(codes, "192.0.2.7", 1000) == MAX_GUESSES
    assert guess(codes, "192.0.2.8", 1) == 1
    clock[0] += MINUTE
    assert guess(codes, "192.0.2.7", 1000) == 1
    clock[0] += 24 * 60 * MINUTE
    assert guess(codes, "192.0.2.7", 1000) == MAX_GUESSES


@pytest.mark.parametrize(
    ("row", "numbers"),
    [
        ("wrong codes of tables", [MAX_GUESSES, MAX_GUESSES * NETWORK_FACTOR]),
        ("wrong passwords, all names together", [MAX_GUESSES, MAX_GUESSES * NETWORK_FACTOR]),
        (
            "signing up by the code on the wall or by an invitation",
            [address_limits.MAX_SIGN_UPS, address_limits.MAX_NAMES],
        ),
    ],
)
def test_the_documentation_has_the_numbers(row: str, numbers: list[int]) -> None:
    (line,) = [line for line in Path("docs/security.md").read_text().splitlines() if line.startswith(f"| {row} |")]
    assert [int(number) for number in re.findall(r"[0-9]+", line)] == numbers


def test_each_thing_it_is_counted_at_has_a_count_of_its_own(clock: list[float]) -> None:
    sign_ups, request = AddressLimit(MINUTE, 1), asked_from("192.0.2.7")
    sign_ups.count(request, 1)
    assert [sign_ups.is_exceeded(request, at) for at in (1, 2, None)] == [True, False, False]


def test_a_year_of_guessing_from_one_address_matches_the_documented_number(clock: list[float]) -> None:
    codes = AddressLimit(MINUTE)
    made = 0
    for _hour in range(24):
        made += guess(codes, "192.0.2.7", 1000)
        clock[0] += 60 * MINUTE
    assert made == 24 * 60


def test_many_addresses_together_have_the_guesses_of_their_network(clock: list[float]) -> None:
    codes = AddressLimit(MINUTE)
    made = sum(guess(codes, f"2001:db8:1:{number:x}::7", MAX_GUESSES) for number in range(2 * NETWORK_FACTOR))
    assert made == MAX_GUESSES * NETWORK_FACTOR
    assert guess(codes, "2001:db8:2::7", 1) == 1
    clock[0] += MINUTE
    assert sum(guess(codes, f"2001:db8:1:{number:x}::7", 1) for number in range(500, 600)) == NETWORK_FACTOR


def test_a_single_address_uses_up_only_a_small_part_of_its_network(clock: list[float]) -> None:
    codes = AddressLimit(MINUTE)
    guess(codes, "192.0.2.7", 1000)
    assert sum(guess(codes, f"192.0.2.{place}", 40) for place in range(100, 113)) == 13 * 40


def test_the_address_that_guessed_longest_ago_is_forgotten_first(
    clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(address_limits, "MAX_REMEMBERED", 3)
    codes = AddressLimit(MINUTE)
    guess(codes, "192.0.2.1", MAX_GUESSES - 1)
    for host in ("192.0.2.2", "192.0.2.3"):
        guess(codes, host, MAX_GUESSES)
    for host in ("192.0.2.1", "192.0.2.4"):
        guess(codes, host, 1)
    assert [guess(codes, f"192.0.2.{place}", 1) for place in (1, 3, 4, 2)] == [0, 0, 1, 1]
