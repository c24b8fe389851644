"""A small session for races, every write of it as a phone makes it, and whether it is sound."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from django.core.exceptions import ValidationError
from django.db import OperationalError
from django.test import Client

from scorekeeper.clubs.models import Role, Session
from scorekeeper.core.requests.tokens import OtherwiseError
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.play import seating, services
from scorekeeper.play.addresses import hand_address
from scorekeeper.play.approvals.contests import ContestedError
from scorekeeper.play.models import Game, Hand, SeatChange
from scorekeeper.play.replays.audit import differences
from scorekeeper.play.replays.replay import NotPossibleError
from scorekeeper.play.selectors import Table, game_table
from scorekeeper.play.services import ClosedError, StaleError
from scorekeeper.settlement.after_closing import ClosedSessionError, NotAgreedError
from scorekeeper.settlement.audit import audit_faults
from scorekeeper.settlement.balances.plan import standing
from scorekeeper.settlement.expenses.carry_over import TargetSessionError
from scorekeeper.settlement.expenses.services import NobodySharesError, SharesChangedError
from scorekeeper.settlement.payments.permissions import NotYoursError
from scorekeeper.settlement.payments.services import ChangedError
from tests.helpers import factories as make
from tests.helpers.databases import Kept, empty
from tests.helpers.factories import pool_hand

REFUSALS = (
    OtherwiseError,
    StaleError,
    ClosedError,
    EntryError,
    NotPossibleError,
    ChangedError,
    NotYoursError,
    NobodySharesError,
    TargetSessionError,
    SharesChangedError,
    NotAgreedError,
    ClosedSessionError,
    ValidationError,
    ContestedError,
)
"""What a phone is told in a sentence."""
NAMES = make.NAMES[:4]


def played_session() -> Game:
    """A game of four that is paid hand by hand, with one hand; then somebody went home."""
    at = make.session("paplu", NAMES, {"rounds": None})
    at = make.play(at, hand_of(at))
    leave(at.game)
    return fresh(at.game)


def session_again() -> Game:
    """The same session as it began, and nothing besides, whatever was written meanwhile."""
    pk, kept = kept_session()
    kept.put_back()
    return fresh(Game(pk=pk))


@cache
def kept_session() -> tuple[int, Kept]:
    empty()
    return played_session().pk, Kept()


def fresh(game: Game) -> Game:
    return Game.objects.select_related("session__club").get(pk=game.pk)


def hand_of(at: Table, points: int = 30) -> dict[str, Any]:
    """Whoever plays holds points, but for the first, who wins."""
    here = [name for person, name in enumerate(at.names) if person not in at.fold.left]
    told = pool_hand(here[0], **dict.fromkeys(here[1:], points))
    return told | {"absent": [name for name in at.names if name not in here]}


def entry_at(at: Table, points: int = 30) -> Any:
    return load_entry(at.rules, at.fold, hand_of(at, points), at.names)


def view_of(game: Game) -> seating.TableVersion:
    return seating.TableVersion(game.last_number + 1, game.change_count)


def save(at: Table, points: int = 30) -> services.SavedHand:
    """``at``: the table as the phone's request read it."""
    number = at.game.last_number + 1
    return services.record_hand(
        table=at, entry=entry_at(at, points), number=number, token=make.token()
    )


def read(game: Game) -> Table:
    return game_table(fresh(game))


def leave(game: Game, person: int = 3) -> SeatChange:
    now = fresh(game)
    return seating.leave_game(game=now, person=person, version=view_of(now), token=make.token())


def last_hand(game: Game) -> Hand:
    found = game.hands.filter(voided_at__isnull=True).order_by("-number").first()
    assert found is not None
    return found


def last_change(game: Game) -> SeatChange:
    found = game.changes.filter(voided_at__isnull=True).order_by("-place").first()
    assert found is not None
    return found


# Whether all is well -------------------------------------------------------------------------


def faults(
    session: Session, outcomes: Any = (), client: Client | None = None, *, pages: bool = True
) -> list[str]:
    """Everything that must not be after any writes: surprises, wrong sums, pages that fail."""
    found = [
        f"raised {type(outcome).__name__}: {outcome}"
        for outcome in outcomes
        if isinstance(outcome, Exception) and not isinstance(outcome, REFUSALS)
    ]
    found += [told for game in session.games.all() for told in differences(game)]
    found += audit_faults(session)
    try:
        if sum(standing(session).balances.values()):
            found.append("the balances do not sum to zero")
    except (ValueError, OperationalError) as error:
        found.append(f"settling up: {error}")
    return [*found, *(broken_pages(session, client or host(session)) if pages else ())]


def host(session: Session) -> Client:
    return make.client_with(Role.HOST, session.club, raise_request_exception=False)


def broken_pages(session: Session, client: Client) -> Iterator[str]:
    path = f"/sessions/{session.code}/"
    pages = [path, f"{path}settle/"]
    for hand in Hand.objects.filter(game__session=session).order_by("-pk")[:1]:
        pages.append(hand_address("scoreboard:hand", hand))
    for page in pages:
        answer = client.get(page)
        if answer.status_code != 200:
            yield f"{page} answered {answer.status_code}"


def hands_in_force(session: Session) -> list[Hand]:
    found = Hand.objects.filter(game__session=session, voided_at__isnull=True)
    hands = list(found.select_related("game").order_by("pk"))
    for hand in hands:
        hand.game.session = session
    return hands
