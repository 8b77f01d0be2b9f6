from django.apps import AppConfig
from django.core import checks
from django.utils.translation import gettext_lazy as _


class Config(AppConfig):
    name = "scorer.play"
    verbose_name = _("Tables and hands")

    def ready(self) -> None:
        from scorer.live import register_check  # noqa: PLC0415  # no models before the apps are ready
        from scorer.play.checks import check_names_and_columns  # noqa: PLC0415
        from scorer.play.rights import may_listen  # noqa: PLC0415

        register_check(may_listen)
        checks.register(check_names_and_columns)
