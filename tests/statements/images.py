"""An image of a result that nobody played, with any names and amounts."""

from collections.abc import Sequence

from scorekeeper.core.localization import currencies
from scorekeeper.statements.images.contents import Figure, Ranked, ResultImage


def made_up(names: Sequence[str], *, hand: bool = False, amount: int = 12_345) -> ResultImage:
    figures = (Figure("346"), Figure("1,361"), Figure(currencies.signed(amount, "INR"), amount))
    return ResultImage(
        locale="en-IN",
        club="The regulars",
        occasion="Friday, 20 Nov 2026",
        title="Paplu",
        winners=tuple(names[:1]),
        says="wins",
        columns=("This hand", "Total", "Money"),
        places=tuple(
            Ranked(name, figures, index == 0, index == 1, "count of 20" if hand else "")
            for index, name in enumerate(names)
        ),
        prize=currencies.signed(amount, "INR"),
    )
