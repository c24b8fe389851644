"""A small session for races, every write of it as a device makes it, and whether it is sound."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from django.core.exceptions import ValidationError
from django.db import OperationalError
from django.test import Client

from scorekeeper.clubs.models import Role, Session
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.play import seating, services
from scorekeeper.play.addresses import hand_address
from scorekeeper.play.models import Game, Hand, SeatChange
from scorekeeper.play.replays.audit import differences
from scorekeeper.play.replays.replay import NotPossibleError
from scorekeeper.play.selectors import Table, game_table
from scorekeeper.play.services import ClosedError, StaleError
from scorekeeper.settlement.after_closing import NotAgreedError
from scorekeeper.settlement.audit import audit_faults
from scorekeeper.settlement.balances import session_balances
from tests.helpers import factories as make
from tests.helpers.databases import Kept, empty
from tests.helpers.factories import pool_hand

REFUSALS = (
    StaleError,
    ClosedError,
    EntryError,
    NotPossibleError,
    NotAgreedError,
    ValidationError,
)
"""What a device is told in a sentence."""
NAMES = make.NAMES[:4]


def played_session() -> Game:
    """A game of four that is paid hand by hand, with one hand; then somebody went home."""
    table = make.session("paplu", NAMES, {"rounds": None})
    table = make.play(table, hand_of(table))
    leave(table.game)
    return fresh(table.game)


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


def hand_of(table: Table, points: int = 30) -> dict[str, Any]:
    """Returns a hand that the first player wins; the others who play hold points."""
    here = [name for person, name in enumerate(table.names) if person not in table.fold.left]
    entry = pool_hand(here[0], **dict.fromkeys(here[1:], points))
    return entry | {"absent": [name for name in table.names if name not in here]}


def entry_at(table: Table, points: int = 30) -> Any:
    return load_entry(table.rules, table.fold, hand_of(table, points), table.names)


def view_of(game: Game) -> seating.TableVersion:
    return seating.TableVersion(game.last_number + 1, game.change_count)


def save(table: Table, points: int = 30) -> services.SavedHand:
    """``at``: the table as the device's request read it."""
    number = table.game.last_number + 1
    return services.record_hand(
        table=table, entry=entry_at(table, points), number=number, token=make.token()
    )


def read(game: Game) -> Table:
    return game_table(fresh(game))


def leave(game: Game, person: int = 3) -> SeatChange:
    now = fresh(game)
    return seating.leave_game(game=now, person=person, version=view_of(now), token=make.token())


def last_hand(game: Game) -> Hand:
    hand = game.hands.filter(voided_at__isnull=True).order_by("-number").first()
    assert hand is not None
    return hand


def last_change(game: Game) -> SeatChange:
    change = game.changes.filter(voided_at__isnull=True).order_by("-place").first()
    assert change is not None
    return change


# Whether all is well -------------------------------------------------------------------------


def faults(
    session: Session, outcomes: Any = (), client: Client | None = None, *, pages: bool = True
) -> list[str]:
    """Everything that must not be after any writes: surprises, wrong sums, pages that fail."""
    problems = [
        f"raised {type(outcome).__name__}: {outcome}"
        for outcome in outcomes
        if isinstance(outcome, Exception) and not isinstance(outcome, REFUSALS)
    ]
    problems += [phrase for game in session.games.all() for phrase in differences(game)]
    problems += audit_faults(session)
    try:
        if sum(session_balances(session).net.values()):
            problems.append("the balances do not sum to zero")
    except (ValueError, OperationalError) as error:
        problems.append(f"settling up: {error}")
    return [*problems, *(broken_pages(session, client or host(session)) if pages else ())]


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
    in_force = Hand.objects.filter(game__session=session, voided_at__isnull=True)
    hands = list(in_force.select_related("game").order_by("pk"))
    for hand in hands:
        hand.game.session = session
    return hands
