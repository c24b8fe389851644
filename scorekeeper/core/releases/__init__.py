"""Which releases migrated this database, and whether this code still works on its tables."""
