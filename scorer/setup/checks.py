"""Says at the start what the machine does not let Scorer see to by itself."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core import checks

from scorer.setup.private import is_open


def check_privacy(app_configs: Sequence[AppConfig] | None, **_kwargs: Any) -> list[checks.CheckMessage]:  # noqa: ARG001
    if not is_open(settings.DATA):
        return []
    said = f"Other accounts of this machine can read the data folder {settings.DATA}, and this one cannot change that."
    hint = "Run Scorer as the owner of the folder; or let DATA name one on a disk that knows owners."
    return [checks.Warning(said, hint=hint, id="scorer.W001")]
