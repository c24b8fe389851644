"""On the phone: the settings of the site, but for what a phone has not.

``inside`` has put what this phone knows into the environment before this is read.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from scorekeeper import settings as site
from scorekeeper.offline.pocket.inside_files import told

vars().update({name: getattr(site, name) for name in dir(site) if name.isupper()})

DISK = Path("/pocket/disk")
ALONG_WORKER = DISK / "app.zip"  # there is one
DATABASE = site.DATA_DIR / "scorekeeper.sqlite3"

ABSENT = ("whitenoise", "gzip", "operation", "certificates", "SecurityMiddleware")
MIDDLEWARE = [
    *(each for each in site.MIDDLEWARE if not any(word in each for word in ABSENT)),
    "scorekeeper.offline.pocket.inside_reach.within_reach",
]
INSTALLED_APPS = [each for each in site.INSTALLED_APPS if each not in told("absent.json")]
ROOT_URLCONF = "scorekeeper.offline.pocket.inside_urls"
# Whose phone this is stands in this cookie alone, and nobody here could let the phone in anew.
SESSION_COOKIE_AGE = 100 * site.SESSION_COOKIE_AGE
LOCALE_PATHS = [DISK / "locale"]
LANGUAGES = site.languages(DISK / "locale")
STATICFILES_DIRS: list[Path] = []
STORAGES = {
    **site.STORAGES,
    "staticfiles": {"BACKEND": "scorekeeper.offline.pocket.inside_files.NamesInside"},
}
OPTIONS: dict[str, Any] = vars(site)["TEMPLATES"][0]["OPTIONS"]
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "OPTIONS": {
            **OPTIONS,
            "context_processors": [
                *OPTIONS["context_processors"],
                "scorekeeper.offline.pocket.inside_pages.on_this_phone",
            ],
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    ["scorekeeper.offline.pocket.inside_files.TemplatesInside"],
                )
            ],
        },
    }
]
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(DATABASE),
        "CONN_MAX_AGE": None,
        # The file is in memory, and is kept as a whole after each write (worker/store.js).
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF;",
        },
    }
}
