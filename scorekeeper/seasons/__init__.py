"""Seasons: the ranking of results (``ranking``), player pages (``player``), charts (``charts``) and
recalculation of stored results (``rebuilds``).

Standings are read from results of ``ledger`` alone, never from payments, and no rule runs.
"""
