"""Settings of every installation: values from the environment, and a bad one stops the start."""

import sys
from pathlib import Path
from typing import Any

from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from scorebook.core import budgets, data_folder, environment, fingerprint, network, request_bodies

BASE_DIR = Path(__file__).resolve().parent.parent

env = environment.Environment()
DATA_DIR = env.read("SCOREBOOK_DATA", environment.folder_setting, BASE_DIR / "data")
DEBUG = env.read("SCOREBOOK_DEBUG", environment.boolean_setting, False)
HTTPS = env.read("SCOREBOOK_HTTPS", environment.boolean_setting, False)
_hosts = env.read("SCOREBOOK_ALLOWED_HOSTS", environment.hosts_setting, None)
_origins = env.read("SCOREBOOK_CSRF_TRUSTED_ORIGINS", environment.origins_setting, None)
TIME_ZONE = env.read("SCOREBOOK_TIME_ZONE", environment.time_zone_setting, "Europe/Berlin")
DATABASE_TIMEOUT_S = env.read("SCOREBOOK_DATABASE_TIMEOUT", environment.seconds_setting, 8)
DISK_LEFT_MB = env.read("SCOREBOOK_DISK_LEFT_MB", environment.megabytes_setting, 100)
LOG_FORMAT = env.read("SCOREBOOK_LOG", environment.log_setting, "line")
LOG_REQUESTS = env.read("SCOREBOOK_LOG_REQUESTS", environment.boolean_setting, False)
METRICS_TOKEN = env.read("SCOREBOOK_METRICS_TOKEN", environment.metrics_token_setting, None)
SENTRY_DSN = env.read("SENTRY_DSN", environment.dsn_setting, None)
ANCHOR = env.read("SCOREBOOK_ANCHOR", environment.anchor_setting, None)
BACKUPS = env.read("SCOREBOOK_BACKUPS", environment.folder_setting, DATA_DIR / "backups")
BACKUP_COPY = env.read("SCOREBOOK_BACKUP_COPY", environment.copy_setting, None)
BACKUP_PING = env.read("SCOREBOOK_BACKUP_PING", environment.ping_setting, None)
if str(BACKUPS) == BACKUP_COPY:
    env.refuse("SCOREBOOK_BACKUP_COPY", "is the folder of the backups themselves")
_mail = env.read("EMAIL_URL", environment.mail_setting, None)
_operator_email = env.read("SCOREBOOK_OPERATOR_EMAIL", environment.mail_address_setting, None)
if _operator_email and not env.is_set("EMAIL_URL"):
    env.refuse("SCOREBOOK_OPERATOR_EMAIL", "needs EMAIL_URL, the server that sends to it")
_database = env.read("DATABASE_URL", environment.database_setting, None)
_secret_key = env.read("SCOREBOOK_SECRET_KEY", environment.secret_key_setting, None)
env.check()

_CACHE_DIR = DATA_DIR / "cache"
_SHEETS_DIR = DATA_DIR / "sheets"
METRICS_DIR = DATA_DIR / "metrics"
for _folder in (DATA_DIR, _CACHE_DIR, _SHEETS_DIR):
    data_folder.make_data_folder(_folder)
ALLOWED_HOSTS = _hosts or network.own_hosts()
CSRF_TRUSTED_ORIGINS = _origins or []
SECRET_KEY = _secret_key or data_folder.kept_secret_key(DATA_DIR)

# Database

# Less than all that a request may wait: whoever waits for another to finish is then told so by the database itself.
_LOCK_S = DATABASE_TIMEOUT_S * 3 / 4
# Of connections that serve requests (scorebook.core.postgresql). The last is for a worker that stands still with a
# lock.
DATABASE_LIMITS_MS = {
    "statement_timeout": DATABASE_TIMEOUT_S * 1000,
    "lock_timeout": int(_LOCK_S * 1000),
    "idle_in_transaction_session_timeout": DATABASE_TIMEOUT_S * 1000 + 2000,
}
_POSTGRESQL_OPTIONS: dict[str, Any] = {
    "connect_timeout": 3,
    "keepalives_idle": 10,
    "keepalives_interval": 3,
    "keepalives_count": 3,
    "tcp_user_timeout": DATABASE_TIMEOUT_S * 1000,
}
_SQLITE_OPTIONS: dict[str, Any] = {
    # IMMEDIATE: a transaction that will write queues at once. A deferred one fails without waiting
    # ("database is locked") when it turns from reading to writing after somebody else wrote.
    "transaction_mode": "IMMEDIATE",
    "timeout": _LOCK_S,
    # secure_delete: what is erased or moved is overwritten in the file. Not every SQLite is built with it as default.
    "init_command": (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA secure_delete=ON;"
    ),
}


def _database_settings(database: dict[str, Any]) -> dict[str, Any]:
    # A connection lives on: closing SQLite's last one would write the whole WAL back after every request.
    kept = {"CONN_MAX_AGE": 600} | database
    if database["ENGINE"].endswith("sqlite3"):
        data_folder.keep_private(database["NAME"])
        options = {"OPTIONS": _SQLITE_OPTIONS | database.get("OPTIONS", {})}
        return kept | options | {"ENGINE": "scorebook.core.sqlite"}
    options = {"OPTIONS": _POSTGRESQL_OPTIONS | database.get("OPTIONS", {})}
    return kept | options | {"ENGINE": "scorebook.core.postgresql", "CONN_HEALTH_CHECKS": True}


DATABASES = {
    "default": _database_settings(
        _database or {"ENGINE": "django.db.backends.sqlite3", "NAME": DATA_DIR / "scorebook.sqlite3"}
    )
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Mail

# Without a server nothing is sent, and nothing breaks.
EMAIL_BACKEND = f"{'django.core.mail.backends.smtp' if _mail else 'scorebook.core.no_mail'}.EmailBackend"
_server = _mail or environment.MailServer()
EMAIL_HOST, EMAIL_PORT = _server.host, _server.port
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = _server.user, _server.password
EMAIL_USE_SSL, EMAIL_USE_TLS = _server.is_tls, _server.is_starttls
EMAIL_TIMEOUT = 30
EMAIL_SUBJECT_PREFIX = "[Scorebook] "
DEFAULT_FROM_EMAIL = SERVER_EMAIL = _server.sender or _operator_email or "scorebook@localhost"
# Whoever runs the site: a backup that failed is told to them (scorebook.operations.nightly).
ADMINS = [("", _operator_email)] if _operator_email else []

# Parts

INSTALLED_APPS = [
    "django.contrib.contenttypes",
    "django.contrib.auth",
    "django.contrib.sessions",
    "django.contrib.admin.apps.SimpleAdminConfig",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular_sidecar",
    "scorebook.accounts",
    "scorebook.clubs",
    "scorebook.ledger",
    "scorebook.play",
    "scorebook.standings",
    "scorebook.operations",
    "scorebook.exchange",
    "scorebook.api",
    "scorebook.web",
    "scorebook.operator_pages",
]

MIDDLEWARE = [
    "scorebook.core.monitoring.seen_requests.SeenRequests",
    # Before all that looks at host, scheme or language: a machine asks, by any name that this one has.
    "scorebook.operations.health.MonitoringAddresses",
    "scorebook.web.core.database_away.Outages",
    "scorebook.web.core.request_text.WithoutNul",
    "scorebook.web.core.static_files.CompressedFiles",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "scorebook.web.core.sheet_versions.UnchangedSheets",
    # Pages cross the pub's network compressed, as files do. What a page holds beside a token that its reader
    # already has in the address bar is a CSRF token, which Django masks anew in every answer; and the padding of
    # this middleware blurs the length of the answer. So nothing can be guessed from it (BREACH).
    "scorebook.web.core.compressed_pages.CompressedPages",
    "scorebook.web.core.security_headers.SecurityHeaders",
    "scorebook.web.core.languages.Languages",
    "scorebook.web.core.unread_bodies.UnreadBodies",
    # Both do nothing outside the operator's pages.
    "scorebook.operator_pages.door.OperatorSessions",
    "scorebook.operator_pages.door.OperatorUsers",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "scorebook.urls"
WSGI_APPLICATION = "scorebook.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            # The second finds what Django's admin brings along.
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    ["scorebook.web.core.templates.Loader", "django.template.loaders.app_directories.Loader"],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# Operators

AUTH_USER_MODEL = "accounts.User"
# Only operators log in. Without a `next` that is of this site they come to their first page.
LOGIN_URL, LOGIN_REDIRECT_URL = "admin:login", "admin:index"
AUTHENTICATION_BACKENDS = ["scorebook.accounts.passwords.Passwords"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
SESSION_COOKIE_PATH = "/admin/"
# A working day, and not longer than the browser is open.
SESSION_COOKIE_AGE = 8 * 3600
SESSION_EXPIRE_AT_BROWSER_CLOSE = True

MESSAGE_STORAGE = "django.contrib.messages.storage.cookie.CookieStorage"

# rest_framework looks for fields that only PostgreSQL has and that no model of ours uses. With them comes PostgreSQL's
# driver, also for a site on SQLite: 10 MB of memory. So they are not there, as where that driver is not installed.
sys.modules["django.contrib.postgres"] = None  # type: ignore[assignment]
REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["scorebook.api.parsing.StrictJSONParser"],
    "EXCEPTION_HANDLER": "scorebook.api.errors.api_error_response",
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_PERMISSION_CLASSES": [],
    "UNAUTHENTICATED_USER": None,
    "UNAUTHENTICATED_TOKEN": None,
    "DEFAULT_THROTTLE_RATES": budgets.BUDGETS,
    # The proxy's own word, the last one of X-Forwarded-For, is the client; without a proxy nobody's word is taken.
    "NUM_PROXIES": 1 if HTTPS else 0,
}

# What clients have spent of their budgets. Files, because all workers share them and no hand waits for the database.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
        "LOCATION": _CACHE_DIR,
        "OPTIONS": {"MAX_ENTRIES": 10_000},
    },
    # Sheets as they were rendered, each for a minute (scorebook.web.watch.kept_sheets).
    "sheets": {
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
        "LOCATION": _SHEETS_DIR,
        "OPTIONS": {"MAX_ENTRIES": 1_000},
    },
}
# Whom the server's streams ask what is new (scorebook.core.streams).
CHANGES = "scorebook.web.core.sheet_versions.versions_at"

# What is sent: a form or a hand, and never a file (scorebook.rsgi holds the same limit before it reads)

DATA_UPLOAD_MAX_MEMORY_SIZE = request_bodies.MOST_BODY_BYTES
FILE_UPLOAD_HANDLERS: list[str] = []

# Language and time

LANGUAGE_CODE = "de"
LANGUAGES = [("de", _("German")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "scorebook" / "locale"]
USE_I18N = True
USE_TZ = True

# Static files

# WhiteNoise serves the files where they lie: nobody has to collect them before the first start. Their content is part
# of their address, and so of every module that a module imports beside itself: a browser may keep them for ever.
_STATIC_VERSION = fingerprint.static_fingerprint(BASE_DIR / "scorebook/web/static", "Django", "drf-spectacular-sidecar")
STATIC_URL = "static/" if DEBUG else f"static/{_STATIC_VERSION}/"
WHITENOISE_USE_FINDERS = True
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_IMMUTABLE_FILE_TEST = rf"^/static/[0-9a-f]{{{fingerprint.LENGTH}}}/"

# Security

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
# The address of an evening is its key: no other site may learn it from a Referer.
SECURE_REFERRER_POLICY = "same-origin"
CSRF_COOKIE_HTTPONLY = False
CSRF_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SAMESITE = "Lax"

# In the pub the site is plain HTTP on a laptop. SCOREBOOK_HTTPS is for a proxy with a certificate,
# which must set X-Forwarded-Proto itself and drop what the client sent.
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
# Subdomains and browsers' preload lists would bind more than this site for a year: not ours to decide.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_SECURE = HTTPS

# Logging

_REPORTS = {"()": "scorebook.core.monitoring.error_reports.ErrorReports", "level": "ERROR"}
_LOG_HANDLERS = ["stderr", "reports"] if SENTRY_DSN else ["stderr"]
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "scorebook.core.logs.TokenFreeFormatter",
            "format": "{asctime} {levelname} {name} [{request_id}]: {message}",
            "style": "{",
        },
        "json": {"()": "scorebook.core.logs.JSONFormatter"},
    },
    "handlers": {
        "stderr": {"()": "scorebook.core.logs.CountingHandler", "formatter": LOG_FORMAT},
        **({"reports": _REPORTS} if SENTRY_DSN else {}),
    },
    "root": {"handlers": _LOG_HANDLERS, "level": "WARNING"},
    "loggers": {
        "django": {"handlers": _LOG_HANDLERS, "level": "WARNING", "propagate": False},
        "scorebook.requests": {"level": "INFO" if LOG_REQUESTS else "WARNING"},
        # A page that is not there is no event for the operator; one that breaks is.
        "django.request": {"level": "ERROR"},
        # Nor is a form that nobody could have filled in.
        **{f"django.security.{name}": {"level": "CRITICAL"} for name in ("RequestDataTooBig", "TooManyFieldsSent")},
        # The server writes what breaks outside Django; it would bring a handler of its own.
        "_granian": {"handlers": _LOG_HANDLERS, "propagate": False},
    },
}
