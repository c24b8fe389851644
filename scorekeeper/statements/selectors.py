"""Which sheets there are, and what has happened since they were drawn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scorekeeper.clubs.models import Player, Session
from scorekeeper.jobs.models import IN_WORK, JobState
from scorekeeper.ledger.models import Payment, PaymentKind
from scorekeeper.ledger.selectors import players_of
from scorekeeper.play.models import Hand
from scorekeeper.standings.models import Season
from scorekeeper.standings.selectors import season_table
from scorekeeper.standings.services import version_of
from scorekeeper.statements.about import Topic, sheets_of
from scorekeeper.statements.models import Statement
from scorekeeper.wording.reader import language_name

SHOWN = 100
"""Older sheets than this many are kept, but not listed."""


@dataclass(frozen=True, slots=True)
class ListedSheet:
    """A statement as a page shows it. ``older``: why it is not the newest any more, or "";
    ``language``: what it is written in, where that is not the reader's; ``place``: the code of the
    night, or of the club, under which its addresses are."""

    statement: Statement
    older: str
    language: str
    place: str

    @property
    def is_pending(self) -> bool:
        return self.statement.is_in_work

    @property
    def paths(self) -> dict[str, str]:
        """The addresses of its state, of trying again and of its files, by those names."""
        before = "season_" if self.statement.season_id else ""
        return {
            name: reverse(f"statements:{before}{name}", args=[self.place, self.statement.pk])
            for name in ("state", "retry", "file", "csv")
        }

    @property
    def list_path(self) -> str:
        if season := self.statement.season_id:
            return reverse("statements:season", args=[self.place, season])
        return reverse("statements:list", args=[self.place])


@dataclass(frozen=True, slots=True)
class Offer:
    """Somebody a sheet can be asked for, with the newest there is in the reader's language. Player
    None: the whole night, or season."""

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


def sheets(about: Topic) -> SheetList:
    statements = sheets_of(about).select_related("player")
    listed = marked(about, list(statements.order_by("-pk")[:SHOWN]))
    newest: dict[int | None, ListedSheet] = {}
    for sheet in (sheet for sheet in listed if not sheet.language):
        newest.setdefault(sheet.statement.player_id, sheet)
    people: list[Player | None] = [None, *people_of(about).values()]
    offers = [Offer(player, newest.get(player.pk if player else None)) for player in people]
    top = {offer.newest.statement.pk for offer in offers if offer.newest}
    return SheetList(tuple(offers), tuple(s for s in listed if s.statement.pk not in top))


def people_of(about: Topic) -> dict[int, Player]:
    """Whoever has a sheet of the own, by id: as they sat down, or as they stand in the table."""
    if not isinstance(about, Season):
        return players_of(about)
    ranks = season_table(about.club, about)
    found = Player.objects.in_bulk([rank.player_id for rank in ranks])
    return {rank.player_id: found[rank.player_id] for rank in ranks}


def marked(about: Topic, statements: Sequence[Statement]) -> list[ListedSheet]:
    """Each with what makes it older than the night, or season, if anything does."""
    here = get_language()
    if isinstance(about, Season):
        place, older = about.club.code, _older_than(version_of(about), statements)
        why = dict.fromkeys((s.pk for s in older), _("before the last change"))
    else:
        place, older = about.code, _older_than(about.edition, statements)
        why = _whys(about, older)
    return [
        ListedSheet(
            s, why.get(s.pk, ""), "" if s.language == here else language_name(s.language), place
        )
        for s in statements
    ]


def _older_than(version: int, statements: Sequence[Statement]) -> list[Statement]:
    return [s for s in statements if s.state == JobState.DONE and (s.shows or 0) < version]


def _whys(session: Session, older: Sequence[Statement]) -> dict[int, str]:
    """By the statement's id."""
    times = [s.read_at for s in older if s.read_at]
    hands: list[Hand] = []
    cash: list[Payment] = []
    if times:
        since = Q(at__gt=min(times)) | Q(voided_at__gt=min(times))
        changed = Hand.objects.filter(since, game__session=session).select_related("game")
        hands = list(changed.prefetch_related("replacements").order_by("pk"))
        handed = Payment.objects.filter(session=session, kind=PaymentKind.CASH, at__gt=min(times))
        cash = list(handed.order_by("pk"))
    return {s.pk: _why(s, hands, cash) for s in older}


def _why(statement: Statement, hands: Iterable[Hand], cash: Iterable[Payment]) -> str:
    """The first thing that changed a hand the sheet shows, else the first that came after."""
    read_at = statement.read_at
    if read_at is None:
        return _("before the last change")
    for hand in hands:
        if hand.at <= read_at and hand.voided_at and hand.voided_at > read_at:
            told = {"hand": _hand(hand)}
            if any(newer.entry == hand.entry for newer in hand.replacements.all()):
                return _("before %(hand)s was restored") % told
            if hand.replacements.all():
                return _("before %(hand)s was edited") % told
            return _("before %(hand)s was deleted") % told
    for hand in hands:
        if hand.at > read_at and not hand.voided_at:
            return _("before %(hand)s") % {"hand": _hand(hand)}
    if any(payment.at > read_at for payment in cash):
        return _("before money was paid")
    return _("before the last change")


def _hand(hand: Hand) -> str:
    told = {"hand": hand.number, "game": hand.game.number}
    if hand.game.number > 1:
        return _("hand %(hand)d of game %(game)d") % told
    return _("hand %(hand)d") % told


@dataclass(frozen=True, slots=True)
class Together:
    """The sheets of a night as it stands, in the reader's language: the whole night's and that of
    each who was there."""

    players: tuple[Player, ...]
    done: tuple[Statement, ...]
    """The whole night's first, then as they sat down."""
    waiting: int
    failed: tuple[Statement, ...]

    @property
    def most(self) -> int:
        return 1 + len(self.players)

    @property
    def is_whole(self) -> bool:
        return len(self.done) == self.most

    @property
    def mark(self) -> str:
        """Changes with whatever a page shows of it."""
        return f"{self.most}-{len(self.done)}-{self.waiting}-{len(self.failed)}"


def together(session: Session) -> Together:
    """Two queries, however many there are."""
    players = players_of(session)
    order = {player: place for place, player in enumerate([None, *players])}
    stands = Q(state=JobState.DONE, shows__gte=session.edition) | Q(state__in=IN_WORK)
    stands |= Q(state=JobState.FAILED, version=session.edition)
    rows = Statement.objects.filter(stands, session=session, language=get_language())
    newest = {row.player_id: row for row in rows.select_related("player").order_by("pk")}
    found = sorted(
        (row for player, row in newest.items() if player in order),
        key=lambda row: order[row.player_id],
    )
    return Together(
        players=tuple(players.values()),
        done=tuple(row for row in found if row.state == JobState.DONE),
        waiting=sum(row.state in IN_WORK for row in found),
        failed=tuple(row for row in found if row.state == JobState.FAILED),
    )
