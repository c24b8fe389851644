"""Pages that help a device trust this computer's own certificate authority (``play --https``)."""
