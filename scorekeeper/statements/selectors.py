"""Which sheets there are, and what has happened since they were drawn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scorekeeper.clubs.models import Player, Session
from scorekeeper.ledger.models import Payment, PaymentKind
from scorekeeper.ledger.selectors import players_of
from scorekeeper.play.models import Hand
from scorekeeper.statements.models import IN_WORK, Progress, Statement
from scorekeeper.wording.reader import named

SHOWN = 100
"""Older sheets than this many are kept, but not listed."""


@dataclass(frozen=True, slots=True)
class ListedSheet:
    """A statement as a page shows it. ``older``: why it is not the newest any more, or "";
    ``language``: what it is written in, where that is not the reader's."""

    statement: Statement
    older: str
    language: str = ""

    @property
    def is_pending(self) -> bool:
        return self.statement.state in IN_WORK


@dataclass(frozen=True, slots=True)
class Offer:
    """Somebody a sheet can be asked for, with the newest there is in the reader's language. Player
    None: the night."""

    player: Player | None
    newest: ListedSheet | None


@dataclass(frozen=True, slots=True)
class SheetList:
    offers: tuple[Offer, ...]
    earlier: tuple[ListedSheet, ...]
    """All that are not the newest of somebody, newest first."""

    @property
    def is_pending(self) -> bool:
        newest = (offer.newest for offer in self.offers)
        return any(sheet.is_pending for sheet in (*newest, *self.earlier) if sheet)


def sheets(session: Session) -> SheetList:
    statements = Statement.objects.filter(session=session).select_related("player")
    listed = marked(session, list(statements.order_by("-pk")[:SHOWN]))
    newest: dict[int | None, ListedSheet] = {}
    for sheet in (sheet for sheet in listed if not sheet.language):
        newest.setdefault(sheet.statement.player_id, sheet)
    people: list[Player | None] = [None, *players_of(session).values()]
    offers = [Offer(player, newest.get(player.pk if player else None)) for player in people]
    top = {offer.newest.statement.pk for offer in offers if offer.newest}
    return SheetList(tuple(offers), tuple(s for s in listed if s.statement.pk not in top))


def marked(session: Session, statements: Sequence[Statement]) -> list[ListedSheet]:
    """Each with what makes it older than the night, if anything does."""
    older = [s for s in statements if s.state == Progress.DONE and (s.shows or 0) < session.version]
    times = [s.read_at for s in older if s.read_at]
    hands: list[Hand] = []
    cash: list[Payment] = []
    if times:
        since = Q(at__gt=min(times)) | Q(voided_at__gt=min(times))
        changed = Hand.objects.filter(since, game__session=session).select_related("game")
        hands = list(changed.prefetch_related("replacements").order_by("pk"))
        handed = Payment.objects.filter(session=session, kind=PaymentKind.CASH, at__gt=min(times))
        cash = list(handed.order_by("pk"))
    here = get_language()
    return [
        ListedSheet(
            s,
            _why(s, hands, cash) if s in older else "",
            "" if s.language == here else named(s.language),
        )
        for s in statements
    ]


def _why(statement: Statement, hands: Iterable[Hand], cash: Iterable[Payment]) -> str:
    """The first thing that changed a hand the sheet shows, else the first that came after."""
    read_at = statement.read_at
    if read_at is None:
        return _("before the last change")
    for hand in hands:
        if hand.at <= read_at and hand.voided_at and hand.voided_at > read_at:
            told = {"hand": _hand(hand)}
            if hand.replacements.all():
                return _("before %(hand)s was corrected") % told
            return _("before %(hand)s was taken back") % told
    for hand in hands:
        if hand.at > read_at and not hand.voided_at:
            return _("before %(hand)s") % {"hand": _hand(hand)}
    if any(payment.at > read_at for payment in cash):
        return _("before money was handed over")
    return _("before the last change")


def _hand(hand: Hand) -> str:
    told = {"hand": hand.number, "game": hand.game.number}
    if hand.game.number > 1:
        return _("hand %(hand)d of game %(game)d") % told
    return _("hand %(hand)d") % told
