from typing import Any

from django.apps import AppConfig
from django.contrib.admin import apps as admin_apps
from django.contrib.auth import SESSION_KEY
from django.db.models.signals import post_delete
from django.utils.translation import gettext_lazy as _

from scorer.live import recheck_listeners


class Config(AppConfig):
    name = "scorer.club"
    verbose_name = _("Club")

    def ready(self) -> None:
        from django.contrib.sessions.models import Session  # noqa: PLC0415  # models can only be imported now

        post_delete.connect(_logged_out, sender=Session)


def _logged_out(instance: Any, **_: Any) -> None:
    """Recheck the login of a deleted session: it has logged out, logged in again, or changed its password."""
    login = instance.get_decoded().get(SESSION_KEY)
    if login:
        recheck_listeners(int(login))


class AdminConfig(admin_apps.AdminConfig):
    """Django's admin with our own AdminSite. INSTALLED_APPS has this class."""

    default = False
    default_site = "scorer.club.site.DirectorsSite"
