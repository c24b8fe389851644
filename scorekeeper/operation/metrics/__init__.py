"""What the site does, in numbers for Prometheus: ``/metrics``. Nothing in here knows who did it: no
address, code or name is a label."""
