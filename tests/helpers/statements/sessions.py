"""A session with all that a statement can say of one, made through the real services."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from random import Random
from typing import Any

from scorekeeper.clubs.invitations import proof_links
from scorekeeper.clubs.models import Player, Session
from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.engine.referee import Claim
from scorekeeper.ledger.selectors import players_of
from scorekeeper.play import services
from scorekeeper.play.selectors import game_table
from scorekeeper.settlement.agreements import agree
from scorekeeper.settlement.balances import session_balances
from scorekeeper.settlement.carry_over import carry
from scorekeeper.settlement.expenses import add_expense
from scorekeeper.settlement.models import How, Way
from scorekeeper.settlement.payment_details.services import save_addresses
from tests.helpers import factories as make
from tests.helpers.factories import pool_hand

FOUR = make.NAMES[:4]
TWELVE = (
    *make.NAMES,
    *("Sita", "Tara", "Uma Maheshwari", "Vikram", "Yusuf", "Zoë"),
)
CARDS = "5H 6H 7H 8S 9S 10S JK KD KS 2C 2D 2H QC"
"""Turned up: the four of spades. All but the queen lie in melds."""
WRONG = (
    ("5H", "6H", "7H"),
    ("8S", "9S", "JS"),
    ("KC", "KD", "KH"),
    ("2C", "2D", "2H"),
    ("QC",),
)


def points_hand(
    winner: str, cards: Mapping[str, str], wrong: str, others: Sequence[str]
) -> dict[str, Any]:
    """Returns a hand of points rummy: tapped cards by name, and a wrong show."""
    lines: dict[str, Any] = {winner: {"finish": "won"}}
    lines |= {name: {"finish": "counted", "cards": text} for name, text in cards.items()}
    lines |= {wrong: {"finish": "wrong_show"}} if wrong else {}
    lines |= {name: {"finish": "first_drop"} for name in others}
    return {"deal": {"turned": "4S"}, "lines": lines}


def three_games(names: Sequence[str] = FOUR, earlier: bool = True) -> Session:
    """Pool to its end, two hands of points rummy with their cards, two of rummi; a shared cost, a
    debt of the week before, money handed over, everything rounded to ten. Who is paid has an
    address."""
    a, b, c, d = names
    club = make.club("Friday table")
    before = _debt(club, names) if earlier else None
    table = make.session("pool_rummy", names, {"pool": 61, "fee": 2_000}, club=club)
    session = table.game.session
    make.play(
        table,
        *(pool_hand(a, **finishes) for finishes in _pool(b, c, d)),
    )
    _points_rummy(session, names)
    deal = make.next_game(session, "rummi", names)
    make.play(deal, {"deal": {"result": "hu"}, "lines": {b: {"won": True, "jokers": 1}}})
    _beside(session, before)
    return Session.objects.select_related("club").get(pk=session.pk)


def _pool(b: str, c: str, d: str) -> list[dict[str, int | str]]:
    """Returns the lines of the others in hands that one wins: all of them are out after three."""
    return [
        {b: 60, c: 60, d: "first_drop"},
        {b: "first_drop", c: "first_drop", d: "middle_drop"},
        {d: "middle_drop"},
    ]


def _points_rummy(session: Session, names: Sequence[str]) -> None:
    a, b, c, d = names
    table = make.next_game(session, "points_rummy", names, {"point_value": 130})
    tapped = {b: CARDS, c: "AS 2S 3S 4S 7D 8D 9D JK QH QD 10C 6C 3H"}
    make.play(table, points_hand(a, tapped, "", [d]))
    table = game_table(table.game)
    hand = points_hand(b, {}, c, [a, d])
    services.record_hand(
        table=table,
        entry=load_entry(table.rules, table.fold, hand, table.names),
        number=2,
        token=make.token(),
        claims=[Claim(2, tuple(card for group in WRONG for card in group), WRONG)],
    )


def _debt(club: Any, names: Sequence[str]) -> Session:
    """A session a week before, on which somebody stayed in debt."""
    table = make.session("rummi", names, club=club, played_on=date(2026, 11, 20) - timedelta(7))
    points = zip(names, (12, 30, 45, 61), strict=True)
    lines = {name: {"points": left} for name, left in points}
    make.play(table, {"deal": {"result": "points"}, "lines": lines})
    return table.game.session


def _beside(session: Session, before: Session | None) -> None:
    players = list(players_of(session).values())
    add_expense(
        session=session,
        label="Snacks and tea",
        paid_by=players[1],
        amount=47_500,
        how=How.EQUAL,
        entered_weights={player.pk: 1 for player in players},
        token=make.token(),
        by=None,
    )
    if before:
        debts = [
            (t.payer.pk, t.payee.pk, t.amount) for t in session_balances(before).plan.transfers
        ]
        arguments: dict[str, Any] = {"token": make.token(), "by": None}
        carry(from_session=before, to_session=session, debts=debts[:1], **arguments)
    agree(session=session, token=make.token(), by=None, way=Way.FEWEST, step=1_000)
    with_addresses(session, players)
    proof_links.ensure_link(session=session, origin="https://score.example.org")


def with_addresses(session: Session, players: Sequence[Player], sent_along: bool = True) -> None:
    """Everybody has one."""
    for number, player in enumerate(players):
        save_addresses(player=player, addresses={"upi": f"p{number}@okbank"}, sent_along=sent_along)


def large(names: Sequence[str] = TWELVE, hands: int = 60) -> Session:
    """Twelve people at one table in one session."""
    chance = Random(7)
    table = make.session("paplu", names, {"rounds": 5})
    entries = []
    for _number in range(hands):
        winner = chance.choice(list(names))
        lines: dict[str, Any] = {winner: {"finish": "won"}}
        for name in names:
            if name != winner:
                count = {"finish": "counted", "points": chance.randint(2, 60)}
                lines[name] = chance.choice(
                    [{"finish": "first_drop"}, {"finish": "middle_drop"}, count, count, count]
                )
        entries.append({"deal": {}, "lines": lines})
    make.play(table, *entries)
    session = Session.objects.select_related("club").get(pk=table.game.session_id)
    with_addresses(session, list(players_of(session).values()))
    return session
