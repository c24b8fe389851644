"""Payments and results: their models, their only writer and their audit.

A payment has two ends. It is never updated or deleted; a reversal corrects it. Nothing here knows
a game's rules.
"""
