from django.apps import AppConfig
from django.contrib.admin import apps as admin_apps


class Config(AppConfig):
    name = "scorer.club"


class AdminConfig(admin_apps.AdminConfig):
    """Django's admin with our site in it; the settings name this class."""

    default = False
    default_site = "scorer.club.site.DirectorsSite"
