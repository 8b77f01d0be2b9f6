"""Hands made in few words."""

from games.doppelkopf.rules import Entry
from games.doppelkopf.rules.entry import Extras

PARTNERS = ("normal", "hochzeit")


def said(name, word):
    """The fields of an entry for what a party said: "-", "said", or an Absage."""
    return {f"{name}_announced": word != "-", f"{name}_absage": None if word in ("-", "said") else word}


def hand(augen, re="-", kontra="-", /, kind="normal", **more):
    """What Re and Kontra said comes by position. Seats 1 and 3 are Re, in a solo seat 1, unless `re` says otherwise."""
    seats = (1, 3) if kind in PARTNERS else (1,)
    return Entry(**{"kind": kind, "re": seats, "re_augen": augen} | said("re", re) | said("kontra", kontra) | more)


def of_range(highest, re="-", kontra="-", /, **more):
    """The same where no more was said than the range that ends there."""
    return hand(highest, re, kontra, augen_exact=False, **more)


def extras(fuchs=0, doppelkopf=0, karlchen=0):
    return Extras(fuchs, doppelkopf, karlchen)
