"""Import and export: a group as a file (``group_file``), older scores (``spreadsheets``), a season
for strangers (``public_season``), the proof of a session (``proof``), and merging or removing
players (``people``).

An import is checked whole before anything is written. Nothing here changes a payment.
"""
