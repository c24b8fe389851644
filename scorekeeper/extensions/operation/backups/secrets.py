"""The secrets that cannot be made again: the key that ``go.py play`` made, and the authority that
devices at home trust. A key that came by ``SECRET_KEY`` is its owner's, and never in a backup."""

from pathlib import Path
from typing import Final

from django.conf import settings
from django.utils.crypto import salted_hmac

from scorekeeper.core.server.authority import Authority
from scorekeeper.core.server.paths import write_file

KEY: Final = "secret_key"
AUTHORITY: Final = "authority"


def key_digest(key: str) -> str:
    """Knows a key again, and gives nothing of it away."""
    return salted_hmac("scorekeeper.operation.backups", "key", key, algorithm="sha256").hexdigest()


def kept_key_file() -> Path | None:
    """Returns the file of this site's key; None if the key was not made here."""
    file = Path(settings.DATA_DIR) / KEY
    is_used = file.exists() and file.read_text().strip() == settings.SECRET_KEY
    return file if is_used else None


def present() -> dict[str, bytes]:
    """Returns the secret files that exist, by their names below ``DATA_DIR``."""
    authority = Authority(settings.AUTHORITY_DIR)
    paths = {f"{AUTHORITY}/{path.name}": path for path in (authority.certificate, authority.key)}
    if key := kept_key_file():
        paths[KEY] = key
    return {name: path.read_bytes() for name, path in paths.items() if path.exists()}


def replace(name: str, content: bytes) -> None:
    """Whole or not at all. A key stays where ``SECRET_KEY`` says another."""
    if name == KEY and kept_key_file() is None:
        return
    target = Path(settings.DATA_DIR) / name
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_file(target, content, 0o600)
