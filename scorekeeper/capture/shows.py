"""A show put before the referee on the capture page, and its verdict put into the hand."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from django.http import QueryDict

from scorekeeper.asking import wire
from scorekeeper.capture import counting
from scorekeeper.capture.counting import Counted
from scorekeeper.capture.fields import HandField, Who
from scorekeeper.capture.forms import SHOWN as CARRIED
from scorekeeper.capture.forms import HandForm
from scorekeeper.capture.layout import Posted, sole_value
from scorekeeper.engine.cards import PLAYING_CARDS
from scorekeeper.engine.codec import RefusedError, read
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.questions import Cards, Question, deck_of
from scorekeeper.engine.referee import Claim, Verdict
from scorekeeper.play.evidence import wrong_shows
from scorekeeper.play.models import Hand
from scorekeeper.telling.laid import Laid, laid
from scorekeeper.wording.words import words

SHOWN: Final = "show-cards"
BY: Final = "show-person"
PARTS: Final = re.compile(r"[/|\n]")


@dataclass(frozen=True, slots=True)
class Show:
    """A claim typed into the page, and what the referee says to it."""

    person: int | None
    cards: str
    """As typed; groups with strokes between."""
    error: str = ""
    at: str = ""
    """What the error is about: ``cards``, ``person`` or the id of a question of the deal."""
    verdict: Verdict | None = None
    laid: Laid | None = None

    @property
    def is_elsewhere(self) -> bool:
        """The error is about an answer further up the page."""
        return self.at not in ("", "cards", "person")


def show(form: HandForm, posted: Posted) -> Show:
    """What the page says of a show, judged by this game's rules."""
    text, person = _text(posted, SHOWN), _person(form, posted)
    if person is None:
        assert form.rules.shows is not None
        return Show(None, text, words(form.rules.shows.prompt), "person")
    try:
        claim = Claim(person, *_cards(form, text))
        return _judged(form, claim, text)
    except RefusedError as refused:
        return Show(person, text, words(refused), "cards")
    except EntryError as error:
        return Show(person, text, words(error), _place(form, person, error.field))


def counted(form: HandForm, posted: Posted) -> Counted:
    """What the page is told of the cards of a show while they are tapped."""
    try:
        cards = list(_parsed(form, _text(posted, SHOWN))[0])
    except RefusedError:
        cards = []
    return counting.told(form, SHOWN, _person(form, posted) or 0, cards)


def _text(posted: Posted, name: str) -> str:
    return (posted.getlist(name) or [""])[-1]


def _person(form: HandForm, posted: Posted) -> int | None:
    text = _text(posted, BY)
    return next((seat.person for seat in form.seats if str(seat.person) == text), None)


def _place(form: HandForm, person: int, field: str) -> str:
    """Where an error is shown: beside the cards, unless it is about an answer of the deal."""
    asked = form.parts[_table(form, person)].deal.get(field)
    return asked.id if asked else "cards"


def _judged(form: HandForm, claim: Claim, text: str) -> Show:
    rules, fold = form.rules, form.fold
    assert rules.shows is not None
    verdict = rules.shows.judge(fold, fold.deal_of(form.entry, claim.person), claim)
    deck = deck_of(rules.line)
    drawn = laid(verdict.laid, deck) if verdict.laid and deck else None
    return Show(claim.person, text, verdict=verdict, laid=drawn)


CardsShown = tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]


def _cards(form: HandForm, text: str) -> CardsShown:
    """All cards of a claim, and its groups if strokes part them; as many as a show has."""
    cards, groups = _parsed(form, text)
    if len(cards) not in (may := form.rules.shows.sizes if form.rules.shows else ()):
        sizes = " / ".join(str(size) for size in may)
        raise RefusedError(
            "There are {found} cards here; it takes {wanted}.", found=len(cards), wanted=sizes
        )
    return cards, groups


def _parsed(form: HandForm, text: str) -> CardsShown:
    deck = deck_of(form.rules.line) or PLAYING_CARDS
    asked = Question("cards", tuple, None, Cards(deck=deck), optional=True)
    parts = [wire.plain(asked, [part]) for part in PARTS.split(text)]
    groups = tuple(read(asked.kind, asked, part) for part in parts if part)
    cards = tuple(card for group in groups for card in group)
    return cards, groups if len(groups) > 1 else ()


# Put into the hand ---------------------------------------------------------------------------


def applied(form: HandForm, posted: QueryDict, ruled: Show) -> QueryDict:
    """The same page with the referee's verdict put into the hand."""
    data = posted.copy()
    if ruled.verdict is None or ruled.person is None:
        return data
    part = form.parts[_table(form, ruled.person)]
    seat = next(seat for seat in part.seats if seat.person == ruled.person)
    for name, value in ruled.verdict.deal.items():
        _fill(data, part.deal.get(name), value)
    for name, value in ruled.verdict.answers.items():
        row = part.whos.get(name)
        if row is None or not _tap(data, row, seat.person, value):
            _fill(data, seat.fields.get(name), value)
    told = _carried(form)
    told.pop(ruled.person, None)
    if not ruled.verdict.valid:
        told[ruled.person] = ruled.cards
    data[CARRIED] = _joined(told)
    for name in (SHOWN, BY):
        data.pop(name, None)
    return data


# Wrong shows are carried along in the page, and kept with the hand -----------------------------


def claims(form: HandForm) -> list[Claim]:
    """The shows that were put into this hand as wrong ones; they are judged anew when it is
    saved."""
    found = []
    for person, text in _carried(form).items():
        with suppress(RefusedError):
            found.append(Claim(person, *_cards(form, text)))
    return found


def carried(hand: Hand) -> str:
    """The wrong shows kept with a hand, as a page carries them."""
    kept = (show.claim for show in wrong_shows(hand))
    return _joined({c.person: " / ".join(map(" ".join, c.groups or (c.cards,))) for c in kept})


def _carried(form: HandForm) -> dict[int, str]:
    """By person, as typed."""
    parts = (one.partition(":") for one in form.shown.split(";"))
    persons = {str(person): person for person in range(form.fold.persons)}
    return {persons[who]: text for who, _colon, text in parts if who in persons}


def _joined(told: Mapping[int, str]) -> str:
    return ";".join(f"{person}:{text}" for person, text in told.items())


def _table(form: HandForm, person: int) -> int:
    """The number of this person's table; 0 where there is one only."""
    return 0 if form.rules.partners.one_table else person // form.fold.seats


def _tap(data: QueryDict, row: Who, person: int, value: Any) -> bool:
    """Tap this person in a row, if that is the answer; otherwise he is not the one."""
    if wire.word(sole_value(row.asked)) == wire.word(value):
        data.setlist(row.name, [str(person)])
        return True
    others = [one for one in data.getlist(row.name) if one != str(person)]
    data.setlist(row.name, others)
    return False


def _fill(data: QueryDict, field: HandField | None, value: Any) -> None:
    """Write an answer given as JSON into its inputs, if the page has them."""
    if field is None:
        return
    kind, question = field.question.kind, field.question
    texts = wire.told(kind, None if value is None else read(kind, question, value))
    if len(field.inputs) == 1:
        data.setlist(field.name, texts)
        return
    for number, name in enumerate(field.inputs):
        data.setlist(name, texts[number : number + 1])
