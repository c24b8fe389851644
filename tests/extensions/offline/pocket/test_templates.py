"""The templates on a device."""

import re

from django.conf import settings

from scorekeeper.extensions.offline.pocket.building import templates


def test_what_stands_in_a_slot_is_on_a_device_with_what_it_includes() -> None:
    sources = templates()
    for added in settings.EXTENSIONS.slot_templates:
        for included in re.findall(r'{% include "([^"]+)"', sources[added]):
            assert included in sources, added
    assert "calendar/planning/plan.html" not in sources  # no device has that page
