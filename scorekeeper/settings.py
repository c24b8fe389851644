"""Settings, all from the environment (docs/configuration.md). Nonsense stops the start.

``MODE=play`` (the default) is one computer at the table: SQLite, plain http, nothing to set.
``MODE=production`` is a public site: it asks for a key and host names, and insists on https.
"""

import os
from pathlib import Path
from platform import node
from zoneinfo import available_timezones

from babel.numbers import list_currencies
from django.core.exceptions import ImproperlyConfigured

from scorekeeper.core import logs
from scorekeeper.core.server import LARGEST_BODY
from scorekeeper.core.server.environment import (
    address_part,
    data_folder,
    database,
    env,
    folder,
    json_object,
    kept_key,
    languages,
    one_of,
    own_data_folder,
    refuse_misspelled,
    require_library,
    sender,
    some_of,
    text_or_file,
    transport_options,
    whole_number,
    yes_or_no,
)
from scorekeeper.extensions import ALL, Extensions

PACKAGE = Path(__file__).resolve().parent
IS_INSTALLED = (PACKAGE / "beside").is_dir()  # by a wheel: see pyproject.toml
BASE_DIR = PACKAGE / "beside" if IS_INSTALLED else PACKAGE.parent
MODE = one_of("MODE", "play", "production")
PLAY = MODE == "play"
DEBUG = yes_or_no("DEBUG", False)
if DEBUG and not PLAY:
    raise ImproperlyConfigured("DEBUG shows secrets to visitors; it cannot be on in production.")

DATA_DIR = data_folder("DATA_DIR", own_data_folder() if IS_INSTALLED else BASE_DIR / "data")


def secret_key() -> str:
    key: str = env.str("SECRET_KEY", "")
    if not key and not PLAY:
        raise ImproperlyConfigured("SECRET_KEY must be set in production.")
    if key and "MODE" not in os.environ:
        raise ImproperlyConfigured("SECRET_KEY is set: set MODE=production too (or MODE=play).")
    if not PLAY and (len(key) < 50 or len(set(key)) < 5):
        raise ImproperlyConfigured("SECRET_KEY must have 50 characters or more in production.")
    return key or kept_key(DATA_DIR / "secret_key")


SECRET_KEY = secret_key()
SECRET_KEY_FALLBACKS: list[str] = env.list("SECRET_KEY_FALLBACKS", default=[])

# At the table nobody knows beforehand which address the devices will use.
ALLOWED_HOSTS: list[str] = env.list("ALLOWED_HOSTS", default=["*"] if PLAY else [])
if not ALLOWED_HOSTS:
    raise ImproperlyConfigured("ALLOWED_HOSTS must name the site's hosts in production.")
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", default=[])

EXTENSIONS = Extensions(some_of("EXTENSIONS", ALL))

INSTALLED_APPS = [
    "django.contrib.staticfiles",  # first, as each file that a page names looks for it
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.forms",
    "csp",
    "django_htmx",
    *(
        f"scorekeeper.{app}"
        for app in [
            "core.server",
            "core.releases",
            "core.limits",
            "core.jobs",
            "core.localization",
            "questions",
            "clubs",
            "play",
            "play.wording",
            "house_rules",
            "table.starting",
            "table.entry",
            "table.scoreboard",
            "table.live",
            "settlement.payment_details",
            "settlement",
            "ledger",
            "seasons",
            "seasons.rebuilds",
            "statements",
            "website.rulebook",
            "website.help",
            "website.home",
        ]
    ),
    *EXTENSIONS.apps,
]

MIDDLEWARE = [
    *EXTENSIONS.middleware("first"),
    "scorekeeper.core.requests.middleware.every_answer",
    *EXTENSIONS.middleware("early"),
    "scorekeeper.core.requests.middleware.Unavailable",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "scorekeeper.core.requests.middleware.Readable",
    "scorekeeper.core.requests.middleware.require_migrations",
    "django.contrib.sessions.middleware.SessionMiddleware",
    *EXTENSIONS.middleware("session"),
    "scorekeeper.clubs.access.VersionPoll",
    "django.middleware.locale.LocaleMiddleware",
    "scorekeeper.core.localization.reader.reader",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    *EXTENSIONS.middleware("user"),
    "django_htmx.middleware.HtmxMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "scorekeeper.website.certificates.views.plain_door",
    "scorekeeper.core.requests.middleware.refuse_large_bodies",
    "scorekeeper.core.limits.middleware.Refusals",
    "scorekeeper.clubs.devices.services.visits",
    "scorekeeper.core.requests.middleware.ReadAtOnce",
]

# Views, or namespaces of views, that do not read as of one moment (``ReadAtOnce``).
NOT_READ_AT_ONCE = {
    # Nothing is read.
    "certificates",
    "help",
    "rulebook",
    # Written when opened: a link that is not valid counts.
    "clubs:join",
    "jobs:page",
    # An invite link is made where there is none.
    "clubs:share",
    "clubs:session_invite",
    # A file that was opened stays longer; one that is lost is noted.
    "statements:file",
    "statements:csv",
    "statements:season_file",
    "statements:season_csv",
    "statements:zip",
    *EXTENSIONS.not_read_at_once,
}

ROOT_URLCONF = "scorekeeper.urls"
WSGI_APPLICATION = "scorekeeper.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates", *EXTENSIONS.template_folders],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
            ],
        },
    },
]
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"  # templates/ may redraw a form's parts

# Databases. Both must behave alike, and neither may open a connection per request.
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

DATABASES = {
    "default": database(
        env.db("DATABASE_URL", f"sqlite:///{DATA_DIR / 'scorekeeper.sqlite3'}"), DATA_DIR
    )
}
# SQLite leaves out the extra columns of covering indexes, and reads the rows instead.
SILENCED_SYSTEM_CHECKS = ["models.W040"]

# Rendered parts of pages, in each process for itself: whatever is missing is rendered again. What
# a device wants after a hand it wants within seconds.
HERE = "django.core.cache.backends.locmem.LocMemCache"
CACHES = {
    "default": {"BACKEND": HERE, "TIMEOUT": 60, "OPTIONS": {"MAX_ENTRIES": 500}},
    # Of seasons, a table and its page: 20 kB in a usual group, 50 kB in one of 250 sessions.
    "tables": {"BACKEND": HERE, "LOCATION": "tables", "OPTIONS": {"MAX_ENTRIES": 500}},
    # Pictures of up to 400 kB each; and apart from these what strangers ask for.
    "large": {"BACKEND": HERE, "LOCATION": "large", "OPTIONS": {"MAX_ENTRIES": 60}},
    "public": {"BACKEND": HERE, "LOCATION": "public", "OPTIONS": {"MAX_ENTRIES": 60}},
}

# Only read by the one-command start, and told by it to what it starts.
PORT = whole_number("PORT", 8000)
SHOW_QR = yes_or_no("SHOW_QR", True)

# People
AUTH_USER_MODEL = "clubs.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("MinimumLengthValidator", "CommonPasswordValidator")
]

# The session lives in its signed cookie: no table to clean, and any web process can read it.
SESSION_ENGINE = "scorekeeper.clubs.devices.cookie_sessions"
SESSION_COOKIE_NAME = "scorekeeper"
SESSION_COOKIE_AGE = 365 * 24 * 3600
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True  # every form carries its own; no script reads the cookie

# The server admin's pages: none unless they have an address.
ADMIN_PATH = address_part("ADMIN_PATH")
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"
OTP_TOTP_ISSUER = "Scorekeeper"

LANGUAGES = languages(BASE_DIR / "locale")

# Who may start a group, what a new one begins with, and what the operator says of themselves.
SIGN_UPS = one_of("SIGN_UPS", "open", "code", "closed")
SIGN_UP_CODE: str = env.str("SIGN_UP_CODE", "")
if (SIGN_UPS == "code") != bool(SIGN_UP_CODE):
    raise ImproperlyConfigured("SIGN_UPS=code and SIGN_UP_CODE belong together: set both.")
DEFAULT_LANGUAGE = one_of("DEFAULT_LANGUAGE", "", *(code for code, _name in LANGUAGES))
DEFAULT_CURRENCY = one_of("DEFAULT_CURRENCY", "", *sorted(list_currencies()))
POINTS_ONLY = yes_or_no("POINTS_ONLY", False)
RETENTION_MONTHS = whole_number("RETENTION_MONTHS", 0)
IMPRINT, PRIVACY = text_or_file("IMPRINT"), text_or_file("PRIVACY")

# https. HTTPS is that of a table, with an authority of its own: plain http leads to a page that
# tells a device of it (scorekeeper.website.certificates). A name such as "localhost" is not bound
# to https.
HTTPS = yes_or_no("HTTPS", False)
if HTTPS and not PLAY:
    raise ImproperlyConfigured(
        "HTTPS=yes is for home networks; in production a proxy speaks https."
    )
TRUST_PORT = whole_number("TRUST_PORT", 0)
AUTHORITY_DIR = DATA_DIR / "authority"
SECURE = yes_or_no("SECURE", HTTPS or not PLAY)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE
SECURE_SSL_REDIRECT = SECURE and not HTTPS
SECURE_HSTS_SECONDS = whole_number("HSTS_SECONDS", 365 * 24 * 3600) if SECURE and not HTTPS else 0
# Off until the owner of the domain says that all of it speaks https.
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = yes_or_no("HSTS_SUBDOMAINS", False)
# Only a proxy that always sets these headers may be believed.
BEHIND_PROXY = yes_or_no("BEHIND_PROXY", False)
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_REFERRER_POLICY = "same-origin"
# Over plain http a device ignores it, and complains of it on every page.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if SECURE else None
X_FRAME_OPTIONS = "DENY"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'self'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "object-src": ["'none'"],
        "base-uri": ["'none'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
    },
}

# Files
STATIC_URL = "static/"
STATICFILES_DIRS = [
    path for path in [BASE_DIR / "static", *EXTENSIONS.static_folders] if path.is_dir()
]
STATIC_ROOT = folder("STATIC_ROOT", DATA_DIR / "static")

OFFLINE_WORKER = (
    DATA_DIR / "pocket" / "along" / "sw.js"
)  # what devices fetch to work offline, once it is built

STORAGES = {
    "default": {
        "BACKEND": env.str("STORAGE", "django.core.files.storage.FileSystemStorage"),
        "OPTIONS": json_object("STORAGE_OPTIONS", {"location": str(DATA_DIR / "files")}),
    },
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "scorekeeper.core.server.files.HashedFiles",
    },
    "backups": {
        "BACKEND": env.str("BACKUP_STORAGE", "django.core.files.storage.FileSystemStorage"),
        "OPTIONS": json_object(
            "BACKUP_STORAGE_OPTIONS",
            {"location": str(DATA_DIR / "backups"), "file_permissions_mode": 0o600},
        ),
    },
}
BACKUPS = yes_or_no("BACKUPS", PLAY)  # one a day

# What is sent to us: scorekeeper.core.requests.middleware refuses more. None of it is laid down in
# a file on the way.
DATA_UPLOAD_MAX_MEMORY_SIZE = FILE_UPLOAD_MAX_MEMORY_SIZE = LARGEST_BODY
FILE_UPLOAD_HANDLERS = ["django.core.files.uploadhandler.MemoryFileUploadHandler"]

# E-mail. Without an address of a server it is written to the log of the program that would send it.
vars().update(env.email_url("EMAIL_URL", default="consolemail://"))
EMAIL_TIMEOUT = 10  # seconds
DEFAULT_FROM_EMAIL = sender(env.str("EMAIL_URL", ""), env.str("EMAIL_FROM", ""))

# Receivers of results (hosts or host:port) that may lie in a private network, and speak plain http.
PRIVATE_RECEIVERS: list[str] = env.list("PRIVATE_RECEIVERS", default=[])

# Words and times
USE_I18N = True
USE_TZ = True
TIME_ZONE = one_of("TIME_ZONE", "UTC", *available_timezones())  # each club shows its own
LANGUAGE_CODE = "en"
LANGUAGE_COOKIE_NAME = "language"
LOCALE_PATHS = [BASE_DIR / "locale"]

# Tasks. Acknowledged when done and never stored: the row a task works on tells how it went.
BROKER_URL = env.str("BROKER_URL", "filesystem://localhost" if PLAY else "")
if not BROKER_URL.startswith(("filesystem://", "redis://", "rediss://")):
    raise ImproperlyConfigured(
        "BROKER_URL must start with redis:// (or filesystem:// on a home network)."
    )


CELERY_BROKER_URL = BROKER_URL
CELERY_BROKER_TRANSPORT_OPTIONS = transport_options(BROKER_URL, DATA_DIR / "queue")
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# A device waiting for its answer must not wait for a queue that is down; the sweep sends again.
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0.1}
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_ENABLE_REMOTE_CONTROL = BROKER_URL.startswith("redis")
CELERY_TASK_SOFT_TIME_LIMIT = 120
CELERY_TASK_TIME_LIMIT = 150
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULER = "scorekeeper.core.server.schedule:Scheduler"
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "beat")


TASKS = {
    "scorekeeper.core.jobs.tasks.sweep": 10.0,
    "scorekeeper.core.limits.tasks.forget": 3600.0,
    "scorekeeper.statements.tasks.prune": 3600.0,
    **EXTENSIONS.tasks,
}
CELERY_BEAT_SCHEDULE: dict[str, dict[str, object]] = {
    # With no worker running they must not pile up.
    task: {"task": task, "schedule": seconds, "options": {"expires": seconds}}
    for task, seconds in TASKS.items()
}

# Logs: to standard error, one line per event.
LOG_LEVEL = one_of("LOG_LEVEL", "WARNING" if PLAY else "INFO", "DEBUG", "INFO", "WARNING", "ERROR")
LOG_FORMAT = one_of("LOG_FORMAT", *logs.FORMATS[MODE])
LOGGING_CONFIG = "scorekeeper.core.logs.configure"
LOGGING = logs.configuration(LOG_FORMAT, LOG_LEVEL)

# Metrics. The library chooses when it is loaded whether several processes are counted together.
METRICS_TOKEN: str = env.str("METRICS_TOKEN", "")
if 0 < len(METRICS_TOKEN) < 20:
    raise ImproperlyConfigured("METRICS_TOKEN must have 20 characters or more.")
METRICS_DIR = Path(env.str("PROMETHEUS_MULTIPROC_DIR", "") or DATA_DIR / "metrics" / node())
os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(METRICS_DIR)

# Errors and traces, sent elsewhere.
SENTRY_DSN: str = env.str("SENTRY_DSN", "")
OTEL_EXPORTER_OTLP_ENDPOINT: str = env.str("OTEL_EXPORTER_OTLP_ENDPOINT", "")
require_library("SENTRY_DSN", "sentry_sdk")
require_library("OTEL_EXPORTER_OTLP_ENDPOINT", "opentelemetry.instrumentation.django")

refuse_misspelled(os.environ)
