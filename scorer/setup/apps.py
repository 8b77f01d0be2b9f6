from django.apps import AppConfig
from django.core import checks


class Config(AppConfig):
    name = "scorer.setup"

    def ready(self) -> None:
        from scorer.setup.checks import check_privacy  # noqa: PLC0415  # settings are only complete now

        checks.register(check_privacy)
