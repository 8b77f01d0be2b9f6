#!/usr/bin/env python
import os
import sys

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorer.settings")
    from django.core.management import execute_from_command_line

    from scorer import __version__

    if sys.argv[1:] in (["version"], ["--version"]):  # to which Django would answer with its own
        print(__version__)  # noqa: T201
    else:
        execute_from_command_line(sys.argv)
