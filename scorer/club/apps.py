from typing import Any

from django.apps import AppConfig
from django.contrib.admin import apps as admin_apps
from django.contrib.auth import SESSION_KEY
from django.db.models.signals import post_delete

from scorer.live import recheck


class Config(AppConfig):
    name = "scorer.club"

    def ready(self) -> None:
        from django.contrib.sessions.models import Session  # noqa: PLC0415  # no models before the apps are ready

        post_delete.connect(_logged_out, sender=Session)


def _logged_out(instance: Any, **_: Any) -> None:
    """Or logged in once more, or with another password: the session there was is gone."""
    login = instance.get_decoded().get(SESSION_KEY)
    if login:
        recheck(int(login))


class AdminConfig(admin_apps.AdminConfig):
    """Django's admin with our site in it; the settings name this class."""

    default = False
    default_site = "scorer.club.site.DirectorsSite"
