"""Pages that help a phone trust this computer's own certificate authority (``play --https``)."""
