"""The site one release later: the same code under another number, with one more migration."""

import scorekeeper

scorekeeper.__version__ = "1.999.0"

from scorekeeper.settings import *  # noqa: E402, F403

MIGRATION_MODULES = {"play": "tests.extensions.operation.releases.later.migrations"}
