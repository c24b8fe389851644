"""Cards tapped on the capture screen: how they are laid, and whether a show stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from scorekeeper.capture import picker, typed
from scorekeeper.capture.fields import Field
from scorekeeper.capture.forms import HandForm, sentence
from scorekeeper.capture.layout import Posted
from scorekeeper.clubs.templatetags.table import words
from scorekeeper.engine.cards import Deck
from scorekeeper.engine.codec import Refused, read
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.melds_rules import Arrangement, Group
from scorekeeper.engine.questions import Cards, Pick, Question, Word, question
from scorekeeper.engine.referee import Claim, Verdict

# A hand laid out -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Face:
    """A card as it is drawn."""

    shown: str
    is_red: bool
    stands: str = ""
    """The card it stands for."""
    points: int | None = None
    """Where it counts by itself."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A hand laid out for a page."""

    groups: list[list[Face]]
    left: list[Face]
    points: int


def laid(arrangement: Arrangement, deck: Deck) -> Laid:
    return Laid(
        [list(_group(group, deck)) for group in arrangement.groups],
        [_face(card, deck, points=points) for card, points in arrangement.left],
        arrangement.points,
    )


def _group(group: Group, deck: Deck) -> Iterator[Face]:
    for card, stands in zip_longest(group.cards, group.stands):
        yield _face(card, deck, stands=stands)


def _face(card: str, deck: Deck, *, stands: str | None = None, points: int | None = None) -> Face:
    is_red = card[-1:] in ("H", "D")
    return Face(deck.show(card), is_red, deck.show(stands) if stands else "", points)


# One field -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Counted:
    """What is known of the cards in one field."""

    laid: Laid | None
    said: str
    """Why they cannot be counted."""
    stock: str
    wild: str


def counted(form: HandForm, name: str) -> Counted | None:
    """Of the cards in the field of this name; None if the page has no such field."""
    if name == SHOWN:
        return _known(form, 0)
    found = form.fields.get(name)
    if not isinstance(found, Field) or found.person is None:
        return None
    if found.refused:
        return _known(form, found.person, said=sentence(found.refused))
    try:
        arrangement = form.rules.lay(form.fold, form.entry, found.person)
    except EntryError as error:
        return _known(form, found.person, said=sentence(error))
    return _known(form, found.person, arrangement)


def _known(
    form: HandForm, person: int, arrangement: Arrangement | None = None, said: str = ""
) -> Counted:
    rules, options = form.rules, form.fold.options
    deal, deck = rules.deal_of(form.fold, form.entry, person), picker.deck_of(rules)
    drawn = laid(arrangement, deck) if arrangement and deck else None
    wild = " ".join(sorted(rules.wild(options, deal)))
    return Counted(drawn, said, picker.stock(rules, options, deal), wild)


# A show --------------------------------------------------------------------------------------

SHOWN = "show-cards"
BY = "show-person"


@dataclass(frozen=True, slots=True)
class Show:
    """A claim typed into the page, and what the referee says to it."""

    person: int | None
    cards: str
    """As typed; groups with strokes between."""
    error: str = ""
    at: str = ""
    """The field the error is about: ``cards``, ``person`` or a question of the deal."""
    verdict: Verdict | None = None
    laid: Laid | None = None


def show(form: HandForm, posted: Posted) -> Show:
    """What the page says of a show, judged by this game's rules."""
    text = (posted.getlist(SHOWN) or [""])[-1]
    person = _person(form, (posted.getlist(BY) or [""])[-1])
    if person is None:
        return Show(None, text, _("Tap who shows."), "person")
    try:
        claim = Claim(person, *_cards(form, text))
        return _judged(form, claim, text)
    except Refused as refused:
        return Show(person, text, sentence(refused), "cards")
    except EntryError as error:
        return Show(person, text, words(error), error.field or "cards")


def _judged(form: HandForm, claim: Claim, text: str) -> Show:
    rules, fold = form.rules, form.fold
    assert rules.judge is not None
    verdict = rules.judge(fold, rules.deal_of(fold, form.entry, claim.person), claim)
    deck = picker.deck_of(rules)
    drawn = laid(verdict.laid, deck) if verdict.laid and deck else None
    return Show(claim.person, text, verdict=verdict, laid=drawn)


def _person(form: HandForm, text: str) -> int | None:
    return next((seat.person for seat in form.seats if str(seat.person) == text), None)


def _cards(form: HandForm, text: str) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """All cards of a claim, and its groups if strokes part them."""
    asked = Question("cards", tuple, None, Cards(), optional=True)
    parts = [typed.plain(asked.kind, asked, [part]) for part in text.split("/")]
    groups = tuple(read(asked.kind, asked, part) for part in parts if part)
    cards = tuple(card for group in groups for card in group)
    if len(cards) not in form.rules.shows:
        sizes = " / ".join(str(size) for size in form.rules.shows)
        raise Refused(
            "There are {found} cards here; it takes {wanted}.", found=len(cards), wanted=sizes
        )
    return cards, groups if len(groups) > 1 else ()


def applied(form: HandForm, posted: QueryDict, ruled: Show) -> QueryDict:
    """The same page with the referee's verdict put into the hand."""
    data = posted.copy()
    if ruled.verdict is None or ruled.person is None:
        return data
    table = "" if form.rules.one_table else ruled.person // form.fold.seats or ""
    for name, value in ruled.verdict.deal.items():
        data.setlist(f"deal{table}-{name}", [_text(value)])
    for name, value in ruled.verdict.answers.items():
        _answer(data, form, question(form.rules.line, name), ruled.person, f"who{table}", value)
    for name in (SHOWN, BY):
        data.pop(name, None)
    return data


def _answer(
    data: QueryDict, form: HandForm, q: Question, person: int, row: str, value: Any
) -> None:
    """One answer, where the page has it: in the row of persons or in this person's own."""
    tapped = [one for one in data.getlist(f"{row}-{q.name}") if one != str(person)]
    if value == _sole(q):
        data.setlist(f"{row}-{q.name}", [str(person)])
        return
    if q.kind.sole is not None:
        data.setlist(f"{row}-{q.name}", tapped)
    data.setlist(f"p{person}-{q.name}", [_text(value)])


def _sole(q: Question) -> Any:
    """The answer that is given by tapping a person, as JSON."""
    if q.kind.sole is None:
        return None
    told = q.kind.sole_value if isinstance(q.kind, Pick) else True
    return told.value if isinstance(told, Word) else told


def _text(value: Any) -> str:
    return " ".join(value) if isinstance(value, list) else typed.word(value)
