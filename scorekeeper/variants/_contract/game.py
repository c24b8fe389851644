"""A contract game from what is its own: contracts, house rules, questions, bonuses, presets."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scorekeeper.engine.game import Entry, Game, Scores
from scorekeeper.engine.variant import Preset, Variant
from scorekeeper.variants._contract import cards, money, rules
from scorekeeper.variants._contract.options import check_options, defaults
from scorekeeper.variants._contract.questions import D, Held, L, O, Result, State


def contract_game(
    *,
    key: str,
    name: str,
    summary: str,
    contracts: Sequence[str],
    presets: tuple[Preset, ...],
    options: type[O],
    deal: type[D],
    line: type[L],
    score: Callable[[Game[O, State], Entry[D, L]], Scores] = rules.score,
    check: Callable[[Game[O, State], Entry[D, L]], None] = rules.check,
) -> Variant[O, D, L, State]:
    """The game of these contracts, one for each deal. ``score`` and ``check``: where it has a
    bonus, the others' rules included."""
    return Variant(
        key=key,
        name=name,
        summary=summary,
        seats=range(3, 9),
        options=options,
        deal=deal,
        line=line,
        state=State,
        score=score,
        check=check,
        open=money.antes,
        close=money.settle,
        begin=rules.begin,
        follow=rules.follow,
        is_over=rules.is_over,
        defaults=defaults,
        check_options=check_options,
        presets=presets,
        void=lambda deal: deal.result is Result.VOID,
        notes=lambda game, person: rules.told_by_dealer(game, person, contracts),
        dealer=rules.dealer,
        low_wins=True,
        held=Held,
        count=cards.count,
        copies=cards.copies,
        wild=cards.wild,
        lay=cards.lay,
    )
