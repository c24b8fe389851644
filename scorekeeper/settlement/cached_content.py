"""The content of the settle-up page, read once per kind of reader and drawn for each device.

Reading a session and finding the fewest payments takes three times as long as drawing them (31 ms
against 10, six games of six players), so it is cached until the session changes.
"""

from dataclasses import astuple
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from scorekeeper.clubs.access import ClubRequest
from scorekeeper.clubs.devices.viewer import Watcher
from scorekeeper.clubs.models import Session
from scorekeeper.core.database import one_view
from scorekeeper.core.localization import currencies
from scorekeeper.core.pages.cache import get_or_make
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.settlement import after_closing
from scorekeeper.settlement.balances.message import message
from scorekeeper.settlement.balances.method_views import ways_context
from scorekeeper.settlement.balances.plan import Balances, session_balances
from scorekeeper.settlement.page import page
from scorekeeper.settlement.payments.permissions import Reporter
from scorekeeper.settlement.payments.reversals import reversed_entries
from scorekeeper.settlement.payments.views import pay_addresses


def section(request: ClubRequest, session: Session) -> SafeString:
    """Returns the page's content for this device. ``session``: with its club."""
    watcher = Watcher.from_request(request, named=True)
    context = get_or_make(
        lambda: _read_context(watcher, session), *_cache_key(session, watcher), cache="default"
    )
    return SafeString(render_to_string("settlement/_settle.html", context, request))


def section_with(
    request: ClubRequest, session: Session, refusal: Refusal
) -> tuple[SafeString, str]:
    """Returns the content with the refusal beside its line, and the message for the top of the page
    where it has no line, else "". Each keeps what was typed."""
    watcher = Watcher.from_request(request, named=True)
    context = _read_context(watcher, session, refusal)
    context["typed"] = typed = request.POST.get("part", "")[:40]
    above = "" if context["page"].shows_refusal else refusal.sentence
    if above and typed:
        above += " " + _("You had entered %(part)s.") % {"part": typed}
    return SafeString(render_to_string("settlement/_settle.html", context, request)), above


def _cache_key(session: Session, watcher: Watcher) -> tuple[object, ...]:
    """Returns the cache key. The session's code is unique."""
    reader = (int(watcher.role), *astuple(watcher.membership), watcher.is_secure)
    read = (get_language(), currencies.reader_key())
    return ("settle", session.code, session.version, *reader, *read)


def _read_context(
    watcher: Watcher, session: Session, refusal: Refusal | None = None
) -> dict[str, Any]:
    with one_view():
        session = Session.objects.select_related("club").get(pk=session.pk)
        return _context(watcher, session, refusal)


def _context(watcher: Watcher, session: Session, refusal: Refusal | None) -> dict[str, Any]:
    balances = session_balances(session)
    addresses = pay_addresses(balances, session)
    reporter = Reporter.for_player(watcher.is_host, watcher.membership.player_id)
    content = page(session, balances, reporter, refusal)
    return {
        "session": session,
        "balances": balances,
        "page": content,
        "settled": not balances.plan.transfers,
        "promise": _payments_sentence(balances),
        "moves_money": balances.moves_money,
        "open_games": balances.open_games,
        "text": message(session, balances, addresses),
        "payees_with_address": set(addresses),
        "shared_addresses": {
            pk for pk, rows in addresses.items() if any(r.sent_along for r in rows)
        },
        **ways_context(balances),
        "asks_who": watcher.membership.player_id is None and (content.owed or balances.under_way),
        "late": after_closing.late_corrections(session, balances),
        "reversed_entries": reversed_entries(session),
    }


def _payments_sentence(balances: Balances) -> str:
    count, sent = len(balances.plan.transfers), len(balances.under_way)
    if sent:
        settles = ngettext(
            "%(count)d payment settles everything", "%(count)d payments settle everything", count
        )
        more = ngettext(
            "%(count)d more awaits confirmation.", "%(count)d more await confirmation.", sent
        )
        sentences = {"settles": settles % {"count": count}, "more": more % {"count": sent}}
        return _("%(settles)s; %(more)s") % sentences
    if balances.plan.proven:
        return ngettext(
            "%(count)d payment settles everything.",
            "%(count)d payments settle everything – fewer is not possible.",
            count,
        ) % {"count": count}
    return ngettext(
        "%(count)d payment settles everything.", "%(count)d payments settle everything.", count
    ) % {"count": count}
