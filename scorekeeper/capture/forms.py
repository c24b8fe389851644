"""The form of one hand, made from what a variant declares. Holds no rule of any game.

Answers that are not asked as things stand are ignored, so a page may hide them or not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from scorekeeper.asking.conditions import Asked, Scope, is_on, of_deal
from scorekeeper.capture.fields import Answers, Dealer, HandField, Part, PersonRow, Who
from scorekeeper.capture.layout import Layout, Posted
from scorekeeper.engine import playing
from scorekeeper.engine.codec import RefusedError
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import Entry, Game
from scorekeeper.engine.questions import questions
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.wording.words import words

SHOWN: Final = "shown"
"""The input that carries wrong shows along."""


@dataclass(frozen=True, slots=True)
class FormFault:
    """What keeps a hand from being saved: where it is, whose it is, and what to do."""

    at: str
    who: str
    message: str


class HandForm:
    """``names``: of the persons; ``entry``: answers to begin with, such as those of the hand to
    be amended, and ``shown`` its wrong shows; ``everybody``: who has left is asked too."""

    after: Game[Any, Any]
    """The game with this hand, once ``is_valid``."""

    def __init__(
        self,
        rules: AnyVariant,
        fold: Game[Any, Any],
        names: Sequence[str],
        data: Posted | None = None,
        *,
        entry: Entry[Any, Any] | None = None,
        everybody: bool = False,
        shown: str = "",
    ) -> None:
        self.rules, self.fold, self.names = rules, fold, names[: fold.persons]
        self.is_bound, self.is_started = data is not None, entry is not None
        self.shown = shown if data is None else "".join(data.getlist(SHOWN)[-1:])
        """Wrong shows of this hand, as the page carries them (see ``capture.shows``)."""
        self._faults: list[FormFault] = []
        self.layout = Layout(rules, fold, self.names, data, entry, everybody)
        self.gone = self.layout.gone
        self.turn = playing.next_dealer(rules, fold)
        """Whose turn it is to deal."""
        self.dealer = self._dealer(data, entry)
        self._played: Entry[Any, Any] | None = None

    @cached_property
    def _made(self) -> tuple[list[Part], Entry[Any, Any]]:
        """Fields, and what stands in them. A blank hand whose fields were drawn before needs
        neither."""
        tables = range(self.rules.partners.tables(self.fold))
        parts = [self.layout.part(number) for number in tables]
        return parts, self._read(parts)

    @property
    def parts(self) -> list[Part]:
        return self._made[0]

    @property
    def entry(self) -> Entry[Any, Any]:
        """What was reported; after ``is_valid`` as the engine keeps it."""
        return self._played or self._made[1]

    @property
    def faults(self) -> list[FormFault]:
        """What was found wrong so far: once it is made, what cannot be read."""
        return self._faults if self._made else []

    @property
    def several(self) -> bool:
        """Partners at more than one table."""
        return len(self.parts) > 1

    @property
    def seats(self) -> list[PersonRow]:
        return [seat for part in self.parts for seat in part.seats]

    @property
    def dealers(self) -> list[Dealer]:
        """Who may have dealt; empty where the game does not say whose turn it is."""
        if self.turn is None:
            return []
        here = (p for p in range(self.fold.persons) if p not in self.gone)
        return [Dealer(p, self.names[p], p == self.dealer) for p in here]

    @property
    def may_be_absent(self) -> list[PersonRow]:
        return [seat for seat in self.seats if seat.absent]

    @property
    def fields(self) -> dict[str, HandField | Who | PersonRow]:
        """Whatever is asked, by the names of its inputs."""
        named: dict[str, HandField | Who | PersonRow] = {
            seat.absent: seat for seat in self.may_be_absent
        }
        return named | {name: holder for holder in self.holders() for name in holder.inputs}

    def holders(self) -> Iterator[HandField | Who]:
        for part in self.parts:
            yield from part.deal.values()
            yield from part.whos.values()
            for seat in part.seats:
                yield from seat

    # Reading -----------------------------------------------------------------------------

    def _dealer(self, data: Posted | None, entry: Entry[Any, Any] | None) -> int | None:
        """Who dealt: whoever the table says, else whose turn it is."""
        if data is not None:
            told = "".join(data.getlist("dealer")[:1])
            if told.isdecimal() and len(told) < 4 and int(told) < self.fold.persons:
                return int(told)
        elif entry is not None and entry.dealer is not None:
            return entry.dealer
        return self.turn

    def _named(self, absent: frozenset[int]) -> int | None:
        """The dealer, where it is not the one whose turn it was."""
        expected = (self.turn, playing.next_dealer(self.rules, self.fold, absent))
        return None if self.turn is None or self.dealer in expected else self.dealer

    def _read(self, parts: Sequence[Part]) -> Entry[Any, Any]:
        deals, lines = [], []
        for part in parts:
            deal = self._deal(part)
            deals.append(self.rules.deal(**deal))
            scope = of_deal(deal)
            for who in part.whos.values():
                who.off = not is_on(who.rule, scope)
            lines += [self.rules.line(**self._line(part, seat, scope)) for seat in part.seats]
        absent = frozenset(s.person for part in parts for s in part.seats if s.is_absent)
        return Entry(deals[0], tuple(lines), absent, tuple(deals[1:]), self._named(absent))

    def _deal(self, part: Part) -> Answers:
        answers = {q.name: q.default for q in questions(self.rules.deal)}
        answers |= {name: field.value() for name, field in part.deal.items()}
        for name, field in part.deal.items():
            if not is_on(field.rule, answers):
                field.off, answers[name] = True, field.question.default
            elif field.refused:
                self._fault(field, field.refused)
        return answers

    def _line(self, part: Part, seat: PersonRow, deal: Scope) -> Answers:
        """This person's answers; what is not asked goes back to its default, in order."""
        seat.off = not is_on(seat.rule, deal) or seat.is_absent
        answers = {q.name: q.default for q in questions(self.rules.line)}
        answers |= {q.name: _answer(part, seat, q) for q, _rule in seat.asks}
        scope = {**deal, **answers}
        for q, rule in seat.asks:
            on = not seat.off and is_on(rule, scope)
            if not on:
                scope[q.name] = q.question.default
            if field := seat.fields.get(q.name):
                self._show(field, seat, on and is_on(field.rule, scope))
        for who in part.whos.values():
            for chip in who.chips:
                if chip.person == seat.person:
                    chip.off = seat.is_absent or not is_on(chip.rule, scope)
        return {name: scope[name] for name in answers}

    def _show(self, field: HandField, seat: PersonRow, on: bool) -> None:
        field.off = not on
        if field.refused and on:
            self._fault(field, field.refused, seat.name)

    # Playing -----------------------------------------------------------------------------

    def is_valid(self) -> bool:
        """Whether the engine accepts the hand; if so there is ``after``."""
        if self.faults:
            return False
        try:
            self.after = playing.play(self.rules, self.fold, self.entry)
        except EntryError as error:
            self.refuse(error)
            return False
        assert self.after.last is not None
        self._played = self.after.last.entry
        return True

    def refuse(self, error: EntryError) -> None:
        """Put the engine's objection beside the answer it is about."""
        seat = self.seats[error.seat] if isinstance(error.seat, int) else None
        self._fault(self._holder(error.field, seat), error, seat.name if seat else "")

    def _holder(self, name: str, seat: PersonRow | None) -> HandField | Who | None:
        """The field on the page that holds this answer, if it is shown now."""
        rows = [part.whos[name] for part in self.parts if name in part.whos]
        if seat:
            rows = [who for who in rows if any(c.person == seat.person for c in who.chips)]
            places: list[HandField | Who | None] = [seat.fields.get(name), *rows]
        else:
            undecided = [who for who in rows if len(who.told) != 1]
            places = [*undecided, *rows, *(part.deal.get(name) for part in self.parts)]
        return next((place for place in places if place and not place.off), None)

    def _fault(
        self, holder: HandField | Who | None, fault: EntryError | RefusedError, who: str = ""
    ) -> None:
        said = words(fault.named(self.names) if isinstance(fault, EntryError) else fault)
        if holder:
            holder.errors.append(said)
        self._faults.append(FormFault(holder.id if holder else "", who, said))


def _answer(part: Part, seat: PersonRow, q: Asked) -> Any:
    """What was tapped above for this person, else what stands in his own row."""
    who, field = part.whos.get(q.name), seat.fields.get(q.name)
    tapped = who.value(seat.person) if who else None
    if tapped is not None:
        return tapped
    return field.value() if field else q.question.default


def as_posted(form: HandForm) -> dict[str, list[str]]:
    """What stands in the form, by input: to carry a hand on to another page."""
    told: dict[str, list[str]] = {}
    for holder in form.holders():
        if len(holder.inputs) == 1:
            told[holder.name] = list(holder.told)
        else:
            texts = (*holder.told, "", "")
            told |= {name: [text] for name, text in zip(holder.inputs, texts, strict=False)}
    if form.shown:
        told[SHOWN] = [form.shown]
    if form.entry.dealer is not None:
        told["dealer"] = [str(form.entry.dealer)]
    return told | {f"p{person}-absent": ["on"] for person in sorted(form.entry.absent)}
