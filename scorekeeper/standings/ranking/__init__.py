"""Who stands where, by the method that a club chose, and why: pure functions of what each game
brought each player. ``table.stand`` puts it together; nothing here reads a row or knows a game.

A figure is exact (a ``Fraction``), and more of it is better, whatever was counted.
"""
