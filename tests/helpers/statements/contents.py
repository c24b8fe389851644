"""A session of Rummi with an amended hand, for statements."""

from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.play.edits import services as corrections
from scorekeeper.play.models import Hand
from scorekeeper.play.replays.replay import replay_before
from scorekeeper.play.selectors import Table, hands_in_force
from tests.helpers import factories as make


def rummi(*points: int) -> dict:
    """Points left in hand, by seat."""
    lines = {n: {"points": p} for n, p in zip(make.NAMES, points, strict=False)}
    return {"deal": {"result": "points"}, "lines": lines}


def amend(table: Table, number: int, hand: dict, reason: str = "") -> None:
    old = Hand.objects.get(game=table.game, number=number, voided_at__isnull=True)
    fold = replay_before(table, old, hands_in_force(table.game))
    entry = load_entry(table.rules, fold, hand, table.names)
    corrections.amend_hand(hand=old, entry=entry, token=make.token(), reason=reason)


def played_session() -> Table:
    """Two hands of Rummi at ₹1 a unit, 1-2-3: +6 −1 −2 −3, then −3 +6 −2 −1."""
    return make.play(make.session("rummi"), rummi(12, 30, 45, 61), rummi(60, 5, 40, 30))
