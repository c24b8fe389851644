"""Settling up: balances and transfers (``balances``), payments (``payments``), expenses
(``expenses``), debts carried over (``carry_over``), and how a player is paid (``payment_details``).

Every change of money is a row of ``ledger``. Nothing here knows which game was played.
"""
