"""Finds what is wrong with an entry: all problems at once, each with its field (digest section 6).

Points that are possible only with an unusual exchange of the Excuse are not refused; second_look.py asks about them.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from games.tarot.rules.cards import (
    COURT_CARDS,
    COURT_RANKS,
    DEALINGS,
    HANDFUL_TRUMPS,
    MAX_OUDLERS,
    OUDLER,
    POINTS,
    TRUMPS,
    dealing,
    figure,
)
from games.tarot.rules.contenders import are_pairs, dog_points, open_questions
from games.tarot.rules.entry import EXCUSE_ALONE, FIVE, HAND_KINDS, MAX_DEAL, Characters, Entry, Handful, Player, Size
from games.tarot.rules.variant import Variant
from scorer.scoring import (
    Problem,
    at_play,
    coerce,
    kind_of,
    kind_problems,
    limit_problems,
    sitting_out_problems,
    without_repeats,
)

TAKER_PLAYERS: Final = (3, 4, 5)
PAIR_PLAYERS: Final = (4, 6)

_Players = Sequence[Player]


def problems(entry: Entry, variant: Variant, seats: int) -> tuple[Problem, ...]:
    entry, wrong = coerce(entry)
    seating = list(_seating(entry, seats))
    playing = () if seating else at_play(entry.sitting_out, seats)
    return without_repeats([*wrong, *seating, *_deal(entry, playing, seats)])


def _seating(entry: Entry, seats: int) -> Iterator[Problem]:
    if seats not in DEALINGS:
        yield Problem("kind", "seat_count", {"least": min(DEALINGS), "most": max(DEALINGS)})
    yield from sitting_out_problems(entry.sitting_out, seats, (0, 1) if seats == FIVE else (0,))


def _deal(entry: Entry, playing: Sequence[int], seats: int) -> Iterator[Problem]:
    """`playing` is empty if the seating is wrong. Then nothing that depends on it is checked."""
    yield from kind_problems(entry, HAND_KINDS, kind_of(entry))
    if entry.deal is not None and not 1 <= entry.deal <= MAX_DEAL:
        yield Problem("deal", "number_range", {"least": 1, "most": MAX_DEAL})
    if entry.kind == "taker" and not entry.passed_out:
        yield from _taker(entry, playing, seats)
    elif entry.kind == "one_for_one" and not entry.passed_out:
        yield from _one_for_one(entry, playing, seats)


# With a taker


def _taker(entry: Entry, playing: Sequence[int], seats: int) -> Iterator[Problem]:
    if len(playing) > max(TAKER_PLAYERS):
        yield Problem("kind", "six_no_taker", {"most": max(TAKER_PLAYERS)})
    yield from _seat("taker", entry.taker, playing, seats)
    yield from _partner(entry, playing, seats)
    yield from _points("points", entry.points)
    yield from limit_problems(entry, {"oudlers": (0, MAX_OUDLERS)})
    yield from _petit(entry)
    yield from _handfuls(entry.handfuls, playing, seats)
    yield from _slam(entry)


def _seat(field: str, seat: int | None, playing: Sequence[int], seats: int) -> Iterator[Problem]:
    if seat is not None and not 1 <= seat <= seats:
        yield Problem(field, "no_such_seat", {"last": seats})
    elif seat is not None and playing and seat not in playing:
        yield Problem(field, "sits_out", {"seat": seat})


def _partner(entry: Entry, playing: Sequence[int], seats: int) -> Iterator[Problem]:
    if playing and len(playing) != FIVE:
        if entry.partner is not None:
            yield Problem("partner", "partner_five", {"players": FIVE})
    elif playing and entry.partner is None:
        yield Problem("partner", "partner_needed")
    else:
        yield from _seat("partner", entry.partner, playing, seats)


def _points(field: str, points: float | None) -> Iterator[Problem]:
    if points is not None and not 0 <= points <= POINTS:
        yield Problem(field, "points_range", {"most": figure(POINTS)})


def _petit(entry: Entry) -> Iterator[Problem]:
    """A side without an oudler has no Petit to win the last trick with."""
    if entry.petit_au_bout == "attack" and entry.oudlers == 0:
        yield Problem("petit_au_bout", "petit_au_bout_attack")
    if entry.petit_au_bout == "defence" and entry.oudlers == MAX_OUDLERS:
        yield Problem("petit_au_bout", "petit_au_bout_defence")


def _handfuls(handfuls: Sequence[Handful], playing: Sequence[int], seats: int) -> Iterator[Problem]:
    shown: list[int] = []
    for place, handful in enumerate(handfuls):
        at = f"handfuls.{place}"
        for name in ("seat", "size"):
            if getattr(handful, name) is None:
                yield Problem(f"{at}.{name}", "required")
        yield from _seat(f"{at}.seat", handful.seat, playing, seats)
        if handful.seat is not None:
            if handful.seat in shown:
                yield Problem(f"{at}.seat", "handful_twice", {"seat": handful.seat})
            shown.append(handful.seat)
    yield from _trumps({f"handfuls.{place}.size": handful.size for place, handful in enumerate(handfuls)}, playing)


def _trumps(sizes: Mapping[str, Size | None], playing: Sequence[int]) -> Iterator[Problem]:
    """Check that there are enough trumps for handfuls of these sizes, given by their fields."""
    trumps = 0
    for field, size in sizes.items():
        if size is not None and playing:
            trumps += HANDFUL_TRUMPS[len(playing)][size]
            if trumps > TRUMPS:
                yield Problem(field, "handful_trumps", {"needed": trumps, "trumps": TRUMPS})


def _slam(entry: Entry) -> Iterator[Problem]:
    """After a slam of the taker's side, the defence has only the Excuse and, in a garde contre, the dog."""
    least = POINTS - max(EXCUSE_ALONE)
    made = entry.slam in ("made", "announced_made") and entry.contract != "garde_contre"
    if made and entry.points is not None and entry.points < least:
        yield Problem("slam", "slam_points", {"least": least})


# One for one


def _one_for_one(entry: Entry, playing: Sequence[int], seats: int) -> Iterator[Problem]:
    wrong = [*_dealing(entry, playing), *_teams(entry, playing, seats), *_players(entry, playing)]
    yield from wrong
    if not wrong and playing:
        for question in open_questions(entry, seats):
            at = f"players.{question.place}.{question.field}"
            yield Problem(at, f"tie_{question.field}", {"seat": question.seat})


def _dealing(entry: Entry, playing: Sequence[int]) -> Iterator[Problem]:
    if entry.dog_cards is not None and playing and dealing(len(playing), entry.dog_cards) is None:
        ways = ", ".join(str(way.dog) for way in DEALINGS[len(playing)])
        yield Problem("dog_cards", "dealing", {"players": len(playing), "ways": ways})


def _teams(entry: Entry, playing: Sequence[int], seats: int) -> Iterator[Problem]:
    if entry.teams is None:
        return
    if any(not 1 <= seat <= seats for team in entry.teams for seat in team):
        yield Problem("teams", "no_such_seat", {"last": seats})
    elif playing and len(playing) not in PAIR_PLAYERS:
        yield Problem("teams", "teams_count")
    elif playing and not are_pairs(entry.teams, playing):
        yield Problem("teams", "teams_pairs")


def _players(entry: Entry, playing: Sequence[int]) -> Iterator[Problem]:
    players = entry.players
    if players is None:
        return
    if playing and len(players) != len(playing):
        yield Problem("players", "players_count", {"n": len(players), "needed": len(playing)})
    for place, player in enumerate(players):
        yield from _player(player, f"players.{place}")
    yield from _oudlers(players)
    shown = {f"players.{place}.handfuls": player.handfuls[0] for place, player in enumerate(players) if player.handfuls}
    yield from _trumps(shown, playing)
    if players and all(player.has_no_trick for player in players):
        yield Problem("players", "nobody_tricks")
    if playing and len(players) == len(playing):
        yield from _dog(entry, players, len(playing))
        yield from _first_tricks(entry, players, playing)
    yield from _court_cards(players)


def _player(player: Player, at: str) -> Iterator[Problem]:
    """Check one player without looking at the others."""
    if player.points is None:
        yield Problem(f"{at}.points", "required")
    else:
        yield from _points(f"{at}.points", player.points)
        yield from _player_points(player, player.points, at)
    if player.petit_au_bout and "petit" not in player.oudlers:
        yield Problem(f"{at}.petit_au_bout", "petit_au_bout_whose")
    if len(player.handfuls) > 1:
        yield Problem(f"{at}.handfuls", "handful_one")
    if player.first_trick is not None and player.has_no_trick:
        yield Problem(f"{at}.first_trick", "first_trick_none")
    if player.characters not in (None, Characters()) and player.has_no_trick:
        yield Problem(f"{at}.characters", "characters_none")


def _player_points(player: Player, points: float, at: str) -> Iterator[Problem]:
    """Check that the player's points, oudlers and tricks go together."""
    if player.trickless is False and points == 0:
        yield Problem(f"{at}.points", "trick_points")
    elif player.trickless is False and player.has_excuse_alone:
        yield Problem(f"{at}.points", "excuse_and_trick", {"most": max(EXCUSE_ALONE)})
    elif player.trickless and not player.has_no_trick:
        least, most = EXCUSE_ALONE
        yield Problem(f"{at}.points", "no_trick_points", {"least": figure(least), "most": most})
    least = min(EXCUSE_ALONE) if player.oudlers == ("excuse",) else OUDLER
    if player.oudlers and points < least:
        yield Problem(f"{at}.points", "oudler_points", {"least": figure(least)})


def _oudlers(players: _Players) -> Iterator[Problem]:
    owned: set[str] = set()
    petits = 0
    for place, player in enumerate(players):
        for number, oudler in enumerate(player.oudlers):
            if oudler in owned:
                yield Problem(f"players.{place}.oudlers.{number}", "oudler_twice")
            owned.add(oudler)
        petits += player.petit_au_bout
        if player.petit_au_bout and petits > 1:
            yield Problem(f"players.{place}.petit_au_bout", "petit_au_bout_twice")


def _dog(entry: Entry, players: _Players, count: int) -> Iterator[Problem]:
    way = dealing(count, entry.dog_cards)
    if way is None or any(player.points is None for player in players):
        return
    left = dog_points(entry)
    if left < way.least_dog:
        params = {"total": figure(POINTS - left), "most": figure(POINTS - way.least_dog), "cards": way.dog}
        yield Problem("players", "dog_points", params)


def _first_tricks(entry: Entry, players: _Players, playing: Sequence[int]) -> Iterator[Problem]:
    way = dealing(len(playing), entry.dog_cards) or DEALINGS[len(playing)][0]
    most = way.hand
    winners: dict[int, int] = {}
    for place, player in enumerate(players):
        trick = player.first_trick
        if trick is None:
            continue
        at = f"players.{place}.first_trick"
        if not 1 <= trick <= most:
            yield Problem(at, "first_trick_range", {"most": most})
        elif trick in winners:
            yield Problem(at, "first_trick_twice", {"seat": winners[trick]})
        winners.setdefault(trick, playing[place])


def _court_cards(players: _Players) -> Iterator[Problem]:
    for rank in COURT_RANKS:
        counts = [0 if player.characters is None else getattr(player.characters, rank) for player in players]
        for place, count in enumerate(counts):
            if not 0 <= count <= COURT_CARDS:
                yield Problem(f"players.{place}.characters.{rank}", "characters_range", {"most": COURT_CARDS})
            elif sum(max(0, other) for other in counts[: place + 1]) > COURT_CARDS and count:
                yield Problem(f"players.{place}.characters.{rank}", "characters_sum", {"most": COURT_CARDS})
