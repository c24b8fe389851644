"""Scorekeeper. Importing the package must not need Django: the engine is used without it."""

__version__ = "1.0.0"
