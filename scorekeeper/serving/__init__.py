"""How the site is run and watched: the one-command start, the logs. Knows nothing of any game."""
