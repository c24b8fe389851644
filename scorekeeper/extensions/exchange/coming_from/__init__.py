"""Help for groups that kept score elsewhere: what can be imported, with a file as an example."""
