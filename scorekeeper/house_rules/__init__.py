"""Presets: house rules that a group saves under a name, uses for its games and shares by link.

It reads a variant's options as questions. It must not know any game by name.
"""
