"""Make the folder of the current version: once by itself, and once by `.ci/postgres python -m tests.setup.releases`."""

import os
import tempfile

import django

with tempfile.TemporaryDirectory() as data:
    os.environ |= {"DJANGO_SETTINGS_MODULE": "scorer.settings", "DATA": data, "ALLOWED_HOSTS": "testserver"}
    django.setup()
    from tests.setup.releases.filling import make_folder  # which imports models

    make_folder()
