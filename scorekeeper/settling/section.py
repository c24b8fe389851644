"""What the page of settling up says, read once for all who see the same and drawn for each phone.

To read a night and to find the fewest payments costs three times what drawing them does (31 ms
against 10, six games of six players): that is kept until the night moves on.
"""

from __future__ import annotations

from dataclasses import astuple
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from scorekeeper.clubs.access import ClubRequest
from scorekeeper.clubs.models import Session
from scorekeeper.clubs.watcher import Watcher
from scorekeeper.serving.kept import kept
from scorekeeper.serving.one_view import one_view
from scorekeeper.settling import after_closing
from scorekeeper.settling.message import message
from scorekeeper.settling.page import Wrong, page
from scorekeeper.settling.pay_views import ways_in_of
from scorekeeper.settling.standing import Standing, standing
from scorekeeper.settling.taken_back import taken_back
from scorekeeper.settling.voices import Voice
from scorekeeper.settling.way_views import ways_shown
from scorekeeper.wording import currencies


def section(request: ClubRequest, session: Session) -> SafeString:
    """What stands under the head of the page, for this phone. ``session``: with its club."""
    watcher = Watcher.from_request(request, named=True)
    context = kept(lambda: _read(watcher, session), *_depends_on(session, watcher), cache="default")
    return SafeString(render_to_string("settling/_settle.html", context, request))


def section_with(request: ClubRequest, session: Session, wrong: Wrong) -> tuple[SafeString, str]:
    """The same with what went wrong beside what it is about; else it is to stand above all."""
    watcher = Watcher.from_request(request, named=True)
    context = _read(watcher, session, wrong)
    above = "" if context["page"].shows_wrong else wrong.text
    return SafeString(render_to_string("settling/_settle.html", context, request)), above


def _depends_on(session: Session, watcher: Watcher) -> tuple[object, ...]:
    """Its night is named by a code that no other night has."""
    reader = (int(watcher.role), *astuple(watcher.membership), watcher.is_secure)
    read = (get_language(), str(currencies.locale()))
    return ("settle", session.code, session.version, *reader, *read)


def _read(watcher: Watcher, session: Session, wrong: Wrong | None = None) -> dict[str, Any]:
    with one_view():
        session = Session.objects.select_related("club").get(pk=session.pk)
        return _context(watcher, session, wrong)


def _context(watcher: Watcher, session: Session, wrong: Wrong | None) -> dict[str, Any]:
    stands = standing(session)
    ways_in = ways_in_of(stands, session)
    voice = Voice.held(watcher.is_host, watcher.membership.player_id)
    shown = page(session, stands, voice, wrong)
    return {
        "session": session,
        "standing": stands,
        "page": shown,
        "settled": not stands.plan.transfers,
        "promise": _promise(stands),
        "moves_money": stands.moves_money,
        "open_games": stands.open_games,
        "text": message(session, stands, ways_in),
        "paid_to": set(ways_in),
        "told_along": {pk for pk, rows in ways_in.items() if any(r.sent_along for r in rows)},
        **ways_shown(stands),
        "asks_who": watcher.membership.player_id is None and (shown.owed or shown.going),
        "late": after_closing.told(session),
        "taken_back": taken_back(session),
    }


def _promise(stands: Standing) -> str:
    count, sent = len(stands.plan.transfers), len(stands.under_way)
    if sent:
        settles = ngettext(
            "%(count)d payment settles everything", "%(count)d payments settle everything", count
        )
        more = ngettext("%(count)d more is on its way.", "%(count)d more are on their way.", sent)
        said = {"settles": settles % {"count": count}, "more": more % {"count": sent}}
        return _("%(settles)s; %(more)s") % said
    if stands.plan.proven:
        return ngettext(
            "%(count)d payment settles everything.",
            "%(count)d payments settle everything – fewer is not possible.",
            count,
        ) % {"count": count}
    return ngettext(
        "%(count)d payment settles everything.", "%(count)d payments settle everything.", count
    ) % {"count": count}
