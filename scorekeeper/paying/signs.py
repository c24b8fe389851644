"""A payment as a sign to scan, and as a link to tap."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scorekeeper.paying.kinds import KINDS, Ask, Kind
from scorekeeper.paying.models import PayAddress

QUIET = 4
"""Modules around the sign that stay light."""


@dataclass(frozen=True, slots=True)
class Payable:
    """One of the payee's addresses with what is asked of it."""

    kind: Kind
    value: str
    ask: Ask

    @property
    def shown(self) -> str:
        return self.kind.shown(self.value)

    @property
    def link(self) -> str:
        """ "" where no phone opens it."""
        return self.kind.link(self.value, self.ask) if self.kind.link else ""

    @property
    def by_hand(self) -> bool:
        return self.kind.by_hand(self.value, self.ask)

    @property
    def sign(self) -> str:
        """As the address of a picture (``data:``), dark on light in any light: phones scan it."""
        made = self.kind.sign(self.value, self.ask)
        return made.svg_data_uri(border=QUIET, dark="#1c1812", light="#ffffff")

    @property
    def modules(self) -> list[list[bool]]:
        """The same by rows, without the light border: for paper."""
        made = self.kind.sign(self.value, self.ask)
        return [[bool(module) for module in row] for row in made.matrix]


def payables(addresses: Sequence[PayAddress], ask: Ask) -> list[Payable]:
    """Those that can take this payment, in the order in which the kinds are offered."""
    by_kind = {address.kind: address for address in addresses}
    return [
        Payable(kind, kept.value, replace(ask, payee=kept.holder or ask.payee))
        for name, kind in KINDS.items()
        if (kept := by_kind.get(name)) and kind.pays(ask)
    ]
