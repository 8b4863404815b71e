"""The one settings module.

Nothing need be set for a service on one machine: SQLite, an in-memory channel layer and mail on the
console. Everything else is an environment variable; docs/service.md lists them.
"""

from __future__ import annotations

import ipaddress
import os
import secrets
from pathlib import Path
from typing import Any

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from solitaire.logs import logging_settings

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()
if (BASE_DIR / ".env").exists():
    environ.Env.read_env(BASE_DIR / ".env")

DEBUG = env.bool("DEBUG", default=True)
VAR_DIR = Path(env.str("VAR_DIR", default=str(BASE_DIR / "var")))
VAR_DIR.mkdir(parents=True, exist_ok=True)


def development_key() -> str:
    """The key of this working copy, made on first use and kept in VAR_DIR."""
    path = VAR_DIR / "secret-key"
    try:
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(64))
    except FileExistsError:
        pass
    return path.read_text()


def required_in_production(name: str) -> str:
    """A variable that must be set when DEBUG=0."""
    value: str = env.str(name, default="")
    if not value and not DEBUG:
        raise ImproperlyConfigured(f"With DEBUG=0 the environment variable {name} must be set.")
    return value


# ---- who we are ----------------------------------------------------------------------------------

SECRET_KEY = required_in_production("SECRET_KEY") or development_key()
ALLOWED_HOSTS = [host for host in required_in_production("ALLOWED_HOSTS").split(",") if host]
HTTPS = env.bool("HTTPS", default=not DEBUG)
"""Whether the site is reached by https. Off for development and for a private network without it."""

if DEBUG and not ALLOWED_HOSTS:
    ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", "testserver"]

ORIGINS: list[str] = env.list("ORIGINS", default=[])
"""The origins whose pages may open a websocket: scheme, host, and port where it is not the usual one;
``:*`` is any port. Without the variable: the hosts of ALLOWED_HOSTS, and in development this machine."""

if not ORIGINS:
    scheme, port = ("https" if HTTPS else "http"), (":*" if DEBUG else "")
    ORIGINS = [f"{scheme}://{host}{port}" for host in ALLOWED_HOSTS if "*" not in host and host[0] != "."]

CSRF_TRUSTED_ORIGINS = [origin for origin in ORIGINS if not origin.endswith(":*")]

# ---- the parts -----------------------------------------------------------------------------------

INSTALLED_APPS = [
    "daphne",
    "solitaire.players",
    "solitaire.daily",
    "solitaire.play",
    "solitaire.staff",
    "solitaire.pages",
    "games",
    "allauth",
    "allauth.account",
    "axes",
    "channels",
    "csp",
    "import_export",
    "django_prometheus",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
]

MIDDLEWARE = [
    "solitaire.health.HealthMiddleware",
    "django_prometheus.middleware.PrometheusBeforeMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "solitaire.players.middleware.GuestMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "axes.middleware.AxesMiddleware",
    "django_prometheus.middleware.PrometheusAfterMiddleware",
]

ROOT_URLCONF = "solitaire.urls"
ASGI_APPLICATION = "solitaire.asgi.application"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "frontend" / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "solitaire.pages.context.site",
            ],
        },
    },
]

# ---- the database, the channel layer and the cache -----------------------------------------------

DATABASES: dict[str, Any] = {
    "default": env.db_url("DATABASE_URL", default=f"sqlite:///{VAR_DIR / 'cadogan.sqlite3'}")
}
DATABASE = DATABASES["default"]
DATABASE["CONN_MAX_AGE"] = env.int("CONN_MAX_AGE", default=600)
DATABASE["CONN_HEALTH_CHECKS"] = True
DATABASE_PATIENCE = 5
"""Seconds that a lock, or a new connection, is waited for: then a player is told that the server is busy."""
if DATABASE["ENGINE"].endswith("sqlite3"):
    # Deferred transactions fail when two of them want to write; a writer says so from the beginning.
    DATABASE["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": DATABASE_PATIENCE,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
    }
    # A database in memory locks whole tables; tests need the same file and the same locks as players.
    DATABASE["TEST"] = {"NAME": str(VAR_DIR / f"test-{os.getpid()}.sqlite3")}
else:
    DATABASE["OPTIONS"] = {
        "connect_timeout": DATABASE_PATIENCE,
        "options": f"-c lock_timeout={DATABASE_PATIENCE}s",
        # What is asked again is planned once for a connection. Django's own way plans it each time, and that
        # takes longer than to look anything up.
        "server_side_binding": True,
        "prepare_threshold": 3,
        **DATABASE.get("OPTIONS", {}),
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
DATABASE_THREADS = env.int("DATABASE_THREADS", default=4)
"""How many threads a process has for the database work of its websockets."""

HINT_PROCESSES = env.int("HINT_PROCESSES", default=1)
"""How many processes of their own work out the hints of one process of the service."""

CERTIFY_SECONDS = env.float("CERTIFY_SECONDS", default=8.0)
"""How long a new deal is searched for a win before another seed is drawn."""
CERTIFY_TRIES = env.int("CERTIFY_TRIES", default=6)
"""How many seeds are drawn for a deal, at the most."""

REDIS_URL = env.str("REDIS_URL", default="")
if REDIS_URL:
    CHANNEL_LAYERS: dict[str, Any] = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [REDIS_URL], "prefix": "cadogan"},
        }
    }
    CACHES: dict[str, Any] = {
        "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}
    }
else:
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

# ---- accounts ------------------------------------------------------------------------------------

AUTH_USER_MODEL = "players.Player"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "solitaire.players.backends.AccountBackend",
    "solitaire.players.backends.GuestBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "solitaire.players.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = env.str("EMAIL_VERIFICATION", default="none")
ACCOUNT_LOGOUT_REDIRECT_URL = "/"
ACCOUNT_SESSION_REMEMBER = True
# A guest is logged in as a guest, and must still find the sign-up and the log-in page.
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False
ACCOUNT_USERNAME_VALIDATORS = "solitaire.players.names.validators"
ACCOUNT_USERNAME_MIN_LENGTH = 3
# Beside allauth's own limits: how many guests one address may make, by the first "Play" of a new browser.
ACCOUNT_RATE_LIMITS = {"guest": env.str("GUEST_RATE", default="120/h/ip")}

# The players' own log-in has allauth's rate limits; axes watches the door of the staff.
AXES_ONLY_ADMIN_SITE = True
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = 1
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
AXES_VERBOSE = False
AXES_CLIENT_IP_CALLABLE = "solitaire.players.adapter.client_ip"

EMAIL_CONFIG = env.email_url("EMAIL_URL", default="consolemail://")
vars().update(EMAIL_CONFIG)
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="Cadogan <no-reply@localhost>")

# ---- the web -------------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STATIC_ROOT.mkdir(exist_ok=True)
STATICFILES_DIRS = [BASE_DIR / "frontend" / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = DEBUG

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_ENGINE = "solitaire.players.sessions"
SESSION_COOKIE_AGE = 180 * 24 * 3600
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
CSRF_COOKIE_HTTPONLY = True
if HTTPS:
    SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", default=365 * 24 * 3600)
    SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = True
if env.bool("BEHIND_PROXY", default=False):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    ALLAUTH_TRUSTED_PROXY_COUNT = 1

METRICS_NETWORKS = [
    ipaddress.ip_network(network)
    for network in env.list("METRICS_NETWORKS", default=["127.0.0.0/8", "::1/128"])
]
"""From where /metrics may be read; never through a proxy."""

# ---- language, time and logs ---------------------------------------------------------------------

LANGUAGE_CODE = "en-gb"
USE_I18N = True
TIME_ZONE = "UTC"
USE_TZ = True

LOGGING = logging_settings(console=DEBUG, level=env.str("LOG_LEVEL", default="INFO"))
LOGGING_CONFIG = "logging.config.dictConfig"
PROMETHEUS_EXPORT_MIGRATIONS = False
