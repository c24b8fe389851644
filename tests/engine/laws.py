"""Set-up that ``test_laws.py`` shares with other tests."""

import pytest
from hypothesis import HealthCheck, settings

from scorekeeper.variants import VARIANTS

every_variant = pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)


some = settings(
    max_examples=min(40, settings().max_examples), suppress_health_check=list(HealthCheck)
)


few = settings(some, max_examples=min(10, settings().max_examples))
