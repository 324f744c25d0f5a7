"""The rules, one chapter a file; `book/rules.en.md` tells them to people.

There is everything in them that a bigger game may need: hidden cards, plans and a deck, chance (a shuffle and weighted
draws), a sealed and an open `Together`, a CLOCK where the table wants one, a question that may have one answer only,
and a price that a player may be too poor for.
"""
