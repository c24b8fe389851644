"""Why people of a ranking stand where they do, in words. As in a season, where a session is a
table."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from scorekeeper.seasons import words
from scorekeeper.seasons.ranking.method import TieRule

OF_TWO: Final[Mapping[TieRule, Promise]] = {
    TieRule.HEAD_TO_HEAD: gettext_lazy(
        "Tied with %(name)s, who was ahead at %(before)s of their tables together and behind at "
        "%(after)s."
    ),
    TieRule.LAST_MEETING: gettext_lazy(
        "Tied with %(name)s, who did better at their last table together."
    ),
}
OF_ALL: Final[Mapping[TieRule, Promise]] = {
    **words.OF_ALL,
    TieRule.HEAD_TO_HEAD: gettext_lazy(
        "Tied with %(name)s. At the tables of these %(many)d with one another, times ahead less "
        "times behind: %(before)s, not %(after)s."
    ),
    TieRule.SESSIONS_WON: gettext_lazy(
        "Tied with %(name)s, who won more tables: %(before)s, not %(after)s."
    ),
    TieRule.BEST_SESSION: gettext_lazy("Tied with %(name)s, whose best table was better."),
    TieRule.LAST_MEETING: gettext_lazy(
        "Tied with %(name)s, who did better at the last table with all %(many)d."
    ),
    TieRule.FEWER_SESSIONS: gettext_lazy(
        "Tied with %(name)s, who needed fewer tables: %(before)s, not %(after)s."
    ),
}
