"""What the director of one club could learn or reach of another club on the same server."""

import re
from collections.abc import Iterator
from datetime import timedelta

from django.test import Client
from django.urls import reverse

from scorer.club import joining
from scorer.club.hosts import set_host
from scorer.club.models import Club, Membership, MembershipLink, Role
from tests.bench import Line
from tests.bench.measuring import browser_of, found_club
from tests.factories import MembershipFactory, UserFactory

NAMES = ("chloe", "farid", "greta")
HOST = "neighbour.example"
FOREIGN = (
    "evil.example",
    f"{HOST}.evil.example",
    f"evil.{HOST}",
    f"{HOST}@evil.example",
    f"{HOST}/evil",
    f"{HOST}:x",
    "",
)
NUMBER = re.compile(r"-\d{3}")


def neighbours(club: Club) -> Iterator[Line]:
    """`club` is visible to everybody, and another one is founded beside it."""
    spy = found_club()
    yield "taken-names.spied", taken_names(club, spy), "names"
    yield "joining-links.spied", joining_links(club, spy), "logins"
    yield "foreign-hosts.spied", foreign_hosts(club, spy), "pages"


def taken_names(club: Club, spy: Membership) -> int:
    """Create logins with names that another club has, and with free ones.

    Return how many of the former get another response than the latter.
    """
    for name in NAMES:
        MembershipFactory(club=club, user=UserFactory(username=name))
    browser, logins = browser_of(spy), reverse("club:logins", args=[spy.club_id])

    def response_to(name: str) -> tuple[int, str]:
        page = browser.post(logins, {"username": name, "role": Role.SCORER}, follow=True)
        made = spy.club.memberships.filter(user__username__startswith=name).values_list("user__username", flat=True)
        return page.status_code, "".join(NUMBER.sub("", login).removeprefix(name) for login in made)

    free = response_to("quentin")
    return sum(response_to(name) != free for name in NAMES)


def joining_links(club: Club, spy: Membership) -> int:
    """Use a link to join a club twice, too late, withdrawn and invented. Return how many too many joined."""
    before = club.memberships.count()
    browsers = [browser_of(MembershipFactory(club=spy.club)) for _ in range(5)]
    used, old, withdrawn, other = (joining.make_link(club, Role.DIRECTOR, by=None) for _ in range(4))
    MembershipLink.objects.filter(pk=old.pk).update(made_at=old.made_at - timedelta(days=4))
    joining.withdraw_link(withdrawn, by=None)
    invented = joining.path_of(used).replace(
        joining.path_of(used).split("/")[-3], joining.path_of(other).split("/")[-3]
    )
    paths = [joining.path_of(used), joining.path_of(used), joining.path_of(old), joining.path_of(withdrawn), invented]
    for browser, path in zip(browsers, paths, strict=True):
        browser.post(path)
    joined = club.memberships.count() - before
    assert joined >= 1
    return joined - 1


def foreign_hosts(club: Club, spy: Membership) -> int:
    """Ask for pages at host names of nobody, and for those of one club at the host name of another.

    Return how many are shown.
    """
    set_host(spy.club, HOST)
    member = MembershipFactory(club=club, user=spy.user, role=Role.DIRECTOR)
    browser, home = browser_of(member), reverse("standings:home", args=[club.pk])
    assert browser.get(home).status_code == 200
    assert browser.get(reverse("standings:home", args=[spy.club_id]), headers={"host": HOST}).status_code == 200
    pages = [home, reverse("club:logins", args=[club.pk]), reverse("play:tables", args=[club.pk])]
    pages += [reverse("play:table", args=[table.pk]) for table in club.tables.all()[:3]]
    asked = [(page, HOST) for page in pages] + [(reverse("club:login"), host) for host in FOREIGN]
    clients = (browser, Client())
    return sum(
        client.get(page, headers={"host": host}).status_code == 200 for client in clients for page, host in asked
    )
