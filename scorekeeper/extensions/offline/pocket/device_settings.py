"""On the device: the settings of the site, without what a device lacks.

``device_app`` sets the environment before this is read.
"""

import os
from pathlib import Path
from typing import Any

from scorekeeper.core.server.environment import languages
from scorekeeper.extensions.offline.pocket.device_files import built_json

os.environ["EXTENSIONS"] = ",".join(built_json("extensions.json"))
from scorekeeper import settings as site  # asks which extensions there are

vars().update({name: getattr(site, name) for name in dir(site) if name.isupper()})

DISK = Path("/pocket/disk")
OFFLINE_WORKER = DISK / "app.zip"  # there is one
DATABASE = site.DATA_DIR / "scorekeeper.sqlite3"

ABSENT = ("whitenoise", "gzip", "operation", "certificates", "SecurityMiddleware")
MIDDLEWARE = [
    *(path for path in site.MIDDLEWARE if not any(word in path for word in ABSENT)),
    "scorekeeper.extensions.offline.pocket.device_limits.within_reach",
]
INSTALLED_APPS = [app for app in site.INSTALLED_APPS if app not in built_json("absent.json")]
ROOT_URLCONF = "scorekeeper.extensions.offline.pocket.device_urls"
# Only this cookie says whose device this is, and nobody here could let the device in again.
SESSION_COOKIE_AGE = 100 * site.SESSION_COOKIE_AGE
LOCALE_PATHS = [DISK / "locale"]
LANGUAGES = languages(DISK / "locale")
STATICFILES_DIRS: list[Path] = []
STORAGES = {
    **site.STORAGES,
    "staticfiles": {"BACKEND": "scorekeeper.extensions.offline.pocket.device_files.BuiltFileNames"},
}
OPTIONS: dict[str, Any] = vars(site)["TEMPLATES"][0]["OPTIONS"]
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "OPTIONS": {
            **OPTIONS,
            "context_processors": [
                *OPTIONS["context_processors"],
                "scorekeeper.extensions.offline.pocket.device_pages.standalone_context",
            ],
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    ["scorekeeper.extensions.offline.pocket.device_files.BuiltTemplates"],
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
        # The file is in memory; each write saves the whole of it (worker/store.js).
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF;",
        },
    }
}
