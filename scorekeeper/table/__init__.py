"""Pages for players at the table: starting a game (``starting``), entering hands (``entry``), the
scoreboard (``scoreboard``), live news (``live``) and approvals (``approvals``).

Views and pages only: ``play`` writes the rows, ``engine`` and ``variants`` know the rules.
"""
