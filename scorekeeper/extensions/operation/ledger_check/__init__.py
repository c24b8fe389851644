"""Whether the ledger still equals the hands: checked every night by itself, or by a command."""
