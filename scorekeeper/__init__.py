"""Scorekeeper. Importing the package must not need Django: the engine is used without it."""

__version__ = "0.1.0"
