"""PDFs of a tournament: wall lists, all rounds, ranking, certificates. Drawn on request."""
