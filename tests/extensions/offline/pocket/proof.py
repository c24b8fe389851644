"""Set-up that ``test_proof.py`` shares with other tests."""

import random
import re
from io import BytesIO
from typing import Any, Final

from pypdf import PdfReader

from scorekeeper.clubs.models import Membership, Role
from scorekeeper.core.localization import currencies
from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.ledger.models import Payment
from scorekeeper.play import services
from scorekeeper.play.approvals import services as line_words
from scorekeeper.play.edits import services as corrections
from scorekeeper.play.models import Hand, LineWord
from scorekeeper.play.replays.replay import replay_before
from scorekeeper.play.selectors import Table, game_table, hands_in_force
from scorekeeper.statements.contents.session_reading import contents
from scorekeeper.statements.layouts.session import SessionLayout
from tests.helpers import factories as make

CLOCK: Final = re.compile(r"\d{1,2}:\d\d(\s?[ap]m)?", re.IGNORECASE)


def counts(chance: random.Random, winner: int) -> dict[str, int]:
    """Of each who did not win: few, so that nobody is out after thirty hands."""
    return {name: chance.randint(2, 9) for seat, name in enumerate(make.NAMES) if seat != winner}


def played_again(table: Table) -> Table:
    """The same session in a club of its own, by the services, in the order the site heard of it."""
    there = begun()
    pens = {name: player_of(there, name) for name in make.NAMES[:2]}
    for hand in Hand.objects.filter(game=table.game).order_by("pk"):
        there.game.refresh_from_db()
        there = game_table(there.game)
        assert hand.by
        new_hand = written_by(there, hand, pens[str(hand.by.player)])
        for word in LineWord.objects.filter(hand=hand).order_by("pk"):
            name = word.player.name
            says: dict[str, Any] = {"says": word.says, "why": word.why, "token": word.token}
            line_words.record_word(hand=new_hand, by=pens[name], **says)
    there.game.refresh_from_db()
    return game_table(there.game)


def written_by(there: Table, hand: Hand, pen: Membership) -> Hand:
    return corrected(there, hand, pen) if hand.replaces else recorded(there, hand, pen)


def recorded(there: Table, hand: Hand, pen: Membership) -> Hand:
    entry = load_entry(there.rules, there.fold, hand.entry, there.keys)
    arguments: dict[str, Any] = {"entry": entry, "number": hand.number, "token": hand.token}
    return services.record_hand(table=there, by=pen, **arguments).hand


def corrected(there: Table, hand: Hand, pen: Membership) -> Hand:
    assert hand.replaces
    old = Hand.objects.get(game=there.game, token=hand.replaces.token)
    fold = replay_before(there, old, hands_in_force(there.game))
    entry = load_entry(there.rules, fold, hand.entry, there.keys)
    arguments: dict[str, Any] = {"entry": entry, "token": hand.token, "reason": hand.reason}
    return corrections.amend_hand(hand=old, by=pen, **arguments).hand


def begun() -> Table:
    """Pool to 201 for six, on a session that asks everybody."""
    table = make.session("pool_rummy", make.NAMES, {"pool": 201})
    table.game.session.consent = True
    table.game.session.save()
    return table


def player_of(table: Table, name: str) -> Membership:
    """A scorer who is this player."""
    mine = make.member(Role.SCORER, table.game.session.club)
    mine.player = next(player for player in table.players if player.name == name)
    mine.save()
    return mine


def written(table: Table) -> list[dict[str, Any]]:
    """Every hand in its order, with its place in the chain, its scores and its payments."""
    return [
        {
            "hand": (hand.number, hand.token, hand.digest, hand.entry, hand.reason),
            "counts": hand.voided_at is None,
            "replaces": hand.replaces and hand.replaces.token,
            "scores": [
                (score.seat, score.revision, score.points, score.won)
                for score in hand.scores.order_by("seat", "revision")
            ],
            "words": [
                (word.player.name, word.says, word.why)
                for word in LineWord.objects.filter(hand=hand).order_by("pk")
            ],
        }
        for hand in Hand.objects.filter(game=table.game).order_by("pk")
    ]


def paid(table: Table) -> list[tuple[Any, ...]]:
    payments = Payment.objects.filter(session=table.game.session).order_by("pk")
    return [
        (
            payment.hand and payment.hand.token,
            payment.payer and payment.payer.name,
            payment.payee and payment.payee.name,
            payment.amount,
            payment.reverses_id is None,
        )
        for payment in payments
    ]


def paper(table: Table) -> list[str]:
    """Each page of the statement, but for the times."""
    table.game.session.refresh_from_db()
    with currencies.reading_as("en-IN"):
        sheet_contents = contents(table.game.session)
    file = BytesIO(SessionLayout(sheet_contents).pdf())
    return [CLOCK.sub("…", page.extract_text()) for page in PdfReader(file).pages]
