"""How a phone comes to trust a computer that has an authority of its own (``play --https``)."""
