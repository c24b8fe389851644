"""Of the process that stands for a device (``inside``): the site's own, with a database and a key
that are not the server's."""

import os

from scorekeeper.settings import *  # noqa: F403
from scorekeeper.settings import SESSION_COOKIE_AGE as SITE_AGE

SECRET_KEY = "of-this-phone-alone"
# Whose device it is stands in this cookie alone.
SESSION_COOKIE_AGE = 100 * SITE_AGE
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": os.environ["LANDED_IN"],
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF;",
        },
    }
}
