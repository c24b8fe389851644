"""Django's session in a signed cookie. A cookie signed with an earlier key is signed again at once,
so that the key can leave ``SECRET_KEY_FALLBACKS`` without a device losing its groups."""

from typing import Any

from django.contrib.sessions.backends import signed_cookies
from django.core import signing

SALT = "django.contrib.sessions.backends.signed_cookies"


class SessionStore(signed_cookies.SessionStore):
    def load(self) -> dict[str, Any]:
        content: dict[str, Any] = super().load()
        if content and not self._has_current_key:
            self.modified = True
        return content

    @property
    def _has_current_key(self) -> bool:
        try:
            signing.loads(
                str(self.session_key), salt=SALT, serializer=self.serializer, fallback_keys=[]
            )
        except signing.BadSignature:
            return False
        return True
