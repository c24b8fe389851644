"""What is not as wished in a draw, as sentences for whoever publishes it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.clubs.models import Player
from scorekeeper.engine.draw import Flaw, Kind
from scorekeeper.tournaments.models import Round, players_of

Names = Mapping[int, str]


@dataclass(frozen=True, slots=True)
class DraftFlaws:
    """Sentences about a draft."""

    now: list[str]
    later: list[str]
    """About rounds that are planned after it."""
    is_searched: bool = False
    """Several are not proven: that the search found nothing better is said once for all."""


def draft_flaws(turn: Round) -> DraftFlaws:
    stored = [
        Flaw(Kind(kind), number, tuple(persons), count, proven)
        for kind, number, persons, count, proven in turn.flaws
    ]
    names, rounds = persons_of(stored), 1 + len(turn.drawn.get("ahead", []))
    people, by_hand = len(players_of(turn.drawn)), turn.seed == 0
    searched = sum(not flaw.proven for flaw in stored) if not by_hand else 0
    texts = [
        (flaw.round < turn.number, _with_reason(flaw, names, rounds, people, searched == 1))
        for flaw in stored
    ]
    return DraftFlaws(
        now=[text for is_now, text in texts if is_now],
        later=[text for is_now, text in texts if not is_now],
        is_searched=searched > 1,
    )


def persons_of(flaws: Iterable[Flaw]) -> dict[int, str]:
    """Returns the names of all who are in these flaws. One query."""
    players = Player.objects.filter(pk__in={p for flaw in flaws for p in flaw.persons})
    return dict(players.values_list("pk", "name"))


def flaw_text(flaw: Flaw, names: Names) -> str:
    """Returns the flaw as a sentence, without a reason."""
    return _("%(flaw)s.") % {"flaw": _flaw(flaw, names)}


def _with_reason(flaw: Flaw, names: Names, rounds: int, people: int, searched: bool) -> str:
    values = {"flaw": _flaw(flaw, names), "rounds": rounds, "people": people}
    if flaw.proven:
        return (
            ngettext(
                "%(flaw)s: no draw of %(rounds)s round for %(people)s people avoids it.",
                "%(flaw)s: no plan of %(rounds)s rounds for %(people)s people avoids it.",
                rounds,
            )
            % values
        )
    if searched:
        return _("%(flaw)s. The search found no better plan.") % values
    return _("%(flaw)s.") % values


def _flaw(flaw: Flaw, names: Names) -> str:
    people = [names.get(person, "?") for person in flaw.persons]
    values = {
        "name": people[0],
        "other": people[-1],
        "names": ", ".join(people),
        "round": flaw.round + 1,
        "count": flaw.count,
        "place": flaw.count + 1,
        "fewer": flaw.count - 2,
        "size": len(people),
    }
    return WORDS[flaw.kind](flaw.count) % values


def _repeat(count: int) -> str:
    if count == 2:
        return _("%(name)s and %(other)s meet again in round %(round)s")
    return ngettext(
        "%(name)s and %(other)s meet %(count)s time, again in round %(round)s",
        "%(name)s and %(other)s meet %(count)s times, again in round %(round)s",
        count,
    )


def _apart(_count: int) -> str:
    return _("%(name)s and %(other)s, who should be apart, share a table in round %(round)s")


def _team(_count: int) -> str:
    return _("%(name)s and %(other)s of one team share a table in round %(round)s")


def _table(_count: int) -> str:
    return _("%(name)s is at table %(place)s in round %(round)s, not at their own")


def _seat(_count: int) -> str:
    return _("%(name)s is in seat %(place)s in round %(round)s, not in their own")


def _out_again(count: int) -> str:
    return ngettext(
        "%(name)s sits out in round %(round)s after sitting out %(count)s time,"
        " others did less often",
        "%(name)s sits out in round %(round)s after sitting out %(count)s times,"
        " others did less often",
        count,
    )


def _first_again(count: int) -> str:
    if count == 2:
        return _("%(name)s deals first twice in rounds 1 to %(round)s, somebody else not at all")
    return ngettext(
        "%(name)s deals first %(count)s time in rounds 1 to %(round)s,"
        " somebody else at most %(fewer)s",
        "%(name)s deals first %(count)s times in rounds 1 to %(round)s,"
        " somebody else at most %(fewer)s",
        count,
    )


def _twice(count: int) -> str:
    return ngettext("%(name)s has %(count)s seat", "%(name)s has %(count)s seats", count)


def _missing(_count: int) -> str:
    return _("%(name)s has no seat")


def _stranger(_count: int) -> str:
    return _("%(name)s has a seat but does not play in this round")


def _small(count: int) -> str:
    return ngettext(
        "A table of %(count)s person is too small: %(names)s",
        "A table of %(count)s people is too small: %(names)s",
        count,
    )


def _large(count: int) -> str:
    return ngettext(
        "A table of %(count)s person is too large: %(names)s",
        "A table of %(count)s people is too large: %(names)s",
        count,
    )


def _surplus(_count: int) -> str:
    return _("One table more than there are: %(names)s")


def _crowded(count: int) -> str:
    return ngettext(
        "%(size)s people share a table in round %(round)s, %(count)s was agreed: %(names)s",
        "%(size)s people share a table in round %(round)s, %(count)s were agreed: %(names)s",
        count,
    )


WORDS: Final[Mapping[Kind, Callable[[int], str]]] = {
    Kind.REPEAT: _repeat,
    Kind.APART: _apart,
    Kind.TEAM: _team,
    Kind.TABLE: _table,
    Kind.SEAT: _seat,
    Kind.OUT_AGAIN: _out_again,
    Kind.FIRST_AGAIN: _first_again,
    Kind.TWICE: _twice,
    Kind.MISSING: _missing,
    Kind.STRANGER: _stranger,
    Kind.SMALL: _small,
    Kind.LARGE: _large,
    Kind.SURPLUS: _surplus,
    Kind.CROWDED: _crowded,
}
"""By the kind, a sentence without its full stop, for its count."""
