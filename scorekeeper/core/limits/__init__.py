"""Rate limits, so that a stranger cannot do anything without end. No table of players meets them.

One line in a view, before it writes::

    from scorekeeper.core.limits import acts
    from scorekeeper.core.limits.spending import check, spend

    spend(acts.JOIN, request, club=club, link=link)

``spend`` raises ``TooMuchError``, and ``limits.middleware.Refusals`` answers it: a page (or, for
htmx, a notice on the page that is open) that says what was too much and when it works again. What
can be guessed is looked at before and paid for only when it was wrong::

    check(acts.MISSED_CODE, request)
    if (link := by_code(typed)) is None:
        spend(acts.MISSED_CODE, request)

Knows no other part of the site: the caller says which club, link or membership is meant, by its
row or id. The address is read here.
"""
