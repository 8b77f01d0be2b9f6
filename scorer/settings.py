"""Settings for laptops and servers. What differs comes from environment variables, or from DATA/settings.env:

DATABASE_URL   a database instead of data/scorer.sqlite3   HOST, PORT         the address that `make run` serves on
SECRET_KEY     a key instead of data/secret-key            ALLOWED_HOSTS      further host names, separated by commas
DEBUG=1        for development                             DATA               a folder instead of data/
BACKUPS        a folder instead of data/backups, or "off"
HTTPS=1        behind a TLS proxy: secure cookies, HSTS    HSTS_SUBDOMAINS=1  HSTS for subdomains too
"""

import os
import sys
from datetime import timedelta
from pathlib import Path

import dj_database_url
import django_stubs_ext
import dotenv

from scorer.registry import game_apps
from scorer.server.log import ABOUT_REQUESTS
from scorer.setup.data_folder import SETTINGS_FILE, data_folder, restrict_database, secret_key, users_data_folder
from scorer.setup.machine import environment_language, gigabytes_of_memory, host_names, local_time_zone

django_stubs_ext.monkeypatch()

PACKAGE = Path(__file__).resolve().parent
BASE_DIR = PACKAGE.parent
# A wheel has templates/ and static/ inside the package, since beside it are the packages of others (pyproject.toml).
IN_WHEEL = (PACKAGE / "templates").is_dir()
RESOURCES = PACKAGE if IN_WHEEL else BASE_DIR
RUN, MANAGE = ("scorer run", "scorer") if IN_WHEEL else ("make run", "manage.py")
DATA = data_folder(Path(os.environ.get("DATA") or (users_data_folder() if IN_WHEEL else BASE_DIR / "data")).absolute())
(DATA / "static").mkdir(exist_ok=True)
TESTING = "pytest" in sys.modules
if not TESTING:
    dotenv.load_dotenv(DATA / SETTINGS_FILE, interpolate=False)  # the environment counts more

DEBUG = os.environ.get("DEBUG") == "1"
HTTPS = os.environ.get("HTTPS") == "1"
SECRET_KEY = os.environ.get("SECRET_KEY") or secret_key(DATA / "secret-key")
NAMED_HOSTS = list(filter(None, os.environ.get("ALLOWED_HOSTS", "").split(",")))
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", *NAMED_HOSTS]
HOST = os.environ.get("HOST", "127.0.0.1")
NETWORK_HOSTS = host_names(HOST)
ALLOWED_HOSTS += NETWORK_HOSTS
# The site's address as people type it, if that is known here. Names with "." or "*" in front stand for several.
SITE = next((f"https://{host}" for host in NAMED_HOSTS if HTTPS and host[0] not in ".*"), None)
CSRF_TRUSTED_ORIGINS = [f"https://{host}" for host in ALLOWED_HOSTS] if HTTPS else []

INSTALLED_APPS = [
    "scorer.setup",
    "scorer.corrections",
    "scorer.transfer",
    "scorer.audit",
    "scorer.standings",
    "scorer.events",
    "scorer.play",
    "scorer.club",
    "scorer.history",
    "scorer.web",
    "scorer.registry",
    *game_apps(),
    "django_htmx",
    "axes",
    "scorer.club.apps.AdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.forms",
]
MIDDLEWARE = [
    "scorer.club.middleware.club_hosts",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "scorer.db.lock_timeouts.limit_lock_waits",
    "django.middleware.gzip.GZipMiddleware",
    "scorer.web.middleware.security_headers",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "scorer.web.middleware.language_middleware",
    "scorer.server.maintenance.maintenance_middleware",
    "django.middleware.common.CommonMiddleware",
    "scorer.web.middleware.refusals_in_titles",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "scorer.club.middleware.HtmxLoginRequiredMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "scorer.play.views.contexts.ConflictMiddleware",
    "scorer.club.middleware.SuspensionMiddleware",
    "axes.middleware.AxesMiddleware",
]
ROOT_URLCONF = "scorer.urls"
WSGI_APPLICATION = None
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [RESOURCES / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "scorer.club.rights.club_context",
            ],
            "builtins": [
                "django.templatetags.i18n",
                "django.templatetags.static",
                "scorer.web.templatetags.scorer",
                "scorer.play.templatetags.play",
            ],
        },
    }
]
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

DATABASES = {
    "default": dj_database_url.config(
        default=f"sqlite:///{DATA / 'scorer.sqlite3'}",
        conn_max_age=0 if TESTING else 600,  # an open connection would keep a test database from being dropped
    )
}
asked = os.environ.get("BACKUPS") or DATA / "backups"
BACKUPS = None if TESTING or asked == "off" else Path(asked)
if "sqlite" in DATABASES["default"]["ENGINE"]:
    restrict_database(Path(DATABASES["default"]["NAME"]))
    # IMMEDIATE: a transaction that reads first and writes later could meet "database is locked" without waiting.
    # synchronous=FULL: what has been reported as saved survives a power cut.
    # The test database is a file, since browser tests use threads. It need not survive, and waits for no disk.
    synchronous = "OFF" if TESTING else "FULL"
    DATABASES["default"] |= {
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": f"PRAGMA journal_mode=WAL;PRAGMA synchronous={synchronous};PRAGMA cache_size=-20000;"
            "PRAGMA mmap_size=134217728;PRAGMA temp_store=MEMORY;",
        },
        "TEST": {"NAME": str(DATA / "test.sqlite3")},
    }
else:
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
    # Statements are prepared after their third use on a connection: a fifth more hands a second.
    # (A connection pooler must support prepared statements, as PgBouncer does since 1.21.)
    planned_once = {"server_side_binding": True, "prepare_threshold": 3}
    DATABASES["default"]["OPTIONS"] = planned_once | DATABASES["default"].get("OPTIONS", {})
MEMORY_GB = 0.0 if TESTING else float(os.environ.get("MEMORY_GB") or gigabytes_of_memory())
LIST_CLUBS = os.environ.get("LIST_CLUBS") == "1"
METRICS_TOKEN = os.environ.get("METRICS_TOKEN", "")
CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
    # For an evening with forty tables: the fields of forms (5 to 30 kB per table), the rows of sheets (1 kB), and the
    # stations of events (3 kB).
    "template_fragments": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "template fragments",
        "TIMEOUT": None,
        "OPTIONS": {"MAX_ENTRIES": 20_000},
    },
    # The rankings of events (30 kB for eighty contestants).
    "rankings": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "rankings",
        "TIMEOUT": None,
        "OPTIONS": {"MAX_ENTRIES": 100},
    },
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "club.User"
LOGIN_URL = "club:login"
LOGIN_REDIRECT_URL = "club:start"
LOGOUT_REDIRECT_URL = "club:login"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
]
# After ten wrong passwords, a login is locked out from that address for ten minutes. The limit for all logins together
# is in scorer.web.address_limits.
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = timedelta(minutes=10)
AXES_RESET_ON_SUCCESS = True
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False  # or each refused attempt would lengthen a row in the database
AXES_LOCKOUT_CALLABLE = "scorer.club.views.access.locked_out"
AXES_USERNAME_CALLABLE = "scorer.club.services.lockout_name"
AXES_CLIENT_IP_CALLABLE = "scorer.club.services.lockout_address"
AXES_DISABLE_ACCESS_LOG = True  # it would record who logs in, when and from where
AXES_ENABLE_ADMIN = False
AXES_VERBOSE = False
PASSWORD_RESET_TIMEOUT = 3 * 24 * 3600

# Languages have their own names, for readers who understand no other.
LANGUAGES = [
    ("en", "English"),
    ("de", "Deutsch"),
    ("fr", "Français"),
    ("sr-latn", "Srpski"),
    ("sr", "Српски"),
]
# Games have their own catalogues (games/<slug>/locale).
LOCALE_PATHS = [PACKAGE / "locale"]
LANGUAGE_CODE = "en" if TESTING else environment_language(os.environ, dict(LANGUAGES), default="en")
# The language switch on every page sets this cookie.
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = HTTPS
USE_I18N = True
FORMAT_MODULE_PATH = ["scorer.web.formats"]
USE_TZ = True
TIME_ZONE = os.environ.get("TIME_ZONE") or local_time_zone()

STATIC_URL = "/static/"
STATIC_ROOT = DATA / "static"
STATICFILES_DIRS = [RESOURCES / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        # Under pytest and with DEBUG there is no manifest, without which every page would fail.
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if TESTING or DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = TESTING or DEBUG

SESSION_ENGINE = "scorer.web.sessions"
SESSION_COOKIE_AGE = 60 * 24 * 3600
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_HSTS_SECONDS = 30 * 24 * 3600 if HTTPS else 0
# By default, HSTS does not include subdomains, which may be other people's sites. The list built into browsers
# ("preload") would include them permanently: whoever wants that can configure it in the web server.
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS and os.environ.get("HSTS_SUBDOMAINS") == "1"
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SECURE_SSL_REDIRECT = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "scorer.web.views.csrf_failure"
DATA_UPLOAD_MAX_MEMORY_SIZE = 1_250_000  # the server refuses more (scorer.server.request_buffer)
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500

# Errors go to the terminal that Scorer runs in, with routes and tracebacks, but never with what was sent.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "only_failures": {"()": "scorer.server.log.OnlyFailures"},
        "once_a_second": {"()": "scorer.server.log.OncePerSecond"},
        "route_instead_of_path": {"()": "scorer.server.log.RouteInsteadOfPath"},
    },
    "handlers": {"window": {"class": "logging.StreamHandler", "level": "ERROR", "filters": ["only_failures"]}},
    "loggers": {
        "uvicorn.error": {"filters": ["once_a_second"]},
        **{name: {"filters": ["route_instead_of_path"]} for name in ABOUT_REQUESTS},
        "django.request": {"filters": ["route_instead_of_path"], "handlers": ["window"]},
        "axes": {"level": "CRITICAL"},  # it would log names and addresses
    },
}

MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"
EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
