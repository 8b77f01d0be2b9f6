"""As the site is served, with the view beside it that a save is compared with."""

from scorer.settings import *  # noqa: F403  # all of it
from scorer.settings import STORAGES

ROOT_URLCONF = "tests.bench.urls"
# Pages name their files without looking into a manifest, which there is none of where a test measures.
STORAGES = STORAGES | {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
