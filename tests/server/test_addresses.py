"""What counts as one client address, and as one network."""

import pytest

from scorer.server.addresses import client_address, client_network


@pytest.mark.parametrize(
    ("host", "of", "around"),
    [
        ("203.0.113.9", "203.0.113.9", "203.0.113.0/24"),
        ("::ffff:203.0.113.9", "203.0.113.9", "203.0.113.0/24"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::", "2001:db8:1::/48"),
        ("2001:DB8:1:2::", "2001:db8:1:2::", "2001:db8:1::/48"),
        ("fe80::1%eth0", "fe80::", "fe80::/48"),
        ("", "", ""),
        ("unknown", "", ""),
        ("203.0.113.9; DROP TABLE", "", ""),
    ],
)
def test_an_address_belongs_to_a_household_and_a_network(host: str, of: str, around: str) -> None:
    assert (client_address(host), client_network(host)) == (of, around)
