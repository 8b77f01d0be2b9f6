"""A deal as the sheet shows it: "+8 Garde Boris", "49 points, 2 oudlers"; one for one "Ada 45 (21, Excuse)"."""

from collections.abc import Iterator

from django.utils.formats import number_format
from django.utils.translation import ngettext, pgettext

from games.tarot.labels import CHARACTERS, CHOICES, CONTRACT_LETTERS, HANDFULS, LETTERS, OUDLERS, PLAYER_FIELDS, SLAMS
from games.tarot.rules.cards import figure, signed
from games.tarot.rules.contenders import dog_points
from games.tarot.rules.entry import Entry, Player
from games.tarot.rules.taker import over
from scorer.registry.description import Description, Subject, Words, dotted
from scorer.registry.words import labelled
from scorer.scoring import at_play


def describe(hand: Subject) -> Description:
    entry: Entry = hand.entry
    details: list[Words] = []
    if entry.passed_out:
        said = [Words(pgettext("tarot", "Thrown in"), "main", pgettext("tarot, letters", "Thrown in"))]
    elif entry.kind == "taker":
        said = list(_taker(hand))
        details = list(_with_taker(hand))
    else:
        said = [Words(pgettext("tarot", "One for one"), "main", pgettext("tarot, one for one", "each"))]
        details = [Words(text, brief="") for text in _one_for_one(hand)]
    for seat in entry.sitting_out:
        details.append(Words(pgettext("tarot", "out: %(name)s") % {"name": hand.name(seat)}, brief=""))
    return Description(said, [dotted(details)])


def _taker(hand: Subject) -> Iterator[Words]:
    entry: Entry = hand.entry
    by = over(entry.points or 0.0, entry.oudlers or 0)
    yield Words(signed(by) if by else "+0", "points")
    yield Words(CHOICES["contract"][entry.contract or ""], brief=CONTRACT_LETTERS[entry.contract or ""])
    yield Words(hand.name(entry.taker or 0), "who")
    if entry.partner == entry.taker:
        yield Words(pgettext("tarot", "alone"), "who")
    elif entry.partner:
        yield Words("&", "who")
        yield Words(hand.name(entry.partner), "who")


def _with_taker(hand: Subject) -> Iterator[Words]:
    entry: Entry = hand.entry
    oudlers = ngettext("%(n)d oudler", "%(n)d oudlers", entry.oudlers or 0) % {"n": entry.oudlers}
    points = {"points": _written(entry.points or 0.0), "oudlers": oudlers}
    yield Words(pgettext("tarot", "%(points)s points, %(oudlers)s") % points, brief="")
    if side := entry.petit_au_bout:
        yield Words(labelled(PLAYER_FIELDS["petit_au_bout"], CHOICES["petit_au_bout"][side]), brief=LETTERS[side])
    for handful in entry.handfuls:
        size = handful.size or ""
        yield Words(labelled(HANDFULS[size], hand.name(handful.seat or 0)), brief=LETTERS[size])
    if entry.slam:
        yield Words(SLAMS[entry.slam], brief=LETTERS["slam"])


def _one_for_one(hand: Subject) -> Iterator[str]:
    entry: Entry = hand.entry
    players = entry.players or ()
    if not players:
        return
    seats = at_play(entry.sitting_out, len(players) + len(entry.sitting_out))
    for seat, player in zip(seats, players, strict=True):
        yield " ".join([hand.name(seat), *_result_of(player)])
    yield pgettext("tarot", "dog %(points)s") % {"points": _written(dog_points(entry))}
    for team in entry.teams or ():
        yield " & ".join(map(hand.name, team))


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
