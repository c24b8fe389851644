"""People who have the day's link put themselves on its list, where the hosts allow it, until the
first round is published."""

from django import forms
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from scorekeeper.clubs.access import ClubRequest
from scorekeeper.clubs.forms import WriteForm
from scorekeeper.clubs.models import Membership, Role
from scorekeeper.clubs.services import add_players, clean_name, say_who
from scorekeeper.core.limits import acts
from scorekeeper.core.limits.spending import spend
from scorekeeper.core.requests.outcomes import conclude, refused_form
from scorekeeper.core.requests.refusals import Refusal, attempt
from scorekeeper.core.requests.sent import LineField
from scorekeeper.extensions.tournaments.access import tournament_view
from scorekeeper.extensions.tournaments.models import Entrant, Tournament
from scorekeeper.extensions.tournaments.selectors import published
from scorekeeper.extensions.tournaments.services import MOST_PEOPLE, add_entrants, hold_day


class SignUpForm(WriteForm):
    """The name is asked where nobody has said whose device it is."""

    name = LineField(
        label=gettext_lazy("Your name"),
        error_messages={"required": gettext_lazy("Enter a name.")},
        widget=forms.TextInput({"dir": "auto", "autocomplete": "name"}),
    )

    def clean_name(self) -> str:
        return clean_name(self.cleaned_data["name"])


def may_sign_up(tournament: Tournament) -> bool:
    is_open = tournament.plan.sign_up and tournament.session.closed_at is None
    return is_open and not published(tournament).exists()


@transaction.atomic
def sign_up(*, tournament: Tournament, name: str, token: str, by: Membership) -> Entrant:
    """Adds the device's player to the list; where it has none, the player of this name, who becomes
    its player. Raises ClosedError, ValidationError (name)."""
    hold_day(tournament)
    if not may_sign_up(tournament):
        raise Refusal(_("Sign-up is over. Ask a host."))
    if tournament.entrants.count() >= MOST_PEOPLE:
        raise Refusal(_("The list is full. Ask a host."))
    club = tournament.session.club
    player = by.player or add_players(club=club, names=[name])[0]
    (entrant,) = add_entrants(tournament=tournament, players=[player], token=token, by=by)
    if by.player is None:
        say_who(membership=by, player=player)
    return entrant


@require_POST
@tournament_view(Role.VIEWER)
def sign_up_view(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    """Signs up; what was typed stays if it is refused."""
    membership = request.membership
    known = {"name": str(membership.player)} if membership.player else {}
    form = SignUpForm({**request.POST.dict(), **known})
    if form.is_valid():
        if not known:
            spend(acts.NEW_PLAYERS, request, club=request.club)
        name, token = form.cleaned_data["name"], form.cleaned_data["token"]
        refusal = attempt(
            request,
            lambda: sign_up(tournament=tournament, name=name, token=token, by=membership),
        )
        if refusal is None:
            return redirect(tournament.session.address)
        form.add_error("name", refusal)
    else:
        conclude(request, refused_form(form))
    context = {"tournament": tournament, "session": tournament.session, "sign_up": form}
    return render(request, "tournaments/people/sign_up.html", context, status=409)
