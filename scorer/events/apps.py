from django.apps import AppConfig


class Config(AppConfig):
    name = "scorer.events"

    def ready(self) -> None:
        from scorer.events.occasions import EventProvider  # noqa: PLC0415  # no models before the apps are ready
        from scorer.events.services.people import refuse_merging_contestants  # noqa: PLC0415
        from scorer.play.occasions import register  # noqa: PLC0415
        from scorer.play.services import pre_merge  # noqa: PLC0415

        register(EventProvider())
        pre_merge.connect(refuse_merging_contestants)
