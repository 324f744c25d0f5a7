"""Tables of Kingsburg on a server."""
