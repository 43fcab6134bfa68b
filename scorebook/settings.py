"""Settings of every installation, from environment variables; an invalid value stops the start."""

import sys
from pathlib import Path
from typing import Any

from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from scorebook.core import budgets, data_folder, environment, fingerprint, network
from scorebook.server import request_bodies

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

# Less than a request's limit, so that the database itself reports a lock that is not released in time.
_LOCK_S = DATABASE_TIMEOUT_S * 3 / 4
# For connections that serve requests (see core/database/postgresql). The last is for a frozen worker that holds a lock.
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
    # ("database is locked") when it turns from reading to writing after another connection wrote.
    "transaction_mode": "IMMEDIATE",
    "timeout": _LOCK_S,
    # secure_delete: erased and moved content is overwritten in the file. Not every build of SQLite has it by default.
    "init_command": (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA secure_delete=ON;"
    ),
}


def _database_settings(database: dict[str, Any]) -> dict[str, Any]:
    # Connections persist: closing SQLite's last one would write the whole WAL back after every request.
    kept = {"CONN_MAX_AGE": 600} | database
    if database["ENGINE"].endswith("sqlite3"):
        data_folder.make_database_private(database["NAME"])
        options = {"OPTIONS": _SQLITE_OPTIONS | database.get("OPTIONS", {})}
        return kept | options | {"ENGINE": "scorebook.core.database.sqlite"}
    options = {"OPTIONS": _POSTGRESQL_OPTIONS | database.get("OPTIONS", {})}
    return kept | options | {"ENGINE": "scorebook.core.database.postgresql", "CONN_HEALTH_CHECKS": True}


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
# The operator, who gets a mail about a failed backup (scorebook.operations.nightly).
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

# The changes of rows that are written at once.
WRITTEN_ROWS = "scorebook.written_rows.WRITTEN_ROWS"

MIDDLEWARE = [
    "scorebook.core.monitoring.seen_requests.SeenRequests",
    # Before all that checks host, scheme or language: monitoring uses any name of this machine.
    "scorebook.operations.health.MonitoringAddresses",
    "scorebook.web.core.error_pages.Outages",
    "scorebook.web.core.request_limits.WithoutNul",
    "scorebook.web.core.static_files.CompressedFiles",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "scorebook.web.evening.sheet_versions.UnchangedSheets",
    # Pages cross the pub's network compressed, as files do. Their only secrets are a token that the reader already has
    # in the address bar, and a CSRF token, which Django masks anew in every response; and the padding of this
    # middleware blurs the length of the response. So nothing can be guessed from it (BREACH).
    "scorebook.web.core.compressed_pages.CompressedPages",
    "scorebook.web.core.response_headers.SecurityHeaders",
    "scorebook.web.core.response_headers.Languages",
    "scorebook.web.core.request_limits.UnreadBodies",
    # Both do nothing outside the operator's pages.
    "scorebook.operator_pages.admin_auth.OperatorSessions",
    "scorebook.operator_pages.admin_auth.OperatorUsers",
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
            # The second finds the templates of Django's admin.
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
# Only operators log in. Without a `next` on this site they are redirected to their first page.
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

# rest_framework imports fields of PostgreSQL that no model of ours uses, and with them PostgreSQL's driver, also for a
# site on SQLite: 10 MB of memory. So the import fails, as it does without an installed driver.
sys.modules["django.contrib.postgres"] = None  # type: ignore[assignment]
REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["scorebook.api.parsing.StrictJSONParser"],
    "EXCEPTION_HANDLER": "scorebook.api.exceptions.api_error_response",
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_PERMISSION_CLASSES": ["scorebook.api.permissions.Denied"],
    "DEFAULT_VERSIONING_CLASS": "rest_framework.versioning.NamespaceVersioning",
    "ALLOWED_VERSIONS": ["v1"],
    "UNAUTHENTICATED_USER": None,
    "UNAUTHENTICATED_TOKEN": None,
    "DEFAULT_THROTTLE_RATES": budgets.BUDGETS,
    # The proxy's own entry, the last one of X-Forwarded-For, is the client; without a proxy the header is ignored.
    "NUM_PROXIES": 1 if HTTPS else 0,
}

# The counts of clients' budgets. Files, because all workers share them and no hand waits for the database.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
        "LOCATION": _CACHE_DIR,
        "OPTIONS": {"MAX_ENTRIES": 10_000},
    },
    # Rendered sheets, each for a minute (scorebook.web.evening.watch.cached_sheets).
    "sheets": {
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
        "LOCATION": _SHEETS_DIR,
        "OPTIONS": {"MAX_ENTRIES": 1_000},
    },
}
# The function that returns the versions for the server's streams (scorebook.server.streams).
CHANGES = "scorebook.web.evening.sheet_versions.versions_at"

# Request bodies: a form or a hand, never a file (scorebook.server.rsgi checks the same limit before it reads)

DATA_UPLOAD_MAX_MEMORY_SIZE = request_bodies.MAX_BODY_BYTES
FILE_UPLOAD_HANDLERS: list[str] = []

# Language and time

LANGUAGE_CODE = "de"
LANGUAGES = [("de", _("German")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "scorebook" / "locale"]
FORMAT_MODULE_PATH = "scorebook.formats"
USE_I18N = True
USE_TZ = True

# Static files

# WhiteNoise serves the files in place, without `collectstatic` before the first start. Their URL has a hash of all
# content, also for modules imported by relative paths, so a browser may cache them for ever.
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
# Subdomains and browsers' preload lists would affect more than this site for a year, so they are left to the operator.
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
        # A missing page is no event for the operator; a failing one is.
        "django.request": {"level": "ERROR"},
        # Nor is a form too large to come from a page.
        **{f"django.security.{name}": {"level": "CRITICAL"} for name in ("RequestDataTooBig", "TooManyFieldsSent")},
        # The server logs errors outside Django; it would add a handler of its own.
        "_granian": {"handlers": _LOG_HANDLERS, "propagate": False},
    },
}
