"""Statements as PDF, CSV and images: ``contents`` reads, ``layouts`` and ``images`` lay out,
``drawing`` draws, ``files`` names and packs.

Statements show stored rows. No rule of a game runs here, and nothing here writes a payment.
"""
