"""Rankings by the method a group chose, with reasons: pure functions of each player's result in
each game. ``table`` puts them together; nothing here reads a row or knows a game.

A figure is exact (a ``Fraction``), and more is better, whatever is counted."""
