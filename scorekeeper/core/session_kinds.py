"""The declaration of a kind of session that an extension adds."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.functional import Promise


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionKind:
    """A kind of session that has pages of its own."""

    key: str
    """In ``Session.kind``."""
    label: str | Promise
    """Its name in lists."""
    link: str | Promise = ""
    """Leads to it while it runs; "": as to an ordinary session."""
    pages: Mapping[str, str]
    """Names of addresses: the ordinary page, and its own that stands for it."""
    people: str = ""
    """Lookup of the players on its list, from a session; "": those at its games."""
    table: str = ""
    """The table of the group file of whose rows each makes such a session: without one it is an
    ordinary session."""
    activity: Mapping[str, str | Promise] = field(default_factory=dict)
    """Its own sentences, by ``ActivityKind``."""
