"""Kronrat beside other engines: random play of theirs and ours in turns, on one core. `make bench` runs it."""
