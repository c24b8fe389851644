"""The files of this computer's own certificate authority, and their forms for devices.

Makes nothing (``certificates`` does) and needs only Python, so that pages can ask it. The key of
the authority never leaves the folder, and nothing in here reads it.
"""

import hashlib
import plistlib
import ssl
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from uuid import NAMESPACE_URL, uuid5

NAME: Final = "Scorekeeper at home"
"""The name that devices list; the certificate adds the computer's name."""


@dataclass(frozen=True)
class Authority:
    """The files of one data folder."""

    folder: Path

    @property
    def certificate(self) -> Path:
        return self.folder / "authority.crt"

    @property
    def key(self) -> Path:
        return self.folder / "authority.key"

    @property
    def server_certificate(self) -> Path:
        return self.folder / "server.crt"

    @property
    def server_key(self) -> Path:
        return self.folder / "server.key"

    @property
    def is_made(self) -> bool:
        return self.certificate.exists()

    @property
    def was_fetched(self) -> bool:
        """Whether any device has fetched the certificate since it was made."""
        return self._fetched.exists()

    @property
    def _fetched(self) -> Path:
        return self.folder / "fetched"

    def note_fetched(self) -> None:
        self._fetched.touch()

    def der(self) -> bytes:
        return ssl.PEM_cert_to_DER_cert(self.certificate.read_text(encoding="ascii"))

    def fingerprint(self) -> str:
        return ":".join(pairs(hashlib.sha256(self.der()).hexdigest()))

    def fingerprint_groups(self) -> list[str]:
        """Returns groups of four pairs, which fit a narrow phone."""
        pairs_of_digits = self.fingerprint().split(":")
        return [
            ":".join(pairs_of_digits[start : start + 4])
            for start in range(0, len(pairs_of_digits), 4)
        ]

    def profile(self) -> bytes:
        """Returns the certificate as a configuration profile for iPhones."""
        der = self.der()
        number = hashlib.sha256(der).hexdigest()
        inner = {
            "PayloadType": "com.apple.security.root",
            "PayloadVersion": 1,
            "PayloadIdentifier": f"scorekeeper.{number[:16]}.root",
            "PayloadUUID": str(uuid5(NAMESPACE_URL, f"root {number}")).upper(),
            "PayloadDisplayName": NAME,
            "PayloadContent": der,
        }
        return plistlib.dumps(
            {
                "PayloadType": "Configuration",
                "PayloadVersion": 1,
                "PayloadIdentifier": f"scorekeeper.{number[:16]}",
                "PayloadUUID": str(uuid5(NAMESPACE_URL, number)).upper(),
                "PayloadDisplayName": NAME,
                "PayloadDescription": "Lets this phone trust the score of your table, at home.",
                "PayloadContent": [inner],
            }
        )


def pairs(digest: str) -> list[str]:
    """Returns pairs of hexadecimal digits, as devices show them."""
    return [digest[start : start + 2].upper() for start in range(0, len(digest), 2)]
