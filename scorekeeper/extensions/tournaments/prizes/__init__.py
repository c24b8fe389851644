"""Entry fees and prizes: shared exactly, posted once as payments of the day's session."""
