from django.apps import AppConfig


class Config(AppConfig):
    name = "scorer.play"

    def ready(self) -> None:
        from scorer.live import register_check  # noqa: PLC0415  # no models before the apps are ready
        from scorer.play.listeners import may_listen  # noqa: PLC0415

        register_check(may_listen)
