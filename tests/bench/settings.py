"""The settings of the real server, with an extra view that saves are compared with."""

import os

from scorer.settings import *  # noqa: F403  # all settings
from scorer.settings import STORAGES

ROOT_URLCONF = "tests.bench.urls"
# Pages name their files without a manifest, since there is none where a test measures.
STORAGES = STORAGES | {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
WHITENOISE_USE_FINDERS = "PYTEST_CURRENT_TEST" in os.environ  # nor are they collected there
