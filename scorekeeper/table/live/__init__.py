"""What the devices of a session know of each other: that something is new, and who is writing.
Nothing here is part of the results. A page that hears nothing from here asks every two seconds
(``clubs.devices.version_check``)."""
