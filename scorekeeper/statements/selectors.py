"""Which statements there are, and what has changed since they were drawn."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scorekeeper.clubs.models import Player, Session
from scorekeeper.core.jobs.models import IN_WORK, JobState
from scorekeeper.core.localization.reader import language_name
from scorekeeper.ledger.models import Payment, PaymentKind
from scorekeeper.ledger.selectors import players_of
from scorekeeper.play.models import Hand
from scorekeeper.play.terms import game_text
from scorekeeper.seasons.models import Season
from scorekeeper.seasons.selectors import ranked
from scorekeeper.seasons.services import version_of
from scorekeeper.statements.models import Statement
from scorekeeper.statements.subject import Topic, statements_of

MOST_LISTED = 100
"""Older statements are kept, but not listed."""


@dataclass(frozen=True, slots=True)
class ListedStatement:
    """A statement as a page shows it. ``older``: why it is outdated, or ""; ``language``: its
    language, where that is not the reader's; ``place``: the code of the session or group in its
    addresses."""

    statement: Statement
    older: str
    language: str
    place: str

    @property
    def is_pending(self) -> bool:
        return self.statement.is_in_work

    @property
    def paths(self) -> dict[str, str]:
        """The addresses of its state, retry and files, by these names."""
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
    """A player whose statement can be requested, with the newest one in the reader's language.
    Player None: everyone."""

    player: Player | None
    newest: ListedStatement | None


@dataclass(frozen=True, slots=True)
class StatementList:
    offers: tuple[Offer, ...]
    earlier: tuple[ListedStatement, ...]
    """All others, newest first."""

    @property
    def is_pending(self) -> bool:
        newest = (offer.newest for offer in self.offers)
        return any(row.is_pending for row in (*newest, *self.earlier) if row)


def list_of(about: Topic) -> StatementList:
    statements = statements_of(about).select_related("player")
    rows = listed(about, list(statements.order_by("-pk")[:MOST_LISTED]))
    newest: dict[int | None, ListedStatement] = {}
    for row in (row for row in rows if not row.language):
        newest.setdefault(row.statement.player_id, row)
    people: list[Player | None] = [None, *people_of(about).values()]
    offers = [Offer(player, newest.get(player.pk if player else None)) for player in people]
    top = {offer.newest.statement.pk for offer in offers if offer.newest}
    return StatementList(tuple(offers), tuple(row for row in rows if row.statement.pk not in top))


def people_of(about: Topic) -> dict[int, Player]:
    """Returns the players with a statement of their own by id, in seating order or in order of the
    standings."""
    if not isinstance(about, Season):
        return players_of(about)
    ranks = ranked(about.club, about).ranks
    players = Player.objects.in_bulk([rank.player_id for rank in ranks])
    return {rank.player_id: players[rank.player_id] for rank in ranks}


def listed(about: Topic, statements: Sequence[Statement]) -> list[ListedStatement]:
    """Returns each with the reason why it is outdated, if any."""
    language = get_language()
    if isinstance(about, Season):
        place, older = about.club.code, _outdated(version_of(about), statements)
        reasons = dict.fromkeys((s.pk for s in older), _("before the last change"))
    else:
        place, older = about.code, _outdated(about.edition, statements)
        reasons = _age_reasons(about, older)
    return [
        ListedStatement(
            s,
            reasons.get(s.pk, ""),
            "" if s.language == language else language_name(s.language),
            place,
        )
        for s in statements
    ]


def _outdated(version: int, statements: Sequence[Statement]) -> list[Statement]:
    return [s for s in statements if s.state == JobState.DONE and (s.shows or 0) < version]


def _age_reasons(session: Session, older: Sequence[Statement]) -> dict[int, str]:
    """Returns the reasons by statement id."""
    times = [s.read_at for s in older if s.read_at]
    hands: list[Hand] = []
    cash: list[Payment] = []
    if times:
        is_later = Q(at__gt=min(times)) | Q(voided_at__gt=min(times))
        changed = Hand.objects.filter(is_later, game__session=session).select_related("game")
        hands = list(changed.prefetch_related("replacements").order_by("pk"))
        payments = Payment.objects.filter(session=session, kind=PaymentKind.CASH, at__gt=min(times))
        cash = list(payments.order_by("pk"))
    return {s.pk: _age_reason(s, hands, cash) for s in older}


def _age_reason(statement: Statement, hands: Iterable[Hand], cash: Iterable[Payment]) -> str:
    """Returns the first change to a hand shown, else the first later hand or payment."""
    read_at = statement.read_at
    if read_at is None:
        return _("before the last change")
    for hand in hands:
        if hand.at <= read_at and hand.voided_at and hand.voided_at > read_at:
            values = {"hand": _hand(hand)}
            if any(newer.entry == hand.entry for newer in hand.replacements.all()):
                return _("before %(hand)s was restored") % values
            if hand.replacements.all():
                return _("before %(hand)s was edited") % values
            return _("before %(hand)s was deleted") % values
    for hand in hands:
        if hand.at > read_at and not hand.voided_at:
            return _("before %(hand)s") % {"hand": _hand(hand)}
    if any(payment.at > read_at for payment in cash):
        return _("before money was paid")
    return _("before the last change")


def _hand(hand: Hand) -> str:
    values = {"hand": hand.number, "game": hand.game.number}
    if hand.game.number > 1:
        return game_text(hand.game.terms, "hand %(hand)d of game %(game)d") % values
    return game_text(hand.game.terms, "hand %(hand)d") % values


@dataclass(frozen=True, slots=True)
class Progress:
    """The current statements of a session in the reader's language: the whole one and one per
    player."""

    players: tuple[Player, ...]
    finished: tuple[Statement, ...]
    """The whole one first, then in seating order."""
    waiting: int
    failed: tuple[Statement, ...]

    @property
    def total(self) -> int:
        return 1 + len(self.players)

    @property
    def is_whole(self) -> bool:
        return len(self.finished) == self.total

    @property
    def mark(self) -> str:
        """Changes with everything the page shows of it."""
        return f"{self.total}-{len(self.finished)}-{self.waiting}-{len(self.failed)}"


def progress_of(session: Session) -> Progress:
    """Returns the state of all statements of the session. Two queries."""
    players = players_of(session)
    order = {player: place for place, player in enumerate([None, *players])}
    is_current = Q(state=JobState.DONE, shows__gte=session.edition) | Q(state__in=IN_WORK)
    is_current |= Q(state=JobState.FAILED, version=session.edition)
    rows = statements_of(session).filter(is_current, language=get_language())
    newest = {row.player_id: row for row in rows.select_related("player").order_by("pk")}
    rows_in_order = sorted(
        (row for player, row in newest.items() if player in order),
        key=lambda row: order[row.player_id],
    )
    return Progress(
        players=tuple(players.values()),
        finished=tuple(row for row in rows_in_order if row.state == JobState.DONE),
        waiting=sum(row.state in IN_WORK for row in rows_in_order),
        failed=tuple(row for row in rows_in_order if row.state == JobState.FAILED),
    )
