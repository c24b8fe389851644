"""Extensions: what a site can leave out. Each folder here is one.

``EXTENSIONS`` in the settings lists those of the site. Each says in its ``extension.py`` what it
adds; the core asks for that here, and names no extension. Whatever is added is named by its path,
so that declaring loads nothing.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent
ALL: Final = ("exchange", "calendar", "tournaments", "offline", "operation")
"""In the order in which their addresses are asked, and their templates stand in a slot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Extension:
    """The additions of an extension. Modules are named from its own folder: ``planning.urls``."""

    apps: Sequence[str]
    """Django apps: their models, migrations, commands and checks. "" is the folder itself."""
    addresses: Sequence[str] = ()
    """Modules with ``urlpatterns``."""
    slots: Mapping[str, str | Sequence[str]] = field(default_factory=dict)
    """Templates by the name of the slot of a page (``{% slot %}``) in which they stand."""
    middleware: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """By its place in ``MIDDLEWARE``: ``first``, ``session`` (after it), ``user`` (after it)."""
    pages: Mapping[str, str] = field(default_factory=dict)
    """Its pages to which the core leads, as ``namespace:name``, by what they show."""
    lookups: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Ways from rows of the core to its own, as Django writes them, by what the core asks for."""
    libraries: Sequence[str] = ()
    """Django apps of others that nothing else needs."""
    beside_play: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Commands that ``play`` starts beside the server, by what they make."""
    told_by_play: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Commands whose output ``play`` shows, by its label."""
    tasks: Mapping[str, float] = field(default_factory=dict)
    """Periodic tasks, and the seconds between two runs."""
    not_read_at_once: Sequence[str] = ()
    """Views that do not read as of one moment: see ``NOT_READ_AT_ONCE``."""
    secret_addresses: Sequence[str] = ()
    """Beginnings of addresses whose next part is a key, which no log may show."""


class Extensions:
    """Those of a site, put together."""

    def __init__(self, names: Iterable[str]) -> None:
        self.by_name: Mapping[str, Extension] = {
            name: import_module(f"{__name__}.{name}.extension").EXTENSION for name in names
        }

    def _modules(self, listed: str) -> Iterator[str]:
        for name, extension in self.by_name.items():
            for module in getattr(extension, listed):
                yield f"{__name__}.{name}.{module}".rstrip(".")

    @property
    def apps(self) -> list[str]:
        libraries = [name for one in self.by_name.values() for name in one.libraries]
        return [*libraries, *self._modules("apps")]

    @property
    def addresses(self) -> list[str]:
        return list(self._modules("addresses"))

    @property
    def beside_play(self) -> dict[str, Sequence[str]]:
        return {what: one for e in self.by_name.values() for what, one in e.beside_play.items()}

    @property
    def told_by_play(self) -> dict[str, Sequence[str]]:
        return {what: one for e in self.by_name.values() for what, one in e.told_by_play.items()}

    @property
    def template_folders(self) -> list[Path]:
        return [FOLDER / name / "templates" for name in self.by_name]

    @property
    def tasks(self) -> dict[str, float]:
        return {
            f"{__name__}.{name}.{task}": seconds
            for name, extension in self.by_name.items()
            for task, seconds in extension.tasks.items()
        }

    @property
    def not_read_at_once(self) -> set[str]:
        return {view for one in self.by_name.values() for view in one.not_read_at_once}

    @property
    def secret_addresses(self) -> tuple[str, ...]:
        return tuple(start for one in self.by_name.values() for start in one.secret_addresses)

    def middleware(self, place: str) -> list[str]:
        return [
            f"{__name__}.{name}.{path}"
            for name, extension in self.by_name.items()
            for path in extension.middleware.get(place, ())
        ]

    def page(self, name: str) -> str | None:
        """Returns the name of the address that shows this; None where no extension does."""
        return next((e.pages[name] for e in self.by_name.values() if name in e.pages), None)

    def lookups(self, name: str) -> list[str]:
        return [way for one in self.by_name.values() for way in one.lookups.get(name, ())]

    @property
    def slot_templates(self) -> set[str]:
        return {
            path for one in self.by_name.values() for name in one.slots for path in self.slot(name)
        }

    def slot(self, name: str) -> Iterator[str]:
        """Yields the templates that stand there."""
        for extension in self.by_name.values():
            templates = extension.slots.get(name, ())
            yield from [templates] if isinstance(templates, str) else templates
