"""A payment as a QR code to scan, and as a link to tap."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from scorekeeper.settlement.payment_details import emv
from scorekeeper.settlement.payment_details.kinds import AMOUNT, KINDS, Ask, Kind
from scorekeeper.settlement.payment_details.models import PayAddress

QUIET = 4
"""Width of the light border around the code, in modules."""


@dataclass(frozen=True, slots=True)
class Payable:
    """One of the payee's addresses with the payment asked for."""

    kind: Kind
    value: str
    ask: Ask

    @property
    def display_text(self) -> str:
        """The address for reading and typing; the link where the amount is part of it."""
        return self.link if AMOUNT in self.value else self.kind.format(self.value)

    @property
    def text(self) -> str:
        """A line of a message: a link to tap, or what to type in the bank's app."""
        if self.link:
            return self.link
        scanned = emv.is_whole(self.value)
        typed = _("QR code on the payment page") if scanned else self.display_text
        return f"{self.kind.label}: {typed}"

    @property
    def link(self) -> str:
        """The link that a device opens; "": there is none."""
        return self.kind.link(self.value, self.ask) if self.kind.link else ""

    @property
    def by_hand(self) -> bool:
        return self.kind.by_hand(self.value, self.ask)

    @property
    def sign(self) -> str:
        """The QR code as a ``data:`` address, dark on light also in dark mode, so that devices can
        scan it."""
        code = self.kind.sign(self.value, self.ask)
        return code.svg_data_uri(border=QUIET, dark="#1c1812", light="#ffffff")

    @property
    def modules(self) -> list[list[bool]]:
        """The QR code as rows without the light border, for PDFs."""
        code = self.kind.sign(self.value, self.ask)
        return [[bool(module) for module in row] for row in code.matrix]


def payables(addresses: Sequence[PayAddress], ask: Ask) -> list[Payable]:
    """Returns the addresses that can take this payment, in the order the kinds are offered."""
    by_kind = {row.kind: row for row in addresses}
    return [
        Payable(kind, row.value, replace(ask, payee=row.holder or ask.payee))
        for name, kind in KINDS.items()
        if (row := by_kind.get(name)) and kind.pays(ask)
    ]
