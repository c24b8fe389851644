"""Groups that nobody has used for months: they get a notice, and are exported and deleted 30 days
later. Off unless ``RETENTION_MONTHS`` says how many months. The one place where a group's rows
are deleted."""
