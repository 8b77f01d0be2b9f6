"""As the site is served, with the view beside it that a save is compared with."""

from scorer.settings import *  # noqa: F403  # all of it

ROOT_URLCONF = "tests.bench.urls"
