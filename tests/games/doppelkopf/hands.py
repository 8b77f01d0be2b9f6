"""Makes entries for the tests."""

from games.doppelkopf.rules import Entry
from games.doppelkopf.rules.entry import Extras

PARTNERS = ("normal", "hochzeit")


def said(name, word):
    """The fields of an entry for what a party announced: "-" (nothing), "said", or an Absage."""
    return {f"{name}_announced": word != "-", f"{name}_absage": None if word in ("-", "said") else word}


def hand(augen, re="-", kontra="-", /, kind="normal", **more):
    """Return an entry. Re are seats 1 and 3, or seat 1 in a solo, unless `re` is given."""
    seats = (1, 3) if kind in PARTNERS else (1,)
    return Entry(**{"kind": kind, "re": seats, "re_augen": augen} | said("re", re) | said("kontra", kontra) | more)


def of_range(highest, re="-", kontra="-", /, **more):
    """An entry with only a range, which ends at this number."""
    return hand(highest, re, kontra, augen_exact=False, **more)


def extras(fuchs=0, doppelkopf=0, karlchen=0):
    return Extras(fuchs, doppelkopf, karlchen)
