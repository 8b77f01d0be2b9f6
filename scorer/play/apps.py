from django.apps import AppConfig


class Config(AppConfig):
    name = "scorer.play"

    def ready(self) -> None:
        from scorer.live import ask  # noqa: PLC0415  # no models before the apps are ready
        from scorer.play.phones import still_welcome  # noqa: PLC0415

        ask(still_welcome)
