"""The language of the environment: used for commands, and for readers whose browser and club have not chosen one."""

from collections.abc import Collection, Mapping

SCRIPTS = {"latin": "latn"}
"""The names of scripts in the environment, and in the codes of languages."""


def environment_language(environment: Mapping[str, str], known: Collection[str], default: str) -> str:
    """Return the `known` language that the environment asks for, as in LANG=de_AT.UTF-8 or LANG=sr_RS@latin."""
    asked = next(filter(None, (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    place, _, script = asked.partition("@")
    language = place.partition(".")[0].partition("_")[0].lower()
    in_script = f"{language}-{SCRIPTS.get(script)}"
    return next((code for code in (in_script, language) if code in known), default)
