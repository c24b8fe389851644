"""Cards tapped on the page of a hand: how they are laid out, and what they count; a show put to the
referee, and its verdict applied to the hand."""

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final

from django.http import QueryDict
from django.utils.translation import ngettext

from scorekeeper.core.localization.words import words
from scorekeeper.engine.cards import NUMBER_TILES, PLAYING_CARDS, Deck
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.melds import Arrangement
from scorekeeper.engine.questions.codec import RefusedError, read
from scorekeeper.engine.questions.kinds import Cards, Melds, Question, deck_of, question
from scorekeeper.engine.referee import Claim, Verdict
from scorekeeper.engine.variant import NamedValues
from scorekeeper.engine.words import number
from scorekeeper.play.models import Hand
from scorekeeper.play.replays.evidence import wrong_shows
from scorekeeper.play.terms import in_terms
from scorekeeper.play.wording.cards import LaidHand, arrangement_of_cards, lay_out
from scorekeeper.questions import encoding
from scorekeeper.questions.encoding import to_texts
from scorekeeper.table.entry.cards import picker
from scorekeeper.table.entry.forms import WRONG_SHOWS_INPUT as CARRIED
from scorekeeper.table.entry.forms import HandForm
from scorekeeper.table.entry.layout import (
    Chip,
    HandField,
    PersonChoice,
    PersonRow,
    Posted,
    sole_value,
)


@dataclass(frozen=True, slots=True)
class CardCount:
    """The count of the cards in one field."""

    field: str
    cards: str
    """Their number, in words."""
    laid: LaidHand | None
    points: str
    """Their points: ``36``, or ``+45`` for cards worth points; empty when unknown."""
    error: str
    """The reason why they cannot be counted."""
    stock: str
    wild: str
    notes: tuple[str, ...] = ()
    """Other names of the cards, such as a complete hand."""
    fills: str = ""
    """The texts that they fill in elsewhere at least, as a JSON object of lists by input."""


def count_field(form: HandForm, name: str) -> CardCount | None:
    """Counts the cards in the field of this name; None if the page has no such field."""
    field = form.fields.get(name)
    if not isinstance(field, HandField) or field.person is None or not field.stock:
        return None
    cards = list(_tapped_cards(field))
    if field.refused:
        return card_count(form, name, field.person, cards, error=_fault(form, field.refused))
    try:
        tapped = form.rules.tapped(form.fold, form.entry, field.person)
    except EntryError as error:
        return card_count(form, name, field.person, cards, error=_fault(form, error))
    own = None
    if tapped is not None and tapped.arrangement is not None and cards:
        own = arrangement_of_cards(tapped.arrangement, cards)
    count = card_count(
        form, name, field.person, cards, own, in_groups=isinstance(field.question.kind, Melds)
    )
    if tapped is None or own is None:
        return count
    return replace(
        _charged(field, count, tapped.owes),
        notes=tuple(words(note) for note in tapped.notes),
        fills=_fills(form, field.person, tapped.fills),
    )


def _fault(form: HandForm, fault: EntryError | RefusedError) -> str:
    return words(in_terms(form.rules.terms, fault.phrase))


def _fills(form: HandForm, person: int, values: NamedValues) -> str:
    return json.dumps(
        {
            form.row_of(person)[name].name: to_texts(question(form.rules.line, name).kind, value)
            for name, value in values.items()
            if name in form.row_of(person).fields
        }
    )


def _charged(field: HandField, count: CardCount, points: float | None) -> CardCount:
    """Replaces the points by those that the result will show, if they differ."""
    kind = field.question.kind
    if points is None or not (isinstance(kind, Cards) and kind.instead):
        return count
    laid = count.laid
    if laid and not laid.points:  # a hand saved whole still counts the least there is
        laid = replace(laid, points=int(points))
    return replace(count, points=number(points), laid=laid)


def _tapped_cards(field: HandField) -> Iterator[str]:
    for item in field.value() or ():
        if isinstance(item, str):
            yield item
        else:
            yield from item


def card_count(
    form: HandForm,
    name: str,
    person: int,
    cards: list[str],
    arrangement: Arrangement | None = None,
    *,
    error: str = "",
    in_groups: bool = False,
) -> CardCount:
    """Returns the count of a person's cards, and of those that may be tapped."""
    rules, options = form.rules, form.fold.options
    deal, deck = form.fold.deal_of(form.entry, person), deck_of(rules.line)
    laid = lay_out(arrangement, deck) if arrangement and deck else None
    return CardCount(
        name,
        how_many(len(cards), deck),
        laid,
        _points(laid, in_groups) if laid else "",
        error,
        picker.stock(rules, options, deal),
        " ".join(sorted(rules.stock(options, deal).wild)),
    )


def how_many(cards: int, deck: Deck | None) -> str:
    if deck is NUMBER_TILES:
        return ngettext("%(n)d tile", "%(n)d tiles", cards) % {"n": cards}
    return ngettext("%(n)d card", "%(n)d cards", cards) % {"n": cards}


def _points(laid: LaidHand, in_groups: bool) -> str:
    if laid.worth is not None and not laid.points:
        return f"+{laid.worth}"
    return "" if in_groups and laid.groups else str(laid.points)


# A show put to the referee --------------------------------------------------------------------


CARDS_INPUT: Final = "show-cards"
PERSON_INPUT: Final = "show-person"
AT_ONCE: Final = "at_once"
"""The verdict is put into the hand as it is judged: its cards come from the row of who declared."""
PARTS: Final = re.compile(r"[/|\n]")


@dataclass(frozen=True, slots=True)
class Show:
    """A claim entered in the page, and the referee's answer."""

    person: int | None
    cards: str
    """The cards as typed, with strokes between groups."""
    error: str = ""
    error_field: str = ""
    """Field of the error: ``cards``, ``person`` or the id of a question of the deal."""
    verdict: Verdict | None = None
    laid: LaidHand | None = None

    is_applied: bool = False
    """The verdict is in the hand already."""

    @property
    def can_be_applied(self) -> bool:
        """Whether the verdict answers something of the hand."""
        return self.verdict is not None and bool(self.verdict.answers or self.verdict.deal)

    @property
    def is_elsewhere(self) -> bool:
        """The error is about an answer further up the page."""
        return self.error_field not in ("", "cards", "person")


def judge_show(form: HandForm, posted: Posted) -> Show:
    """Returns the show as judged by this game's rules."""
    text, person = _text(posted, CARDS_INPUT), _person(form, posted)
    if person is None:
        return Show(None, text, words(form.rules.show_prompt), "person")
    try:
        claim = Claim(person, *_shown_cards(form, text))
        return _judge(form, claim, text)
    except RefusedError as refused:
        return Show(person, text, words(refused), "cards")
    except EntryError as error:
        return Show(person, text, words(error), _error_field(form, person, error.field))


def count_show(form: HandForm, posted: Posted) -> CardCount:
    """Returns the count of a show's cards while they are tapped."""
    try:
        cards = list(_parsed(form, _text(posted, CARDS_INPUT))[0])
    except RefusedError:
        cards = []
    return card_count(form, CARDS_INPUT, _person(form, posted) or 0, cards)


def _text(posted: Posted, name: str) -> str:
    return (posted.getlist(name) or [""])[-1]


def _person(form: HandForm, posted: Posted) -> int | None:
    text = _text(posted, PERSON_INPUT)
    offered = (seat.person for seat, chip in declarers(form) if not (chip and chip.off))
    return next((person for person in offered if str(person) == text), None)


def declarers(form: HandForm) -> Iterator[tuple[PersonRow, Chip | None]]:
    """Yields the rows of those who may declare, each with their chip in the row of who won: anybody
    who cannot win the hand now, as they rest or are out of the game, cannot declare either."""
    for part in form.parts:
        winner = next(iter(part.person_choices.values()), None)
        chips = {chip.person: chip for chip in winner.chips} if winner else {}
        yield from ((seat, chips.get(seat.person)) for seat in part.seats if seat.asks)


def _error_field(form: HandForm, person: int, field: str) -> str:
    """Returns where an error is shown: at the cards, unless it is about an answer of the deal."""
    field_in_deal = form.parts[_table(form, person)].deal.get(field)
    return field_in_deal.id if field_in_deal else "cards"


def _judge(form: HandForm, claim: Claim, text: str) -> Show:
    rules, fold = form.rules, form.fold
    verdict = rules.judge(fold, fold.deal_of(form.entry, claim.person), claim)
    deck = deck_of(rules.line)
    laid = lay_out(verdict.laid, deck) if verdict.laid and deck else None
    return Show(claim.person, text, verdict=verdict, laid=laid)


CardsShown = tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]


def _shown_cards(form: HandForm, text: str) -> CardsShown:
    """Returns all cards of a claim, and its groups if strokes separate them. Raises RefusedError
    for a wrong number."""
    cards, groups = _parsed(form, text)
    if len(cards) not in (sizes_allowed := form.rules.shows):
        sizes = " / ".join(str(size) for size in sizes_allowed)
        raise RefusedError(
            "There are {count} cards here; it takes {wanted}.", count=len(cards), wanted=sizes
        )
    return cards, groups


def _parsed(form: HandForm, text: str) -> CardsShown:
    deck = deck_of(form.rules.line) or PLAYING_CARDS
    question = Question("cards", tuple, None, Cards(deck=deck), optional=True)
    parts = [encoding.plain(question, [part]) for part in PARTS.split(text)]
    groups = tuple(read(question.kind, question, part) for part in parts if part)
    cards = tuple(card for group in groups for card in group)
    return cards, groups if len(groups) > 1 else ()


# Applying a verdict --------------------------------------------------------------------------


def apply_verdict(form: HandForm, posted: QueryDict, show: Show) -> QueryDict:
    """Returns the page's data with the referee's verdict in the hand."""
    data = posted.copy()
    if show.verdict is None or show.person is None:
        return data
    part = form.parts[_table(form, show.person)]
    seat = next(seat for seat in part.seats if seat.person == show.person)
    for name, value in show.verdict.deal.items():
        _fill(data, part.deal.get(name), value)
    for name, value in show.verdict.answers.items():
        row = part.person_choices.get(name)
        if row is None or not _tap(data, row, seat.person, value):
            _fill(data, seat.fields.get(name), value)
    wrong_shows = _wrong_shows(form)
    wrong_shows.pop(show.person, None)
    if not show.verdict.valid:
        wrong_shows[show.person] = show.cards
    data[CARRIED] = _join(wrong_shows)
    for name in (CARDS_INPUT, PERSON_INPUT):
        data.pop(name, None)
    if not show.verdict.valid:
        _tap_last_one_left(form, data, part.number)
    return data


def _tap_last_one_left(form: HandForm, data: QueryDict, table: int) -> None:
    """Taps the only person who can still have won, if the others showed wrong or dropped."""
    typed = HandForm(
        form.rules, form.fold, form.names, data, includes_left=form.layout.includes_left
    )
    wrong_shows = _wrong_shows(typed)
    for row in typed.parts[table].person_choices.values():
        if row.off or any(row.texts) or not row.is_single or row.question.kind.nobody:
            continue
        rest = [chip for chip in row.chips if not chip.off and chip.person not in wrong_shows]
        left = [chip.person for chip in rest if _is_undecided(typed, row, chip.person)]
        if len(left) == 1:
            data.setlist(row.name, [str(left[0])])


def _is_undecided(form: HandForm, row: PersonChoice, person: int) -> bool:
    """Whether this person's own row has no other answer to the question of who won."""
    field = form.row_of(person).fields.get(row.declaration.name)
    usual = (row.question.default, form.layout.default(row.declaration))
    return field is None or field.value() in usual


# Wrong shows, carried in the page and stored with the hand -------------------------------------


def claims(form: HandForm) -> list[Claim]:
    """Returns the wrong shows of this hand; they are judged again when it is saved."""
    result = []
    for person, text in _wrong_shows(form).items():
        with suppress(RefusedError):
            result.append(Claim(person, *_shown_cards(form, text)))
    return result


def stored_claims(hand: Hand) -> str:
    """Returns the wrong shows of a stored hand, as a page carries them."""
    claims = [show.claim for show in wrong_shows(hand)]
    groups = {claim.person: claim.groups or (claim.cards,) for claim in claims}
    return _join({person: " / ".join(map(" ".join, cards)) for person, cards in groups.items()})


def _wrong_shows(form: HandForm) -> dict[int, str]:
    """Returns them by person, as typed."""
    parts = (part.partition(":") for part in form.wrong_shows.split(";"))
    persons = {str(person): person for person in range(form.fold.persons)}
    return {persons[person]: text for person, _colon, text in parts if person in persons}


def _join(texts: Mapping[int, str]) -> str:
    return ";".join(f"{person}:{text}" for person, text in texts.items())


def _table(form: HandForm, person: int) -> int:
    """Returns the number of this person's table; 0 if there is only one."""
    return 0 if form.rules.one_table else person // form.fold.seats


def _tap(data: QueryDict, row: PersonChoice, person: int, value: Any) -> bool:
    """Taps this person in a row if that is the answer; otherwise clears them. Returns whether it
    was tapped."""
    if encoding.word(sole_value(row.declaration)) == encoding.word(value):
        data.setlist(row.name, [str(person)])
        return True
    others = [text for text in data.getlist(row.name) if text != str(person)]
    data.setlist(row.name, others)
    return False


def _fill(data: QueryDict, field: HandField | None, value: Any) -> None:
    """Writes an answer given as JSON into its inputs, if the page has them."""
    if field is None:
        return
    kind, question = field.question.kind, field.question
    texts = encoding.to_texts(kind, None if value is None else read(kind, question, value))
    if len(field.inputs) == 1:
        data.setlist(field.name, texts)
        return
    for place, name in enumerate(field.inputs):
        data.setlist(name, texts[place : place + 1])
