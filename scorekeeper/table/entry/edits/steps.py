"""The steps of an edit that leads through later hands (``play.edits.leading``).

Each step is the page of one later hand. It carries what was entered so far: the edit itself, and
the answers of other hands, each as a query string. Nothing is written before the last step.
"""

from dataclasses import dataclass, field
from typing import Any, Final

from django.http import Http404, HttpRequest, QueryDict
from django.shortcuts import get_object_or_404

from scorekeeper.core.localization.words import words
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import Game as Fold
from scorekeeper.play.addresses import hand_address
from scorekeeper.play.edits import leading
from scorekeeper.play.edits.leading import Correction, FollowUp, Lead, OpenHand
from scorekeeper.play.models import Hand, LateKind
from scorekeeper.play.replays.replay import replay_before
from scorekeeper.play.selectors import Table, hands_in_force
from scorekeeper.table.entry.cards.referee import claims
from scorekeeper.table.entry.forms import HandForm
from scorekeeper.table.entry.game_pages import chosen_seating

EDIT: Final = "led-edit"
"""The input with what was posted for the edit; the others are those of a later hand."""
KIND: Final = "led-kind"
HAND: Final = "led-hand"
AT: Final = "led-at"
"""The token of the later hand."""
NOT_PLAYED: Final = "led-not-played"
"""The button that deletes it."""
ANSWER: Final = "led-answer-"
"""Begins the inputs with what was posted for later hands, before the hand's token."""
OF_PAGE: Final = frozenset({"csrfmiddlewaretoken", "token", "agreed", "edit", EDIT, KIND, HAND, AT})
ADDRESSES: Final = {
    LateKind.AMENDED: "entry:hand_edit",
    LateKind.PUT_IN: "entry:hand_insert",
    LateKind.TAKEN_BACK: "entry:hand_delete",
    LateKind.PUT_BACK: "entry:hand_restore",
}


@dataclass(frozen=True, slots=True)
class Steps:
    """The answers posted for later hands, by their tokens."""

    answers: dict[str, QueryDict] = field(default_factory=dict)

    @property
    def inputs(self) -> dict[str, list[str]]:
        """Returns the hidden inputs that carry it to the next page."""
        return {ANSWER + token: [posted.urlencode()] for token, posted in self.answers.items()}

    def of_newest(self, table: Table) -> "Steps":
        """Returns the answers for the hands that are in force now, where somebody else has edited
        one of them."""
        tokens = {hand.number: hand.token for hand in hands_in_force(table.game)}
        answered = table.game.hands.filter(token__in=self.answers)
        numbers = dict(answered.values_list("token", "number"))
        return Steps(
            {tokens.get(numbers.get(at, 0), at): posted for at, posted in self.answers.items()}
        )

    def lead(self, correction: Correction, *, until: int | None = None) -> Lead:
        """Raises NotPossibleError."""
        table = correction.table

        def answer(hand: Hand, fold: Fold[Any, Any]) -> FollowUp | None:
            posted = self.answers.get(hand.token)
            if posted is None:
                return None
            if NOT_PLAYED in posted:
                return leading.DELETED
            form = HandForm(table.rules, fold, table.names, posted, includes_left=True)
            if form.is_valid():
                return FollowUp(hand, form.entry, claims(form))
            raise EntryError(form.faults[0].message)

        return leading.lead(correction, answer, until=until)


@dataclass(frozen=True, slots=True)
class Step:
    """A later hand on its page. ``action``: the address of the edit; ``missing``: what to enter;
    ``edited``: the number of the hand to go back to, None if there was nothing to enter."""

    action: str
    inputs: dict[str, list[str]]
    missing: str = ""
    edited: int | None = None


def take_steps(request: HttpRequest) -> Steps:
    """Takes the answers of later hands from the request; its ``POST`` is then what was posted for
    the edit, and carries them."""
    posted = request.POST
    answers: dict[str, QueryDict] = {
        name.removeprefix(ANSWER): QueryDict(posted[name])
        for name in posted
        if name.startswith(ANSWER)
    }
    if EDIT not in posted:
        return Steps(answers)
    if at := posted.get(AT, ""):
        answers[at] = _without(posted, OF_PAGE)
    steps, edit = Steps(answers), QueryDict(posted[EDIT], mutable=True)
    for name in ("token", "agreed", "edit"):
        if name in posted:
            edit[name] = posted[name]
    for name, texts in steps.inputs.items():
        edit.setlist(name, texts)
    request.POST = edit  # type: ignore[assignment]
    return steps


def _without(posted: QueryDict, names: frozenset[str]) -> QueryDict:
    rest = QueryDict(mutable=True)
    for name, texts in posted.lists():
        if name not in names and not name.startswith(ANSWER):
            rest.setlist(name, texts)
    return rest


def step(
    request: HttpRequest, steps: Steps, kind: LateKind, hand: Hand, open_hand: OpenHand
) -> Step:
    """``hand``: the one that is edited."""
    inputs = {
        EDIT: [_without(request.POST, OF_PAGE).urlencode()],
        KIND: [kind.value],
        HAND: [hand.token],
        AT: [open_hand.hand.token],
        **steps.inputs,
    }
    typed = kind in (LateKind.AMENDED, LateKind.PUT_IN)
    number = hand.number if typed else None
    return Step(hand_address(ADDRESSES[kind], hand), inputs, words(open_hand.missing), number)


def correction(
    table: Table, kind: LateKind, hand: Hand, form: HandForm | None = None
) -> Correction:
    """Returns the edit of this hand; ``form``: its answers, valid, unless it is deleted or
    restored."""
    match kind:
        case LateKind.TAKEN_BACK:
            return leading.deleted(table, hand)
        case LateKind.PUT_BACK:
            return leading.restored(table, hand)
    assert form is not None
    make = leading.amended if kind is LateKind.AMENDED else leading.inserted
    return make(table, hand, form.entry)


def step_in_request(request: HttpRequest, table: Table) -> tuple[Step, OpenHand] | None:
    """Returns the later hand that is being entered, on the game that the edit leads to."""
    if EDIT not in request.POST:
        return None
    posted = request.POST
    later = get_object_or_404(table.game.hands, token=posted.get(AT, ""))
    hand = get_object_or_404(table.game.hands, token=posted.get(HAND, ""))
    if posted.get(KIND) not in ADDRESSES:
        raise Http404
    kind = LateKind(posted[KIND])
    steps = take_steps(request)
    if kind is LateKind.PUT_IN:
        hand = chosen_seating(request, table, hand)
    edit, request.POST = request.POST, posted
    form = None
    if kind in (LateKind.AMENDED, LateKind.PUT_IN):
        fold = replay_before(table, hand, hands_in_force(table.game))
        includes_left = kind is LateKind.AMENDED
        form = HandForm(table.rules, fold, table.names, edit, includes_left=includes_left)
        if not form.is_valid():
            raise Http404
    found = steps.lead(correction(table, kind, hand, form), until=later.pk)
    if found.open is None or found.open.hand.pk != later.pk:
        raise Http404
    request.POST = edit
    try:
        return step(request, steps, kind, hand, found.open), found.open
    finally:
        request.POST = posted
