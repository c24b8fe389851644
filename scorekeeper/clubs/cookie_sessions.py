"""Django's session in a signed cookie; one that an earlier key signed is signed anew at once, so
that the earlier key can go (``SECRET_KEY_FALLBACKS``) without a device losing its groups."""

from __future__ import annotations

from typing import Any

from django.contrib.sessions.backends import signed_cookies
from django.core import signing

SALT = "django.contrib.sessions.backends.signed_cookies"


class SessionStore(signed_cookies.SessionStore):
    def load(self) -> dict[str, Any]:
        held: dict[str, Any] = super().load()
        if held and not self._is_of_todays_key:
            self.modified = True
        return held

    @property
    def _is_of_todays_key(self) -> bool:
        try:
            signing.loads(
                str(self.session_key), salt=SALT, serializer=self.serializer, fallback_keys=[]
            )
        except signing.BadSignature:
            return False
        return True
