from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core import checks

from scorer.setup.data_folder import is_readable_by_others


class Config(AppConfig):
    name = "scorer.setup"

    def ready(self) -> None:
        checks.register(check_privacy)


def check_privacy(app_configs: Sequence[AppConfig] | None, **_kwargs: Any) -> list[checks.CheckMessage]:  # noqa: ARG001
    """Warn of what Scorer cannot set right by itself."""
    if not is_readable_by_others(settings.DATA):
        return []
    text = f"Other accounts on this machine can read the data folder {settings.DATA}, and this one cannot change that."
    hint = "Run Scorer as the owner of the folder, or set DATA to a folder on a disk that supports file permissions."
    return [checks.Warning(text, hint=hint, id="scorer.W001")]
