"""What a season counts, and why players are placed as they are, in words."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from babel import numbers
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scorekeeper.engine.family import Family
from scorekeeper.standings.ranking.measures import Measure, NightBy
from scorekeeper.standings.ranking.method import MatchOf, Method, Missed, Over, TieRule
from scorekeeper.standings.ranking.table import Placing
from scorekeeper.standings.ranking.ties import Decision
from scorekeeper.standings.rules import SeasonRules, SeasonScope
from scorekeeper.standings.tonight import NightWon
from scorekeeper.variants import VARIANTS
from scorekeeper.wording import currencies

MEASURES: dict[Measure, Promise] = {
    Measure.MONEY: gettext_lazy("Money"),
    Measure.POINTS: gettext_lazy("Points"),
    Measure.WINS: gettext_lazy("Hands won"),
    Measure.GAMES: gettext_lazy("Games won"),
    Measure.GAME_POINTS: gettext_lazy("Game points"),
    Measure.PLACES: gettext_lazy("Places"),
    Measure.RATING: gettext_lazy("Rating"),
}
AS_USUAL = gettext_lazy("Money; hands won where none moves")
OVERS: dict[Over, Promise] = {
    Over.SUM: gettext_lazy("All nights added up"),
    Over.NIGHT: gettext_lazy("Average per session"),
    Over.HAND: gettext_lazy("A hand, on average"),
    Over.BEST: gettext_lazy("Only the best nights"),
    Over.DROP: gettext_lazy("All but the worst nights"),
}
MISSED: dict[Missed, Promise] = {
    Missed.NOTHING: gettext_lazy("Nothing"),
    Missed.LAST: gettext_lazy("As the last of that night"),
    Missed.AVERAGE: gettext_lazy("As an average night"),
}
MATCHES: dict[MatchOf, Promise] = {
    MatchOf.NIGHT: gettext_lazy("Each night"),
    MatchOf.HAND: gettext_lazy("Each hand"),
}
NIGHTS: dict[NightBy, Promise] = {
    NightBy.AUTO: gettext_lazy("Money, else points"),
    NightBy.MONEY: gettext_lazy("Money"),
    NightBy.POINTS: gettext_lazy("Points"),
    NightBy.GAMES: gettext_lazy("Games won"),
}
TIES: dict[TieRule, Promise] = {
    TieRule.HEAD_TO_HEAD: gettext_lazy("Nights head to head"),
    TieRule.NIGHTS_WON: gettext_lazy("Nights won"),
    TieRule.HANDS_WON: gettext_lazy("Hands won"),
    TieRule.GAMES_WON: gettext_lazy("Games won"),
    TieRule.BEST_NIGHT: gettext_lazy("The best night"),
    TieRule.LAST_MEETING: gettext_lazy("The last night together"),
    TieRule.FEWER_FULL: gettext_lazy("Fewer full counts"),
    TieRule.MONEY: gettext_lazy("Money"),
    TieRule.FEWER_NIGHTS: gettext_lazy("Fewer nights"),
}


# The method ----------------------------------------------------------------------------------


def explained(method: Method) -> str:
    """The method in one sentence."""
    return _("%(clauses)s.") % {"clauses": _("; ").join(_clauses(method))}


def _clauses(method: Method) -> Iterator[str]:
    yield _counted(method)
    match method.over:
        case Over.NIGHT if method.missed is Missed.NOTHING:
            yield _("divided by the nights somebody played")
        case Over.NIGHT:
            yield _("divided by all nights")
        case Over.HAND:
            yield _("divided by the hands somebody played")
        case Over.BEST:
            yield ngettext(
                "only %(many)d night counts, the best",
                "only the best %(many)d nights count",
                method.many,
            ) % {"many": method.many}
        case Over.DROP:
            yield ngettext(
                "%(many)d night is left out, the worst",
                "the worst %(many)d nights are left out",
                method.many,
            ) % {"many": method.many}
    if method.missed is Missed.LAST and method.measure is Measure.PLACES:
        yield _("a night missed counts like the place behind all who were there")
    elif method.missed is Missed.LAST:
        yield _("a night missed counts like the last place of that night")
    if method.missed is Missed.AVERAGE:
        yield _("a night missed counts like an average one of the same player")
    if method.least > 1:
        yield ngettext(
            "a place needs %(nights)d night", "a place needs %(nights)d nights", method.least
        ) % {"nights": method.least}


def _counted(method: Method) -> str:
    match method.measure:
        case Measure.MONEY:
            return _("What everybody won and lost, in money")
        case Measure.POINTS:
            return _("Points better than the average of the table, game by game")
        case Measure.WINS:
            return _("Hands won")
        case Measure.GAMES:
            return _("Games won")
        case Measure.GAME_POINTS:
            return _("Game points")
        case Measure.PLACES:
            worth = "-".join(str(points) for points in method.places)
            return ngettext(
                "The places of each night, worth %(points)s point",
                "The places of each night, worth %(points)s points",
                1 if worth == "1" else 2,
            ) % {"points": worth}
        case _ if method.match is MatchOf.HAND:
            return _(
                "A rating: each hand is a match that whoever wins it wins against all others who"
                " played it, strong opponents count more, and what is as good as certain decides"
            )
        case _:
            return _(
                "A rating: each night is a match of all who played, strong opponents count more,"
                " and what is as good as certain decides"
            )


def running(method: Method) -> str:
    """Says what a chart's line shows after each session."""
    match method.over:
        case _ if method.measure is Measure.RATING:
            return _("Each line is the rating after each night, less three times its uncertainty.")
        case Over.NIGHT:
            return _("Each line is the average of the nights so far.")
        case Over.HAND:
            return _("Each line is the average of the hands so far.")
        case Over.BEST:
            return _("Each line is the sum of the best nights so far.")
        case Over.DROP:
            return _("Each line is the sum of the nights so far, without the worst of them.")
        case _:
            return _("Each line is the sum of the nights so far.")


def called(method: Method) -> str:
    """Returns the name of its figures."""
    return str(MEASURES[method.measure])


def scope(rules: SeasonRules) -> str:
    """Which games count; "" for all."""
    match rules.scope:
        case SeasonScope.PRESET:
            return rules_of_the_table(rules.game, rules.scope_key)
        case _ if rules.game:
            return game_called(rules.game)
        case SeasonScope.GAME:
            return game_called(rules.scope_key)
        case SeasonScope.FAMILY:
            family = Family.__members__.get(rules.scope_key)
            return _(str(family.value)) if family else rules.scope_key
        case _:
            return ""


def game_called(variant: str) -> str:
    """Returns the game's name, by its key."""
    game = VARIANTS.get(variant)
    return _(game.name) if game else variant or _("Imported")


def rules_of_the_table(variant: str, name: str) -> str:
    """Returns a game with the name of its rules, which rules of another game may share."""
    game = VARIANTS.get(variant)
    is_preset = game is not None and name in {preset.name for preset in game.presets}
    names = {"game": game_called(variant), "rules": _(name) if is_preset else name}
    return _("%(game)s, %(rules)s") % names if variant else names["rules"]


# Figures -------------------------------------------------------------------------------------


def figure(value: Fraction, measure: Measure, currency: str) -> str:
    """Formats it for the table: money with its sign, all else with at most two decimals."""
    if measure is Measure.MONEY:
        return currencies.signed(round(value), currency)
    return plain(value, signed=measure is Measure.POINTS)


def gap(value: Fraction, measure: Measure, currency: str) -> str:
    """Formats the gap between two figures that differ, though they may look equal."""
    if measure is Measure.MONEY:
        text = currencies.money(max(round(value), 1), currency)
        is_visible = value > Fraction(1, 2)
    else:
        text, is_visible = plain(max(value, Fraction(1, 100))), value >= Fraction(1, 200)
    return text if is_visible else _("less than %(amount)s") % {"amount": text}


def plain(value: Fraction, *, signed: bool = False) -> str:
    exact = Decimal(value.numerator) / Decimal(value.denominator)
    rounded = exact.quantize(Decimal("0.01"), ROUND_HALF_UP)
    text = numbers.format_decimal(abs(rounded), "#,##0.##", locale=currencies.locale())
    sign = "−" if rounded < 0 else "+" if signed and rounded > 0 else ""
    return sign + text


def sure(placing: Placing) -> str:
    """Formats a rating with its uncertainty: ``31.2 ± 4.1``; "" where there is none."""
    if placing.rating is None:
        return ""
    strength, deviation = placing.rating.strength, placing.rating.deviation
    return f"{_tenths(strength)} ± {_tenths(deviation)}"


def place(first: int, sharing: int) -> str:
    """Formats a place in a session, and how many share it."""
    if sharing == 1:
        return _("place %(place)d") % {"place": first}
    return _("place %(place)d, shared by %(many)d") % {"place": first, "many": sharing}


def hands_won(won: int, played: int) -> str:
    sentence = ngettext("won %(won)d of %(hands)d hand", "won %(won)d of %(hands)d hands", played)
    return sentence % {"won": won, "hands": played}


def _tenths(value: float) -> str:
    text = numbers.format_decimal(round(abs(value), 1), "0.0", locale=currencies.locale())
    return f"−{text}" if value < 0 else text


# A night --------------------------------------------------------------------------------------


def won_the_night(won: NightWon, currency: str, *, money: bool = True) -> str:
    """Completes the sentence after the winners' names. Without ``money`` no amount is shown."""
    figure = night_figure(won, currency, money=money)
    if not figure:
        return _("won the night")
    if len(won.players) > 1:
        return _("won the night, with %(figure)s each") % {"figure": figure}
    if won.measure is Measure.MONEY:
        return _("won the night, %(amount)s") % {"amount": figure}
    return _("won the night with %(figure)s") % {"figure": figure}


def night_figure(won: NightWon, currency: str, *, money: bool = True) -> str:
    """Formats the winning figure; "" where it is hidden."""
    many, values = round(won.figure), {"n": plain(won.figure)}
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


def decided(decision: Decision, ahead: str, currency: str) -> str:
    """Explains why a player is below ``ahead``, whose figure is equal; without ``currency`` no
    amount."""
    if decision.tie is TieRule.MONEY and not currency:
        return _circled(decision, _("Tied with %(name)s, who won more money.") % {"name": ahead})
    values = {
        "name": ahead,
        "before": _value(decision.before, decision.tie, currency),
        "after": _value(decision.after, decision.tie, currency),
        "many": decision.among,
    }
    return _circled(decision, _sentence(decision) % values)


def _circled(decision: Decision, sentence: str) -> str:
    if not decision.circle:
        return sentence
    return _("They have beaten one another in a circle. %(sentence)s") % {"sentence": sentence}


def _value(value: Fraction, tie: TieRule, currency: str) -> str:
    if tie is TieRule.MONEY:
        return currencies.signed(round(value), currency)
    return plain(abs(value) if tie in (TieRule.FEWER_FULL, TieRule.FEWER_NIGHTS) else value)


def _sentence(decision: Decision) -> str:
    match decision.tie:
        case TieRule.HEAD_TO_HEAD if decision.among == 2:
            return _(
                "Tied with %(name)s, who was ahead in %(before)s of the nights with both,"
                " and behind in %(after)s."
            )
        case TieRule.HEAD_TO_HEAD:
            return _("Tied with %(name)s, who did better in the nights of these %(many)d.")
        case TieRule.NIGHTS_WON:
            return _("Tied with %(name)s, who won more nights: %(before)s, not %(after)s.")
        case TieRule.HANDS_WON:
            return _("Tied with %(name)s, who won more hands: %(before)s, not %(after)s.")
        case TieRule.GAMES_WON:
            return _("Tied with %(name)s, who won more games: %(before)s, not %(after)s.")
        case TieRule.BEST_NIGHT:
            return _("Tied with %(name)s, whose best night was better.")
        case TieRule.LAST_MEETING if decision.among == 2:
            return _("Tied with %(name)s, who did better in their last session together.")
        case TieRule.LAST_MEETING:
            return _("Tied with %(name)s, who did better in the last session with all %(many)d.")
        case TieRule.FEWER_FULL:
            return _("Tied with %(name)s, who had fewer full counts: %(before)s, not %(after)s.")
        case TieRule.FEWER_NIGHTS:
            return _("Tied with %(name)s, who needed fewer nights: %(before)s, not %(after)s.")
        case _:
            return _("Tied with %(name)s, who won more money: %(before)s, not %(after)s.")


def shares_place(placing: Placing) -> str:
    """Explains a shared place."""
    if placing.circle:
        return _("Level: they have beaten one another in a circle, and nothing else decides.")
    return _("Level: nothing decides.")
