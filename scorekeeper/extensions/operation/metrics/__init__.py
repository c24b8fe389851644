"""The site's numbers for Prometheus: ``/metrics``. They tell nothing of people: no address, code or
name is a label."""
