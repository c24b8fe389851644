"""News between the devices of a session: that something has changed, and who is writing. Nothing
here is part of the results. A page that gets no news from here asks every two seconds
(``clubs.access``)."""
