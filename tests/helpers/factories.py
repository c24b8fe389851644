"""Clubs, sessions and hands for tests, made through the real services."""

from collections.abc import Mapping, Sequence
from datetime import date
from importlib import import_module
from itertools import count
from typing import Any

from django.conf import settings
from django.test import Client

from scorekeeper.clubs import services as clubs
from scorekeeper.clubs.devices.services import SECRETS
from scorekeeper.clubs.models import Club, Device, Membership, Player, Role, Session, ShareLink
from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.engine.transfers.settle_up import Transfer
from scorekeeper.play import services
from scorekeeper.play.selectors import Table, game_table
from scorekeeper.settlement import payments as settling
from scorekeeper.settlement.models import SENT, Handover

NAMES = ("Asha", "Dev", "Meera", "Omar", "Priya", "Ravi")
_numbers = count(1)
_secrets: dict[int, str] = {}
"""The secrets of the devices made here, by their ids."""


def token() -> str:
    return f"token-{next(_numbers)}"


def club(name: str = "Friday table", **fields: Any) -> Club:
    own_club, _membership = clubs.create_club(name=name, **fields)
    return own_club


new_club = club  # for functions with an argument of that name


def session(
    variant: str = "pool_rummy",
    names: Sequence[str] = NAMES[:4],
    options: Mapping[str, Any] | None = None,
    *,
    side: int = 1,
    club: Club | None = None,
    played_on: date = date(2026, 11, 20),
) -> Table:
    """A session with one game of these players just started."""
    session = services.open_session(club=club or new_club(), played_on=played_on)
    return next_game(session, variant, names, options, side=side)


def next_game(
    session: Session,
    variant: str,
    names: Sequence[str],
    options: Mapping[str, Any] | None = None,
    *,
    side: int = 1,
) -> Table:
    players = clubs.add_players(club=session.club, names=names)
    game = services.start_game(
        session=session, variant=variant, options=options or {}, players=players, side=side
    )
    return game_table(game)


def play(table: Table, *hands: Mapping[str, Any], by: Membership | None = None) -> Table:
    """Record hands written as in a case file, with the players' names."""
    for hand in hands:
        table.game.refresh_from_db()
        now = game_table(table.game)
        services.record_hand(
            table=now,
            entry=load_entry(now.rules, now.fold, hand, now.names),
            number=now.game.last_number + 1,
            token=token(),
            by=by,
        )
    table.game.refresh_from_db()
    return game_table(table.game)


def pool_hand(winner: str, **finishes: int | str) -> dict[str, Any]:
    """``pool_hand("Asha", Dev=43, Meera="first_drop")``: a hand of an Indian game."""
    lines: dict[str, Any] = {winner: {"finish": "won"}}
    for name, finish in finishes.items():
        counted = {"finish": "counted", "points": finish}
        lines[name] = {"finish": finish} if isinstance(finish, str) else counted
    return {"deal": {}, "lines": lines}


def sends(session: Session, transfer: Transfer[Player]) -> Handover:
    """The payer of what is owed says that all of it is sent; nobody has confirmed it."""
    payer = member(Role.VIEWER, session.club)
    payer.player = transfer.payer
    payer.save()
    return settling.record_transfer(
        session=session,
        payer=transfer.payer.pk,
        payee=transfer.payee.pk,
        owed=transfer.amount,
        amount=transfer.amount,
        word=SENT,
        token=token(),
        by=payer,
    )


def hands_over(session: Session, payer: Player, payee: Player, amount: int) -> Handover:
    """Money from hand to hand, as a host writes it down, whether it is owed or not."""
    (handover,) = settling.record_deposits(
        session=session,
        payers=[payer.pk],
        payee=payee.pk,
        amount=amount,
        purpose="advance",
        token=token(),
        by=None,
    )
    return handover


def link(role: Role, own_club: Club, session: Session | None = None) -> tuple[ShareLink, str]:
    """An invitation of its own and its secret, of those that cannot be shown again."""
    secret = f"secret-of-link-{token()}"
    new_link = ShareLink.objects.create(
        club=own_club, session=session, role=role, digest=clubs.digest(secret)
    )
    return new_link, secret


def rename(player: Player, name: str) -> Player:
    own_club = Club.objects.get(pk=player.club_id)
    clubs.update_club(
        club=own_club,
        name=own_club.name,
        currency=own_club.currency,
        time_zone=own_club.time_zone,
        language=own_club.language,
        renamed={player: name},
    )
    return player


def member(role: Role, own_club: Club, session: Session | None = None) -> Membership:
    """A membership that came by a share link."""
    _link, secret = link(role, own_club, session)
    joined = clubs.redeem_link(token=secret)
    assert joined is not None
    return joined


def phone(*memberships: Membership) -> str:
    """The secret of a phone that holds those of these memberships that no phone has yet."""
    secret = f"secret-of-{token()}"
    device = Device.objects.create(digest=clubs.digest(secret))
    _secrets[device.pk] = secret
    for membership in memberships:
        if membership.device_id is None:
            membership.device = device
            membership.save(update_fields=["device"])
    return secret


def cookie(**carried: Any) -> str:
    """A session cookie with this content, as the site signs it."""
    store = import_module(settings.SESSION_ENGINE).SessionStore()
    store.update(carried)
    store.save()
    return str(store.session_key)


def carried(browser: Client) -> dict[str, Any]:
    """Returns the contents of this browser's session cookie."""
    engine = import_module(settings.SESSION_ENGINE)
    held = engine.SessionStore(browser.cookies[settings.SESSION_COOKIE_NAME].value)
    return dict(held.items())


def client_as(*memberships: Membership, **options: Any) -> Client:
    """A browser that holds these memberships."""
    browser = Client(**options)
    secrets = {phone(*memberships), *(_secrets[m.device_id] for m in memberships if m.device_id)}
    browser.cookies[settings.SESSION_COOKIE_NAME] = cookie(**{SECRETS: sorted(secrets)})
    return browser


def client_with(
    role: Role, own_club: Club, session: Session | None = None, **options: Any
) -> Client:
    return client_as(member(role, own_club, session), **options)


def host_client(own_club: Club, **options: Any) -> Client:
    return client_with(Role.HOST, own_club, **options)
