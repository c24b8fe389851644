"""What is refused: house rules that do not go together, cards that cannot be, deadwood too high."""

from collections.abc import Iterator

from scorekeeper.engine.errors import EntryError, Person
from scorekeeper.engine.questions.kinds import questions
from scorekeeper.engine.variant import NamedValues
from scorekeeper.engine.words import _
from scorekeeper.variants.gin_rummy.cards import HAND, Showdown, are_held, deadwood, first_fault
from scorekeeper.variants.gin_rummy.options import BONUSES, Bonuses, Options
from scorekeeper.variants.gin_rummy.questions import NOT_RESTING, Deal, Entry, Game, Line, Result
from scorekeeper.variants.gin_rummy.tables import Table, lay_out, limit, resting, tables


def defaults(chosen: NamedValues, seats: int, side: int) -> NamedValues:
    preset: Bonuses = chosen.get("preset", Bonuses.SEED)
    return {"target": 125 if side > 1 else 100, **BONUSES[preset]}


def check_options(options: Options, seats: int) -> None:
    if options.hollywood and seats == 3:
        raise EntryError(_("Hollywood is for two players or two sides."), field="hollywood")


def asks(game: Game, person: int) -> frozenset[str] | None:
    return None if game.seats == 3 else NOT_RESTING


def offers(game: Game, name: str) -> list[Result] | None:
    """No big gin where it is not played, no knock in straight gin."""
    if name != "result":
        return None
    options = game.options
    straight = options.knock_limit == 0 and not options.oklahoma
    not_played = {Result.KNOCK: straight, Result.BIG_GIN: options.big_gin_bonus == 0}
    return [result for result in Result if not not_played.get(result)]


# What can be reported ------------------------------------------------------------------------


def inspect(game: Game, entry: Entry) -> None:
    for person, line in enumerate(entry.lines):
        if line.sat_out and game.seats != 3:
            raise EntryError(_("Nobody rests at this table."), field="sat_out", seat=person)


def check(game: Game, entry: Entry) -> None:
    check_resting(game, entry)
    for table in tables(game, entry):
        if table.deal.result is not Result.VOID:
            check_table(game.options, table)


def check_table(options: Options, table: Table) -> None:
    check_deal(options, table.deal)
    if sum(line.knocked for line in table.lines) != 1:
        raise EntryError(_("Tick the one player who knocked."), field="knocked")
    for fault in card_faults(table):
        raise fault
    if laid := lay_out(table):
        check_counted(table, laid, allowed(options, table.deal))
    else:
        check_typed(options, table)


def check_resting(game: Game, entry: Entry) -> None:
    """One rests, and has nothing to report."""
    if sum(line.sat_out for line in entry.lines) > 1:
        raise EntryError(_("Only one player rests."), field="sat_out")
    seat = resting(game, entry)
    if seat is None:
        return
    for q in questions(Line):
        if q.name != "sat_out" and getattr(entry.lines[seat], q.name) != q.default:
            raise EntryError(
                _("{name} rests; tick “Rested” for another if not."),
                field=q.name,
                seat=seat,
                name=Person(seat),
            )


def check_upcard(options: Options, deal: Deal) -> None:
    if options.oklahoma and deal.upcard is None:
        raise EntryError(_("Name the first upcard."), field="upcard")


def check_deal(options: Options, deal: Deal) -> None:
    check_upcard(options, deal)
    if deal.result is Result.BIG_GIN and not options.big_gin_bonus:
        raise EntryError(_("Big gin is not played here."), field="result")
    if deal.result is Result.KNOCK and not limit(options, deal):
        raise EntryError(_("Nobody may knock; it must be gin."), field="result")


ZERO_IS_GIN = _("0 is gin. Choose Gin as the end of the hand.")


def allowed(options: Options, deal: Deal) -> range:
    """The knocker's deadwood."""
    return range(1, limit(options, deal) + 1) if deal.result is Result.KNOCK else range(1)


def check_typed(options: Options, table: Table) -> None:
    may = allowed(options, table.deal)
    for person, line in zip(table.persons, table.lines, strict=True):
        gin = line.knocked and table.deal.result is not Result.KNOCK
        if line.deadwood is None and not gin:
            raise EntryError(_("Enter the deadwood."), field="deadwood", seat=person)
        if line.knocked and line.deadwood is not None and line.deadwood not in may:
            if line.deadwood == 0:
                raise EntryError(ZERO_IS_GIN, field="deadwood", seat=person)
            raise EntryError(
                _("The knocker has {least} to {most}."),
                field="deadwood",
                seat=person,
                least=may[0],
                most=may[-1],
            )


# Tapped cards --------------------------------------------------------------------------------


def card_faults(table: Table) -> Iterator[EntryError]:
    """Why tapped cards cannot be, or cannot be laid so, before anything is counted."""
    for person, line, other in zip(table.persons, table.lines, reversed(table.lines), strict=True):
        if line.cards is None and other.cards is not None:
            yield EntryError(_("Tap both hands or none."), field="cards", seat=person)
    for person, line in zip(table.persons, table.lines, strict=True):
        yield from hand_faults(line, table.knocked_with if line.knocked else HAND, person)
        yield from meld_faults(line, person)
    first, second = (set(line.cards or ()) for line in table.lines)
    if first & second:
        yield EntryError(_("Both hands hold the same card."), field="cards")


def hand_faults(line: Line, size: int, person: int) -> Iterator[EntryError]:
    if line.cards is None:
        return
    if len(line.cards) != size:
        yield EntryError(_("Tap {cards} cards."), field="cards", seat=person, cards=size)
    if len(set(line.cards)) < len(line.cards):
        yield EntryError(_("A card is here twice."), field="cards", seat=person)


def meld_faults(line: Line, person: int) -> Iterator[EntryError]:
    if line.melds is None:
        return
    if line.cards is None or not line.knocked:
        words = _("Melds go with the knocker's tapped cards.")
        yield EntryError(words, field="melds", seat=person)
    elif fault := first_fault(line.melds):
        yield EntryError(fault, field="melds", seat=person)
    elif not are_held(line.melds, line.cards):
        words = _("These are not the cards of {name}.")
        yield EntryError(words, field="melds", seat=person, name=Person(person))


def check_counted(table: Table, laid: Showdown, allowed: range) -> None:
    """Checks the knocker's deadwood against the limit, and typed numbers against counted ones."""
    (knocker, line), (opponent, other) = table.in_order
    check_knock(line, laid.knocker.points, allowed, knocker)
    for person, answers, hand in ((knocker, line, laid.knocker), (opponent, other, laid.opponent)):
        if answers.deadwood not in (None, hand.points):
            raise EntryError(
                _("The cards tapped leave {left}."), field="deadwood", seat=person, left=hand.points
            )


def check_knock(line: Line, left: int, allowed: range, knocker: int) -> None:
    """Melds put down may leave too much; a hand too good or too bad is refused all the same."""
    if left not in allowed and line.melds is not None:
        field, words = "melds", _("These melds leave {left}; it can be {least} to {most}.")
    elif (left := deadwood(line.cards or ())) not in allowed:
        field, words = "cards", _("These cards leave {left}; it can be {least} to {most}.")
    else:
        return
    if left == 0:
        raise EntryError(ZERO_IS_GIN, field=field, seat=knocker)
    least, most = allowed[0], allowed[-1]
    raise EntryError(words, field=field, seat=knocker, left=left, least=least, most=most)
