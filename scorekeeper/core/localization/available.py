"""The languages there are: each is its folder. Loaded by the settings, so nothing here may use
them."""

from pathlib import Path

from django.conf.locale import LANG_INFO
from django.utils.translation import to_language


def languages(folder: Path) -> list[tuple[str, str]]:
    """English, and the languages that have a folder here."""
    names = {path.parent.name for path in folder.glob("*/LC_MESSAGES")}
    codes = sorted({to_language(name) for name in names} - {"en"})
    known = {code: LANG_INFO.get(code, {}).get("name_local", code) for code in codes}
    return [("en", "English"), *known.items()]
