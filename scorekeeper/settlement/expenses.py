"""Money outside games: what one player paid for the group and its shares, buy-ins and deposits."""

from collections.abc import Mapping
from typing import Any, Final

from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs import locks
from scorekeeper.clubs.access import ClubRequest, session_view
from scorekeeper.clubs.activity import ActivityKind
from scorekeeper.clubs.models import Membership, Player, Role, Session, signature_id
from scorekeeper.clubs.players.persons import by_shown_name
from scorekeeper.clubs.selectors import members
from scorekeeper.core.localization import currencies
from scorekeeper.core.requests.outcomes import Refused
from scorekeeper.core.requests.refusals import Refusal, attempt, attempt_form
from scorekeeper.core.requests.sent import OtherwiseError, first_answer, whole_number
from scorekeeper.engine.money import in_proportion
from scorekeeper.engine.reasons import EXPENSE
from scorekeeper.engine.words import Phrase
from scorekeeper.ledger import services as ledger
from scorekeeper.ledger.models import PaymentKind
from scorekeeper.ledger.selectors import players_of
from scorekeeper.play.selectors import Table
from scorekeeper.play.sessions import net_by_player, session_tables
from scorekeeper.settlement.after_closing import HOSTS_ONLY, need_host, note_late
from scorekeeper.settlement.forms import ExpenseForm, PayInForm, PeopleForm
from scorekeeper.settlement.models import Expense, ExpenseShare, How
from scorekeeper.settlement.payments import DEPOSITS, Reporter, record_deposits
from scorekeeper.settlement.views import answer, posted

Shares = dict[int, int]
"""Minor units per player id, in order."""
Weights = Mapping[int, int]
SHARES_CHANGED: Final = _("The shares have changed since you saw them. Check them again.")
NOBODY_SHARES: Final[Mapping[How, str | Promise]] = {
    How.WINNERS: _("Nobody else has won anything yet."),
    How.THERE: _("Nobody else has played a hand yet."),
}
TOO_FEW_SHARE: Final = _(
    "Only the payer shares this. Choose someone else, or enter a larger amount."
)


# Pages of an expense ---------------------------------------------------------------------------


@session_view(Role.SCORER, money=True)
def expense_new(request: ClubRequest, session: Session) -> HttpResponse:
    """Saves an expense. The shares are previewed before saving: at once where htmx asks, else on
    the first submit."""
    groups = players_and_others(session)
    people = [*groups[0], *groups[1]]
    sent = request.POST if request.method == "POST" else None
    form = ExpenseForm(sent, people=people, currency=session.club.currency)
    if form.is_bound and request.htmx:
        return render(request, "settlement/_shares.html", {"form": form, **_preview(session, form)})
    refusal = None
    if form.is_bound:
        more = {"session": session, "by": request.membership, "previewed": form.previewed_shares}
        refusal = attempt_form(request, form, add_expense, **more)
        if refusal is None:
            return answer(request, session, None, done="expense-saved")
    return _expense_page(request, session, form, groups, refusal)


def _preview(session: Session, form: ExpenseForm) -> dict[str, Any]:
    """Returns the context of the preview: the current shares, or an error."""
    if not form.is_valid():
        return {}
    how, paid_by = form.cleaned_data["how"], form.cleaned_data["paid_by"].pk
    entered, amount = form.cleaned_data["entered_weights"], form.cleaned_data["amount"]
    try:
        shares = split(weights(session, how, entered), paid_by, amount, how)
    except Refusal as refusal:
        return {"error": refusal.sentence}
    return _shares_context(form, shares)


def _shares_context(form: ExpenseForm, shares: Shares) -> dict[str, Any]:
    return {
        "shares": [(form.people[str(pk)], amount) for pk, amount in shares.items()],
        "shares_key": ",".join(f"{player}:{amount}" for player, amount in shares.items()),
    }


def _expense_page(
    request: ClubRequest,
    session: Session,
    form: ExpenseForm,
    groups: tuple[list[Player], list[Player]],
    refusal: Refusal | None,
) -> HttpResponse:
    seated, rest = groups
    ticked = {player.pk for player in (form.ticked("in") if form.is_bound else seated)}
    shares = _shares_context(form, refusal.now) if refusal and refusal.now else {}
    context = {
        **_form_context(request, session, form, refusal),
        **shares,
        "how": form.data.get("how", How.EQUAL),
        "ways": How.choices,
        "groups": [
            (group, [(p, p.pk in ticked, form.shares[str(p.pk)]) for p in group])
            for group in (seated, rest)
        ],
        "seated": seated,
        "rest": rest,
        "paid_by": _chosen_player(request, form, "paid_by", seated),
    }
    status = refusal.status if refusal else 200
    return render(request, "settlement/expense.html", context, status=status)


def players_and_others(session: Session) -> tuple[list[Player], list[Player]]:
    """Returns the players of the session, and the other members of the group by name."""
    seated = players_of(session)
    persons = {player.person_pk for player in seated.values()}
    rest = [player for player in members(session.club) if player.pk not in persons]
    return list(seated.values()), rest


def _form_context(
    request: ClubRequest,
    session: Session,
    form: PeopleForm,
    refusal: Refusal | None,
) -> dict[str, Any]:
    """Returns what both forms show: why nothing was saved, unless that stands beside its field,
    and the token, a new one if it has saved something else."""
    error: object = ""
    if refusal:
        error = "" if form.errors else refusal.sentence
    elif session.closed_at and request.role < Role.HOST:
        error = HOSTS_ONLY
    token = "" if isinstance(refusal, OtherwiseError) else form.data.get("token", "")
    return {"session": session, "form": form, "error": error, "token": token}


def _chosen_player(request: ClubRequest, form: PeopleForm, field: str, seated: list[Player]) -> str:
    """Returns the id that was sent; at first that of the device's player if they play, else ""."""
    own = request.membership.player_id
    plays = own in {player.pk for player in seated}
    return str(form.data.get(field, "")) if form.is_bound else str(own) if plays else ""


@session_view(Role.SCORER, money=True)
@posted
def expense_delete(request: ClubRequest, session: Session) -> HttpResponse:
    pk, by = whole_number(request.POST.get("pk", "")), request.membership
    expense = get_object_or_404(Expense, pk=pk, session=session)
    refusal = attempt(request, lambda: reverse_expense(expense=expense, by=by))
    return answer(request, session, refusal, done="expense-undone")


# Page of a buy-in or deposit -------------------------------------------------------------------


@session_view(Role.VIEWER, money=True)
def deposit_new(request: ClubRequest, session: Session) -> HttpResponse:
    """Saves a buy-in or deposit, handed over before it is owed. Its holder or a host enters it."""
    seated, rest = players_and_others(session)
    everybody = [*seated, *rest]
    sent = request.POST if request.method == "POST" else None
    form, refusal = PayInForm(sent, people=everybody, currency=session.club.currency), None
    if form.is_bound:
        by = request.membership
        refusal = attempt_form(request, form, record_deposits, session=session, by=by)
        if refusal is None:
            return answer(request, session, None, done="payment-saved")
    reporter = Reporter.from_membership(request.membership)
    context = {
        **_form_context(request, session, form, refusal),
        "purposes": list(DEPOSITS.items()),
        "what": form.data.get("what", "advance"),
        "holders": [p for p in everybody if reporter.may_report_for(p.pk)],
        "payee": _chosen_player(request, form, "payee", seated),
        "ticked": {player.pk for player in form.ticked("payers")},
        "groups": [seated, rest] if rest else [seated],
    }
    status = refusal.status if refusal else 200
    return render(request, "settlement/deposit.html", context, status=status)


# Splitting -------------------------------------------------------------------------------------


def weights(session: Session, how: How, entered_weights: Weights) -> Weights:
    """Returns the weight of each player id. ``entered_weights``: as entered; for the other ways of
    splitting they are read from the session."""
    if how == How.SHARES:
        return {player: share for player, share in entered_weights.items() if share}
    if how == How.EQUAL:
        return dict.fromkeys(entered_weights, 1)
    games = session_tables(session)
    if how == How.THERE:
        return dict.fromkeys(_players_with_hands(games), 1)
    net = net_by_player(table for table in games if not table.state.pot)
    return {player: won for player, won in net.items() if won > 0}


def _players_with_hands(games: list[Table]) -> list[int]:
    """Returns the ids of those who took part in a hand of the session, in the order they first sat
    down."""
    person_by_name = by_shown_name(player for table in games for player in table.players)
    return list(
        dict.fromkeys(
            person_by_name[player.pk].pk
            for table in games
            for player, hands in zip(table.players, table.game.tally["hands"], strict=True)
            if hands
        )
    )


def split(weights_by_player: Weights, paid_by: int, amount: int, how: How = How.EQUAL) -> Shares:
    """Splits ``amount`` by weight, to the last unit. Refuses if the payer would pay all of it
    alone."""
    nobody = Refusal(NOBODY_SHARES.get(how, TOO_FEW_SHARE), status=400)
    if not any(weight for player, weight in weights_by_player.items() if player != paid_by):
        raise nobody
    amounts = in_proportion(amount, list(weights_by_player.values()))
    shares = dict(zip(weights_by_player, amounts, strict=True))
    if not any(share for player, share in shares.items() if player != paid_by):
        raise nobody
    return shares


# Recording -------------------------------------------------------------------------------------


@transaction.atomic
def add_expense(
    *,
    session: Session,
    label: str,
    paid_by: Player,
    amount: int,
    how: How,
    entered_weights: Weights,
    token: str,
    by: Membership | None,
    previewed: Shares | None = None,
) -> Expense:
    """Records that ``paid_by`` paid ``amount`` minor units for the group, and what each player owes
    them for it. ``entered_weights``: as in ``weights``, for players of this group; ``previewed``:
    the shares shown before saving, {} for none yet.

    Once per token. Refuses with the shares of ``now`` if they differ from ``previewed``;
    OtherwiseError if the token wrote something else.
    """
    locked = locks.hold_session(session.pk)
    expense = Expense(
        session=locked, label=label, paid_by=paid_by, amount=amount, how=how, token=token
    )
    if existing := _find_existing(expense, entered_weights):
        return existing
    weights_by_player = weights(locked, how, entered_weights)
    shares = split(weights_by_player, paid_by.pk, amount, how)
    if previewed is not None and previewed != shares:
        text, status = (SHARES_CHANGED, 409) if previewed else ("", 200)
        raise Refusal(text, status=status, now=shares)
    need_host(locked, by)
    expense.by, expense.player_id = by, by.player_id if by else None
    expense.signature_id = signature_id(by)
    expense.save()
    _save_shares(expense, weights_by_player, shares, by)
    note_late(ActivityKind.LATE_EXPENSE, locked, by, label=label)
    locks.touch(locked)
    return expense


def _find_existing(new: Expense, entered_weights: Weights) -> Expense | None:
    """Returns what this token wrote. Refuses with it if that differs from ``new``."""

    def is_same(expense: Expense) -> bool:
        return _entered_fields(expense) == _entered_fields(new) and _has_same_weights(
            expense, entered_weights
        )

    rows = Expense.objects.filter(session=new.session)
    return first_answer(rows, new.token, is_same, _already_saved)


def _already_saved(expense: Expense) -> Refusal:
    """Names the expense that this token saved before, and its shares."""
    currency = expense.session.club.currency
    shares = expense.shares.select_related("player").order_by("pk")
    named = (f"{share.player} {currencies.money(share.amount, currency)}" for share in shares)
    return OtherwiseError(
        expense,
        _("This was already saved: %(label)s, %(amount)s (%(shares)s)."),
        fate=Refused,
        label=expense.label,
        amount=currencies.money(expense.amount, currency),
        shares=", ".join(named),
    )


def _entered_fields(expense: Expense) -> tuple[str, int, int, str]:
    return expense.label, expense.paid_by_id, expense.amount, str(expense.how)


def _has_same_weights(expense: Expense, entered_weights: Weights) -> bool:
    """Tells whether the entered players and weights are the same. What is read from the session may
    have changed since."""
    how = How(expense.how)
    if how not in (How.EQUAL, How.SHARES):
        return True
    shared = dict(expense.shares.values_list("player", "weight"))
    return shared == weights(expense.session, how, entered_weights)


def _save_shares(
    expense: Expense, weights_by_player: Weights, shares: Shares, by: Membership | None
) -> None:
    reason: Phrase = EXPENSE.format(label=expense.label)
    for player, amount in shares.items():
        owes = amount and player != expense.paid_by_id
        payment = None
        if owes:
            payment = ledger.book(
                session=expense.session,
                kind=PaymentKind.EXPENSE,
                payer=player,
                payee=expense.paid_by_id,
                amount=amount,
                reason=reason,
                by=by,
            )
        ExpenseShare.objects.create(
            cost=expense,
            player_id=player,
            weight=weights_by_player[player],
            amount=amount,
            payment=payment,
        )


@transaction.atomic
def reverse_expense(*, expense: Expense, by: Membership | None) -> None:
    """Reverses the payments of an expense; repeating it changes nothing."""
    session = locks.hold_session(expense.session_id)
    need_host(session, by)
    reversals = [
        ledger.reverse_payment(payment=share.payment, by=by)
        for share in expense.shares.select_related("payment")
        if share.payment is not None
    ]
    if any(reversals):
        note_late(ActivityKind.LATE_EXPENSE_BACK, session, by, label=expense.label)
        locks.touch(session)
