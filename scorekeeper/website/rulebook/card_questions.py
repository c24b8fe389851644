"""Settles the cases of ``manage.py settle``: whole games, and questions about cards alone.

A question about cards has no seats and no hands (``docs/rules/FORMAT.md``, section 4). It checks
the rules and no page asks it, so no game knows of it. It uses the game's own deal questions (the
card turned up) and line questions, with ``hand`` for the cards that replace a typed number,
``round`` for the deal of a contract game in which they are left, and ``declare`` for cards shown to
the referee. A new game whose cards replace a number answers it without a line here; ``QUESTIONS``
has the games of which a case asks more than that.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from scorekeeper.engine import playing
from scorekeeper.engine.cards import JOKER, RANKS, SUITS, rank
from scorekeeper.engine.cases import case as games
from scorekeeper.engine.cases.case import Case, CaseResult
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import Entry, Game
from scorekeeper.engine.melds import least
from scorekeeper.engine.packs import check_in_packs, held_by
from scorekeeper.engine.questions import codec
from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.questions.kinds import Cards, Question, questions, unasked
from scorekeeper.engine.questions.options import resolve_options
from scorekeeper.engine.referee import Claim
from scorekeeper.engine.seats.rules import usual_seats
from scorekeeper.engine.variant import AnyVariant, NamedValues
from scorekeeper.engine.words import _
from scorekeeper.variants import (
    _contract,
    _thirteen_cards,
    _value_cards,
    basic_rummy,
    canasta,
    gin_rummy,
    marriage,
    pool_rummy,
    rummi,
    rummikub,
    rummy_500,
    vatikan,
    vazhushal,
)

HAND: Final = "hand"
DECLARE: Final = "declare"
ROUND: Final = "round"
UNSUPPORTED: Final[CaseResult] = {"unsupported": True}


def settle(variant: AnyVariant, case: Case) -> CaseResult:
    """Plays one case, or answers its question about cards. Returns its result, ``{"error": …}`` or
    ``{"unsupported": True}``."""
    if "cards" not in case:
        return games.settle(variant, case)
    if not takes_card_questions(variant):
        return dict(UNSUPPORTED)
    try:
        return answer_card_question(variant, case.get("options"), case["cards"])
    except EntryError as error:
        return {"error": games.error_json(error, -1, ())}


def takes_card_questions(variant: AnyVariant) -> bool:
    """Whether this game answers questions about cards alone."""
    return _special_question(variant) is not None or _counted_cards(variant.line) is not None


def answer_card_question(
    variant: AnyVariant, options_json: object, cards_json: Mapping[str, Any]
) -> dict[str, Any]:
    """Returns all results for these cards, by name. Raises EntryError naming the question."""
    seats = usual_seats(variant)
    options = resolve_options(variant, options_json, seats)
    game = playing.start(variant, options, seats)
    names = {q.name for q in questions(variant.deal)}
    deal = codec.load(variant.deal, {n: value for n, value in cards_json.items() if n in names})
    if variant.strict:
        for name in unasked(deal, deal, options):
            raise EntryError(_("This is not asked here."), field=name)
    line_json = {name: value for name, value in cards_json.items() if name not in names}
    if ROUND in line_json and isinstance(variant, _contract.Contract):
        game = _in_round(variant, game, line_json.pop(ROUND))
    declared = line_json.pop(DECLARE, None) if variant.shows else None
    result = dict(_line_result(variant, game, deal, line_json))
    if declared is not None:
        result["valid"] = _is_valid(variant, game, deal, declared)
    if not result:
        raise EntryError(_("Which cards?"), field=HAND)
    return result


@dataclass(frozen=True, slots=True)
class _Round:
    round: int = ask.count("", 1, min=1, max=99)


def _in_round(
    variant: _contract.Contract[Any, Any, Any, Any], game: Game[Any, Any], round_json: object
) -> Game[Any, Any]:
    """Returns the game before its deal ``round``, the first being 1. Raises EntryError for a deal
    without a contract."""
    number = codec.load(_Round, {ROUND: round_json}).round
    if number > len(variant.contracts):
        raise EntryError(_("This game is over."), field=ROUND)
    return replace(game, state=replace(game.state, dealt=number - 1))


def _counted_cards(declared: type[Any]) -> Question | None:
    """Returns the first question of a line whose cards replace a typed number."""
    candidates = (q for q in questions(declared) if isinstance(q.kind, Cards) and q.kind.instead)
    return next(candidates, None)


def _line_result(
    variant: AnyVariant, game: Game[Any, Any], deal: Any, line_json: NamedValues
) -> NamedValues:
    """Returns the results for the cards held; ``hand`` is the case's name for their question."""
    special = _special_question(variant)
    declared = variant.line if special is None or special.line is None else special.line
    cards = _counted_cards(variant.line)
    renamed = {HAND: cards.name} if cards and cards.name not in line_json else {}
    try:
        if declared is variant.line:
            line_json = {renamed.get(name, name): value for name, value in line_json.items()}
        line = codec.load(declared, line_json)
        if special is None:
            return _number_result(variant, game, deal, line)
        return special.answer(variant, game, deal, line)
    except EntryError as error:
        raise _with_field(error, HAND if error.field in renamed.values() else error.field) from None


def _number_result(variant: AnyVariant, game: Game[Any, Any], deal: Any, line: Any) -> NamedValues:
    """Returns the number that the cards stand for."""
    cards = _counted_cards(variant.line)
    if cards is None or getattr(line, cards.name) is None:
        return {}
    assert isinstance(cards.kind, Cards)
    entry = Entry(deal, (line, *(variant.line(),) * (game.persons - 1)))
    tapped = variant.tapped(game, entry, 0)
    assert tapped is not None
    return {cards.kind.instead: tapped.numbers[cards.kind.instead]}


def _is_valid(variant: AnyVariant, game: Game[Any, Any], deal: Any, cards_json: object) -> bool:
    kind = Cards(sizes=tuple(variant.shows))
    question = Question(DECLARE, tuple, None, kind, optional=True)
    try:
        claim = Claim(0, codec.read(kind, question, cards_json))
        return variant.judge(game, deal, claim).valid
    except codec.RefusedError as refused:
        raise refused.entry_error(DECLARE) from None
    except EntryError as error:
        raise _with_field(error, DECLARE if error.field == "cards" else error.field) from None


def _with_field(error: EntryError, field: str) -> EntryError:
    return EntryError(error.phrase, field=field)


# Games that are asked more than a number -----------------------------------------------------


@dataclass(frozen=True, slots=True)
class CardQuestion:
    """A game's answers to cases about its cards, beyond the number that the cards replace."""

    answer: Callable[[Any, Any, Any, Any], NamedValues]
    """All results for a variant, a game, a deal and a line, by name. Raises EntryError naming the
    question."""
    line: type[Any] | None = None
    """The questions, where they differ from the game's line."""


def _left(variant: Any, game: Any, _deal: Any, line: Any) -> NamedValues:
    """Returns the points of any cards left in hand, whether the packs have them or not."""
    return {} if line.cards is None else {"points": variant.laid(game, line.cards).points}


def _thirteen(variant: Any, game: Any, deal: Any, line: Any) -> NamedValues:
    """Returns the penalty of a hand, and the points outside any meld."""
    variant.check_turned(game.options, deal)
    if line.cards is None:
        return {}
    check_in_packs(held_by(None, line.cards), variant.stock(game.options, deal))
    melds = variant.melds(game.options, deal)
    count = least(line.cards, melds).points
    without_lives = _thirteen_cards.without_lives(melds)
    return {
        "penalty": variant.counted(game.options, count)[0],
        "deadwood": least(line.cards, without_lives).points,
    }


def _pool(variant: Any, game: Any, deal: Any, line: Any) -> NamedValues:
    pool_rummy.check_rejoin(game.options)
    return _thirteen(variant, game, deal, line)


def _value(_variant: Any, game: Any, deal: Any, line: Any) -> NamedValues:
    """Returns the penalty and the value of a hand."""
    _value_cards.check_dealt(game.options, line.cards or (), deal.turned)
    if line.cards is None:
        return {}
    points, _words = _value_cards.cost_of_hand(game.options, deal.turned, line.cards)
    copies = _value_cards.value_cards(game.options, deal.turned, line.cards)
    groups = _value_cards.value_groups(game.options, deal.turned, copies)
    return {"penalty": points, "value": _value_cards.points_of(groups)}


@dataclass(frozen=True, slots=True)
class _MaalCards:
    hand: tuple[str, ...] | None = ask.cards("", None)
    exposed: tuple[tuple[str, ...], ...] | None = ask.melds("", None)
    seen: bool = ask.flag("", True)


def _maal(_variant: Any, game: Any, deal: Any, held: _MaalCards) -> NamedValues:
    """Returns the maal of a hand."""
    tiplu = marriage.known_tiplu(deal.tiplu)
    if held.hand is None and held.exposed is None:
        return {}
    status = marriage.Status.SEEN if held.seen else marriage.Status.UNSEEN
    line = marriage.Line(status=status, cards=held.hand, exposed=held.exposed)
    marriage.check_tapped(game.options, tiplu, line)
    return {"maal": marriage.maal(game.options, tiplu, line)}


def _position(_variant: Any, game: Any, deal: Any, line: vazhushal.Line) -> NamedValues:
    """Returns the best score that these cards can make."""
    vazhushal.check_negative(game.options, deal.negative)
    vazhushal.check_copies(game.options, [(None, line)])
    best = vazhushal.position_of(game.options, deal.negative, line)
    return {"score": best.worth - best.points}


def _everything(_variant: Any, game: Any, _deal: Any, line: Any) -> NamedValues:
    """Returns the points of everything in a hand, and of what is left without its melds."""
    largest = basic_rummy.LARGEST_HAND
    if line.cards is None or len(line.cards) > largest:
        raise EntryError(_("Give a hand of at most {most} cards."), field="cards", most=largest)
    deadwood = least(line.cards, game.options.melds).points
    return {"points": game.options.everything(line.cards), "deadwood": deadwood}


def _melded(_variant: Any, game: Any, _deal: Any, line: rummy_500.Line) -> NamedValues:
    """Returns the points melded less those in hand."""
    rummy_500.check_low_aces(line, None)
    return {"points": rummy_500.melded(game.options, line) - rummy_500.in_hand(game.options, line)}


@dataclass(frozen=True, slots=True)
class _CanastaCards:
    counts: tuple[int, ...] | None = ask.counts(
        "", None, labels=canasta.RANKS, most=canasta.MOST, named=True
    )
    score: int | None = ask.points("", None, min=-(10**9))


def _canasta(_variant: Any, game: Any, _deal: Any, held: _CanastaCards) -> NamedValues:
    """Returns the points of ``counts``, and the first meld with ``score`` points."""
    results = {}
    if held.counts is not None:
        results["points"] = canasta.worth(held.counts)
    if held.score is not None:
        results["first_meld"] = canasta.first_meld(game.options, held.score)
    return results


@dataclass(frozen=True, slots=True)
class _RummiCards:
    hand: tuple[str, ...] | None = ask.cards("", None)
    peek: str | None = ask.card("", None)
    seats: int | None = ask.count("", None, min=2, max=5)


def _rummi(_variant: Any, game: Any, _deal: Any, held: _RummiCards) -> NamedValues:
    """Returns what is known of a hand; without one who cuts when the dealer saw ``peek``, counted
    from the dealer, who is 0. A joker has no number."""
    if held.hand is not None:
        return {
            "points": game.options.value(held.hand),
            "passport": rummi.has_passport(game.options, held.hand),
            "tien_hu": rummi.is_complete(held.hand),
            "jokers": held.hand.count(JOKER),
            "aces": [held.hand.count(f"A{suit}") for suit in SUITS],
        }
    if held.peek is None:
        raise EntryError(_("Which cards?"), field=HAND)
    if held.seats is None:
        raise EntryError(_("How many players?"), field="seats")
    cutter = None if held.peek == JOKER else RANKS.index(rank(held.peek)) % held.seats
    return {"cutter": cutter}


@dataclass(frozen=True, slots=True)
class _GinCards:
    hand: tuple[str, ...] | None = ask.cards("", None, sizes=(10, 11), joker=False)
    knocker: tuple[str, ...] | None = ask.cards("", None, sizes=(10, 11), joker=False)
    opponent: tuple[str, ...] | None = ask.cards("", None, sizes=(10,), joker=False)


def _gin(_variant: Any, game: Any, deal: Any, held: _GinCards) -> NamedValues:
    """Returns the deadwood of a hand, or the results of a knock."""
    results: dict[str, Any] = {}
    for field in ("hand", "knocker", "opponent"):
        cards = getattr(held, field) or ()
        if len(set(cards)) < len(cards):
            raise EntryError(_("A card is here twice."), field=field)
    if held.hand is not None:
        left = gin_rummy.deadwood(held.hand)
        results |= {"deadwood": left, "may_knock": left <= gin_rummy.limit(game.options, deal)}
    if held.knocker is not None or held.opponent is not None:
        results |= _knock(game.options, deal, held.knocker, held.opponent)
    if not results:
        raise EntryError(_("Tap a hand, or both hands of a knock."), field=HAND)
    return results


def _knock(
    options: Any, deal: Any, knocker: tuple[str, ...] | None, opponent: tuple[str, ...] | None
) -> NamedValues:
    """Returns the results of two hands as a knock, gin or big gin."""
    if knocker is None or opponent is None:
        field = "knocker" if knocker is None else "opponent"
        raise EntryError(_("Tap both hands or none."), field=field)
    if set(knocker) & set(opponent):
        raise EntryError(_("Both hands hold the same card."), field="opponent")
    gin_rummy.check_upcard(options, deal)
    left, is_big = gin_rummy.deadwood(knocker), len(knocker) > gin_rummy.HAND
    ends = gin_rummy.Result
    result = ends.BIG_GIN if is_big else ends.KNOCK if left else ends.GIN
    most = 0 if is_big else gin_rummy.limit(options, deal)
    if left > most:
        words = _("These cards leave {left}; it can be at most {most}.")
        raise EntryError(words, field="knocker", left=left, most=most)
    if is_big and not options.big_gin_bonus:
        raise EntryError(_("Big gin is not played here."), field="knocker")
    lines = (gin_rummy.Line(knocked=True, cards=knocker), gin_rummy.Line(cards=opponent))
    table = gin_rummy.Table(replace(deal, result=result), (0, 1), lines)
    counted = tuple(replace(line, deadwood=table.deadwood_of(line)) for line in lines)
    won = gin_rummy.hand_gain(options, replace(table, lines=counted), 0, 1)
    name: str = result.value
    if result is ends.KNOCK and won.seat != 0:
        name = "tie" if won.seat is None else "undercut"
    return {
        "knocker_deadwood": counted[0].deadwood,
        "opponent_deadwood": counted[1].deadwood,
        "result": name,
        "scorer": None if won.seat is None else ("knocker", "opponent")[won.seat],
        "points": won.points,
    }


QUESTIONS: Final[Mapping[type[AnyVariant], CardQuestion]] = {
    _contract.Contract: CardQuestion(_left),
    vatikan.Vatikan: CardQuestion(_left),
    rummikub.Rummikub: CardQuestion(_left),
    _thirteen_cards.ThirteenCards: CardQuestion(_thirteen),
    pool_rummy.PoolRummy: CardQuestion(_pool),
    _value_cards.ValueCards: CardQuestion(_value),
    marriage.Marriage: CardQuestion(_maal, _MaalCards),
    vazhushal.Vazhushal: CardQuestion(_position),
    basic_rummy.BasicRummy: CardQuestion(_everything),
    rummy_500.Rummy500: CardQuestion(_melded),
    canasta.Canasta: CardQuestion(_canasta, _CanastaCards),
    rummi.Rummi: CardQuestion(_rummi, _RummiCards),
    gin_rummy.GinRummy: CardQuestion(_gin, _GinCards),
}


def _special_question(variant: AnyVariant) -> CardQuestion | None:
    """Returns the question of this game or of its family; None: only the number is asked."""
    return next((QUESTIONS[base] for base in type(variant).__mro__ if base in QUESTIONS), None)
