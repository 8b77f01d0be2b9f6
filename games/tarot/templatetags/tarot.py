"""A deal as the sheet shows it: "Garde Boris +8", "49 points, 2 oudlers"; one for one "Ada 45 (21, Excuse)"."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django import template
from django.utils.formats import number_format
from django.utils.translation import ngettext, pgettext

from games.tarot.labels import (
    CARDS,
    CHARACTERS,
    CHOICES,
    CONTRACT_LETTERS,
    HANDFULS,
    LETTERS,
    OUDLERS,
    PLAYER_FIELDS,
    SLAMS,
)
from games.tarot.rules.cards import figure, signed
from games.tarot.rules.contenders import dog_points
from games.tarot.rules.entry import Entry, Player
from games.tarot.rules.taker import over
from scorer.play.table_context import Chair
from scorer.registry.words import labelled
from scorer.scoring import at_play

register = template.Library()


@register.filter
def player_name(seat: int, chairs: Sequence[Chair]) -> str:
    """The player's name or, in an example, the position."""
    players = {chair.position: chair.short for chair in chairs}
    return players.get(seat) or pgettext("tarot", "seat %(seat)d") % {"seat": seat}


@register.filter
def contract(entry: Entry) -> str:
    return str(CHOICES["contract"][entry.contract or ""])


@register.filter
def brief_contract(entry: Entry) -> str:
    """The contract in the letters of a score sheet on paper: GS is a garde sans."""
    return str(CONTRACT_LETTERS[entry.contract or ""])


@register.filter
def result(entry: Entry) -> str:
    """By how many points the contract was made ("+0" if it was just made) or failed."""
    by = over(entry.points or 0.0, entry.oudlers or 0)
    return signed(by) if by else "+0"


class Detail(NamedTuple):
    words: str
    letters: str = ""
    """The same for a sheet with little room. Empty if it is left out there."""


@register.filter
def details(entry: Entry, chairs: Sequence[Chair]) -> list[Detail]:
    """What the sheet shows in small letters."""
    found = _with_taker(entry, chairs) if entry.kind == "taker" else map(Detail, _one_for_one(entry, chairs))
    out = [pgettext("tarot", "out: %(name)s") % {"name": player_name(seat, chairs)} for seat in entry.sitting_out]
    return [*found, *map(Detail, out)]


def _with_taker(entry: Entry, chairs: Sequence[Chair]) -> Iterator[Detail]:
    oudlers = ngettext("%(n)d oudler", "%(n)d oudlers", entry.oudlers or 0) % {"n": entry.oudlers}
    points = {"points": _written(entry.points or 0.0), "oudlers": oudlers}
    yield Detail(pgettext("tarot", "%(points)s points, %(oudlers)s") % points)
    if side := entry.petit_au_bout:
        yield Detail(labelled(PLAYER_FIELDS["petit_au_bout"], CHOICES["petit_au_bout"][side]), str(LETTERS[side]))
    for handful in entry.handfuls:
        size = handful.size or ""
        yield Detail(labelled(HANDFULS[size], player_name(handful.seat or 0, chairs)), str(LETTERS[size]))
    if entry.slam:
        yield Detail(str(SLAMS[entry.slam]), str(LETTERS["slam"]))


def _one_for_one(entry: Entry, chairs: Sequence[Chair]) -> Iterator[str]:
    players = entry.players or ()
    if not players:
        return
    seats = at_play(entry.sitting_out, len(players) + len(entry.sitting_out))
    for seat, player in zip(seats, players, strict=True):
        yield " ".join([player_name(seat, chairs), *_result_of(player)])
    yield pgettext("tarot", "dog %(points)s") % {"points": _written(dog_points(entry))}
    for team in entry.teams or ():
        yield " & ".join(player_name(seat, chairs) for seat in team)


def _result_of(player: Player) -> Iterator[str]:
    yield _written(player.points or 0.0)
    held = [str(OUDLERS[oudler]) for oudler in player.oudlers]
    held += [str(HANDFULS[size]) for size in player.handfuls]
    if player.petit_au_bout:
        held.append(str(PLAYER_FIELDS["petit_au_bout"]))
    if player.trickless is not None:
        held.append(str(PLAYER_FIELDS["trickless"]) if player.trickless else pgettext("tarot", "won a trick"))
    if player.characters is not None:
        counts = {rank: getattr(player.characters, rank) for rank in CHARACTERS}
        held += [f"{CHARACTERS[rank]} {count}" for rank, count in counts.items() if count]
    if player.first_trick is not None:
        held.append(labelled(PLAYER_FIELDS["first_trick"], player.first_trick))
    if held:
        yield f"({', '.join(held)})"


def _written(points: float) -> str:
    """ "45", "40.5" or "40,5", as the reader's language has it."""
    return number_format(figure(points))


# For the rules page


@register.filter
def card(code: str) -> str:
    return str(CARDS[code])


@register.filter
def contract_word(code: str) -> str:
    return str(CHOICES["contract"][code])


@register.filter
def handful_word(size: str) -> str:
    return str(HANDFULS[size])


@register.filter
def slam_word(code: str) -> str:
    return str(SLAMS[code])
