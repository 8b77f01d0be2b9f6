"""The command `scorer` of a wheel, which is manage.py in a clone: Django's commands with the settings of Scorer."""

import os
import sys

from scorer import __version__


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorer.settings")
    from django.core.management import execute_from_command_line  # noqa: PLC0415  # not to say the version

    if sys.argv[1:] in (["version"], ["--version"]):  # to which Django would answer with its own
        print(__version__)  # noqa: T201
    else:
        execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
