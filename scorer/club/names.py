"""When two names are one. Done here and not by the database: SQLite knows the case of a to z only, and no accents."""

import unicodedata


def clean_name(name: str) -> str:
    """In one spelling: letters composed, spaces single, no control characters; empty if nothing of it can be seen."""
    composed = unicodedata.normalize("NFC", name)
    spaced = "".join(" " if unicodedata.category(letter) == "Cc" else letter for letter in composed)
    return " ".join(spaced.split()) if any(unicodedata.category(letter)[0] in "LNPS" for letter in spaced) else ""


def same_name(one: str, other: str) -> bool:
    """Two people of a club cannot differ in upper and lower case alone."""
    return clean_name(one).casefold() == clean_name(other).casefold()


def plain(name: str) -> str:
    """For sorting and finding: Élise stands beside Elise, and is found without her accent."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
