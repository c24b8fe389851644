"""What a tournament prints: wall lists, all rounds, ranking, certificates. Drawn on request."""
