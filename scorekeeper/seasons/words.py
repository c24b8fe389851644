"""Words for a season's rules and for the reasons of its places."""

from collections.abc import Iterator, Mapping
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Final

from babel import numbers
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scorekeeper.core.localization import currencies
from scorekeeper.engine.family import Family
from scorekeeper.seasons.ranking.measures import Measure, SessionBy
from scorekeeper.seasons.ranking.method import MatchOf, Method, Missed, Over, TieRule
from scorekeeper.seasons.ranking.table import Placing
from scorekeeper.seasons.ranking.ties import Decision
from scorekeeper.seasons.rules import SeasonRules, SeasonScope
from scorekeeper.seasons.selectors import SessionWinners
from scorekeeper.variants import VARIANTS

MEASURES: dict[Measure, Promise] = {
    Measure.MONEY: gettext_lazy("Money"),
    Measure.POINTS: gettext_lazy("Points"),
    Measure.WINS: gettext_lazy("Hands won"),
    Measure.GAMES: gettext_lazy("Games won"),
    Measure.GAME_POINTS: gettext_lazy("Game points"),
    Measure.PLACES: gettext_lazy("Places"),
    Measure.RATING: gettext_lazy("Rating"),
}


def measures() -> dict[Measure, Promise]:
    """Returns the measures that the reader may choose: money only where it is shown."""
    return {
        measure: label
        for measure, label in MEASURES.items()
        if measure is not Measure.MONEY or currencies.are_shown()
    }


AS_USUAL = gettext_lazy("Money, or hands won without money")
POINTS_AS_USUAL = gettext_lazy("Points, or hands won without points")
POINTS_ELSE_HANDS = gettext_lazy("Points, else hands won")
OVERS: dict[Over, Promise] = {
    Over.SUM: gettext_lazy("All sessions added up"),
    Over.SESSION: gettext_lazy("Average per session"),
    Over.HAND: gettext_lazy("Average per hand"),
    Over.BEST: gettext_lazy("Only the best sessions"),
    Over.DROP: gettext_lazy("All but the worst sessions"),
}
MISSED: dict[Missed, Promise] = {
    Missed.NOTHING: gettext_lazy("Nothing"),
    Missed.LAST: gettext_lazy("As last place of that session"),
    Missed.AVERAGE: gettext_lazy("As an average session"),
}
MATCHES: dict[MatchOf, Promise] = {
    MatchOf.SESSION: gettext_lazy("Each session"),
    MatchOf.HAND: gettext_lazy("Each hand"),
}
SESSIONS: dict[SessionBy, Promise] = {
    SessionBy.AUTO: gettext_lazy("Money, else points"),
    SessionBy.MONEY: gettext_lazy("Money"),
    SessionBy.POINTS: gettext_lazy("Points"),
    SessionBy.GAMES: gettext_lazy("Games won"),
}
TIES: dict[TieRule, Promise] = {
    TieRule.HEAD_TO_HEAD: gettext_lazy("Head-to-head sessions"),
    TieRule.SESSIONS_WON: gettext_lazy("Sessions won"),
    TieRule.HANDS_WON: gettext_lazy("Hands won"),
    TieRule.GAMES_WON: gettext_lazy("Games won"),
    TieRule.BEST_SESSION: gettext_lazy("Best session"),
    TieRule.LAST_MEETING: gettext_lazy("Last session together"),
    TieRule.FEWER_FULL: gettext_lazy("Fewer full counts"),
    TieRule.MONEY: gettext_lazy("Money"),
    TieRule.FEWER_SESSIONS: gettext_lazy("Fewer sessions"),
}


# The method ----------------------------------------------------------------------------------


def explanation(method: Method) -> str:
    """The method in one sentence."""
    return _("%(clauses)s.") % {"clauses": _("; ").join(_clauses(method))}


def _clauses(method: Method) -> Iterator[str]:
    yield _measure_clause(method)
    match method.over:
        case Over.SESSION if method.missed is Missed.NOTHING:
            yield _("divided by the sessions played")
        case Over.SESSION:
            yield _("divided by all sessions")
        case Over.HAND:
            yield _("divided by the hands played")
        case Over.BEST:
            yield ngettext(
                "only %(many)d session counts, the best",
                "only the best %(many)d sessions count",
                method.many,
            ) % {"many": method.many}
        case Over.DROP:
            yield ngettext(
                "%(many)d session is left out, the worst",
                "the worst %(many)d sessions are left out",
                method.many,
            ) % {"many": method.many}
    if method.missed is Missed.LAST and method.measure is Measure.PLACES:
        yield _("a missed session counts as the place behind everyone who was there")
    elif method.missed is Missed.LAST:
        yield _("a missed session counts as last place of that session")
    if method.missed is Missed.AVERAGE:
        yield _("a missed session counts as the player’s average session")
    if method.least > 1:
        yield ngettext(
            "ranked from %(sessions)d session on",
            "ranked from %(sessions)d sessions on",
            method.least,
        ) % {"sessions": method.least}


def _measure_clause(method: Method) -> str:
    match method.measure:
        case Measure.MONEY:
            return _("Money won and lost")
        case Measure.POINTS:
            return _("Points better than the average of each game")
        case Measure.WINS:
            return _("Hands won")
        case Measure.GAMES:
            return _("Games won")
        case Measure.GAME_POINTS:
            return _("Game points")
        case Measure.PLACES:
            worth = "-".join(str(points) for points in method.places)
            return ngettext(
                "Places in each session, worth %(points)s point",
                "Places in each session, worth %(points)s points",
                1 if worth == "1" else 2,
            ) % {"points": worth}
        case _ if method.match is MatchOf.HAND:
            return _(
                "A rating: the winner of each hand beats all others in it, strong opponents count "
                "more, and uncertainty is deducted"
            )
        case _:
            return _(
                "A rating: each session is a match between all players, strong opponents count "
                "more, and uncertainty is deducted"
            )


def running_caption(method: Method) -> str:
    """Says what a chart's line shows after each session."""
    match method.over:
        case _ if method.measure is Measure.RATING:
            return _(
                "Each line is the rating after each session, minus three times its uncertainty."
            )
        case Over.SESSION:
            return _("Each line is the average of the sessions so far.")
        case Over.HAND:
            return _("Each line is the average of the hands so far.")
        case Over.BEST:
            return _("Each line is the sum of the best sessions so far.")
        case Over.DROP:
            return _("Each line is the sum of the sessions so far, without the worst.")
        case _:
            return _("Each line is the sum of the sessions so far.")


def figure_name(method: Method) -> str:
    """Returns the name of its figures."""
    return str(MEASURES[method.measure])


def scope_name(rules: SeasonRules) -> str:
    """Which games count; "" for all."""
    match rules.scope:
        case SeasonScope.PRESET:
            return rules_name(rules.game, rules.scope_key)
        case _ if rules.game:
            return game_name(rules.game)
        case SeasonScope.GAME:
            return game_name(rules.scope_key)
        case SeasonScope.FAMILY:
            family = Family.__members__.get(rules.scope_key)
            return _(str(family.value)) if family else rules.scope_key
        case _:
            return ""


def game_name(variant: str) -> str:
    """Returns the game's name, by its key."""
    game = VARIANTS.get(variant)
    return _(game.name) if game else variant or _("Imported")


def rules_name(variant: str, name: str) -> str:
    """Returns a game with the name of its rules, which rules of another game may share."""
    game = VARIANTS.get(variant)
    is_preset = game is not None and name in {preset.name for preset in game.presets}
    names = {"game": game_name(variant), "rules": _(name) if is_preset else name}
    return _("%(game)s, %(rules)s") % names if variant else names["rules"]


# Figures -------------------------------------------------------------------------------------


def figure_text(value: Fraction, measure: Measure, currency: str) -> str:
    """Formats it for the table: money with its sign, all else with at most two decimals."""
    if measure is Measure.MONEY:
        return currencies.signed(round(value), currency)
    return number_text(value, signed=measure is Measure.POINTS)


def played_text(wins: int | None, hands: int | None, sessions: int) -> str:
    """Formats ``3 wins · 20 hands · 4 sessions``; without hands where none are known."""
    counts = [ngettext("%(sessions)s session", "%(sessions)s sessions", sessions)]
    if wins is not None and hands is not None:
        counts[:0] = (
            ngettext("%(wins)s win", "%(wins)s wins", wins),
            ngettext("%(hands)s hand", "%(hands)s hands", hands),
        )
    return " · ".join(counts) % {"wins": wins, "hands": hands, "sessions": sessions}


def gap_text(ahead: Fraction, own: Fraction, measure: Measure, currency: str) -> str:
    """Formats the gap between two figures as they are shown. They differ, though they may look
    equal."""
    if measure is Measure.MONEY:
        cents = round(ahead) - round(own)
        text, is_visible = currencies.money(max(cents, 1), currency), cents > 0
    else:
        gap = _hundredths(ahead) - _hundredths(own)
        text, is_visible = number_text(Fraction(max(gap, Decimal("0.01")))), gap > 0
    return text if is_visible else _("less than %(amount)s") % {"amount": text}


def _hundredths(value: Fraction) -> Decimal:
    exact = Decimal(value.numerator) / Decimal(value.denominator)
    return exact.quantize(Decimal("0.01"), ROUND_HALF_UP)


def number_text(value: Fraction, *, signed: bool = False) -> str:
    rounded = _hundredths(value)
    text = numbers.format_decimal(abs(rounded), "#,##0.##", locale=currencies.locale())
    sign = "−" if rounded < 0 else "+" if signed and rounded > 0 else ""
    return sign + text


def rating_text(placing: Placing) -> str:
    """Formats a rating with its uncertainty: ``31.2 ± 4.1``; "" where there is none."""
    if placing.rating is None:
        return ""
    strength, deviation = placing.rating.strength, placing.rating.deviation
    return f"{_tenths(strength)} ± {_tenths(deviation)}"


def place_text(first: int, sharing: int) -> str:
    """Formats a place in a session, and how many share it."""
    if sharing == 1:
        return _("place %(place)d") % {"place": first}
    return _("place %(place)d, shared by %(many)d") % {"place": first, "many": sharing}


def hands_won_text(won: int, played: int) -> str:
    sentence = ngettext("won %(won)d of %(hands)d hand", "won %(won)d of %(hands)d hands", played)
    return sentence % {"won": won, "hands": played}


def _tenths(value: float) -> str:
    text = numbers.format_decimal(round(abs(value), 1), "0.0", locale=currencies.locale())
    return f"−{text}" if value < 0 else text


# A session --------------------------------------------------------------------------------------


def winner_sentence(won: SessionWinners, currency: str, *, money: bool = True) -> str:
    """Completes the sentence after the winners' names. Without ``money`` no amount is shown."""
    figure = winning_figure(won, currency, money=money)
    if not figure:
        return _("won the session")
    if len(won.players) > 1:
        return _("won the session, with %(figure)s each") % {"figure": figure}
    if won.measure is Measure.MONEY:
        return _("won the session, %(amount)s") % {"amount": figure}
    return _("won the session with %(figure)s") % {"figure": figure}


def winning_figure(won: SessionWinners, currency: str, *, money: bool = True) -> str:
    """Formats the winning figure; "" where it is hidden."""
    many, values = round(won.figure), {"n": number_text(won.figure)}
    match won.measure:
        case Measure.MONEY:
            return currencies.signed(many, currency) if money else ""
        case Measure.GAME_POINTS:
            return ngettext("%(n)s game point", "%(n)s game points", many) % values
        case Measure.GAMES:
            return ngettext("%(n)s game won", "%(n)s games won", many) % values
        case Measure.POINTS:
            points = ngettext("%(n)s point", "%(n)s points", many) % values
            return _("%(points)s better than the average") % {"points": points}
        case _:
            return ngettext("%(n)s hand won", "%(n)s hands won", many) % values


# Ties ----------------------------------------------------------------------------------------

OF_TWO: Final[Mapping[TieRule, Promise]] = {
    TieRule.HEAD_TO_HEAD: gettext_lazy(
        "Tied with %(name)s, who was ahead in %(before)s of their sessions together and "
        "behind in %(after)s."
    ),
    TieRule.LAST_MEETING: gettext_lazy(
        "Tied with %(name)s, who did better in their last session together."
    ),
}
OF_ALL: Final[Mapping[TieRule, Promise]] = {
    TieRule.HEAD_TO_HEAD: gettext_lazy(
        "Tied with %(name)s. In the sessions of these %(many)d with one another, times ahead less "
        "times behind: %(before)s, not %(after)s."
    ),
    TieRule.SESSIONS_WON: gettext_lazy(
        "Tied with %(name)s, who won more sessions: %(before)s, not %(after)s."
    ),
    TieRule.HANDS_WON: gettext_lazy(
        "Tied with %(name)s, who won more hands: %(before)s, not %(after)s."
    ),
    TieRule.GAMES_WON: gettext_lazy(
        "Tied with %(name)s, who won more games: %(before)s, not %(after)s."
    ),
    TieRule.BEST_SESSION: gettext_lazy("Tied with %(name)s, whose best session was better."),
    TieRule.LAST_MEETING: gettext_lazy(
        "Tied with %(name)s, who did better in the last session with all %(many)d."
    ),
    TieRule.FEWER_FULL: gettext_lazy(
        "Tied with %(name)s, who had fewer full counts: %(before)s, not %(after)s."
    ),
    TieRule.FEWER_SESSIONS: gettext_lazy(
        "Tied with %(name)s, who needed fewer sessions: %(before)s, not %(after)s."
    ),
    TieRule.MONEY: gettext_lazy(
        "Tied with %(name)s, who won more money: %(before)s, not %(after)s."
    ),
}


def tie_reason(
    decision: Decision,
    ahead: str,
    currency: str,
    of_two: Mapping[TieRule, Promise] = OF_TWO,
    of_all: Mapping[TieRule, Promise] = OF_ALL,
) -> str:
    """Explains why a player is below ``ahead``, whose figure is equal; without ``currency`` no
    amount. ``of_two``, ``of_all``: the sentences where two were tied, and else."""
    sentence = (of_two.get(decision.tie) if decision.among == 2 else None) or of_all[decision.tie]
    if decision.tie is TieRule.MONEY and not currency:
        sentence = gettext_lazy("Tied with %(name)s, who won more money.")
    text = str(sentence) % {
        "name": ahead,
        "before": _value(decision.before, decision.tie, currency),
        "after": _value(decision.after, decision.tie, currency),
        "many": decision.among,
    }
    if not decision.circle:
        return text
    return _("They have beaten one another in a circle. %(sentence)s") % {"sentence": text}


def _value(value: Fraction, tie: TieRule, currency: str) -> str:
    """Formats the value of a rule; what should be less is negated in it."""
    if tie is TieRule.MONEY:
        return currencies.signed(round(value), currency) if currency else ""
    return number_text(abs(value) if tie in (TieRule.FEWER_FULL, TieRule.FEWER_SESSIONS) else value)


def shared_reason(is_circle: bool) -> str:
    """Explains a shared place."""
    if is_circle:
        return _("Tied: they have beaten one another in a circle, and no tie-break applies.")
    return _("Tied: no tie-break applies.")
