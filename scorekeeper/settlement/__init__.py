"""Settling up: balances and transfers (``balances``), payments (``payments``), expenses and
carry-over (``expenses``), and how a player is paid (``payment_details``).

Every change of money is a row of ``ledger``. Nothing here knows which game was played.
"""
