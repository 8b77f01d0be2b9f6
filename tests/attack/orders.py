"""The attacks, and the addresses from which they come. docs/bench.md says what each is for."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

HONEST, ATTACKER = "127.0.0.3", "127.0.0.2"
MANY = [f"127.0.1.{number}" for number in range(1, 21)]
FILE = "/static/css/scorer.css"
LONG_FILE = "/static/admin/js/vendor/jquery/jquery.js"
CHUNK = "1\r\nx\r\n"
HELD = 888_880
"""The size of a body that is one byte short. 36 of them fill 32 MB."""


@dataclass(frozen=True, slots=True)
class Attack:
    """`orders` are for tests.attack.attackers. Without any, another process locks the database."""

    name: str
    orders: dict[str, Any] = field(default_factory=dict)
    host: str = HONEST
    """The addresses of the phones."""
    kinds: tuple[str, ...] = ("save", "page", "stream", "file")


def attacks(
    record: str,
    foreign: str,
    page: str,
    public: str,
    login: str,
    code: str,
    wall: str,
    card: str,
    asks: tuple[str, str],
) -> Iterator[Attack]:
    """Return the attacks on these URLs: saving hands, the stream of another phone, a public page and its stream, the
    login page, joining by code, signing up for an event by the code on the wall, and the stream of a contestant's card.

    `asks` are where a contestant asks for a correction, and the hand as its form sends it.
    """
    yield Attack("lock", kinds=("page", "stream", "file"))
    yield Attack("unread-files", crew([ATTACKER], 30, get(LONG_FILE), reads=False))
    body = {"sends": post(record, HELD + 1), "body": HELD}
    yield Attack("held-bodies", crew([ATTACKER], 36, **body))
    yield Attack("held-bodies.same-address", crew([HONEST], 36, **body))
    yield Attack("held-bodies.many-addresses", crew(MANY, 36, **body))
    yield Attack("silent", crew([ATTACKER], 3_000))
    yield Attack("silent.same-address", crew([HONEST], 3_000))
    yield Attack("silent.many-addresses", crew(MANY, 9_000))
    yield Attack("half-heads", crew([ATTACKER], 3_000, get("/")[:-2]))
    yield Attack("dripping-heads", crew([ATTACKER], 500, get("/")[:-2], drips="x"))
    chunked = f"POST {record} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    yield Attack("chunks", crew([ATTACKER], 1, chunked, floods=CHUNK))
    yield Attack("chunks.four", crew([ATTACKER], 4, chunked, floods=CHUNK))
    yield Attack("chunks.pipelined", crew([ATTACKER], 4, floods=get(FILE) + chunked + CHUNK * 10_000))
    yield Attack("asked-once", crew([ATTACKER], 500, get(FILE)))
    yield Attack("foreign-ticket", crew([ATTACKER], 5_100, get(foreign)))
    yield Attack("public-streams", crew(MANY, 5_100, get(public)))
    token = "x" * 32
    guess = {"hosts": MANY[:10], "count": 4, "cookies": f"csrftoken={token}"}
    form = f"csrfmiddlewaretoken={token}&"
    codes, logins = f"{form}code=NUMBER", f"{form}username=nobody-NUMBER&password=guess-NUMBER"
    yield Attack("codes", guess | {"path": code, "body": codes}, kinds=("save", "page", "stream", "join"))
    yield Attack("logins", guess | {"hosts": [ATTACKER], "path": login, "body": logins})
    strangers = f"{form}player_1=Stranger+NUMBER+A&player_2=Stranger+NUMBER+B"
    at_the_wall = ("save", "page", "stream", "sign-up")
    yield Attack("strangers", guess | {"hosts": [ATTACKER], "path": wall, "body": strangers}, kinds=at_the_wall)
    wrong = {"hosts": [HONEST], "path": f"{wall[:-11]}0123456789/"}
    yield Attack("wall-codes.same-address", guess | wrong, kinds=at_the_wall)
    path, hand = asks
    yield Attack("requests", guess | {"path": path, "body": f"{form}{hand}&why=Wrong+NUMBER"})
    yield Attack("requests.long", guess | {"path": path, "body": f"{form}{hand}&why=NUMBER{'+x' * 50_000}"})
    yield Attack("one-card", crew(MANY, 700, get(card)), kinds=("save", "page", "stream", "wait"))
    yield Attack("foreign-hosts", guess | {"hosts": [ATTACKER], "path": login, "asks_for": "NUMBER.example"})
    yield Attack("flood", {"hosts": [ATTACKER], "count": 40, "path": page})
    yield Attack("no-files", crew(MANY, 2_000))


def crew(hosts: list[str], count: int, sends: str = "", **others: Any) -> dict[str, Any]:
    return {"hosts": hosts, "count": count, "sends": sends, **others}


def get(path: str) -> str:
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n"


def post(path: str, length: int) -> str:
    return f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n\r\n"
