"""How the database is used, SQLite or PostgreSQL. Loaded by the settings, so nothing here may use
them."""

from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured

SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    # FULL: a hand that was answered with "saved" is still there after a power cut.
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; "
    "PRAGMA mmap_size=134217728; PRAGMA cache_size=2000;",
}

# A server that has gone without a word is noticed within seconds, not after a quarter of an hour.
NOTICED = {
    "connect_timeout": 5,
    "tcp_user_timeout": 5000,  # milliseconds
    "keepalives_idle": 30,
    "keepalives_interval": 5,
    "keepalives_count": 3,
}

# PostgreSQL plans a statement at its second time on a connection, and not each time after it.
PLANNED = {"server_side_binding": True, "prepare_threshold": 1}

# Each thread keeps its connection, which is tested before the first statement of a request.
KEPT = {"CONN_MAX_AGE": None, "CONN_HEALTH_CHECKS": True}


def database(configured: dict[str, Any], data: Path) -> dict[str, Any]:
    """Returns the settings of a database from those that its address gives."""
    if configured["ENGINE"] == "django.db.backends.sqlite3":
        # A file, because SQLite's database in memory fails as soon as two threads use it.
        test = {"NAME": str(data / "test.sqlite3")}
        return {**configured, **KEPT, "OPTIONS": SQLITE_OPTIONS, "TEST": test}
    if configured["ENGINE"] == "django.db.backends.postgresql":
        return {
            **configured,
            **KEPT,
            "OPTIONS": {**NOTICED, **PLANNED, **configured.get("OPTIONS", {})},
        }
    raise ImproperlyConfigured("DATABASE_URL must start with sqlite:// or postgres://.")
