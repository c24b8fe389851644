"""Extensions: what a site can leave out. Each folder here is one.

``EXTENSIONS`` in the settings lists those of the site. Each says in its ``extension.py`` what it
adds; the core asks for that here, and names no extension. Whatever is added is named by its path,
so that declaring loads nothing.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from scorekeeper.core.session_kinds import SessionKind

FOLDER: Final = Path(__file__).parent
ALL: Final = ("exchange", "calendar", "tournaments", "chats", "offline", "operation")
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
    session_kinds: "Mapping[str, SessionKind]" = field(default_factory=dict)
    """By ``Session.kind``."""
    middleware: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """By its place in ``MIDDLEWARE``: ``first``, ``early`` (before the host
    is looked at), ``session`` (after it), ``user`` (after it)."""
    pages: Mapping[str, str] = field(default_factory=dict)
    """Its pages to which the core leads, as ``namespace:name``, by what they show."""
    lookups: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Ways from rows of the core to its own, as Django writes them, by what the core asks for."""
    functions: Mapping[str, str] = field(default_factory=dict)
    """Functions by what they do, which the core and other extensions ask for (``functions``)."""
    needs: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Parts that are there only with other extensions, and which these are. "" is all of it."""
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


def _beside(extension: Extension, name: str, there: Sequence[str]) -> Extension | None:
    """Returns what it adds beside these; None if nothing."""
    absent = [part for part, others in extension.needs.items() if not {*others} <= {*there}]

    def stays(path: str) -> bool:
        path = path.removeprefix(f"{name}/").replace("/", ".")
        return not any(f"{path}.".startswith(f"{part}.") for part in absent)

    if "" in absent:
        return None
    return replace(
        extension,
        apps=[path for path in extension.apps if stays(path)],
        addresses=[path for path in extension.addresses if stays(path)],
        slots={
            slot: [path for path in ([one] if isinstance(one, str) else one) if stays(path)]
            for slot, one in extension.slots.items()
        },
        tasks={path: seconds for path, seconds in extension.tasks.items() if stays(path)},
        functions={what: path for what, path in extension.functions.items() if stays(path)},
    )


class Extensions:
    """Those of a site, put together."""

    def __init__(self, names: Sequence[str]) -> None:
        every = {name: import_module(f"{__name__}.{name}.extension").EXTENSION for name in names}
        beside = {name: _beside(extension, name, names) for name, extension in every.items()}
        self.by_name: Mapping[str, Extension] = {n: one for n, one in beside.items() if one}
        self.template_folders = [FOLDER / name / "templates" for name in self.by_name]
        self.static_folders = [FOLDER / name / "static" for name in self.by_name]
        self.apps = [*self._listed("libraries"), *self._modules("apps")]
        self.addresses = self._modules("addresses")
        self.tasks = dict(zip(self._modules("tasks"), self._merged("tasks").values(), strict=True))
        self.not_read_at_once = self._listed("not_read_at_once")
        self.secret_addresses = self._listed("secret_addresses")
        self.pages = self._merged("pages")
        self.session_kinds: Mapping[str, SessionKind] = self._merged("session_kinds")
        self.beside_play = self._merged("beside_play")
        self.told_by_play = self._merged("told_by_play")

    def _listed(self, field: str) -> list[str]:
        return [item for one in self.by_name.values() for item in getattr(one, field)]

    def _merged(self, field: str) -> dict[str, Any]:
        return {key: v for one in self.by_name.values() for key, v in getattr(one, field).items()}

    def _modules(self, field: str) -> list[str]:
        return [
            f"{__name__}.{name}.{path}".rstrip(".")
            for name, one in self.by_name.items()
            for path in getattr(one, field)
        ]

    def middleware(self, place: str) -> list[str]:
        return [
            f"{__name__}.{name}.{path}"
            for name, one in self.by_name.items()
            for path in one.middleware.get(place, ())
        ]

    def functions(self, what: str) -> list[Callable[..., Any]]:
        """Returns the functions of that name; loads them."""
        from django.utils.module_loading import import_string  # the draw is used without Django

        return [
            import_string(f"{__name__}.{name}.{one.functions[what]}")
            for name, one in self.by_name.items()
            if what in one.functions
        ]

    def lookups(self, what: str) -> list[str]:
        return [way for one in self.by_name.values() for way in one.lookups.get(what, ())]

    def slot(self, name: str) -> list[str]:
        """Returns the templates that stand there."""
        return [path for one in self.by_name.values() for path in one.slots.get(name, ())]

    @property
    def slot_templates(self) -> set[str]:
        return {
            path for one in self.by_name.values() for slot in one.slots for path in self.slot(slot)
        }
