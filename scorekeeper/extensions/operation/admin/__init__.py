"""Pages of the server admin: Django's own, behind a password and a second factor, at an address
that the site's settings name. Off unless they do."""
