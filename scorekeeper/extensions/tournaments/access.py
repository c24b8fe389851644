"""Views of a tournament: rights are those of its day's session. A director is a host there."""

from collections.abc import Callable
from typing import Concatenate, ParamSpec, TypeVar

from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404

from scorekeeper.clubs.access import AtCode, ClubRequest, session_view
from scorekeeper.clubs.models import Role, Session
from scorekeeper.extensions.tournaments.models import Tournament

P = ParamSpec("P")
R = TypeVar("R", bound=HttpResponseBase, covariant=True)


def tournament_view(
    role: Role, *, money: bool = False
) -> Callable[[Callable[Concatenate[ClubRequest, Tournament, P], R]], AtCode[P, R]]:
    """Decorates ``view(request, tournament, …)`` at an address with the code of the day's session,
    as ``session_view`` does. ``Tournament.session`` is loaded, with its club."""

    def decorate(view: Callable[Concatenate[ClubRequest, Tournament, P], R]) -> AtCode[P, R]:
        @session_view(role, money=money)
        def admitted(
            request: ClubRequest, session: Session, /, *args: P.args, **kwargs: P.kwargs
        ) -> R:
            tournament = get_object_or_404(Tournament, session=session)
            tournament.session = session
            return view(request, tournament, *args, **kwargs)

        return admitted

    return decorate
