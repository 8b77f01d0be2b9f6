from django.apps import AppConfig
from django.core import checks


class Config(AppConfig):
    name = "scorer.registry"

    def ready(self) -> None:
        from scorer.registry.checks import check_games  # noqa: PLC0415  # games are only complete now

        checks.register(check_games)
