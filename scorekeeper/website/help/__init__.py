"""Help in the app: what to do about a message, and what a keyboard does. Anybody may read it; it
asks no database."""
