"""The site's own settings, with the floors of the benchmarks at addresses of their own."""

from scorekeeper.settings import *  # noqa: F403

ROOT_URLCONF = "bench.urls"
INSTALLED_APPS = [*INSTALLED_APPS, "bench"]  # noqa: F405
LOG_LEVEL = "ERROR"
