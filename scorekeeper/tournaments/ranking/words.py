"""Why people of a ranking stand where they do, in words. As in a season, where a session is a
table."""

from fractions import Fraction
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.seasons.ranking.method import TieRule
from scorekeeper.seasons.ranking.ties import Decision
from scorekeeper.seasons.words import number_text

OF_TWO: Final[dict[TieRule, Promise]] = {
    TieRule.HEAD_TO_HEAD: gettext_lazy(
        "Tied with %(name)s, who was ahead at %(before)s of their tables together and behind at "
        "%(after)s."
    ),
    TieRule.LAST_MEETING: gettext_lazy(
        "Tied with %(name)s, who did better at their last table together."
    ),
}
SENTENCES: Final[dict[TieRule, Promise]] = {
    TieRule.HEAD_TO_HEAD: gettext_lazy(
        "Tied with %(name)s, who did better at the tables of these %(many)d."
    ),
    TieRule.SESSIONS_WON: gettext_lazy(
        "Tied with %(name)s, who won more tables: %(before)s, not %(after)s."
    ),
    TieRule.HANDS_WON: gettext_lazy(
        "Tied with %(name)s, who won more hands: %(before)s, not %(after)s."
    ),
    TieRule.GAMES_WON: gettext_lazy(
        "Tied with %(name)s, who won more games: %(before)s, not %(after)s."
    ),
    TieRule.BEST_SESSION: gettext_lazy("Tied with %(name)s, whose best table was better."),
    TieRule.LAST_MEETING: gettext_lazy(
        "Tied with %(name)s, who did better at the last table with all %(many)d."
    ),
    TieRule.FEWER_FULL: gettext_lazy(
        "Tied with %(name)s, who had fewer full counts: %(before)s, not %(after)s."
    ),
    TieRule.FEWER_SESSIONS: gettext_lazy(
        "Tied with %(name)s, who needed fewer tables: %(before)s, not %(after)s."
    ),
}


def tie_reason(decision: Decision, ahead: str) -> str:
    """Explains why somebody is below ``ahead``, who has as many points."""
    of_two = OF_TWO.get(decision.tie) if decision.among == 2 else None
    sentence = of_two or SENTENCES.get(decision.tie)
    if sentence is None:
        return ""
    values = {
        "name": ahead,
        "before": number_text(_counted(decision.before)),
        "after": number_text(_counted(decision.after)),
        "many": decision.among,
    }
    text = str(sentence) % values
    if not decision.circle:
        return text
    return _("They have beaten one another in a circle. %(sentence)s") % {"sentence": text}


def _counted(value: Fraction) -> Fraction:
    """What should be less is negated in a rule."""
    return abs(value)


def shared_reason(is_circle: bool) -> str:
    """Explains a shared place."""
    if is_circle:
        return _("Tied: they have beaten one another in a circle, and no tie-break applies.")
    return _("Tied: no tie-break applies.")
