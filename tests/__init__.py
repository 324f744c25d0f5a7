"""The tests; every folder of a game has what concerns that game alone."""
