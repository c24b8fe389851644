"""A payment as a sign to scan, and as a link to tap."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from scorekeeper.paying import emv
from scorekeeper.paying.kinds import AMOUNT, KINDS, Ask, Kind
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
        """As a person reads and types it, with the amount where it has a place for one."""
        return self.link if AMOUNT in self.value else self.kind.shown(self.value)

    @property
    def text(self) -> str:
        """A line of a message: a link to tap, or what is typed in the bank's app."""
        if self.link:
            return self.link
        scanned = emv.is_whole(self.value)
        typed = _("QR code on the payment page") if scanned else self.shown
        return f"{self.kind.label}: {typed}"

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
