"""Work that is done behind the pages: one row each, claimed, tried again, given up, seen."""
