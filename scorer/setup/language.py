"""Which language the machine speaks: that of commands, and of whoever asks for none in a club that has none yet."""

from collections.abc import Collection, Mapping

SCRIPTS = {"latin": "latn"}
"""What the environment calls them, and what a language's code does."""


def own_language(environment: Mapping[str, str], known: Collection[str], default: str) -> str:
    """The one of the `known` that the environment asks for, as in LANG=de_AT.UTF-8 or LANG=sr_RS@latin."""
    asked = next(filter(None, (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    place, _, script = asked.partition("@")
    language = place.partition(".")[0].partition("_")[0].lower()
    in_script = f"{language}-{SCRIPTS.get(script)}"
    return next((code for code in (in_script, language) if code in known), default)
