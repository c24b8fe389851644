"""Extensions: what a site may leave out. Each folder is one, and the core names none of them."""
