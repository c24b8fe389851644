"""The pure kernel: questions, games as folds of entries, money with two ends.

Nothing here, and nothing in ``variants``, knows of Django, a clock, chance or files.
"""
